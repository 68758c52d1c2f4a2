import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import { exactDecimal, exactInteger } from '../../src/importing/decimal.ts';

const fault = (message: string) => new AssayError('IMPORT_MALFORMED', message);
const decimal = (word: string) => exactDecimal(word, fault);
const integer = (word: string) => exactInteger(word, fault);

/** The plain Euclidean algorithm: independent of what is tested. */
function fraction(top: bigint, bottom: bigint): string {
  let [a, b] = [top < 0n ? -top : top, bottom];
  while (b !== 0n) [a, b] = [b, a % b];
  return bottom === a ? `${top / a}` : `${top / a}/${bottom / a}`;
}

describe('exact numbers', () => {
  test.each([
    ['0', '0'],
    ['-0', '0'],
    ['+0.000', '0'],
    ['0e7', '0'],
    ['-.4', '-2/5'],
    ['44.', '44'],
    ['+007', '7'],
    ['-007.50', '-15/2'],
    ['1.5E+3', '1500'],
    ['1.5e-3', '3/2000'],
    ['100e-2', '1'],
    ['1e2', '100'],
    ['.5', '1/2'],
    ['0.1', '1/10'],
    ['0.3333333333333333', '3333333333333333/10000000000000000'],
    ['1e+0002', '100'],
    ['12345678901234567890', '12345678901234567890'],
  ])('%s is %s', (word, rational) => expect(decimal(word)).toBe(rational));

  test.each([
    '',
    '.',
    '-',
    '+',
    'e5',
    '.e5',
    '1e',
    '1e+',
    '1.5.2',
    '1,5',
    '1d5',
    '1D+05',
    '0x10',
    'inf',
    '-Infinity',
    'NaN',
    '1/3',
    '--1',
    '1 2',
    '1e1.5',
    '1_000',
    '١',
  ])('%j is no decimal', (word) => expect(() => decimal(word)).toThrow('a decimal number is expected'));

  test('integers have neither point nor exponent', () => {
    expect(integer('-0012')).toBe('-12');
    expect(integer('+0')).toBe('0');
    for (const word of ['', '-', '1.0', '1e2', '0x1', '1/2'])
      expect(() => integer(word)).toThrow('whole number');
  });

  test('what is written out would be too long', () => {
    for (const word of ['1e10000', '1e-10000', '1e999999999', '1e-999999999', `1e${'9'.repeat(400)}`]) {
      expect(() => decimal(word)).toThrow('more than 10000 digits');
    }
    expect(() => decimal(`.${'1'.repeat(10_001)}`)).toThrow('more than 10000 digits');
    expect(decimal('1e9999')).toHaveLength(10_000);
    expect(decimal('1e-9999')).toHaveLength(10_002);
    expect(decimal('1'.repeat(100_000))).toHaveLength(100_000);
  });

  test('many zeros cost no more than others', () => {
    const zeros = '0'.repeat(1_000_000);
    expect(decimal(`${zeros}1.${zeros}`)).toBe('1');
    expect(() => decimal(`0.${zeros}1`)).toThrow('more than 10000 digits');
    expect(() => decimal(`${`1${'0'.repeat(999)}`.repeat(900)}.5`)).toThrow('more than 10000 digits');
  });

  test('every decimal is the fraction that its digits say', () => {
    const digits = fc.stringMatching(/^[0-9]{0,30}$/);
    const exponent = fc.option(fc.integer({ min: -40, max: 40 }));
    fc.assert(
      fc.property(
        fc.constantFrom('', '-', '+'),
        digits,
        digits,
        exponent,
        fc.boolean(),
        (sign, whole, rest, e, point) => {
          fc.pre(whole + (point ? rest : '') !== '');
          const word = `${sign}${whole}${point ? `.${rest}` : ''}${e === null ? '' : `e${e}`}`;
          const scale = (e ?? 0) - (point ? rest.length : 0);
          const top = BigInt(`${sign === '-' ? '-' : ''}${whole}${point ? rest : ''}`.replace(/^-$/, '0'));
          const value =
            scale >= 0 ? fraction(top * 10n ** BigInt(scale), 1n) : fraction(top, 10n ** BigInt(-scale));
          expect(decimal(word)).toBe(value);
        },
      ),
      { numRuns: 500 },
    );
  });
});
