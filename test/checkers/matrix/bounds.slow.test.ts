import { describe, expect, it, test } from 'vitest';
import type { Answer } from '../../../checkers/protocol.ts';
import { document, integers, rationals, request, type Typed } from '../support/request.ts';
import { withinTime } from '../support/time.ts';
import { CHECKERS } from './support/checkers.ts';
import type { Roles } from './support/sized.ts';

const STEPS = '10000000000 steps of exact arithmetic';
const ROOM = '67108864 digits of intermediate numbers';
const NUMBERS = 'numbers of at most 1000000 characters';
const CHARACTERS = 67_108_864;

function short(answer: Answer): string {
  if (answer.verdict !== 'INCONCLUSIVE') return answer.verdict;
  if (answer.reason !== 'UNSUPPORTED') throw new Error('another reason');
  return answer.bound;
}

function ask(id: string, roles: Readonly<Record<string, Typed | string>>): string {
  const checker = CHECKERS.find((one) => one.id === id);
  if (checker === undefined) throw new Error('no such checker');
  return withinTime(id, () => short(checker.check(request(checker.claim, roles))));
}

/** Of this many digits. */
const long = (digits: number): string => `1${'0'.repeat(digits - 1)}`;
const vector = (entries: readonly string[]): Typed => ({
  type: 'vector.rational@1',
  value: { length: entries.length, entries },
});
const ones = (length: number): readonly string[] => Array.from({ length }, () => '1');
const number = (type: 'integer' | 'rational', value: string): Typed => ({
  type: `number.${type}@1`,
  value: { value },
});
const part = (entries: readonly (readonly string[])[]) => ({
  rows: entries.length,
  columns: entries[0]?.length ?? 0,
  entries,
});
/** The identity, its last entry replaced. */
const diagonal = (size: number, last = '1'): string[][] =>
  Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (__, j) => (i !== j ? '0' : i === size - 1 ? last : '1')),
  );
const certificate = (rank: number, kernel: readonly (readonly string[])[]): Typed => {
  const indices = Array.from({ length: rank }, (_, i) => i);
  return {
    type: 'matrix.rank_certificate@1',
    value: { rank, minor: { rows: indices, columns: indices }, kernel },
  };
};
const smith = (D: string[][], size: number): Typed => {
  const unit = part(diagonal(size));
  const value = { D: part(D), U: unit, V: unit, U_inverse: unit, V_inverse: unit };
  return { type: 'matrix.smith_form@1', value };
};

