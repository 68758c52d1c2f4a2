import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CODE, codeFile } from '../installation.ts';
import type { Domain } from './domain.ts';
import { Domains } from './domains.ts';

/**
 * Loads every domain: the folders below `domains/` of the code that is running, so that a new one is found by being there.
 */
export async function loadDomains(): Promise<Domains> {
  const folder = join(CODE, 'domains');
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return new Domains(
    await Promise.all(names.sort().map((name) => loadDomain(codeFile('domains', name, 'index')))),
  );
}

async function loadDomain(file: string): Promise<Domain> {
  const { domain }: { readonly domain: Domain } = await import(pathToFileURL(file).href);
  return domain;
}
