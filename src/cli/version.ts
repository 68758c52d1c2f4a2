import { readFileSync } from 'node:fs';

/** The version in package.json, two folders up in a checkout as in the package. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return version;
}
