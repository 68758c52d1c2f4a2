import { accepted, document, type Instance, type LimitsOf, listOf, STEPS } from './instance.ts';
import {
  largeDeterminant,
  largeSmith,
  replayed,
  tallContradiction,
  tallGram,
  tallProduct,
  tallRank,
  tallSolution,
  transposed,
  wideHermite,
} from './matrix-largest.ts';
import { full, long, matrix, vector } from './matrix-texts.ts';

/** Entries of one digit without any pattern: nearly all minors are as long as they can be. */
function scattered(size: number): string {
  let state = 1;
  const next = (): number => {
    state = (state * 48271) % 2147483647;
    return 1 + (state % 9);
  };
  return matrix(
    size,
    size,
    listOf(size, () => listOf(size, () => `"${next()}"`)),
  );
}

function elimination(size: number): Instance {
  const determinant = document('number.integer@1', '{"value":"0"}');
  return { roles: { matrix: scattered(size), determinant } };
}

function fullRank(size: number): Instance {
  const all = listOf(size, (i) => `${i}`);
  const value = `{"kernel":[],"minor":{"columns":${all},"rows":${all}},"rank":${size}}`;
  return {
    roles: { matrix: scattered(size), certificate: document('matrix.rank_certificate@1', value) },
  };
}

/** Of matrices of ones: all moduli there are to be tried is one. */
function denseProduct(size: number): Instance {
  const ones = matrix(size, size, full(size, size, '"1"'));
  return { roles: { left: ones, right: ones, product: matrix(size, size, full(size, size, `"${size}"`)) } };
}

function denseGram(size: number): Instance {
  const ones = matrix(size, size, full(size, size, '"1"'));
  return { roles: { matrix: ones, gram: matrix(size, size, full(size, size, `"${size}"`)) } };
}

/** Two Fibonacci numbers that follow each other, of so many digits: nothing takes Euclid's algorithm longer. */
function golden(digits: number): string {
  let [one, other] = [1n, 1n];
  for (let i = 1; i < digits / 0.20898764; i++) [one, other] = [other, one + other];
  return `"${one}/${other}"`;
}

/** Four products of numbers of so many digits. */
const LONGEST = 949_900;
/** Of a fraction in lowest terms, which stands in both roles. */
const FIBONACCI = 34_000;
const longs = Array.from({ length: 4 }, () => long(LONGEST));

export const MATRIX: LimitsOf = {
  'matrix.determinant': {
    largest: (bytes) => ({
      what: 'a unit matrix of 4,092 rows',
      expected: STEPS,
      of: () => largeDeterminant(bytes),
    }),
    dearest: [{ what: '270 rows', expected: 'REJECTED', of: () => elimination(270) }],
  },
  'matrix.gram': {
    largest: (bytes) => accepted('66,000 × 100, 7 digits', () => tallGram(bytes)),
    dearest: [accepted('2,150 × 2,150', () => denseGram(2150))],
  },
  'matrix.hermite_normal_form': {
    largest: (bytes) => accepted('32 × 262,000', () => wideHermite(bytes)),
    dearest: [],
  },
  'matrix.linear_infeasible': {
    largest: (bytes) => accepted('260,000 × 62', () => tallContradiction(bytes)),
    dearest: [
      {
        what: `four products of ${LONGEST.toLocaleString('en')} digits`,
        expected: 'REJECTED',
        of: () => ({
          roles: {
            matrix: matrix(1, 4, `[[${longs.join(',')}]]`),
            right_hand_side: vector(1, '["1"]'),
            witness: vector(1, `[${long(LONGEST)}]`),
          },
        }),
      },
    ],
  },
  'matrix.linear_solution': {
    largest: (bytes) => accepted('259,000 × 63', () => tallSolution(bytes)),
    dearest: [
      {
        what: `four products of ${LONGEST.toLocaleString('en')} digits`,
        expected: 'REJECTED',
        of: () => ({
          roles: {
            matrix: matrix(4, 1, `[[${longs.join('],[')}]]`),
            right_hand_side: vector(4, '["1","0","0","0"]'),
            solution: vector(1, `[${long(LONGEST)}]`),
          },
        }),
      },
    ],
  },
  'matrix.product': {
    largest: (bytes) => accepted('261,000 × 62 times a column', () => tallProduct(bytes)),
    dearest: [accepted('2,100 × 2,100', () => denseProduct(2100))],
  },
  'matrix.product_replay': {
    largest: (bytes) => accepted('16 × 258,000 times its transpose, with sources', () => replayed(bytes)),
    dearest: [accepted('2,100 × 2,100', () => denseProduct(2100))],
  },
  'matrix.rank': {
    largest: (bytes) => accepted('2^18 × 2, 118 digits', () => tallRank(bytes)),
    dearest: [accepted('270 × 270', () => fullRank(270))],
  },
  'matrix.smith_normal_form': {
    largest: (bytes) => ({ what: 'a diagonal of 1,671', expected: STEPS, of: () => largeSmith(bytes) }),
    dearest: [],
  },
  'matrix.transpose': {
    largest: (bytes) => accepted('2^17 × 63', () => transposed(bytes)),
    dearest: [
      accepted(`a fraction of ${FIBONACCI} digits over as many`, () => {
        const text = document(
          'matrix.rational@1',
          `{"columns":1,"entries":[[${golden(FIBONACCI)}]],"rows":1}`,
        );
        return { roles: { matrix: text, transpose: text } };
      }),
    ],
  },
};