describe('is decided at the bound, and undecided just beyond it:', () => {
  test.each<[string, string, (size: number) => Roles, number, string, string]>([
    [
      'elimination for a determinant, by digits',
      'matrix.determinant',
      (digits) => ({
        matrix: integers(diagonal(20, long(digits))),
        determinant: number('integer', long(digits)),
      }),
      ...[2969, 'ACCEPTED', STEPS],
    ],
    [
      'a common denominator for a determinant, by digits',
      'matrix.determinant',
      (digits) => ({
        matrix: rationals([[`1/${long(digits)}`]]),
        determinant: number('rational', `1/${long(digits)}`),
      }),
      ...[48_411, 'ACCEPTED', STEPS],
    ],
    [
      'elimination of a minor, by digits',
      'matrix.rank',
      (digits) => ({ matrix: integers(diagonal(20, long(digits))), certificate: certificate(20, []) }),
      ...[2969, 'ACCEPTED', STEPS],
    ],
    [
      'elimination of a kernel, by digits',
      'matrix.rank',
      (digits) => ({
        matrix: integers([], {}, 20),
        certificate: certificate(0, diagonal(20, long(digits))),
      }),
      ...[2969, 'ACCEPTED', STEPS],
    ],
    [
      'a diagonal times an inverse, by digits',
      'matrix.smith_normal_form',
      (digits) => ({ matrix: integers([[long(digits)]]), form: smith([[long(digits)]], 1) }),
      ...[949_980, 'ACCEPTED', STEPS],
    ],
    [
      'a chain of divisors, by digits',
      'matrix.smith_normal_form',
      (digits) => {
        const D = [
          [long(digits), '0'],
          ['0', long(digits)],
        ];
        return { matrix: integers(D), form: smith(D, 2) };
      },
      ...[600_817, 'ACCEPTED', STEPS],
    ],
    [
      'a product of long numbers for a Hermite form, by digits',
      'matrix.hermite_normal_form',
      (digits) => {
        const H = part([
          ['1', '0', '0', '0'],
          ['0', '1', '0', '0'],
        ]);
        const [U, inverse] = [long(digits), `-${long(digits)}`].map((entry) =>
          part([
            ['1', entry],
            ['0', '1'],
          ]),
        );
        return {
          matrix: integers([
            Array.from({ length: 4 }, () => '0'),
            Array.from({ length: 4 }, () => long(digits)),
          ]),
          form: { type: 'matrix.hermite_form@1', value: { H, U, U_inverse: inverse } },
        };
      },
      ...[949_962, 'REJECTED', STEPS],
    ],
    [
      'a product of long numbers for a solution, by digits',
      'matrix.linear_solution',
      (digits) => ({
        matrix: integers(Array.from({ length: 4 }, () => [long(digits)])),
        right_hand_side: vector(['1', '0', '0', '0']),
        solution: vector([long(digits)]),
      }),
      ...[949_981, 'REJECTED', STEPS],
    ],
    [
      'a product of long numbers for a contradiction, by digits',
      'matrix.linear_infeasible',
      (digits) => ({
        matrix: integers([Array.from({ length: 4 }, () => long(digits))]),
        right_hand_side: vector(['1']),
        witness: vector([long(digits)]),
      }),
      ...[949_981, 'REJECTED', STEPS],
    ],
    [
      'many entries over a long denominator for a contradiction, by entries',
      'matrix.linear_infeasible',
      (length) => ({
        matrix: integers(
          Array.from({ length }, () => []),
          {},
          0,
        ),
        right_hand_side: vector(ones(length)),
        witness: vector([`1/${long(1000)}`, ...ones(length - 1)]),
      }),
      ...[33_518, 'ACCEPTED', ROOM],
    ],
  ] as const)('%s', (_, id, roles, limit, verdict, bound) => {
    expect(ask(id, roles(limit))).toBe(verdict);
    expect(ask(id, roles(limit + 1))).toBe(bound);
  });
});

