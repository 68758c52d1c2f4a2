import type { Examples, Given } from './example.ts';

function integer(value: number): Given {
  return { type: 'number.integer@1', value: { value: String(value) } };
}

function bezout(gcd: number, x: number, y: number): Given {
  return { type: 'number.bezout@1', value: { gcd: String(gcd), x: String(x), y: String(y) } };
}

function seven(witness: string): Given {
  const factors = [
    ['2', 1],
    ['3', 1],
  ];
  return { type: 'number.pratt@1', value: { primes: [{ n: '7', witness, factors }, THREE] } };
}

function factors(...found: readonly (readonly [string, number])[]): Given {
  return { type: 'number.factors@1', value: { unit: '1', factors: found, primes: [THREE] } };
}

const THREE = { n: '3', witness: '2', factors: [['2', 1]] };

export const numbers: Examples = {
  gcd: {
    accepted: { a: integer(12), b: integer(18), bezout: bezout(6, -1, 1) },
    // A combination of both, but no divisor of 18.
    refused: { bezout: bezout(12, 1, 0) },
  },
  prime: {
    accepted: { n: integer(7), certificate: seven('3') },
    // 2 is a square modulo 7.
    refused: { certificate: seven('2') },
  },
  factorization: {
    accepted: { n: integer(12), factors: factors(['2', 2], ['3', 1]) },
    // 4 · 3 is 12, but 4 is composite.
    refused: { factors: factors(['4', 1], ['3', 1]) },
  },
};
