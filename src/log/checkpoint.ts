import { AssayError } from '../errors.ts';
import { encodeBase64 } from './base64.ts';
import { readDecimal, readHash } from './fields.ts';
import { HASH_SIZE } from './hashes.ts';
import { isKeyName, type NoteKey, openNote, parseNote, signNote } from './note.ts';
import type { Signer, VerifySignature } from './signature.ts';

/** The head of a log (C2SP tlog-checkpoint): which log, how many leaves, and the root over them. */
export interface Checkpoint {
  /** The log's name, also the name of the keys that sign for it: no space and no `+`. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/**
 * The text a log signs: origin, size and root, a line each.
 *
 * @throws AssayError CHECKPOINT_INVALID for a head that no reader would accept
 */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  if (!isKeyName(origin)) throw invalid('an origin is a name without spaces and without "+"');
  if (readDecimal(String(size)) !== size) throw invalid('a tree size is a whole number from 0 to 2^53 − 1');
  if (root.length !== HASH_SIZE) throw invalid('a root is 32 bytes');
  return `${origin}\n${size}\n${encodeBase64(root)}\n`;
}

/** Reads what `formatCheckpoint` writes, and nothing else: the format's extension lines are refused. */
function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n');
  lines.pop();
  const [origin = '', decimal = '', encoded = ''] = lines;
  if (!isKeyName(origin)) throw invalid('an origin is a name without spaces and without "+"', 1);
  const size = readDecimal(decimal);
  if (size === undefined) throw invalid('a tree size is a decimal below 2^53 without leading zeros', 2);
  const root = readHash(encoded);
  if (root === undefined) throw invalid('a root is 32 bytes in standard base64', 3);
  if (lines.length > 3) throw invalid('extension lines cannot stand in a checkpoint here', 4);
  return { origin, size, root };
}

/** The signed note of a checkpoint, under the log's origin. Never sign a smaller or another tree than before. */
export function signCheckpoint(checkpoint: Checkpoint, signer: Signer): string {
  return signNote(formatCheckpoint(checkpoint), checkpoint.origin, signer);
}

/**
 * Checks the form of a signed checkpoint, not its signature, and so gives nothing.
 *
 * @throws AssayError CHECKPOINT_INVALID, with the line
 */
export function requireCheckpointForm(note: string): void {
  const { text, name } = parseNote(note);
  readOwn(text, name);
}

/**
 * The checkpoint in a signed note, and which of the keys signed it. A key signs only for the log of its own name.
 *
 * @throws AssayError CHECKPOINT_INVALID when it is malformed or the signature is wrong, CHECKPOINT_UNTRUSTED when none
 *   of the keys can have signed it
 */
export function openCheckpoint<Key extends NoteKey>(
  note: string,
  keys: readonly Key[],
  verify: VerifySignature,
): { readonly checkpoint: Checkpoint; readonly key: Key } {
  const { text, key } = openNote(note, keys, verify);
  return { checkpoint: readOwn(text, key.name), key };
}

/** The checkpoint in the text of a note, refused where another log's key signed it. */
function readOwn(text: string, name: string): Checkpoint {
  const checkpoint = parseCheckpoint(text);
  if (name !== checkpoint.origin) throw invalid('a checkpoint is signed under the name of its log', 5);
  return checkpoint;
}

function invalid(message: string, line?: number): AssayError {
  return new AssayError('CHECKPOINT_INVALID', message, {
    at: line === undefined ? undefined : `line ${line}`,
  });
}
