import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check as checkIncidence } from '../../checkers/graph/incidence/check.ts';
import { check as checkProduct } from '../../checkers/matrix/product/check.ts';
import { check as checkTranspose } from '../../checkers/matrix/transpose/check.ts';
import { check as checkGcd } from '../../checkers/number/gcd/check.ts';
import { check as checkGradient } from '../../checkers/polynomial/gradient/check.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { requirePorts } from '../../src/contracts/ports.ts';
import { requireSteps } from '../../src/domains/cost.ts';
import type { Made } from '../../src/domains/domain.ts';
import type { Matrix } from '../../src/domains/matrix/matrix.ts';
import { productEntries } from '../../src/domains/matrix/product.ts';
import { type PreparedDocument, prepareDocument } from '../../src/domains/prepare.ts';
import { prepare, refusal, rules } from './rules.ts';

type Documents = Readonly<Record<string, PreparedDocument>>;

function typesOf(documents: Documents): Record<string, string> {
  return Object.fromEntries(Object.entries(documents).map(([port, { document }]) => [port, document.type]));
}

function made(capability: string, inputs: Documents): Readonly<Record<string, Made>> {
  const producer = rules.domains.producer(capability);
  if (producer === undefined) throw new Error(`${capability} has no producer`);
  requirePorts(rules.contracts.capability(capability).contract.inputs, typesOf(inputs));
  return producer(Object.fromEntries(Object.entries(inputs).map(([port, { document }]) => [port, document])));
}

/** What a producer gives, as documents of types that its ports declare. */
function produce(capability: string, inputs: Documents): Documents {
  const outputs = Object.fromEntries(
    Object.entries(made(capability, inputs)).map(([port, it]) => [port, prepareDocument({ ...it }, rules)]),
  );
  requirePorts(rules.contracts.capability(capability).contract.outputs, typesOf(outputs));
  return outputs;
}

/** Inputs and outputs of a run as the roles of a claim. */
function roles(...sides: Documents[]): Record<string, string> {
  return Object.fromEntries(
    sides.flatMap((side) => Object.entries(side).map(([port, { bytes }]) => [port, bytes.text])),
  );
}

const ACCEPTED = { verdict: 'ACCEPTED' };

const integer = (digits: number) => fc.bigInt({ min: -(10n ** BigInt(digits)), max: 10n ** BigInt(digits) });

/** Small and large ones: both ways of multiplying are met, and their border. */
const integers = fc.oneof(integer(1), integer(7), integer(8), integer(40));

function greatest(a: bigint, b: bigint): bigint {
  return b === 0n ? (a < 0n ? -a : a) : greatest(b, a % b);
}

function fraction(numerator: bigint, denominator: bigint): string {
  const common = greatest(numerator, denominator) * (denominator < 0n ? -1n : 1n);
  const [above, below] = [numerator / common, denominator / common];
  return below === 1n ? `${above}` : `${above}/${below}`;
}

const rationals = fc
  .tuple(integers, fc.oneof(fc.constant(1n), integer(1), integer(20)))
  .map(([numerator, denominator]) => fraction(numerator, denominator === 0n ? 1n : denominator));

function parts(text: string): [bigint, bigint] {
  const [numerator = '', denominator = '1'] = text.split('/');
  return [BigInt(numerator), BigInt(denominator)];
}

/** By the definition, entry by entry and fraction by fraction. */
function naiveProduct(left: Matrix, right: Matrix): string[][] {
  return left.entries.map((row) =>
    Array.from({ length: right.columns }, (_, j) => {
      const [above, below] = row.reduce<[bigint, bigint]>(
        ([n, d], entry, k) => {
          const [p, q] = parts(entry);
          const [r, s] = parts(right.entries[k]?.[j] ?? '');
          return [n * q * s + p * r * d, d * q * s];
        },
        [0n, 1n],
      );
      return fraction(above, below);
    }),
  );
}

interface Side {
  readonly type: string;
  readonly value: Matrix;
}

function side(rows: number, columns: number): fc.Arbitrary<Side> {
  const list = <T>(item: fc.Arbitrary<T>, length: number) =>
    fc.array(item, { minLength: length, maxLength: length });
  const of = (type: string, entry: fc.Arbitrary<string>) =>
    list(list(entry, columns), rows).map((entries) => ({ type, value: { rows, columns, entries } }));
  return fc.oneof(of('matrix.integer@1', integers.map(String)), of('matrix.rational@1', rationals));
}

