import { readDocument } from '../../documents/document.ts';
import { integer } from '../../documents/number.ts';
import { members } from '../../documents/shape.ts';

/** A common divisor with the coefficients that make it the greatest. */
export interface Bezout {
  readonly gcd: bigint;
  readonly x: bigint;
  readonly y: bigint;
}

const MEMBERS = ['gcd', 'x', 'y'];

/** Reads a document of type `number.bezout@1`; rejected when it is anything else. */
export function readBezout(text: string, at: string): Bezout {
  const { value } = readDocument(text, ['number.bezout@1'], at);
  const bezout = members(value, MEMBERS, [], `${at}/value`);
  return {
    gcd: integer(bezout.gcd, `${at}/value/gcd`),
    x: integer(bezout.x, `${at}/value/x`),
    y: integer(bezout.y, `${at}/value/y`),
  };
}
