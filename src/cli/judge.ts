import type { JsonValue } from '../canonical/json.ts';
import { BUNDLE_LIMITS } from '../certificate/bundle.ts';
import { type CheckedBundle, checkBundle } from '../certificate/check.ts';
import { readTrustRoot, type TrustRoot } from '../certificate/trust-root.ts';
import { AssayError } from '../errors.ts';
import { verifyNode } from '../keys/ed25519.ts';
import type { Replay } from '../services/replay.ts';
import { EXIT, type Exit } from './exit.ts';
import { DOCUMENT_FILE_LIMITS, readJsonFile } from './json-file.ts';
import type { OwnFolders } from './own.ts';
import { type Environment, trustFile } from './settings.ts';

/** The options that `check` and `match` share. */
export interface JudgeOptions extends OwnFolders {
  readonly value: readonly string[];
  readonly trust?: string;
  readonly data?: string;
  readonly replay?: boolean;
  readonly json?: boolean;
}

/** What became of one bundle. */
export interface Judgement {
  readonly file: string;
  readonly exit: Exit;
  readonly checked?: CheckedBundle;
  readonly replay?: Replay;
  readonly error?: AssayError;
}

/**
 * Judges bundle files one by one, each on its own merits. A trust root or a value that cannot be used
 * is an error of the whole command.
 */
export async function judge(
  files: readonly string[],
  options: JudgeOptions,
  environment: Environment,
): Promise<readonly Judgement[]> {
  const values = readValues(options.value);
  const trust = loadTrustRoot(options, environment);
  const judgements: Judgement[] = [];
  for (const file of files) judgements.push(await judgeOne(file, trust, values, options));
  return judgements;
}

/** @throws AssayError `TRUST_ROOT_MISSING` or `TRUST_ROOT_INVALID`. */
export function loadTrustRoot(
  options: Pick<JudgeOptions, 'trust' | 'data'>,
  environment: Environment,
): TrustRoot {
  const file = trustFile(options, environment);
  if (file === undefined) {
    throw new AssayError('TRUST_ROOT_MISSING', 'there is no trust root to judge by', {
      next: 'name one: --trust assay-trust.json (or ASSAY_TRUST, or a data folder by --data or ASSAY_DATA)',
    });
  }
  try {
    const { value } = readJsonFile(file, DOCUMENT_FILE_LIMITS, file);
    return readTrustRoot(value, verifyNode);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const code = error.code === 'FILE_UNREADABLE' ? 'TRUST_ROOT_MISSING' : 'TRUST_ROOT_INVALID';
    throw new AssayError(code, error.message, { at: error.inFile(file).at, next: error.next });
  }
}

function readValues(pairs: readonly string[]): ReadonlyMap<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  for (const pair of pairs) {
    const separator = pair.indexOf('=');
    if (separator < 1) {
      throw new AssayError('USAGE', '--value takes ROLE=FILE', {
        next: 'for instance --value product=G.json',
      });
    }
    const name = pair.slice(0, separator);
    if (values.has(name)) throw new AssayError('USAGE', '--value names a role twice', { at: name });
    values.set(name, readJsonFile(pair.slice(separator + 1), DOCUMENT_FILE_LIMITS).value);
  }
  return values;
}

async function judgeOne(
  file: string,
  trust: TrustRoot,
  values: ReadonlyMap<string, JsonValue>,
  { replay, ...own }: Pick<JudgeOptions, 'replay' | 'contracts' | 'checkers'>,
): Promise<Judgement> {
  try {
    const { value } = readJsonFile(file, BUNDLE_LIMITS);
    const checked = checkBundle(value, { trust, verify: verifyNode, now: new Date().toISOString(), values });
    const exit = checked.status === 'certified' ? EXIT.certified : EXIT.conditional;
    if (!replay) return { file, exit, checked };
    const { replayHere } = await import('./replay.ts');
    const result = await replayHere(checked, own);
    return { file, exit: replayExit(result, exit), checked, replay: result };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { file, exit: error.exit, error };
  }
}

function replayExit({ result }: Replay, exit: Exit): Exit {
  switch (result) {
    case 'reproduced':
      return exit;
    case 'refused':
      return EXIT.refused;
    case 'inconclusive':
      return EXIT.inconclusive;
  }
}
