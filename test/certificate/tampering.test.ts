import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalise, parse } from '../../src/canonical/canonical.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { BUNDLE_LIMITS } from '../../src/certificate/bundle.ts';
import { decodeBase64, encodeBase64 } from '../../src/log/base64.ts';
import { given } from './demo.ts';
import { type Change, edit, mutations, places, read, same, without } from './edit.ts';
import { attempt, judge, newKey } from './forge.ts';
import { CLOSED, D, wholeCase } from './sketches.ts';

const { forge, bundle } = wholeCase();
const trust = forge.trust();
const PAYLOAD = '/certificate/envelope/payload';
const SIGNATURE = '/certificate/envelope/signatures/0/sig';
const KEYID = '/certificate/envelope/signatures/0/keyid';
const PROOF = '/certificate/proof';

function bytesChanged(change: (bytes: Uint8Array) => Uint8Array): Change {
  return (old) => encodeBase64(change(given(decodeBase64(String(old)))));
}

function lineChanged(index: number, change: (line: string) => string): Change {
  return (old) =>
    String(old)
      .split('\n')
      .map((line, at) => (at === index ? change(line) : line))
      .join('\n');
}

const otherHash = bytesChanged((bytes) => bytes.with(0, (bytes[0] ?? 0) ^ 1));
const flip = (at: number) => bytesChanged((bytes) => bytes.with(at, (bytes[at] ?? 0) ^ 1));
const last = (text: string): number => text.split('\n').length - 1;
const proofLines = last(String(read(bundle, PROOF)));

test('the whole case is certified', () => {
  expect(judge(bundle, trust)).toBe('certified');
});

test('nothing of a bundle can change but the order of discharges and documents, and what documents it encloses', () => {
  const passed = new Set<string>();
  for (const { what, at, value } of mutations(bundle)) {
    const outcome = judge(value, trust);
    if (/^(certified|conditional)$/.test(outcome))
      passed.add(`${what} ${at.replace(/\d+$/, '#')}: ${outcome}`);
  }
  expect([...passed].sort()).toEqual([
    'delete /documents/#: certified',
    'empty /documents: certified',
    'reverse /discharges: certified',
    'reverse /documents: certified',
  ]);
});

test('nothing of a bundle fits elsewhere in it', () => {
  const all = places(bundle);
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.constantFrom(...all.slice(1)), (from, to) => {
      const moved = edit(bundle, to, read(bundle, from));
      fc.pre(!same(moved, bundle));
      expect(judge(moved, trust), `${from} at ${to}`).toMatch(/^[A-Z]+_/);
    }),
    { numRuns: 500 },
  );
});

test('nor does anything else', () => {
  const anything = fc
    .jsonValue({ noUnicodeString: true })
    .map((value): JsonValue => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(fc.constantFrom(...places(bundle)), anything, (at, value) => {
      fc.pre(!(at === '/documents' && Array.isArray(value) && value.length === 0));
      expect(judge(edit(bundle, at, value), trust), at).toMatch(/^[A-Z]+_/);
    }),
    { numRuns: 500 },
  );
});

