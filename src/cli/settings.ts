import { join } from 'node:path';
import { AssayError } from '../errors.ts';

/** The environment variables this program reads, and nothing else of the environment. */
export interface Environment {
  readonly ASSAY_DATA?: string | undefined;
  readonly ASSAY_TRUST?: string | undefined;
}

const DEFAULT_FOLDER = '.assay';
const TRUST_FILE = 'assay-trust.json';

/** Where commands that work with a store keep it: `--data`, else `ASSAY_DATA`, else `.assay` here. */
export function dataFolder(option: string | undefined, { ASSAY_DATA }: Environment): string {
  return namedFolder(option) ?? (ASSAY_DATA || DEFAULT_FOLDER);
}

/**
 * The trust root to judge by: `--trust`, else `ASSAY_TRUST`, else a data folder that is *named*. Never the
 * bundle, and never the working folder: in CI they belong to whoever is being checked.
 */
export function trustFile(
  options: { readonly trust?: string | undefined; readonly data?: string | undefined },
  { ASSAY_TRUST, ASSAY_DATA }: Environment,
): string | undefined {
  if (options.trust !== undefined) return options.trust;
  if (ASSAY_TRUST) return ASSAY_TRUST;
  const folder = namedFolder(options.data) ?? (ASSAY_DATA || undefined);
  return folder === undefined ? undefined : join(folder, TRUST_FILE);
}

/** An empty name, as `--data "$UNSET"` gives it, would be the working folder, which nobody named. */
function namedFolder(option: string | undefined): string | undefined {
  if (option !== '') return option;
  throw new AssayError('USAGE', '--data names no folder', { next: 'leave it out, or name one' });
}