function named(length: number, prefix: string): fc.Arbitrary<string[] | undefined> {
  return fc.option(fc.constant(Array.from({ length }, (_, index) => `${prefix}${index}`)), {
    nil: undefined,
  });
}

/** Two factors that fit together. */
const factors = fc
  .tuple(fc.nat(4), fc.nat(4), fc.nat(4))
  .chain(([m, k, n]) =>
    fc
      .tuple(side(m, k), side(k, n), named(m, 'r'), named(k, 'inner'), named(n, 'c'))
      .map(([left, right, above, inner, below]) => [
        labelled(left, above, inner),
        labelled(right, inner, below),
      ]),
  ) as fc.Arbitrary<[Side, Side]>;

function labelled({ type, value }: Side, rows?: string[], columns?: string[]): Side {
  const labels = { ...(rows && { row_labels: rows }), ...(columns && { column_labels: columns }) };
  return { type, value: { ...value, ...labels } };
}

const prepared = ({ type, value }: Side) => prepare(type, { ...value } as JsonValue);
const multiplied = (left: Side, right: Side) =>
  produce('matrix.multiply@1', { left: prepared(left), right: prepared(right) });
const integral = (entries: string[][], labels: Partial<Matrix> = {}): Side => ({
  type: 'matrix.integer@1',
  value: { rows: entries.length, columns: entries[0]?.length ?? 0, entries, ...labels },
});

test('every producer has a capability of its domain', async () => {
  const produced = rules.contracts
    .capabilities()
    .map(({ contract }) => contract.id)
    .filter((id) => rules.domains.producer(id) !== undefined);
  expect(produced).toEqual([
    'graph.incidence@1',
    'matrix.multiply@1',
    'matrix.transpose@1',
    'number.gcd@1',
    'polynomial.gradient@1',
  ]);
  for (const id of ['matrix.product@1', 'logic.solve@1', 'constructor', '__proto__', ''])
    expect(rules.domains.producer(id)).toBeUndefined();
});

