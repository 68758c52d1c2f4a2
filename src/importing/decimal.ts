import { gcd } from '../domains/gcd.ts';
import type { AssayError } from '../errors.ts';

/** Makes the error for what is wrong with a number. */
type Fault = (message: string) => AssayError;

const INTEGER = /^[+-]?[0-9]+$/;
const DECIMAL = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;

const ZERO = 48;

/** Digits of a number with a point or an exponent, written out. The fraction of one is within what the value types take. */
const MOST_DIGITS = 10_000;

/** The integer that a word of digits with an optional sign says, in its one form: no plus sign, no leading zeros, no minus zero. */
export function exactInteger(word: string, fault: Fault): string {
  if (!INTEGER.test(word)) throw fault('a whole number is expected here');
  const sign = word.startsWith('-') ? '-' : '';
  return signed(sign, withoutLeadingZeros(word.replace(/^[+-]/, '')));
}

/**
 * The rational that a decimal number says exactly, in lowest terms: `-.4` is -2/5, `1.5E+3` is 1500. No double is ever made of it.
 * Written out, a number with a point or an exponent may have at most 10,000 digits; a plain integer any number of them.
 */
export function exactDecimal(word: string, fault: Fault): string {
  if (INTEGER.test(word)) return exactInteger(word, fault);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(word) ?? [];
  if (whole === '' && fraction === '') throw fault('a decimal number is expected here');
  const digits = withoutLeadingZeros(whole + fraction);
  if (digits === '0') return '0';
  const zeros = trailingZeros(digits);
  const places = fraction.length - Number(exponent) - zeros;
  const significant = digits.slice(0, digits.length - zeros);
  if (significant.length + Math.abs(places) > MOST_DIGITS) {
    throw fault(`a number has more than ${MOST_DIGITS} digits when written out`);
  }
  const minus = sign === '-' ? '-' : '';
  return places <= 0
    ? `${minus}${significant}${'0'.repeat(-places)}`
    : `${minus}${inLowestTerms(significant, places)}`;
}

/**
 * numerator / 10^places. The numerator does not end in 0, so it has twos or fives in common with the power of ten, never both; its
 * last digit says which, and mostly that there are none.
 */
function inLowestTerms(numerator: string, places: number): string {
  const last = numerator.charCodeAt(numerator.length - 1) - ZERO;
  if (last % 2 !== 0 && last !== 5) return `${numerator}/1${'0'.repeat(places)}`;
  const [top, bottom] = [BigInt(numerator), 10n ** BigInt(places)];
  const common = last === 5 ? gcd(top, 5n ** BigInt(places)) : commonTwos(top, places);
  return `${top / common}/${bottom / common}`;
}

function commonTwos(number: bigint, most: number): bigint {
  const twos = number & -number;
  const limit = 1n << BigInt(most);
  return twos < limit ? twos : limit;
}

function signed(sign: string, digits: string): string {
  return digits === '0' ? digits : sign + digits;
}

/** A loop, where a pattern would look at every run of zeros again from each of its places. */
function withoutLeadingZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charCodeAt(start) === ZERO) start++;
  return digits.slice(start);
}

function trailingZeros(digits: string): number {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end--;
  return digits.length - end;
}
