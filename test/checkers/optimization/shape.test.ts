import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check as infeasible } from '../../../checkers/optimization/lp_infeasible/check.ts';
import { check as optimal } from '../../../checkers/optimization/lp_optimal/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { document, request, type Typed, where } from '../support/request.ts';

const COLUMN = { name: 'x', objective: '0', lower: '0', upper: null };
const ROW = { name: 'r', type: 'E', rhs: '0', coefficients: [['x', '1']] };
const VALUE = { sense: 'min', columns: [COLUMN], rows: [ROW] };
const PROGRAM = { type: 'optimization.linear_program@1', value: VALUE };
const SOLUTION = {
  type: 'optimization.primal_dual@1',
  value: { objective: '0', primal: [['x', '0']], dual: [['r', '0']] },
};
const WITNESS = { type: 'optimization.row_multipliers@1', value: { multipliers: [['r', '1']] } };
const OPTIMAL = { program: PROGRAM, solution: SOLUTION };
const INFEASIBLE = {
  program: { ...PROGRAM, value: { ...VALUE, rows: [{ ...ROW, rhs: '1', coefficients: [] }] } },
  witness: WITNESS,
};

describe.each([
  ['lp_optimal', optimal, 'optimization.lp_optimal@1', OPTIMAL],
  ['lp_infeasible', infeasible, 'optimization.lp_infeasible@1', INFEASIBLE],
] as const)('%s', (_, check, claim, roles) => {
  const verdict = (changed: object) => where(check(request(claim, { ...roles, ...changed })));
  const program = (changed: object) => verdict({ program: { ...PROGRAM, value: { ...VALUE, ...changed } } });
  const AT = '/roles/program/value';

  it('decides its own claim only, with its roles exactly', () => {
    expect(verdict({})).toBe('ACCEPTED');
    expect(where(check(request(`${claim}1`, roles)))).toBe('REJECTED /claim');
    expect(where(check(request(claim, roles, { program: PROGRAM })))).toBe('REJECTED /sources');
    expect(verdict({ other: PROGRAM })).toBe('REJECTED /roles');
    for (const name of Object.keys(roles)) {
      const { [name]: _, ...fewer }: Readonly<Record<string, Typed>> = roles;
      expect(where(check(request(claim, fewer)))).toBe('REJECTED /roles');
      expect(verdict({ [name]: { type: 'number.rational@1', value: {} } })).toBe(
        `REJECTED /roles/${name}/type`,
      );
      expect(verdict({ [name]: '[]' })).toBe(`REJECTED /roles/${name}`);
    }
  });

  it('takes documents that name their contracts', () => {
    for (const [name, role] of Object.entries(roles)) {
      for (const contract of ['schema', 'semantics']) {
        for (const uri of [
          null,
          '',
          `artifact://sha256/${'0'.repeat(63)}`,
          `artifact://sha512/${'0'.repeat(64)}`,
        ]) {
          const text = JSON.stringify({ ...JSON.parse(document(role)), [contract]: uri });
          expect(verdict({ [name]: text })).toBe(`REJECTED /roles/${name}/${contract}`);
        }
      }
    }
  });

  test.each([
    ['sense', { sense: 'MIN' }, '/sense'],
    ['sense', { sense: null }, '/sense'],
    ['members', { name: 'afiro' }, ''],
    ['columns', { columns: {} }, '/columns'],
    ['columns', { columns: ['x'] }, '/columns/0'],
    ['rows', { rows: null }, '/rows'],
    ['rows', { rows: [[]] }, '/rows/0'],
  ])('a program has no such %s: %o', (_, changed, place) => {
    expect(program(changed)).toBe(`REJECTED ${AT}${place}`);
  });

  test.each([
    [{ integer: true }, ''],
    [{ name: '' }, ''],
    [{ name: 1 }, ''],
    [{ name: 'a\n' }, ''],
    [{ name: 'x'.repeat(257) }, ''],
    [{ objective: 0 }, '/objective'],
    [{ objective: '2/4' }, '/objective'],
    [{ objective: null }, '/objective'],
    [{ lower: '-0' }, '/lower'],
    [{ lower: '0.5' }, '/lower'],
    [{ lower: '-inf' }, '/lower'],
    [{ upper: '1/1' }, '/upper'],
    [{ upper: 'Infinity' }, '/upper'],
    [{ upper: undefined }, ''],
  ])('a column is not like this: %o', (changed, place) => {
    const at = place === '' && 'name' in changed ? '/columns/0' : `/columns/0${place}`;
    expect(program({ columns: [{ ...COLUMN, ...changed }] })).toBe(`REJECTED ${AT}${at}`);
  });

  test.each([
    [{ range: '1' }, ''],
    [{ name: '' }, ''],
    [{ type: 'N' }, '/type'],
    [{ type: 'l' }, '/type'],
    [{ type: null }, '/type'],
    [{ rhs: 1 }, '/rhs'],
    [{ rhs: '1/0' }, '/rhs'],
    [{ coefficients: {} }, '/coefficients'],
    [{ coefficients: ['x'] }, '/coefficients/0'],
    [{ coefficients: [['x']] }, '/coefficients/0'],
    [{ coefficients: [['x', '1', '2']] }, '/coefficients/0'],
    [{ coefficients: [['y', '1']] }, '/coefficients/0/0'],
    [{ coefficients: [[0, '1']] }, '/coefficients/0/0'],
    [{ coefficients: [['x', 1]] }, '/coefficients/0/1'],
    [{ coefficients: [['x', '01']] }, '/coefficients/0/1'],
    [
      {
        coefficients: [
          ['x', '1'],
          ['x', '0'],
        ],
      },
      '/coefficients/1/0',
    ],
  ])('a row is not like this: %o', (changed, place) => {
    expect(program({ rows: [{ ...ROW, ...changed }] })).toBe(`REJECTED ${AT}/rows/0${place}`);
  });

  it('names columns and rows differently, also after NFC', () => {
    const columns = (...names: string[]) => names.map((name) => ({ ...COLUMN, name }));
    const rows = (...names: string[]) => names.map((name) => ({ ...ROW, name }));
    expect(program({ columns: columns('x', 'x') })).toBe(`REJECTED ${AT}/columns/1`);
    expect(program({ columns: columns('x', '\u00e9', 'e\u0301') })).toBe(`REJECTED ${AT}/columns/2`);
    expect(program({ rows: rows('r', 'r') })).toBe(`REJECTED ${AT}/rows/1`);
    expect(program({ rows: rows('\u00e9', 'e\u0301') })).toBe(`REJECTED ${AT}/rows/1`);
  });

  it('takes names of 1 to 256 code points without control characters', () => {
    /** x = 1 with x ≥ 0, or x = −1. */
    const named = (column: string, row: string) => {
      const rhs = 'solution' in roles ? '1' : '-1';
      const rows = [{ ...ROW, name: row, rhs, coefficients: [[column, '1']] }];
      const value = { ...VALUE, columns: [{ ...COLUMN, name: column }], rows };
      const optimum = { objective: '0', primal: [[column, '1']], dual: [[row, '0']] };
      const candidate =
        'solution' in roles
          ? { solution: { ...SOLUTION, value: optimum } }
          : { witness: { ...WITNESS, value: { multipliers: [[row, '-1']] } } };
      return verdict({ program: { ...PROGRAM, value }, ...candidate });
    };
    for (const name of ['x', 'x'.repeat(256), '\u{1f600}'.repeat(256), ' ', '0']) {
      expect(named(name, 'r')).toBe('ACCEPTED');
      expect(named('x', name)).toBe('ACCEPTED');
    }
    for (const name of ['', 'x'.repeat(257), '\u{1f600}'.repeat(257), 'x\u0000', '\u007f', '\u0085']) {
      expect(named(name, 'r')).toBe(`REJECTED ${AT}/columns/0`);
      expect(named('x', name)).toBe(`REJECTED ${AT}/rows/0`);
    }
  });
});