describe('matrix.multiply@1', () => {
  test('gives what the definition gives and the checker of matrix.product@1 accepts', () => {
    fc.assert(
      fc.property(factors, ([left, right]) => {
        const inputs = { left: prepared(left), right: prepared(right) };
        const outputs = produce('matrix.multiply@1', inputs);
        const { type, value } = outputs.product?.document ?? {};
        const product = value as Matrix;
        expect(product.entries).toEqual(naiveProduct(left.value, right.value));
        expect([product.rows, product.columns]).toEqual([left.value.rows, right.value.columns]);
        expect(product.row_labels).toEqual(left.value.row_labels);
        expect(product.column_labels).toEqual(right.value.column_labels);
        const integers = left.type === 'matrix.integer@1' && right.type === 'matrix.integer@1';
        expect(type).toBe(integers ? 'matrix.integer@1' : 'matrix.rational@1');
        const request = { claim: 'matrix.product@1', roles: roles(inputs, outputs), sources: {} };
        expect(checkProduct(request)).toEqual(ACCEPTED);
      }),
      { numRuns: 500 },
    );
  });

  test.each([6, 7, 8])('is exact where the sums just about fit into floating point: %i digits', (digits) => {
    const nines = '9'.repeat(digits);
    const row = Array.from({ length: 9 }, () => nines);
    const { value } = multiplied(integral([row]), integral(row.map(() => [nines]))).product?.document ?? {};
    expect((value as Matrix).entries).toEqual([[`${9n * BigInt(nines) ** 2n}`]]);
  });

  test('gives rationals when one factor is of rationals, though all entries are integers', () => {
    const rational = { ...integral([['2']]), type: 'matrix.rational@1' };
    expect(multiplied(rational, integral([['3']])).product?.document).toMatchObject({
      type: 'matrix.rational@1',
      value: { entries: [['6']] },
    });
  });

  test('of empty matrices has zeros, or no entries', () => {
    const of = (rows: number, columns: number): Side => ({
      type: 'matrix.integer@1',
      value: { rows, columns, entries: Array.from({ length: rows }, () => Array(columns).fill('7')) },
    });
    const entries = (left: Side, right: Side) =>
      (multiplied(left, right).product?.document.value as Matrix | undefined)?.entries;
    expect(entries(of(2, 0), of(0, 2))).toEqual([
      ['0', '0'],
      ['0', '0'],
    ]);
    expect(entries(of(0, 2), of(2, 3))).toEqual([]);
    expect(entries(of(2, 3), of(3, 0))).toEqual([[], []]);
    const wide: Side = {
      type: 'matrix.integer@1',
      value: { rows: 0, columns: Number.MAX_SAFE_INTEGER, entries: [] },
    };
    expect(entries(of(0, 0), wide)).toEqual([]);
  });

  const AB = { column_labels: ['a', 'b'] };
  test.each<[string, Side, Side, string]>([
    [
      'an inner dimension that differs',
      integral([['1', '2']]),
      integral([['1']]),
      '/right/value/rows: right has not as many rows as left has columns',
    ],
    [
      'labels on the left only',
      integral([['1', '2']], AB),
      integral([['1'], ['2']]),
      '/left/value/column_labels: the columns of left have labels, the rows of right have none',
    ],
    [
      'labels on the right only',
      integral([['1', '2']]),
      integral([['1'], ['2']], { row_labels: ['a', 'b'] }),
      '/right/value/row_labels: the rows of right have labels, the columns of left have none',
    ],
    [
      'labels in another order',
      integral([['1', '2']], AB),
      integral([['1'], ['2']], { row_labels: ['b', 'a'] }),
      '/right/value/row_labels/0: this row of right has another label than the column of left that it meets',
    ],
    [
      'labels that only look alike',
      integral([['1', '2']], { column_labels: ['a', 'é'] }),
      integral([['1'], ['2']], { row_labels: ['a', 'e\u0301'] }),
      '/right/value/row_labels/1: this row of right has another label than the column of left that it meets',
    ],
    [
      'an empty list of labels and none',
      { type: 'matrix.integer@1', value: { rows: 1, columns: 0, entries: [[]], column_labels: [] } },
      { type: 'matrix.integer@1', value: { rows: 0, columns: 1, entries: [] } },
      '/left/value/column_labels: the columns of left have labels, the rows of right have none',
    ],
  ])('refuses %s', (_, left, right, expected) => {
    expect(refusal(() => multiplied(left, right))).toBe(`PORT_INCOMPATIBLE ${expected}`);
  });

  const filled = (rows: number, columns: number, entry: string) =>
    integral(Array.from({ length: rows }, () => Array<string>(columns).fill(entry)));
  const flat = (columns: number): Side => ({
    type: 'matrix.integer@1',
    value: { rows: 0, columns, entries: [] },
  });

  test('has at most 2^22 entries', () => {
    const tooMany = 'the product would have more than 2^22 entries';
    const of = (rows: number, columns: number) =>
      refusal(() =>
        made('matrix.multiply@1', { left: prepared(filled(rows, 0, '')), right: prepared(flat(columns)) }),
      );
    expect(of(2 ** 10, 2 ** 12)).toBe('accepted');
    expect(of(2 ** 10, 2 ** 12 + 1)).toBe(`CAPABILITY_LIMIT /right/value/columns: ${tooMany}`);
    expect(of(1, Number.MAX_SAFE_INTEGER)).toBe(`CAPABILITY_LIMIT /right/value/columns: ${tooMany}`);
  });

  const STEPS = 'CAPABILITY_LIMIT : this would take more than 2^32 steps of arithmetic';

  test('takes at most 2^32 steps, and has at most 2^25 digits, both known before it starts', () => {
    expect(refusal(() => requireSteps(2 ** 32))).toBe('accepted');
    expect(refusal(() => requireSteps(2 ** 32 + 1))).toBe(STEPS);
    // Products of small numbers: one step each, 2^11 · 2^10 · 2^11 of them would be as many as there may be.
    const vectors = Array<string[]>(2 ** 11).fill(Array<string>(2 ** 10 + 1).fill('1'));
    expect(refusal(() => productEntries(vectors, vectors))).toBe(STEPS);
    const long = '7'.repeat(2 ** 21);
    expect(refusal(() => productEntries([[long]], [[long]]))).toBe(STEPS);
    const digits = 'CAPABILITY_LIMIT : the product could have more than 2^25 digits';
    // So many entries of 2^12 + 1 digits, beside the factors with theirs; then one more.
    const column = [['7'.repeat(2 ** 12)]];
    const of = (count: number) => refusal(() => productEntries(Array(count).fill(['1']), column));
    expect(of(8187)).toBe('accepted');
    expect(of(8188)).toBe(digits);
  });

  test('refuses common denominators that would cost too much, and fractions that no document may have', () => {
    const power = 2n ** 20_000n;
    const sumOf = (count: number) =>
      refusal(() =>
        productEntries(
          [Array.from({ length: count }, (_, k) => `1/${power + BigInt(2 * k + 1)}`)],
          [Array<string>(count).fill('1')],
        ),
      );
    expect(sumOf(2)).toBe('accepted');
    expect(sumOf(3)).toBe(
      'CAPABILITY_LIMIT : an entry of the product is a fraction of more than 20000 characters',
    );
    // Their common denominator can be had, but no fractions with it; at last not even that.
    for (const count of [60, 200]) expect(sumOf(count)).toBe(STEPS);
  });
});

