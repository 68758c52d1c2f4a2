import { sha256 } from '../canonical/sha256.ts';
import { AssayError } from '../errors.ts';
import { encodeBase64 } from './base64.ts';
import { readStandard } from './fields.ts';
import type { Signer, VerifySignature } from './signature.ts';

/** A key under the name that stands before its signatures: for a checkpoint, the log's origin. */
export interface NoteKey {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

/** A signed note taken apart. Nothing in it is to be believed before `openNote` has checked the signature. */
export interface Note {
  /** What is signed: every line up to the empty one before the signature, each with its line end. */
  readonly text: string;
  readonly name: string;
  readonly keyHash: Uint8Array;
  readonly signature: Uint8Array;
}

const KEY_HASH_SIZE = 4;
const SIGNATURE_SIZE = 64;
const ED25519_TYPE = 0x01;
const SIGNATURE_LINE = /^\u2014 ([^ ]+) ([^ ]+)$/;

/** The four bytes that stand before a signature to tell keys of one name apart (C2SP signed-note, "Signatures"). */
export function noteKeyHash({ name, publicKey }: NoteKey): Uint8Array {
  const head = new TextEncoder().encode(`${name}\n`);
  const input = new Uint8Array(head.length + 1 + publicKey.length);
  input.set(head);
  input[head.length] = ED25519_TYPE;
  input.set(publicKey, head.length + 1);
  return sha256(input).slice(0, KEY_HASH_SIZE);
}

/** Whether a name may stand in a signature line: not empty, no Unicode space, no `+`, no control character. */
export function isKeyName(name: string): boolean {
  return name !== '' && name.isWellFormed() && !/[\p{White_Space}+\p{Cc}]/u.test(name);
}

/**
 * The signed note (C2SP signed-note, Ed25519) of a text of complete lines.
 *
 * @throws AssayError CHECKPOINT_INVALID when no reader would accept the text or the name
 */
export function signNote(text: string, name: string, signer: Signer): string {
  const signature = signer.sign(new TextEncoder().encode(text));
  const bytes = new Uint8Array(KEY_HASH_SIZE + signature.length);
  bytes.set(noteKeyHash({ name, publicKey: signer.publicKey }));
  bytes.set(signature, KEY_HASH_SIZE);
  const note = `${text}\n\u2014 ${name} ${encodeBase64(bytes)}\n`;
  if (parseNote(note).text !== text) throw invalid('the text holds what a signed note cannot carry');
  return note;
}

/**
 * Takes a signed note apart. The format allows any number of signatures, of which unknown ones are to be ignored; here
 * exactly one may stand, so that nothing unchecked travels in a bundle.
 *
 * @throws AssayError CHECKPOINT_INVALID, with the line
 */
export function parseNote(note: string): Note {
  if (!note.isWellFormed()) throw invalid('a signed note is Unicode text without lone surrogates');
  const lines = note.split('\n');
  const control = lines.findIndex((line) => /\p{Cc}/u.test(line));
  if (control !== -1) throw invalid('control characters cannot stand in a signed note', control + 1);
  if (lines.pop() !== '') throw invalid('the last line has no line end', lines.length + 1);

  const empty = lines.lastIndexOf('');
  if (empty < 1) throw invalid('a signed note is text, an empty line and a signature', 1);
  const [line, ...more] = lines.slice(empty + 1);
  if (line === undefined) throw invalid('the signature is missing', lines.length + 1);
  if (more.length > 0) throw invalid('only one signature may stand here', empty + 3);

  const [, name, encoded] = SIGNATURE_LINE.exec(line) ?? [];
  if (name === undefined || encoded === undefined || !isKeyName(name)) {
    throw invalid('a signature line is an em dash, the name of the key and the signature', empty + 2);
  }
  const bytes = readStandard(encoded);
  if (bytes?.length !== KEY_HASH_SIZE + SIGNATURE_SIZE) {
    throw invalid('a signature is 68 bytes in standard base64', empty + 2);
  }
  return {
    text: lines
      .slice(0, empty)
      .map((each) => `${each}\n`)
      .join(''),
    name,
    keyHash: bytes.subarray(0, KEY_HASH_SIZE),
    signature: bytes.subarray(KEY_HASH_SIZE),
  };
}

/**
 * The text of a signed note and the key that signed it, one of `keys`.
 *
 * @throws AssayError CHECKPOINT_INVALID when it is malformed or the signature is wrong, CHECKPOINT_UNTRUSTED when none
 *   of the keys has its name and key hash
 */
export function openNote<Key extends NoteKey>(
  note: string,
  keys: readonly Key[],
  verify: VerifySignature,
): { readonly text: string; readonly key: Key } {
  const { text, name, keyHash, signature } = parseNote(note);
  // Four bytes collide on purpose within seconds, so several keys can be meant: the signature decides.
  const candidates = keys.filter((key) => {
    return key.name === name && noteKeyHash(key).every((byte, index) => byte === keyHash[index]);
  });
  if (candidates.length === 0) {
    throw new AssayError(
      'CHECKPOINT_UNTRUSTED',
      'the checkpoint is signed by a key that is not trusted for this log',
      {
        next: 'use the trust root of the instance that gave it, or fetch a new proof',
      },
    );
  }
  const message = new TextEncoder().encode(text);
  const key = candidates.find((candidate) => verify(candidate.publicKey, message, signature));
  if (key === undefined) throw invalid('the signature of the checkpoint does not verify');
  return { text, key };
}

function invalid(message: string, line?: number): AssayError {
  return new AssayError('CHECKPOINT_INVALID', message, {
    at: line === undefined ? undefined : `line ${line}`,
  });
}
