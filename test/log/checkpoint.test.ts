import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateKeyPair, signerFrom, verifyNode } from '../../src/keys/ed25519.ts';
import {
  formatCheckpoint,
  openCheckpoint,
  requireCheckpointForm,
  signCheckpoint,
} from '../../src/log/checkpoint.ts';
import { signNote } from '../../src/log/note.ts';
import { edited } from './edit.ts';

const ORIGIN = 'assay.example/log/1';
const SIGNER = signerFrom(generateKeyPair().privateKey);
const KEY = { name: ORIGIN, publicKey: SIGNER.publicKey };
const ROOT = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
const ROOT_LINE = Buffer.from(ROOT).toString('base64');
const NOTE = signCheckpoint({ origin: ORIGIN, size: 20852163, root: ROOT }, SIGNER);

test('the text is origin, size and root', () => {
  expect(formatCheckpoint({ origin: ORIGIN, size: 0, root: ROOT })).toBe(`${ORIGIN}\n0\n${ROOT_LINE}\n`);
});

test('round trip over all sizes', () => {
  const sizes = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(
    fc.property(sizes, fc.uint8Array({ minLength: 32, maxLength: 32 }), (size, root) => {
      const note = signCheckpoint({ origin: ORIGIN, size, root }, SIGNER);
      expect(openCheckpoint(note, [KEY], verifyNode)).toEqual({
        checkpoint: { origin: ORIGIN, size, root },
        key: KEY,
      });
    }),
  );
});

test('any one edit is refused', () => {
  fc.assert(
    fc.property(edited(NOTE), (note) => {
      expect(() => openCheckpoint(note, [KEY], verifyNode)).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^CHECKPOINT_(INVALID|UNTRUSTED)$/) }),
      );
    }),
    { numRuns: 2000 },
  );
});

describe('texts that no log of ours signs, signed all the same', () => {
  const table: [string, string, string][] = [
    ['an origin alone', `${ORIGIN}\n`, 'line 2'],
    ['no root', `${ORIGIN}\n5\n`, 'line 3'],
    ['an empty origin', `\n5\n${ROOT_LINE}\n`, 'line 1'],
    ['an origin with a space', `a b\n5\n${ROOT_LINE}\n`, 'line 1'],
    ['an origin with a plus', `a+b\n5\n${ROOT_LINE}\n`, 'line 1'],
    ['a leading zero', `${ORIGIN}\n05\n${ROOT_LINE}\n`, 'line 2'],
    ['a sign', `${ORIGIN}\n-5\n${ROOT_LINE}\n`, 'line 2'],
    ['an exponent', `${ORIGIN}\n1e3\n${ROOT_LINE}\n`, 'line 2'],
    ['hexadecimal', `${ORIGIN}\n0x5\n${ROOT_LINE}\n`, 'line 2'],
    ['no size', `${ORIGIN}\n\n${ROOT_LINE}\n`, 'line 2'],
    ['other digits', `${ORIGIN}\n\u0665\n${ROOT_LINE}\n`, 'line 2'],
    ['a size of 2^53', `${ORIGIN}\n9007199254740992\n${ROOT_LINE}\n`, 'line 2'],
    ['a size of 2^64 − 1', `${ORIGIN}\n18446744073709551615\n${ROOT_LINE}\n`, 'line 2'],
    ['a root of 31 bytes', `${ORIGIN}\n5\n${Buffer.from(ROOT.subarray(1)).toString('base64')}\n`, 'line 3'],
    ['a root without padding', `${ORIGIN}\n5\n${ROOT_LINE.replace('=', '')}\n`, 'line 3'],
    ['a root in hexadecimal', `${ORIGIN}\n5\n${Buffer.from(ROOT).toString('hex')}\n`, 'line 3'],
    ['an extension line', `${ORIGIN}\n5\n${ROOT_LINE}\nextension\n`, 'line 4'],
    ['an empty extension line', `${ORIGIN}\n5\n${ROOT_LINE}\n\n`, 'line 4'],
  ];
  test.each(table)('%s', (_, text, at) => {
    const error = expect.objectContaining({ code: 'CHECKPOINT_INVALID', at });
    const note = signNote(text, ORIGIN, SIGNER);
    expect(() => openCheckpoint(note, [KEY], verifyNode)).toThrow(error);
    expect(() => requireCheckpointForm(note)).toThrow(error);
  });

  test('a key signs for the log of its own name only', () => {
    const note = signNote(`other.example/log\n5\n${ROOT_LINE}\n`, ORIGIN, SIGNER);
    const error = expect.objectContaining({ code: 'CHECKPOINT_INVALID', at: 'line 5' });
    expect(() => openCheckpoint(note, [KEY], verifyNode)).toThrow(error);
    expect(() => requireCheckpointForm(note)).toThrow(error);
  });
});

test.each([
  ['a fraction', { origin: ORIGIN, size: 1.5, root: ROOT }],
  ['a negative size', { origin: ORIGIN, size: -1, root: ROOT }],
  ['a size of 2^53', { origin: ORIGIN, size: 2 ** 53, root: ROOT }],
  ['a short root', { origin: ORIGIN, size: 1, root: ROOT.subarray(1) }],
  ['an origin of two lines', { origin: 'a\n5', size: 1, root: ROOT }],
  ['no origin', { origin: '', size: 1, root: ROOT }],
])('is not written either: %s', (_, checkpoint) => {
  expect(() => formatCheckpoint(checkpoint)).toThrow(expect.objectContaining({ code: 'CHECKPOINT_INVALID' }));
});