describe('matrix.transpose@1', () => {
  test('gives what the checker of matrix.transpose@1 accepts', () => {
    fc.assert(
      fc.property(factors, ([matrix]) => {
        const inputs = { matrix: prepared(matrix) };
        const outputs = produce('matrix.transpose@1', inputs);
        expect(outputs.transpose?.document.type).toBe(matrix.type);
        const request = { claim: 'matrix.transpose@1', roles: roles(inputs, outputs), sources: {} };
        expect(checkTranspose(request)).toEqual(ACCEPTED);
      }),
    );
  });

  test('has the limit of the transform, at its port', () => {
    const matrix = prepare('matrix.integer@1', { rows: 0, columns: 2 ** 20 + 1, entries: [] });
    expect(refusal(() => produce('matrix.transpose@1', { matrix }))).toBe(
      'CAPABILITY_LIMIT /matrix/value/columns: the transpose would have more than 2^20 empty rows',
    );
  });
});

describe('graph.incidence@1', () => {
  const graph = (vertices: string[], edges: string[][]) => prepare('graph.labelled@1', { vertices, edges });

  test('gives what the checker of graph.incidence@1 accepts', () => {
    const inputs = {
      graph: graph(
        ['0', '1', '2'],
        [
          ['0', '1'],
          ['2', '0'],
        ],
      ),
    };
    const outputs = produce('graph.incidence@1', inputs);
    const request = { claim: 'graph.incidence@1', roles: roles(inputs, outputs), sources: {} };
    expect(checkIncidence(request)).toEqual(ACCEPTED);
  });

  test('refuses labels of rows that would be equal, at its port', () => {
    const edges = [
      ['a', 'b→c'],
      ['a→b', 'c'],
    ];
    const refused = refusal(() =>
      produce('graph.incidence@1', { graph: graph(['a', 'b→c', 'a→b', 'c'], edges) }),
    );
    expect(refused).toMatch(/^LABEL_AMBIGUOUS \/graph\/value\/edges\/1: /);
  });

  test('has at most 2^22 entries', () => {
    const vertices = Array.from({ length: 2049 }, (_, index) => `${index}`);
    const star = vertices.slice(1).map((ray) => ['0', ray]);
    expect(refusal(() => produce('graph.incidence@1', { graph: graph(vertices, star) }))).toBe(
      'CAPABILITY_LIMIT /graph/value/edges: the incidence matrix would have more than 2^22 entries',
    );
  });
});

describe('polynomial.gradient@1', () => {
  const polynomial = (variables: string[], terms: JsonValue[]) =>
    prepare('polynomial@1', { variables, terms });

  test('gives what the checker of polynomial.gradient@1 accepts', () => {
    const terms = [
      ['1/6', [2, 1]],
      ['-3', [0, 4]],
      ['5', [0, 0]],
    ];
    const inputs = { polynomial: polynomial(['x', 'y'], terms) };
    const outputs = produce('polynomial.gradient@1', inputs);
    const request = { claim: 'polynomial.gradient@1', roles: roles(inputs, outputs), sources: {} };
    expect(checkGradient(request)).toEqual(ACCEPTED);
  });

  test('refuses a long coefficient in many variables before it starts', () => {
    const variables = Array.from({ length: 2 ** 8 + 1 }, (_, v) => `x${v}`);
    const term = ['7'.repeat(2 ** 17), variables.map(() => 1)];
    expect(
      refusal(() => produce('polynomial.gradient@1', { polynomial: polynomial(variables, [term]) })),
    ).toBe(
      'CAPABILITY_LIMIT /polynomial/value/terms: the gradient would have coefficients of more than 2^25 characters',
    );
  });
});

