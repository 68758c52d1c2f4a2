import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { ContractIndex } from '../contracts/contract-index.ts';
import { AssayError } from '../errors.ts';
import { FORMAT_NAMES, importerOf } from '../importing/formats.ts';
import { importFile } from './import-file.ts';
import { DOCUMENT_FILE_LIMITS, readJsonFile } from './json-file.ts';

/**
 * Reads `ROLE=FILE` and `ROLE=FORMAT:FILE`.
 *
 * @returns for each role the file as it was named, with its format.
 */
export function readRoles(pairs: readonly string[]): Readonly<Record<string, { readonly file: string }>> {
  const roles = new Map<string, { readonly file: string }>();
  for (const pair of pairs) {
    const separator = pair.indexOf('=');
    if (separator < 1 || separator === pair.length - 1) {
      throw new AssayError('USAGE', '--role takes ROLE=FILE or ROLE=FORMAT:FILE', {
        next: 'for instance --role graph=G.json or --role formula=dimacs-cnf:F.cnf',
      });
    }
    const name = pair.slice(0, separator);
    if (roles.has(name)) throw new AssayError('USAGE', '--role names a role twice', { at: name });
    roles.set(name, { file: pair.slice(separator + 1) });
  }
  return Object.fromEntries(roles);
}

/**
 * Reads files as the command line names them, wherever they lie: `FORMAT:FILE` is imported, anything else is the name of a file that
 * holds a document.
 */
export function readNamed(contracts: ContractIndex): (named: string) => Promise<CanonicalBytes> {
  return async (named) => {
    const colon = named.indexOf(':');
    const format = named.slice(0, Math.max(colon, 0));
    if (importerOf(format) !== undefined) return importFile(format, named.slice(colon + 1), contracts);
    try {
      return readJsonFile(named, DOCUMENT_FILE_LIMITS);
    } catch (error) {
      throw colon > 0 && error instanceof AssayError && error.code === 'FILE_UNREADABLE'
        ? new AssayError(error.code, error.message, { at: error.at, next: FORMATS })
        : error;
    }
  };
}

const FORMATS = `the formats that may stand in front of a file are ${FORMAT_NAMES.join(', ')}`;
