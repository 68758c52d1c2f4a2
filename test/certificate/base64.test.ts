import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../src/certificate/base64.ts';
import { withoutPlatform } from '../without-platform.ts';

const STANDARD = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const URL_SAFE = `${STANDARD.slice(0, 62)}-_`;

/** RFC 4648 bit by bit, for one alphabet. */
function slowDecode(text: string, alphabet: string): number[] | undefined {
  const digits = text.replace(/={1,2}$/, '');
  if (digits.length !== text.length && text.length % 4 !== 0) return undefined;
  const bits = [...digits].map((digit) => alphabet.indexOf(digit).toString(2).padStart(6, '0')).join('');
  if (bits.includes('-') || digits.length % 4 === 1) return undefined;
  const whole = bits.length - (bits.length % 8);
  if (bits.slice(whole).includes('1')) return undefined;
  return Array.from({ length: whole / 8 }, (_, at) => Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2));
}

function reference(text: string): Uint8Array | undefined {
  const bytes = slowDecode(text, STANDARD) ?? slowDecode(text, URL_SAFE);
  return bytes && Uint8Array.from(bytes);
}

const portable = await withoutPlatform(() => import('../../src/log/base64.ts'));

test.each([
  ['as this platform does it', encodeBase64],
  ['as it is done on any', portable.encodeBase64],
])('encodes as Buffer does and as RFC 4648 section 10 says, %s', (_, encode) => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
  const known = ['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy'];
  expect(texts.map((text) => encode(new TextEncoder().encode(text)))).toEqual(known);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(10), (bytes, from) => {
      const view = bytes.subarray(Math.min(from, bytes.length));
      expect(encode(view)).toBe(Buffer.from([...view]).toString('base64'));
    }),
  );
});

test('decodes all four spellings', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const standard = encodeBase64(bytes);
      const urlSafe = standard.replaceAll('+', '-').replaceAll('/', '_');
      for (const text of [standard, urlSafe, standard.replace(/=+$/, ''), urlSafe.replace(/=+$/, '')]) {
        expect(decodeBase64(text)).toEqual(bytes);
      }
    }),
  );
});

test('agrees with the slow reference on any text', () => {
  const character = fc.constantFrom(
    ...STANDARD,
    '-',
    '_',
    '=',
    '=',
    '\n',
    ' ',
    '\0',
    'é',
    '\u0141',
    '\uff21',
    '\ud800',
  );
  const nearly = fc.array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...STANDARD) }, character), {
    maxLength: 12,
  });
  const tail = fc.constantFrom('', '=', '==', '===', '====');
  fc.assert(
    fc.property(fc.oneof(nearly, fc.array(character, { maxLength: 9 })), tail, (characters, end) => {
      const text = characters.join('') + end;
      expect(decodeBase64(text)).toEqual(reference(text));
    }),
    { numRuns: 5000 },
  );
});

test('agrees with the slow reference on every text of two characters, and on every last character', () => {
  const ascii = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code));
  for (const first of 'AZz9+-/_=') {
    for (const second of ascii) {
      for (const text of [
        first + second,
        `${first}${second}==`,
        `AAA${second}`,
        `AA${second}=`,
        `AA${second}`,
      ]) {
        expect(decodeBase64(text), text).toEqual(reference(text));
      }
    }
  }
});

describe('refused', () => {
  test.each([
    ['one character', 'A'],
    ['five characters', 'AAAAA'],
    ['only padding', '='],
    ['four of padding', '===='],
    ['padding that is short', 'AA='],
    ['padding that is too long', 'AAA=='],
    ['padding after a whole group', 'AAAA='],
    ['a group of padding after a whole one', 'AAAA===='],
    ['padding inside', 'AA==AAAA'],
    ['bits after the last byte, one byte', 'AB=='],
    ['bits after the last byte, two bytes', 'AAB='],
    ['bits after the last byte, not padded', 'AB'],
    ['both alphabets', '+AA_'],
    ['both alphabets, far apart', `-${'A'.repeat(4000)}AA/`],
    ['a line end at the end', 'AAAA\n'],
    ['a line end inside', 'AA\nAA'],
    ['a space', 'AA A'],
    ['a character beyond ASCII that shares its low bits with a letter', 'AAA\u00c1'],
    ['a wide character that shares its low bits with a letter', 'AAA\u0141'],
  ])('%s', (_, text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });

  test('nothing is nothing', () => {
    expect(decodeBase64('')).toEqual(new Uint8Array(0));
    expect(encodeBase64(new Uint8Array(0))).toBe('');
  });
});