describe('number.gcd@1', () => {
  const number = (value: bigint | string) => prepare('number.integer@1', { value: `${value}` });
  const bezout = (a: bigint | string, b: bigint | string) => {
    const { value } = produce('number.gcd@1', { a: number(a), b: number(b) }).bezout?.document ?? {};
    return value as { gcd: string; x: string; y: string };
  };
  /** Common factors of all lengths, so that the divisor is not always small. */
  const pair = fc
    .tuple(integers, integers, integers, fc.bigInt(), fc.bigInt({ min: -(2n ** 2000n), max: 2n ** 2000n }))
    .chain(([p, q, r, s, t]) =>
      fc.constantFrom<[bigint, bigint]>(
        [p, q],
        [p * r, q * r],
        [t * p, s * p],
        [t, s],
        [t * s, t],
        [p, 0n],
        [0n, p],
      ),
    );

  test('gives the divisor of the Euclidean algorithm with coefficients that are as small as can be', () => {
    fc.assert(
      fc.property(pair, ([a, b]) => {
        const { gcd, x, y } = bezout(a, b);
        const divisor = greatest(a, b);
        expect(BigInt(gcd)).toBe(divisor < 0n ? -divisor : divisor);
        expect(a * BigInt(x) + b * BigInt(y)).toBe(BigInt(gcd));
        const twice = 2n * BigInt(x) * BigInt(gcd);
        expect(b === 0n || (twice < 0n ? -twice : twice) <= (b < 0n ? -b : b)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['0', '0', { gcd: '0', x: '0', y: '0' }],
    ['0', '-6', { gcd: '6', x: '0', y: '-1' }],
    ['-6', '0', { gcd: '6', x: '-1', y: '0' }],
    ['6', '6', { gcd: '6', x: '0', y: '1' }],
    ['-6', '4', { gcd: '2', x: '1', y: '2' }],
    ['240', '46', { gcd: '2', x: '-9', y: '47' }],
  ])('of %s and %s', (a, b, expected) => {
    expect(bezout(a, b)).toEqual(expected);
    const inputs = { a: number(a), b: number(b) };
    const request = {
      claim: 'number.gcd@1',
      roles: roles(inputs, produce('number.gcd@1', inputs)),
      sources: {},
    };
    expect(checkGcd(request)).toEqual(ACCEPTED);
  });

  test('takes two numbers of which one has at most 2^17 digits', () => {
    const long = '3'.repeat(2 ** 17 + 1);
    expect(bezout(long, '3'.repeat(4)).gcd).toBe('3');
    expect(refusal(() => bezout(long, long))).toBe(
      'CAPABILITY_LIMIT : one of the two has at most 2^17 digits',
    );
    const most = '3'.repeat(2 ** 17);
    expect(bezout(most, most).gcd).toBe(most);
  });
});

describe('ports', () => {
  const { inputs } = rules.contracts.capability('number.gcd@1').contract;
  const type = 'number.integer@1';
  test.each<[string, Record<string, string>, string]>([
    ['as declared', { a: type, b: type }, 'accepted'],
    ['one more', { a: type, b: type, c: type }, 'PORT_UNDECLARED /c: the capability declares no such port'],
    ['one less', { a: type }, 'PORT_MISSING /b: nothing is bound to this port'],
    ['another', { a: type, 'x/y': type }, 'PORT_UNDECLARED /x~1y: the capability declares no such port'],
    [
      'one of another type',
      { a: type, b: 'number.rational@1' },
      'PORT_INCOMPATIBLE /b: this port does not take values of this type',
    ],
    ['one inherited', Object.create({ a: type, b: type }), 'PORT_MISSING /a: nothing is bound to this port'],
  ])('bound: %s', (_, types, expected) => {
    expect(refusal(() => requirePorts(inputs, types))).toBe(expected);
  });
});
