import type { Examples, Given } from './example.ts';

/** A coefficient and the exponents of x and y. */
type Term = readonly [string, readonly [number, number]];
type Terms = readonly Term[];

const variables = ['x', 'y'];
const X: Terms = [['1', [1, 0]]];
const Y: Terms = [['1', [0, 1]]];
const MINUS_X: Terms = [['-1', [1, 0]]];
const MINUS_Y: Terms = [['-1', [0, 1]]];

function polynomial(...terms: Terms): Given {
  return { type: 'polynomial@1', value: { variables, terms } };
}

function vector(...components: readonly Terms[]): Given {
  return { type: 'polynomial.vector@1', value: { variables, components } };
}

function vectors(...list: readonly (readonly Terms[])[]): Given {
  return { type: 'polynomial.vectors@1', value: { variables, vectors: list } };
}

function factors(...list: readonly (readonly [number, Terms])[]): Given {
  const found = list.map(([multiplicity, terms]) => ({ multiplicity, terms }));
  return { type: 'polynomial.factors@1', value: { variables, unit: '1', factors: found } };
}

export const polynomials: Examples = {
  gradient: {
    accepted: {
      polynomial: polynomial(['1', [2, 1]]),
      gradient: vector([['2', [1, 1]]], [['1', [2, 0]]]),
    },
    // In the order y, x.
    refused: { gradient: vector([['1', [2, 0]]], [['2', [1, 1]]]) },
  },
  factorization: {
    accepted: {
      polynomial: polynomial(['1', [2, 0]], ['-1', [0, 2]]),
      factors: factors([1, [...X, ...Y]], [1, [...X, ...MINUS_Y]]),
    },
    refused: { factors: factors([2, [...X, ...MINUS_Y]]) },
  },
  syzygy: {
    accepted: { generators: vector(X, Y), syzygies: vectors([Y, MINUS_X]) },
    refused: { syzygies: vectors([Y, X]) },
  },
  jacobian_syzygy: {
    accepted: { form: polynomial(['1', [1, 1]]), syzygies: vectors([X, MINUS_Y]) },
    // A relation of x and y, not of the partial derivatives y and x.
    refused: { syzygies: vectors([Y, MINUS_X]) },
  },
  ideal_membership: {
    accepted: {
      generators: vector(X, Y),
      target: polynomial(['1', [2, 0]], ['1', [0, 2]]),
      cofactors: vector(X, Y),
    },
    refused: { cofactors: vector(Y, X) },
  },
};