const wrong: [string, string, string, Change | JsonValue][] = [
  ['a byte of the payload', 'SIGNATURE_INVALID /certificate/envelope/signatures/0/sig', PAYLOAD, flip(700)],
  ['R of the signature', 'SIGNATURE_INVALID /certificate/envelope/signatures/0/sig', SIGNATURE, flip(3)],
  ['S of the signature', 'SIGNATURE_INVALID /certificate/envelope/signatures/0/sig', SIGNATURE, flip(40)],
  ['an empty payload', 'SIGNATURE_INVALID /certificate/envelope/signatures/0/sig', PAYLOAD, ''],
  [
    'a short signature',
    'ENVELOPE_INVALID /certificate/envelope/signatures/0/sig',
    SIGNATURE,
    bytesChanged((bytes) => bytes.slice(1)),
  ],
  [
    'no signature',
    'ENVELOPE_INVALID /certificate/envelope/signatures',
    '/certificate/envelope/signatures',
    [],
  ],
  [
    'the log key as the signer',
    'ISSUER_UNTRUSTED /certificate/envelope/signatures/0/keyid',
    KEYID,
    forge.log.keyid,
  ],
  [
    'the root key as the signer',
    'ISSUER_UNTRUSTED /certificate/envelope/signatures/0/keyid',
    KEYID,
    forge.root.keyid,
  ],
  ['an unknown signer', 'ISSUER_UNTRUSTED /certificate/envelope/signatures/0/keyid', KEYID, newKey().keyid],
  [
    'an upper-case keyid',
    'ENVELOPE_INVALID /certificate/envelope/signatures/0/keyid',
    KEYID,
    (old) => `sha256:${String(old).slice(7).toUpperCase()}`,
  ],
  [
    'a keyid without its algorithm',
    'ENVELOPE_INVALID /certificate/envelope/signatures/0/keyid',
    KEYID,
    (old) => String(old).slice(7),
  ],
  [
    'another payload type',
    'ENVELOPE_INVALID /certificate/envelope/payloadType',
    '/certificate/envelope/payloadType',
    'application/vnd.assay.trust-root+json',
  ],
  ['the index of a proof', 'PROOF_INVALID /certificate/proof', PROOF, lineChanged(1, () => 'index 2')],
  [
    'an index beyond the tree',
    'PROOF_INVALID /certificate/proof',
    PROOF,
    lineChanged(1, () => 'index 9007199254740991'),
  ],
  ['a negative index', 'PROOF_INVALID /certificate/proof: line 2', PROOF, lineChanged(1, () => 'index -1')],
  [
    'an index with a zero before it',
    'PROOF_INVALID /certificate/proof: line 2',
    PROOF,
    lineChanged(1, () => 'index 01'),
  ],
  [
    'a hash left out',
    'PROOF_INVALID /certificate/proof',
    PROOF,
    (old) => String(old).split('\n').toSpliced(2, 1).join('\n'),
  ],
  [
    'the origin of the checkpoint',
    'CHECKPOINT_INVALID /certificate/proof: checkpoint: line 5',
    PROOF,
    (old) => String(old).replace('demo.', 'deno.'),
  ],
  [
    'the origin everywhere',
    'CHECKPOINT_UNTRUSTED /certificate/proof',
    PROOF,
    (old) => String(old).replaceAll('demo.', 'deno.'),
  ],
  [
    'the size of the checkpoint',
    'CHECKPOINT_INVALID /certificate/proof',
    PROOF,
    lineChanged(proofLines - 4, (size) => `${size}0`),
  ],
  [
    'the root of the checkpoint',
    'CHECKPOINT_INVALID /certificate/proof',
    PROOF,
    lineChanged(proofLines - 3, (root) => String(otherHash(root))),
  ],
  [
    'the signature of the checkpoint',
    'CHECKPOINT_INVALID /certificate/proof',
    PROOF,
    lineChanged(proofLines - 1, (line) => line.replace(/\S+$/, (sig) => String(flip(30)(sig)))),
  ],
  [
    'the key hash of the checkpoint',
    'CHECKPOINT_UNTRUSTED /certificate/proof',
    PROOF,
    lineChanged(proofLines - 1, (line) => line.replace(/\S+$/, (sig) => String(flip(0)(sig)))),
  ],
  ['a proof that is no text', 'BUNDLE_MALFORMED /certificate/proof', PROOF, 7],
  ['an empty proof', 'PROOF_INVALID /certificate/proof: line 1', PROOF, ''],
  ['the value of a document', 'BUNDLE_SUPERFLUOUS /documents/0', '/documents/0/value/rows', 3],
  ['the type of a document', 'BUNDLE_SUPERFLUOUS /documents/0', '/documents/0/type', 'demo.turned@1'],
  ['a member more in a document', 'BUNDLE_SUPERFLUOUS /documents/0', '/documents/0/note', 'x'],
  ['a fraction in a document', 'DOCUMENT_NUMBER /documents/0/value/rows', '/documents/0/value/rows', 0.5],
  ['a document that is none', 'BUNDLE_MALFORMED /documents/0', '/documents/0', 'text'],
  ['another version of the bundle', 'BUNDLE_MALFORMED /bundle', '/bundle', '2'],
  ['a version that is a number', 'BUNDLE_MALFORMED /bundle', '/bundle', 1],
  ['an unknown member of the bundle', 'BUNDLE_MALFORMED /trust', '/trust', {}],
  [
    'an unknown member of the envelope',
    'ENVELOPE_INVALID /certificate/envelope/x',
    '/certificate/envelope/x',
    1,
  ],
  [
    'an unknown member of a signature',
    'ENVELOPE_INVALID /discharges/0/envelope/signatures/0/cert',
    '/discharges/0/envelope/signatures/0/cert',
    'x',
  ],
  [
    'an unknown member beside a proof',
    'BUNDLE_MALFORMED /certificate/status',
    '/certificate/status',
    'certified',
  ],
];

