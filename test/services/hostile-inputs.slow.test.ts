import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { certify } from '../../src/services/certify.ts';
import { type OpenInstance, openInstance } from '../../src/services/open.ts';
import { noFiles, resolveStatement } from '../../src/services/resolve.ts';

// Small handoffs whose check could take for ever, through the very processes of a service, one after the other.

const document = (type: string, value: JsonValue) => ({ document: { type, value } });
const integer = (value: bigint | number) => document('number.integer@1', { value: String(value) });

/** A matrix of so many digits an entry, always the same. */
function matrix(size: number, digits: number) {
  let state = 12345n;
  const next = () => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return String(state).padStart(20, '7');
  };
  const entry = () => `1${Array.from({ length: Math.ceil(digits / 20) }, next).join('')}`.slice(0, digits);
  const row = () => Array.from({ length: size }, entry);
  const entries = Array.from({ length: size }, row);
  return document('matrix.integer@1', { rows: size, columns: size, entries });
}

const power = (exponent: number, base: JsonValue[], terms: JsonValue[]) => ({
  polynomial: document('polynomial@1', { variables: ['x'], terms }),
  factors: document('polynomial.factors@1', {
    variables: ['x'],
    unit: '1',
    factors: [{ multiplicity: exponent, terms: base }],
  }),
});
const sparse = (count: number, step: number): JsonValue[] =>
  Array.from({ length: count }, (_, i) => [String(i + 1), [i * step + ((i * i) % 97)]]);
const vector = (terms: JsonValue[]) =>
  document('polynomial.vector@1', { variables: ['x'], components: [terms] });
const unsatisfiable = (variables: number, clauses: JsonValue, lrat: string) => ({
  formula: document('logic.cnf@1', { variables, clauses }),
  proof: document('logic.lrat_proof@1', { lrat }),
});
const fermat = 2n ** 20_000n + 1n;
const chain = Array.from({ length: 20_000 }, (_, i) => 1_000_003 + 2 * i);

type Roles = Readonly<Record<string, ReturnType<typeof document>>>;
const STEPS = {
  verdict: 'INCONCLUSIVE',
  reason: 'UNSUPPORTED',
  detail: '10000000000 steps of exact arithmetic',
};
const REJECTED = { verdict: 'REJECTED' };
const hostile: readonly (readonly [string, string, Roles, object])[] = [
  [
    'a determinant of entries of 2,000 digits',
    'matrix.determinant@1',
    { matrix: matrix(60, 2000), determinant: integer(1) },
    STEPS,
  ],
  [
    'a determinant of 150 rows of 300 digits',
    'matrix.determinant@1',
    { matrix: matrix(150, 300), determinant: integer(1) },
    STEPS,
  ],
  [
    'x^(2^50)',
    'polynomial.factorization@1',
    power(2 ** 50, [['1', [1]]], [['1', [2 ** 50]]]),
    { verdict: 'ACCEPTED' },
  ],
  [
    '(x + 1)^(2^50) for x^(2^50) + 1',
    'polynomial.factorization@1',
    power(
      2 ** 50,
      [
        ['1', [1]],
        ['1', [0]],
      ],
      [
        ['1', [2 ** 50]],
        ['1', [0]],
      ],
    ),
    REJECTED,
  ],
  [
    'a product of nine million terms',
    'polynomial.ideal_membership@1',
    {
      generators: vector(sparse(3000, 99_991)),
      target: document('polynomial@1', { variables: ['x'], terms: [['1', [0]]] }),
      cofactors: vector(sparse(3000, 7919)),
    },
    { verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED', detail: 'sums of products with at most 4194304 terms' },
  ],
  [
    'a chain of 20,000 entries that need one another',
    'number.prime@1',
    {
      n: integer(1_000_003),
      certificate: document('number.pratt@1', {
        primes: chain.map((n) => ({
          n: String(n),
          witness: '2',
          factors: [
            ['2', 1],
            [String(n + 2), 1],
          ],
        })),
      }),
    },
    REJECTED,
  ],
  [
    'a number of 20,001 bits',
    'number.prime@1',
    {
      n: integer(fermat),
      certificate: document('number.pratt@1', {
        primes: [{ n: String(fermat), witness: '3', factors: [['2', 20_000]] }],
      }),
    },
    REJECTED,
  ],
  [
    'a factor to the power 2^53 − 1',
    'number.factorization@1',
    { n: integer(6), factors: document('number.factors@1', { unit: '1', factors: [['3', 2 ** 53 - 1]] }) },
    REJECTED,
  ],
  [
    'two and a half million hints',
    'logic.unsatisfiable@1',
    unsatisfiable(
      2,
      [
        [1, 2],
        [-1, 2],
        [1, -2],
        [-1, -2],
      ],
      `5 2 0 1 2 ${'1 '.repeat(2_500_000)}0\n6 0 5 3 4 0\n`,
    ),
    { verdict: 'ACCEPTED' },
  ],
  [
    'three hundred steps with three thousand holders each',
    'logic.unsatisfiable@1',
    unsatisfiable(
      2,
      Array.from({ length: 3000 }, () => [-1, 2]),
      Array.from(
        { length: 300 },
        (_, i) => `${3001 + i} 1 -2 0 ${Array.from({ length: 3000 }, (_, j) => -(j + 1)).join(' ')} 0`,
      ).join('\n'),
    ),
    REJECTED,
  ],
];

let folder: string;
let instance: OpenInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
  instance = await openInstance({ data: folder, workers: 1 });
});
afterAll(async () => {
  await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

const judge = async (claim: string, roles: Roles) =>
  certify(await resolveStatement({ claim, roles }, instance.rules, noFiles), {}, instance);

test.each(hostile)(
  '%s has a verdict, and the next job is none the worse',
  async (_, claim, roles, expected) => {
    expect(await judge(claim, roles)).toMatchObject(expected);
    const bezout = document('number.bezout@1', { gcd: '6', x: '-1', y: '1' });
    const after = await judge('number.gcd@1', { a: integer(12), b: integer(18), bezout });
    expect(after).toMatchObject({ verdict: 'ACCEPTED' });
  },
);
