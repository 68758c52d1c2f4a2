import { vi } from 'vitest';

/** What `load` imports, loaded anew where nothing of Node is found without an import, as in a browser. */
export async function withoutPlatform<Module>(load: () => Promise<Module>): Promise<Module> {
  vi.resetModules();
  vi.stubGlobal('process', undefined);
  try {
    return await load();
  } finally {
    vi.unstubAllGlobals();
  }
}
