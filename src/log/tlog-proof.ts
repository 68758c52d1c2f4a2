import { AssayError } from '../errors.ts';
import { encodeBase64 } from './base64.ts';
import { requireCheckpointForm } from './checkpoint.ts';
import { readDecimal, readHash } from './fields.ts';

/** A proof that travels with a certificate: where its leaf stands, the way to the root, and the signed root. */
export interface TlogProof {
  readonly index: number;
  /** The inclusion proof, the leaf's sibling first. */
  readonly hashes: readonly Uint8Array[];
  /** The signed checkpoint as it was issued; open it with `openCheckpoint`. */
  readonly checkpoint: string;
}

const HEADER = 'c2sp.org/tlog-proof@v1';

/**
 * The text of a proof (C2SP tlog-proof v1): header, index, one hash a line, an empty line, the checkpoint.
 *
 * @throws AssayError PROOF_INVALID or CHECKPOINT_INVALID for a proof that no reader would accept
 */
export function formatProof({ index, hashes, checkpoint }: TlogProof): string {
  const text = [HEADER, `index ${index}`, ...hashes.map(encodeBase64), '', checkpoint].join('\n');
  parseProof(text);
  return text;
}

/**
 * Reads exactly the texts that `formatProof` writes. The format's `extra` line is refused: no signature covers it.
 * Proves nothing yet: open the checkpoint, then `verifyInclusion`.
 *
 * @throws AssayError PROOF_INVALID with the line, or CHECKPOINT_INVALID with the line of the checkpoint
 */
export function parseProof(text: string): TlogProof {
  const lines = text.split('\n');
  if (lines[0] !== HEADER) throw invalid('a proof begins with its format and version', 1);
  const second = lines[1] ?? '';
  if (second.startsWith('extra ')) throw invalid('extra data cannot stand in a proof here', 2);
  const index = second.startsWith('index ') ? readDecimal(second.slice('index '.length)) : undefined;
  if (index === undefined) throw invalid('the index is missing or not a decimal number below 2^53', 2);

  const empty = lines.indexOf('', 2);
  if (empty === -1) throw invalid('the empty line before the checkpoint is missing', lines.length);
  const hashes = lines.slice(2, empty).map((line, at) => {
    const hash = readHash(line);
    if (hash === undefined) throw invalid('a hash is 32 bytes in standard base64', at + 3);
    return hash;
  });
  const checkpoint = lines.slice(empty + 1).join('\n');
  try {
    requireCheckpointForm(checkpoint);
  } catch (error) {
    throw error instanceof AssayError ? error.within('checkpoint') : error;
  }
  return { index, hashes, checkpoint };
}

function invalid(message: string, line: number): AssayError {
  return new AssayError('PROOF_INVALID', message, { at: `line ${line}` });
}