describe.each(CHECKERS)('$id', ({ id, of }) => {
  const right = of(1 + Number(id === 'matrix.linear_infeasible'));

  it('takes documents of 67,108,864 characters together and no more', () => {
    const [name = '', ...others] = Object.keys(right);
    const texts = Object.fromEntries(Object.entries(right).map(([role, typed]) => [role, document(typed)]));
    const rest = others.reduce((sum, role) => sum + (texts[role]?.length ?? 0), 0);
    const padded = (total: number) => ({ ...texts, [name]: (texts[name] ?? '').padEnd(total - rest) });
    expect(ask(id, padded(CHARACTERS))).toBe('ACCEPTED');
    expect(ask(id, padded(CHARACTERS + 1))).toBe(`documents of at most ${CHARACTERS} characters together`);
  });

  it('takes numbers of 1,000,000 characters and no longer ones, in every role', () => {
    for (const [name, role] of Object.entries(right)) {
      const text = document(role);
      const verdict = (digits: number) =>
        // The last number of the value.
        ask(id, { ...right, [name]: text.replace(/"-?\d+"(?=[^"\d]*\}*$)/, `"${long(digits)}"`) });
      expect(verdict(1_000_000)).not.toBe(NUMBERS);
      expect(verdict(1_000_001)).toBe(NUMBERS);
    }
  });
});

describe('a number over a common denominator', () => {
  const row = (digits: number) => ['1/2', long(digits)];
  test.each<[string, (digits: number) => Roles]>([
    [
      'matrix.determinant',
      (digits) => ({ matrix: rationals([row(digits), [0, 0]]), determinant: number('integer', '0') }),
    ],
    [
      'matrix.rank',
      (digits) => ({ matrix: rationals([row(digits)]), certificate: certificate(1, [['1', '1']]) }),
    ],
    [
      'matrix.linear_solution',
      (digits) => ({
        matrix: rationals([row(digits)]),
        right_hand_side: vector(['0']),
        solution: vector(['1', '1']),
      }),
    ],
    [
      'matrix.linear_infeasible',
      (digits) => ({
        matrix: integers([['1'], ['1']]),
        right_hand_side: vector(['1', '1']),
        witness: vector(row(digits)),
      }),
    ],
  ])('has 1,000,000 characters, and no more, in %s', (id, roles) => {
    const bound = `${NUMBERS} over a common denominator`;
    expect(ask(id, roles(999_999))).not.toBe(bound);
    expect(ask(id, roles(1_000_000))).toBe(bound);
  });
});

describe('fractions are compared with their denominators as long as steps are left', () => {
  /** In lowest terms, which Euclid's algorithm finds at once and Lamé's theorem does not know. */
  const fraction = (digits: number): string => `${long(digits).slice(0, -1)}1/${long(digits)}`;
  const zeros = (length: number): readonly string[] => Array.from({ length }, () => '0');

  test.each<[string, (entries: readonly string[]) => Roles, string]>([
    [
      'matrix.determinant',
      ([entry = '']) => ({ matrix: rationals([[entry]]), determinant: number('rational', entry) }),
      'ACCEPTED',
    ],
    [
      'matrix.rank',
      (entries) => ({ matrix: rationals([entries]), certificate: certificate(0, []) }),
      'REJECTED',
    ],
    [
      'matrix.linear_solution',
      (entries) => ({
        matrix: rationals([entries]),
        right_hand_side: vector(['0']),
        solution: vector(zeros(entries.length)),
      }),
      'ACCEPTED',
    ],
    [
      'matrix.linear_infeasible',
      (entries) => ({
        matrix: integers(entries.map(() => [0])),
        right_hand_side: vector(ones(entries.length)),
        witness: vector(entries),
      }),
      'ACCEPTED',
    ],
  ])('by %s', (id, roles, verdict) => {
    expect(ask(id, roles([fraction(20_001)]))).toBe(verdict);
    expect(ask(id, roles([fraction(50_001)]))).toBe(STEPS);
    if (id === 'matrix.determinant') return;
    expect(ask(id, roles(Array.from({ length: 6 }, () => fraction(20_001))))).toBe(STEPS);
  });
});

describe('columns that are only declared are decided at once', () => {
  const matrix = integers([], {}, 2 ** 53 - 1);
  const none = { rows: 0, columns: 0, entries: [] };
  const wide = { rows: 0, columns: 2 ** 53 - 1, entries: [] };

  test.each<[string, Roles, string]>([
    ['matrix.determinant', { matrix, determinant: number('integer', '1') }, 'REJECTED'],
    ['matrix.rank', { matrix, certificate: certificate(0, []) }, 'REJECTED'],
    [
      'matrix.smith_normal_form',
      {
        matrix,
        form: {
          type: 'matrix.smith_form@1',
          value: { D: wide, U: none, U_inverse: none, V: none, V_inverse: none },
        },
      },
      'REJECTED',
    ],
    [
      'matrix.hermite_normal_form',
      { matrix, form: { type: 'matrix.hermite_form@1', value: { H: wide, U: none, U_inverse: none } } },
      'ACCEPTED',
    ],
    ['matrix.linear_solution', { matrix, right_hand_side: vector([]), solution: vector([]) }, 'REJECTED'],
    ['matrix.linear_infeasible', { matrix, right_hand_side: vector([]), witness: vector([]) }, 'REJECTED'],
  ])('by %s', (id, roles, verdict) => {
    expect(ask(id, roles)).toBe(verdict);
  });
});