test('a row may be named as a column, and names may be those of the prototype', () => {
  const names = ['__proto__', 'constructor', 'x'];
  const program = {
    ...PROGRAM,
    value: {
      sense: 'min',
      columns: names.map((name) => ({ ...COLUMN, name, objective: '1' })),
      rows: names.map((name) => ({ name, type: 'G', rhs: '2', coefficients: [[name, '1']] })),
    },
  };
  const each = (number: string) => names.map((name) => [name, number]);
  const value = { objective: '6', primal: each('2'), dual: each('1') };
  expect(
    optimal(request('optimization.lp_optimal@1', { program, solution: { ...SOLUTION, value } })),
  ).toEqual({
    verdict: 'ACCEPTED',
  });
});

test.each([
  ['members', { objective: '0', primal: [] }, ''],
  ['members', { objective: '0', primal: [], dual: [], reduced: [] }, ''],
  ['objective', { objective: 0, primal: [], dual: [] }, '/objective'],
  ['primal', { objective: '0', primal: {}, dual: [] }, '/primal'],
  [
    'primal',
    {
      objective: '0',
      primal: [
        ['x', '0'],
        ['x', '0'],
      ],
      dual: [],
    },
    '/primal/1/0',
  ],
  ['primal', { objective: '0', primal: [['x', '0.0']], dual: [] }, '/primal/0/1'],
  ['dual', { objective: '0', primal: [], dual: null }, '/dual'],
  [
    'dual',
    {
      objective: '0',
      primal: [],
      dual: [
        ['r', '0'],
        ['r', '1'],
      ],
    },
    '/dual/1/0',
  ],
  ['dual', { objective: '0', primal: [], dual: [['r']] }, '/dual/0'],
])('a solution has no such %s: %o', (_, value, place) => {
  const roles = { program: PROGRAM, solution: { ...SOLUTION, value } };
  expect(where(optimal(request('optimization.lp_optimal@1', roles)))).toBe(
    `REJECTED /roles/solution/value${place}`,
  );
});