test.each(wrong)('%s: %s', (_name, outcome, at, change) => {
  const changed = edit(bundle, at, change);
  expect(changed).not.toEqual(bundle);
  expect(judge(changed, trust)).toBe(outcome);
});

test.each(Array.from({ length: proofLines - 8 }, (_, index) => index + 2))(
  'hash in line %i of the proof',
  (index) => {
    const changed = edit(
      bundle,
      PROOF,
      lineChanged(index, (line) => String(otherHash(line))),
    );
    expect(judge(changed, trust)).toBe('PROOF_INVALID /certificate/proof');
  },
);

test.each(['bundle', 'certificate', 'discharges', 'documents'])('a bundle without %s', (name) => {
  expect(judge(without(bundle, `/${name}`), trust)).toBe(`BUNDLE_MALFORMED /${name}`);
});

describe('the text of the bundle', () => {
  const closed = forge.bundle(forge.certify(CLOSED), [], [D]);
  const text = canonicalise(closed, BUNDLE_LIMITS).bytes;

  /** Base64 in the other alphabet is the same signature: not the spelling counts, but what it says. */
  const decoded = (value: JsonValue): JsonValue =>
    typeof value === 'string' && decodeBase64(value) !== undefined
      ? encodeBase64(given(decodeBase64(value)))
      : Array.isArray(value)
        ? value.map(decoded)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, decoded(member)]))
          : value;
  const original = decoded(closed);

  function judgeText(bytes: Uint8Array): string {
    return attempt(() => {
      const { value } = parse(bytes, BUNDLE_LIMITS);
      const outcome = judge(value, trust);
      return outcome === 'certified' && same(decoded(value), original) ? 'the same' : outcome;
    });
  }

  test('any one byte changed: refused or unusable', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const outcome = judgeText(text.with(at, (text[at] ?? 0) ^ change));
        expect(outcome).toMatch(/^([A-Z]+_|the same)/);
      }),
      { numRuns: 1500 },
    );
  });

  test('any piece cut out or doubled: refused or unusable', () => {
    fc.assert(
      fc.property(
        fc.nat(text.length),
        fc.integer({ min: 1, max: 400 }),
        fc.boolean(),
        (at, length, doubled) => {
          const [before, piece, after] = [
            text.slice(0, at),
            text.slice(at, at + length),
            text.slice(at + length),
          ];
          fc.pre(piece.length > 0);
          const outcome = judgeText(
            Uint8Array.of(...before, ...(doubled ? [...piece, ...piece] : []), ...after),
          );
          expect(outcome).toMatch(/^([A-Z]+_|the same)/);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('every byte outside payloads, hashes and signatures', () => {
    const words = new TextDecoder('latin1').decode(text);
    const inWord = new Set(
      [...words.matchAll(/[A-Za-z0-9+/=:.]{30,}/g)].flatMap(({ 0: word, index }) =>
        Array.from({ length: word.length - 8 }, (_, at) => index + 4 + at),
      ),
    );
    for (const at of text.keys()) {
      if (inWord.has(at)) continue;
      expect(judgeText(text.with(at, (text[at] ?? 0) ^ 1))).toMatch(/^([A-Z]+_|the same)/);
    }
  });
});

test('a value the caller holds must be the one that was certified', () => {
  const held = (name: string, value: JsonValue): string =>
    judge(bundle, trust, { values: new Map([[name, value]]) });
  expect(held('left.source', D)).toBe('certified');
  expect(held('left.source', without(without(D, '/schema'), '/semantics'))).toBe('certified');
  expect(held('left', D)).toBe('VALUE_DIFFERS left');
  expect(held('left.source', edit(D, '/value/rows', 2))).toBe('VALUE_DIFFERS left.source');
  expect(held('left.source', edit(D, '/note', 2))).toBe('VALUE_DIFFERS left.source');
  expect(held('left.source', [D])).toBe('DOCUMENT_SCHEMA left.source');
  for (const name of [
    '',
    '.',
    'left.',
    '.source',
    'left.target',
    'left.source.source',
    'toString',
    '__proto__',
  ]) {
    expect(held(name, D)).toBe(`ROLE_UNKNOWN${name === '' ? ' ' : ` ${name}`}`);
  }
  expect(held('total.source', D)).toBe('ROLE_UNKNOWN total.source');
  expect(held('constructor', D)).toBe('VALUE_DIFFERS constructor');
});
