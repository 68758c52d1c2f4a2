import { AssayError } from '../../errors.ts';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const RADIX = ALPHABET.length;
/** ISO/IEC 7064, MOD 1271-36: two check characters that find every wrong character and every exchange of neighbours. */
const MODULUS = 1271;
const FORM = /^([a-z])([1-9][0-9]{0,8})-([0-9a-z]{2})$/;

/**
 * The short name of a value inside its session, such as `m12-k7`: the first letter of its type, its number, and two check
 * characters over both.
 */
export function formatHandle(type: string, number: number): string {
  const name = `${type[0]}${number}`;
  const remainder = (remainderOf(name) * RADIX ** 2) % MODULUS;
  const check = (MODULUS + 1 - remainder) % MODULUS;
  return `${name}-${ALPHABET[Math.floor(check / RADIX)]}${ALPHABET[check % RADIX]}`;
}

/**
 * The number that a handle stands for, and the letter of its type.
 *
 * @throws AssayError HANDLE_MISTYPED unless the check characters are those of the rest.
 */
export function readHandle(text: string): { readonly letter: string; readonly number: number } {
  const [, letter = '', digits = '', check = ''] = FORM.exec(text) ?? [];
  if (letter === '' || remainderOf(`${letter}${digits}${check}`) !== 1) {
    throw new AssayError('HANDLE_MISTYPED', 'this is no handle: its check characters do not fit', {
      next: 'copy it again, or list the values of the session',
    });
  }
  return { letter, number: Number(digits) };
}

/** Of the characters read as one number in radix 36. */
function remainderOf(text: string): number {
  let remainder = 0;
  for (const character of text) remainder = (remainder * RADIX + ALPHABET.indexOf(character)) % MODULUS;
  return remainder;
}
