import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { openTestService } from './support.ts';

/** What browsers have too, and nothing else: no process, no Buffer, no require. */
const WEB = {
  AbortController,
  AbortSignal,
  Headers,
  TextDecoder,
  URL,
  URLSearchParams,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  setTimeout,
};

test('the client is one program that needs nothing but what a browser has', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/client/index.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    format: 'iife',
    globalName: 'assay',
    platform: 'browser',
  });
  expect(Object.keys(metafile.inputs).every((file) => file.startsWith('src/client/'))).toBe(true);
  const service = await openTestService();
  try {
    const context = createContext({ ...WEB, url: service.url, token: service.adminBearer });
    runInContext(outputFiles[0]?.text ?? '', context);
    const found: unknown = await runInContext(
      `(async () => {
        const client = new assay.AssayClient({ url, token });
        const { id } = await client.openSession();
        const inputs = {};
        const outputs = { document: { type: 'number.integer@1', value: { value: '7' } } };
        const run = await client.submitInvocation(id, { capability: 'number.document@1', inputs, outputs });
        const { document } = await client.showDocument(run.outputs.document);
        const sessions = [];
        for await (const session of client.listSessions()) sessions.push(session.id);
        const unknown = await client.showSession('0'.repeat(32)).catch((error) => error.code);
        return JSON.stringify([document.value, sessions.length, unknown]);
      })()`,
      context,
    );
    expect(found).toBe('[{"value":"7"},1,"SESSION_UNKNOWN"]');
  } finally {
    await service.close();
  }
});
