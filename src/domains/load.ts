import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Domain } from './domain.ts';
import { Domains } from './domains.ts';

/**
 * Loads every domain: the folders beside this file, so that a new one is found by being there.
 * Works on the sources (`index.ts`) and on what is published (`index.js`); not bundled into one file.
 */
export async function loadDomains(): Promise<Domains> {
  const folder = new URL('.', import.meta.url);
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return new Domains(await Promise.all(names.sort().map((name) => loadDomain(new URL(`${name}/`, folder)))));
}

async function loadDomain(folder: URL): Promise<Domain> {
  const source = new URL('index.ts', folder);
  const file = existsSync(fileURLToPath(source)) ? source : new URL('index.js', folder);
  const { domain }: { readonly domain: Domain } = await import(file.href);
  return domain;
}
