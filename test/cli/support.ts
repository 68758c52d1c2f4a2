import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Exit } from '../../src/cli/exit.ts';
import { main } from '../../src/cli/main.ts';
import type { Environment } from '../../src/cli/settings.ts';
import { temporaryFolder, withDatabase } from '../store/support.ts';

export { temporaryFolder };

export const PAW = fileURLToPath(new URL('../../fixtures/paw/', import.meta.url));
export const BIN = fileURLToPath(new URL('../../bin/assay.cjs', import.meta.url));

export interface Ran {
  readonly exit: Exit;
  readonly out: string;
  readonly err: string;
}

/** Runs one command in this process. Nothing of the real environment is seen. */
export async function assay(argv: readonly string[], environment: Environment = {}): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  const exit = await main(argv, { terminal, environment });
  return { exit, out: out.join(''), err: err.join('') };
}

/** What a command printed with --json. */
export function jsonOf({ out }: Ran): ReturnType<typeof JSON.parse> {
  return JSON.parse(out);
}

/** A temporary folder with these files: objects as JSON, text and bytes as they are. */
export function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = join(temporaryFolder(), 'files');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) put(join(folder, name), content);
  return folder;
}

export function put(path: string, content: unknown): void {
  const raw = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, raw ? content : JSON.stringify(content));
}

/** Asserts a refusal of unusable input as it must look: exit 2, nothing on stdout, one line that names the place. */
export function requireOneLine(ran: Ran, code: string, places: readonly string[]): void {
  const { exit, out, err } = ran;
  expect({ exit, out }).toEqual({ exit: 2, out: '' });
  expect(err).toMatch(/^[^\n]+\n$/);
  expect(err).toMatch(new RegExp(`^error ${code}: `));
  for (const place of places) expect(err).toContain(place);
  expect(err).not.toMatch(SECRET);
}

/** Stands for every value that must not come back in an error. */
export const SECRET = /31337/;

/** Rows of the tables that a verification writes to; 0 for a folder without a database. */
export function storedRows(data: string): number {
  if (!existsSync(join(data, 'assay.sqlite'))) return 0;
  return withDatabase(data, (database) =>
    Number(
      database
        .prepare(
          'SELECT (SELECT count(*) FROM verifications) + (SELECT count(*) FROM certificates) + (SELECT count(*) FROM stored_values)',
        )
        .pluck()
        .get(),
    ),
  );
}