test.each([
  [{}, ''],
  [{ multipliers: [], ray: [] }, ''],
  [{ multipliers: { r: '1' } }, '/multipliers'],
  [
    {
      multipliers: [
        ['r', '1'],
        ['r', '1'],
      ],
    },
    '/multipliers/1/0',
  ],
  [{ multipliers: [['r', '2/2']] }, '/multipliers/0/1'],
])('multipliers are not like this: %o', (value, place) => {
  const roles = { ...INFEASIBLE, witness: { ...WITNESS, value } };
  expect(where(infeasible(request('optimization.lp_infeasible@1', roles)))).toBe(
    `REJECTED /roles/witness/value${place}`,
  );
});

/** JSON that looks like what these checkers read, wrong in any depth. */
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(null, true, 0, 1, '', '0', '1', '-1/2', '2/4', 'x', 'r', 'min', 'G'),
      fc.string(),
      fc.double(),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom('type', 'value', 'sense', 'columns', 'rows', 'name', 'primal', '__proto__'),
        fc.string(),
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));
const or = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: anyValue });
const name = or(fc.constantFrom('x', 'y', 'r', 's'));
const number = or(fc.constantFrom('0', '1', '-1', '1/2', '2/4'));
const pairs = or(fc.array(or(fc.tuple(name, number)), { maxLength: 2 }));
const value = or(
  fc.record({
    sense: or(fc.constantFrom('min', 'max')),
    columns: or(
      fc.array(or(fc.record({ name, objective: number, lower: or(fc.constant(null)), upper: number })), {
        maxLength: 2,
      }),
    ),
    rows: or(
      fc.array(
        or(fc.record({ name, type: fc.constantFrom('L', 'G', 'E'), rhs: number, coefficients: pairs })),
        { maxLength: 2 },
      ),
    ),
  }),
);
const candidate = fc.oneof(
  fc.record({ objective: number, primal: pairs, dual: pairs }),
  fc.record({ multipliers: pairs }),
  anyValue,
);

function isVerdict(answer: Answer): boolean {
  if (answer.verdict === 'ACCEPTED') return Object.keys(answer).length === 1;
  if (answer.verdict === 'INCONCLUSIVE') return answer.reason === 'UNSUPPORTED' && answer.bound.length > 0;
  return (
    answer.reason.length > 0 &&
    answer.reason.length <= 500 &&
    /^\/(claim|roles|sources)/.test(answer.at ?? '')
  );
}

test.each([
  ['optimization.lp_optimal@1', 'solution', SOLUTION.type, optimal],
  ['optimization.lp_infeasible@1', 'witness', WITNESS.type, infeasible],
] as const)(
  '%s: a verdict, and the same one twice, whatever JSON the roles hold',
  (claim, role, type, check) => {
    const broken = anyValue.map((value) => JSON.stringify(value));
    const program = fc.oneof(
      value.map((value) => document({ ...PROGRAM, value })),
      fc.constant(document(PROGRAM)),
      broken,
    );
    const other = fc.oneof(
      { weight: 5, arbitrary: candidate.map((value) => document({ type, value })) },
      { weight: 1, arbitrary: broken },
    );
    fc.assert(
      fc.property(program, other, (program, other) => {
        const asked = request(claim, { program, [role]: other });
        const answer = check(asked);
        expect(isVerdict(answer)).toBe(true);
        expect(check(asked)).toEqual(answer);
      }),
      { numRuns: 1500 },
    );
  },
);
