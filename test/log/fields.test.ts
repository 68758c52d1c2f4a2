import { describe, expect, test } from 'vitest';
import { readDecimal, readHash } from '../../src/log/fields.ts';

describe('fields', () => {
  test.each([
    ['0', 0],
    ['1', 1],
    ['4294967296', 2 ** 32],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740992', undefined],
    ['9999999999999999', undefined],
    ['00', undefined],
    ['01', undefined],
    ['-0', undefined],
    ['+1', undefined],
    ['1.0', undefined],
    ['1\n', undefined],
    [' 1', undefined],
    ['', undefined],
  ])('decimal %j', (text, value) => {
    expect(readDecimal(text)).toBe(value);
  });

  test('a hash has exactly one text', () => {
    const hash = Uint8Array.from({ length: 32 }, () => 0xfb);
    const text = Buffer.from(hash).toString('base64');
    expect(readHash(text)).toEqual(hash);
    for (const other of [
      text.replace('=', ''),
      text.replaceAll('+', '-').replaceAll('/', '_'),
      ` ${text}`,
      `${text}\n`,
    ]) {
      expect(readHash(other)).toBeUndefined();
    }
    expect(readHash(Buffer.alloc(31).toString('base64'))).toBeUndefined();
  });
});
