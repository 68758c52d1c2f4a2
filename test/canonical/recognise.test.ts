import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { recognise } from '../../src/canonical/recognise.ts';
import { serialise } from '../../src/canonical/serialise.ts';
import { strictParse } from '../../src/canonical/strict.ts';
import { encodeUtf8 } from '../../src/canonical/utf8.ts';
import { AssayError } from '../../src/errors.ts';
import { picker, reformat, value } from './arbitrary.ts';

/** What the recogniser has to find, by the long way: the bytes are what the strict parser's value is written as. */
function isCanonical(bytes: Uint8Array, depth: number): boolean {
  try {
    return Buffer.compare(encodeUtf8(serialise(strictParse(bytes, depth))), bytes) === 0;
  } catch (error) {
    if (error instanceof AssayError) return false;
    throw error;
  }
}

function agree(bytes: Uint8Array, depth = 6): void {
  const recognised = recognise(bytes, depth);
  const text = JSON.stringify(Buffer.from(bytes).toString('latin1'));
  expect(recognised !== undefined, text).toBe(isCanonical(bytes, depth));
  if (recognised !== undefined) expect(Buffer.compare(recognised, bytes), text).toBe(0);
}

const INTERESTING = [
  ...encodeUtf8('{}[],:"\\/-+.0123456789eEntrufalbds \t\n\r_'),
  ...[0x00, 0x01, 0x1f, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed],
  ...[0xee, 0xef, 0xf0, 0xf4, 0xf5, 0xfe, 0xff],
];

/** One small change: a byte replaced, put in, taken out, or a stretch repeated, taken out or moved. */
function mutate(bytes: Uint8Array, pick: (bound: number) => number): Uint8Array {
  const at = pick(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + pick(pick(4) === 0 ? 12 : 2));
  const byte = pick(4) === 0 ? pick(256) : (INTERESTING[pick(INTERESTING.length)] ?? 0);
  const [before, stretch, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  const changes = [
    [...before, byte, ...stretch.subarray(1), ...after],
    [...before, byte, ...stretch, ...after],
    [...before, ...after],
    [...before, ...stretch, ...stretch, ...after],
    [...before, ...after, ...stretch],
  ];
  return Uint8Array.from(changes[pick(changes.length)] ?? []);
}

test('recognises everything that is canonical', () => {
  fc.assert(
    fc.property(value, (value) => {
      expect(recognise(canonicalise(value).bytes, 64)).toBeDefined();
    }),
  );
});

test('agrees with the strict parser on canonical texts with a few bytes changed', () => {
  fc.assert(
    fc.property(value, fc.nat(), (value, seed) => {
      const pick = picker(seed);
      const canonical = canonicalise(value).bytes;
      for (let round = 0; round < 20; round++) {
        let bytes = canonical;
        for (let changes = 1 + pick(3); changes > 0; changes--) bytes = mutate(bytes, pick);
        agree(bytes);
      }
    }),
    { numRuns: 600 },
  );
});

test('agrees with the strict parser on texts written in other ways', () => {
  fc.assert(
    fc.property(value, fc.nat(), (value, seed) => agree(encodeUtf8(reformat(value, picker(seed))), 64)),
    { numRuns: 1000 },
  );
});

test('agrees with the strict parser on sentences of tokens', () => {
  const tokens = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"b"',
    '"é"',
    '"😀"',
    '"\ufb33"',
    '"\\n"',
    '"\\u000f"',
    '"__proto__"',
  ];
  const numbers = [
    '0',
    '-0',
    '1',
    '-1',
    '01',
    '1.0',
    '1e1',
    '9007199254740991',
    '9007199254740992',
    'true',
    'null',
    ' ',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...tokens, ...numbers), { maxLength: 9 }), (sentence) =>
      agree(encodeUtf8(sentence.join(''))),
    ),
    { numRuns: 20_000 },
  );
});

test('agrees with the strict parser on every pair of names, each with its order', () => {
  const names = [
    '',
    'a',
    'aa',
    'b',
    'é',
    '\ud7ff',
    '\ue000',
    '\uffff',
    '𐀀',
    '😀',
    '"',
    '\\',
    '\n',
    '\x01',
    '\x1f',
    '\x7f',
    '!',
    '#',
  ];
  const all = names.flatMap((name) => [name, `a${name}`, `${name}z`, `😀${name}`]);
  for (const left of all) {
    for (const right of all) {
      const bytes = encodeUtf8(`{${JSON.stringify(left)}:1,${JSON.stringify(right)}:2}`);
      expect(recognise(bytes, 1) !== undefined, `${left} ${right}`).toBe(left < right);
      agree(bytes);
    }
  }
});

test('agrees with the strict parser on every code point, as it is and escaped', () => {
  const wrong: number[] = [];
  for (
    let point = 0;
    point <= 0x10ffff;
    point += point < 0x3000 || (point > 0xd000 && point < 0xe100) ? 1 : 0xfd
  ) {
    const hex = point.toString(16).padStart(4, '0');
    const forms = [`"${String.fromCodePoint(point)}"`, `"\\u${hex}"`, `"\\u${hex.toUpperCase()}"`];
    for (const form of point > 0xffff ? forms.slice(0, 1) : forms) {
      const bytes = encodeUtf8(form);
      if ((recognise(bytes, 1) !== undefined) !== isCanonical(bytes, 1)) wrong.push(point);
    }
  }
  expect(wrong).toEqual([]);
});

test('agrees with the strict parser on every start of a UTF-8 sequence', () => {
  const bounds = [0x00, 0x22, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
  const wrong: string[] = [];
  for (let first = 0x80; first <= 0xff; first++) {
    for (const second of bounds) {
      for (const third of bounds) {
        for (const fourth of bounds) {
          const bytes = Uint8Array.of(0x22, first, second, third, fourth, 0x22);
          for (const length of [3, 4, 5, 6]) {
            const text = Uint8Array.of(...bytes.subarray(0, length - 1), 0x22);
            if ((recognise(text, 1) !== undefined) !== (isUtf8(text) && isCanonical(text, 1)))
              wrong.push(text.join());
          }
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});
