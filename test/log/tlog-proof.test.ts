import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import { generateKeyPair, signerFrom, verifyNode } from '../../src/keys/ed25519.ts';
import { openCheckpoint, signCheckpoint } from '../../src/log/checkpoint.ts';
import { leafHash } from '../../src/log/hashes.ts';
import { formatProof, parseProof } from '../../src/log/tlog-proof.ts';
import { inclusionProof, rootHash } from '../../src/log/tree.ts';
import { verifyInclusion } from '../../src/log/verify.ts';
import { edited } from './edit.ts';
import { leavesOf, storeOf } from './model.ts';

const ORIGIN = 'assay.example/log/1';
const SIGNER = signerFrom(generateKeyPair().privateKey);
const KEY = { name: ORIGIN, publicKey: SIGNER.publicKey };
const LEAVES = leavesOf(40);
const READ = storeOf(LEAVES);

function proofText(index: number, size: number): string {
  const checkpoint = signCheckpoint({ origin: ORIGIN, size, root: rootHash(size, READ) }, SIGNER);
  return formatProof({ index, hashes: inclusionProof(index, size, READ), checkpoint });
}

/** What a verifier does with a proof: whether it shows this leaf. */
function shows(text: string, leaf: Uint8Array): boolean {
  try {
    const { index, hashes, checkpoint: note } = parseProof(text);
    const { checkpoint } = openCheckpoint(note, [KEY], verifyNode);
    return verifyInclusion(index, checkpoint.size, leaf, hashes, checkpoint.root);
  } catch (error) {
    if (error instanceof AssayError) return false;
    throw error;
  }
}

const leafAt = (index: number): Uint8Array => leafHash(LEAVES[index] ?? new Uint8Array());

test('a proof shows its own leaf and no other', () => {
  for (const size of [1, 2, 5, 8, 33]) {
    for (let index = 0; index < size; index += 1) {
      const text = proofText(index, size);
      expect(shows(text, leafAt(index))).toBe(true);
      expect(shows(text, leafAt(index + 1))).toBe(false);
      expect(formatProof(parseProof(text))).toBe(text);
    }
  }
});

test('any one edit is refused', () => {
  for (const [index, size] of [
    [0, 1],
    [11, 33],
    [32, 33],
  ] as const) {
    const text = proofText(index, size);
    fc.assert(
      fc.property(edited(text), (changed) => {
        expect(shows(changed, leafAt(index))).toBe(false);
      }),
      { numRuns: 1500 },
    );
  }
});

test('whatever is read is written the same', () => {
  fc.assert(
    fc.property(edited(proofText(2, 7)), (changed) => {
      try {
        expect(formatProof(parseProof(changed))).toBe(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(AssayError);
      }
    }),
    { numRuns: 1000 },
  );
});

describe('malformed proofs', () => {
  const text = proofText(5, 7);
  const hash = text.split('\n')[2] ?? '';
  const table: [string, string, string, string][] = [
    ['nothing', '', 'PROOF_INVALID', 'line 1'],
    ['another version', text.replace('@v1', '@v2'), 'PROOF_INVALID', 'line 1'],
    ['no header', text.slice(text.indexOf('\n') + 1), 'PROOF_INVALID', 'line 1'],
    ['a byte order mark', `\ufeff${text}`, 'PROOF_INVALID', 'line 1'],
    ['the header alone', 'c2sp.org/tlog-proof@v1', 'PROOF_INVALID', 'line 2'],
    ['extra data', text.replace('index', 'extra AAAA\nindex'), 'PROOF_INVALID', 'line 2'],
    ['no index', text.replace('index 5\n', ''), 'PROOF_INVALID', 'line 2'],
    ['an index with a zero before it', text.replace('index 5', 'index 05'), 'PROOF_INVALID', 'line 2'],
    ['a negative index', text.replace('index 5', 'index -5'), 'PROOF_INVALID', 'line 2'],
    ['an index of 2^53', text.replace('index 5', 'index 9007199254740992'), 'PROOF_INVALID', 'line 2'],
    ['two spaces', text.replace('index 5', 'index  5'), 'PROOF_INVALID', 'line 2'],
    ['an index in capitals', text.replace('index 5', 'INDEX 5'), 'PROOF_INVALID', 'line 2'],
    ['a hash without padding', text.replace(hash, hash.replace('=', '')), 'PROOF_INVALID', 'line 3'],
    [
      'a hash of 33 bytes',
      text.replace(hash, Buffer.alloc(33).toString('base64')),
      'PROOF_INVALID',
      'line 3',
    ],
    ['a space after a hash', text.replace(hash, `${hash} `), 'PROOF_INVALID', 'line 3'],
    ['no empty line', text.replaceAll('\n\n', '\n'), 'PROOF_INVALID', 'line 6'],
    ['an end after the hashes', text.split('\n').slice(0, 4).join('\n'), 'PROOF_INVALID', 'line 4'],
    ['no checkpoint', text.split('\n').slice(0, 6).join('\n'), 'CHECKPOINT_INVALID', 'checkpoint: line 1'],
    ['a second empty line', text.replace('\n\n', '\n\n\n'), 'CHECKPOINT_INVALID', 'checkpoint: line 1'],
    ['a line after it', `${text}more\n`, 'CHECKPOINT_INVALID', 'checkpoint: line 6'],
    [
      'a size with a zero before it',
      text.replace('\n7\n', '\n07\n'),
      'CHECKPOINT_INVALID',
      'checkpoint: line 2',
    ],
  ];
  test.each(table)('%s', (_, changed, code, at) => {
    expect(() => parseProof(changed)).toThrow(expect.objectContaining({ code, at }));
  });

  test('extra data is named as what is wrong', () => {
    expect(() => parseProof(text.replace('index', 'extra AAAA\nindex'))).toThrow('extra data');
  });

  test('is not written either', () => {
    const { checkpoint } = parseProof(text);
    const invalid = expect.objectContaining({ code: 'PROOF_INVALID' });
    expect(() => formatProof({ index: -1, hashes: [], checkpoint })).toThrow(invalid);
    expect(() => formatProof({ index: 0, hashes: [new Uint8Array(31)], checkpoint })).toThrow(invalid);
    expect(() => formatProof({ index: 0, hashes: [], checkpoint: `${checkpoint}\n` })).toThrow(
      expect.objectContaining({ code: 'CHECKPOINT_INVALID' }),
    );
  });
});

test('a valid proof of another tree of the same log does not show the leaf', () => {
  const other = storeOf(leavesOf(40).toReversed());
  const checkpoint = signCheckpoint({ origin: ORIGIN, size: 40, root: rootHash(40, other) }, SIGNER);
  const text = formatProof({ index: 3, hashes: inclusionProof(3, 40, READ), checkpoint });
  expect(shows(text, leafAt(3))).toBe(false);
});
