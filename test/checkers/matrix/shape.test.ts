import { describe, expect, it } from 'vitest';
import { document, integers, rationals, request, type Typed, where } from '../support/request.ts';
import { CHECKERS } from './support/checkers.ts';
import type { Roles } from './support/sized.ts';

const WRONG_TEXTS = [
  ...['', ' ', '+1', '-0', '00', '01', '-', '--1', '1 ', ' 1', '1\n', '0x1', '1e3', '1.0', 'NaN', '١', '1n'],
  ...['1/1', '2/4', '0/2', '1/0', '1/-2', '-1/-2', '1/', '/2', '1/2/3', '1/02', '1 /2'],
  // Too long for the arithmetic of doubles.
  ...[`${'7'.repeat(20)}/1`, `${'8'.repeat(20)}/2`, `2/${'8'.repeat(20)}`, `0/${'7'.repeat(20)}`],
];
const NO_TEXTS = [null, true, 0, 1, -0.5, [], ['1'], {}, { value: '1' }];
const NO_COUNTS = [null, true, '1', '', -1, 1.5, 2 ** 53, 1e300, [], [1], {}];
const NO_LISTS = [null, true, 0, '', '1', {}, { length: 2 }, { 0: '1' }];
const NO_OBJECTS = [null, true, 0, '', 'x', [], [[]]];

type Path = readonly (string | number)[];

/** Every place in a value, with what stands there. */
function places(value: unknown, path: Path = []): readonly (readonly [path: Path, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  const inside: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [[path, value], ...inside.flatMap(([key, item]) => places(item, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? replaced(item, rest, by) : item));
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [key]: replaced(record[key], rest, by) };
}

/** What must not stand in the place of this. */
function hostile(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return [...WRONG_TEXTS, ...NO_TEXTS];
  if (typeof value === 'number') return NO_COUNTS;
  if (Array.isArray(value)) return [...NO_LISTS, [...value, '1'], [...value, ['1']], [...value, 0]];
  const record = value as Readonly<Record<string, unknown>>;
  const fewer = Object.keys(record).map((name) => {
    const { [name]: _, ...rest } = record;
    return rest;
  });
  const names = ['', 'Rows', 'labels ', 'row-labels', 'kind', 'length ', 'hasOwnProperty'];
  return [...NO_OBJECTS, ...fewer, ...names.map((name) => ({ ...record, [name]: [] }))];
}

describe.each(CHECKERS)('$id', ({ claim, check, of }) => {
  const right = of(2);
  const verdict = (changed: Readonly<Record<string, Typed | string>>) =>
    where(check(request(claim, { ...right, ...changed })));

  it('rejects a wrong value in any place of any role, there', () => {
    for (const [name, role] of Object.entries(right)) {
      for (const [path, value] of places(role.value)) {
        for (const wrong of hostile(value)) {
          const changed = { ...role, value: replaced(role.value, path, wrong) };
          expect([path, wrong, verdict({ [name]: changed })]).toEqual([
            path,
            wrong,
            expect.stringContaining('REJECTED /roles/'),
          ]);
        }
      }
    }
  });

  it('rejects a fraction in a matrix of integers, there', () => {
    const { matrix } = right;
    if (matrix === undefined) throw new Error('no matrix');
    expect(matrix.type).toBe('matrix.integer@1');
    const value = replaced(matrix.value, ['entries', 1, 0], '1/2');
    expect(verdict({ matrix: { ...matrix, value } })).toBe('REJECTED /roles/matrix/value/entries/1/0');
  });

  it('rejects a minus zero as a number of JSON', () => {
    for (const [name, role] of Object.entries(right)) {
      for (const [path, value] of places(role.value)) {
        if (typeof value !== 'number') continue;
        const text = document({ ...role, value: replaced(role.value, path, 'minus zero') });
        expect(verdict({ [name]: text.replace('"minus zero"', '-0') })).toMatch(/^REJECTED \/roles\//);
      }
    }
  });

  it('rejects what is no document', () => {
    for (const [name, role] of Object.entries(right)) {
      const whole: Readonly<Record<string, unknown>> = JSON.parse(document(role));
      for (const wrong of hostile(whole)) {
        expect(verdict({ [name]: JSON.stringify(wrong) })).toBe(`REJECTED /roles/${name}`);
      }
      for (const member of ['schema', 'semantics']) {
        const uri = `artifact://sha256/${'0'.repeat(64)}`;
        for (const wrong of [
          null,
          1,
          [uri],
          '',
          `${uri}0`,
          `x${uri}`,
          uri.slice(0, -1),
          uri.replace(/0$/, 'A'),
        ]) {
          const text = JSON.stringify({ ...whole, [member]: wrong });
          expect(verdict({ [name]: text })).toBe(`REJECTED /roles/${name}/${member}`);
        }
      }
    }
  });
});

describe('a matrix of integers has no fraction, where it would be right', () => {
  const vector = (...entries: readonly string[]): Typed => ({
    type: 'vector.rational@1',
    value: { length: entries.length, entries },
  });
  const number = { type: 'number.rational@1', value: { value: '1/2' } };
  const certificate = {
    type: 'matrix.rank_certificate@1',
    value: { rank: 1, minor: { rows: [0], columns: [0] }, kernel: [] },
  };

  it.each<[string, readonly string[][], Roles]>([
    ['matrix.determinant', [['1/2']], { determinant: number }],
    ['matrix.rank', [['1/2']], { certificate }],
    ['matrix.linear_solution', [['1/2']], { right_hand_side: vector('1'), solution: vector('2') }],
    [
      'matrix.linear_infeasible',
      [['1/2'], ['1/2']],
      { right_hand_side: vector('0', '1'), witness: vector('1', '-1') },
    ],
  ])('%s', (id, entries, others) => {
    const checker = CHECKERS.find((one) => one.id === id);
    if (checker === undefined) throw new Error('no such checker');
    const verdict = (matrix: Typed) => where(checker.check(request(checker.claim, { matrix, ...others })));
    expect(verdict(rationals(entries))).toBe('ACCEPTED');
    expect(verdict(integers(entries))).toBe('REJECTED /roles/matrix/value/entries/0/0');
  });
});

/** Those that multiply a matrix with vectors. */
const LINEAR = CHECKERS.filter(({ id }) => id.startsWith('matrix.linear'));

const LABELS = ['a', 'b'];
const RIGHT_LABELS = [
  LABELS,
  ['9', '10'],
  ['a'.repeat(256), 'b'],
  ['😀'.repeat(256), 'b'],
  ['a ', 'a'],
  ['é', 'É'],
  ['\u00a0', '/'],
];
/** Each is wrong at its last label, or as a whole. */
const WRONG_LABELS = [
  ['a', ''],
  ['a', 'b\u0000'],
  ['a', 'b\n'],
  ['a', '\u007f'],
  ['a', '\u0085'],
  ['a', '\ud800'],
  ['a', 'b'.repeat(257)],
  ['a', '😀'.repeat(257)],
  ['a', 'b'.repeat(600)],
  ['a', 1],
  ['a', null],
  ['a', ['b']],
  ['a', 'a'],
  ['é', 'e\u0301'],
];
const NO_LABELS = [null, 'ab', {}, [], ['a'], ['a', 'b', 'c']];

/** The roles with these labels, or other things, in the place of a role's labels. */
function withLabels(roles: Roles, role: string, labels: Readonly<Record<string, unknown>>): Roles {
  const typed = roles[role];
  if (typed === undefined) throw new Error('no such role');
  return { ...roles, [role]: { ...typed, value: { ...(typed.value as object), ...labels } } };
}

describe.each(CHECKERS)('labels of a matrix in $id', ({ id, claim, check, of }) => {
  const verdict = (labels: Readonly<Record<string, unknown>>) =>
    where(check(request(claim, withLabels(of(2), 'matrix', labels))));
  // What joins nothing. The matrix of the rank, [A | A·K], has four columns: two labels never fit.
  const free: Readonly<Record<string, readonly string[]>> = {
    'matrix.determinant': ['row_labels', 'column_labels'],
    'matrix.rank': ['row_labels'],
    'matrix.linear_infeasible': ['column_labels'],
  };
  const axes = id === 'matrix.rank' ? ['row_labels'] : ['row_labels', 'column_labels'];

  it.each(axes)('in %s are free, or not there', (axis) => {
    const at = `REJECTED /roles/matrix/value/${axis}`;
    for (const labels of RIGHT_LABELS) {
      if (free[id]?.includes(axis)) expect(verdict({ [axis]: labels })).toBe('ACCEPTED');
      else expect(verdict({ [axis]: labels })).toMatch(/^REJECTED/);
    }
    for (const labels of WRONG_LABELS) expect(verdict({ [axis]: labels })).toBe(`${at}/1`);
    for (const labels of NO_LABELS) expect(verdict({ [axis]: labels })).toBe(at);
  });
});

describe.each(LINEAR)('vectors in $id', ({ claim, check, of }) => {
  it('have a component for each row or column that they are joined to', () => {
    const roles = of(3);
    for (const name of Object.keys(roles).filter((role) => role !== 'matrix')) {
      const role = roles[name] as Typed;
      const { entries } = role.value as { readonly entries: readonly string[] };
      for (const other of [
        [],
        entries.slice(1),
        entries.slice(0, -1),
        [...entries, '0'],
        [...entries, '1'],
      ]) {
        const value = { length: other.length, entries: other };
        expect(where(check(request(claim, { ...roles, [name]: { ...role, value } })))).toBe(
          `REJECTED /roles/${name}/value/length`,
        );
      }
    }
  });
});

describe.each(LINEAR)('labels in $id', (checker) => {
  const { id, claim, check, of } = checker;
  const [second, axis] =
    id === 'matrix.linear_solution'
      ? (['solution', 'column_labels'] as const)
      : (['witness', 'row_labels'] as const);
  const verdict = (roles: Roles) => where(check(request(claim, roles)));

  it('are the same on joined axes', () => {
    for (const labels of RIGHT_LABELS) {
      let roles = withLabels(of(2), 'matrix', { row_labels: labels, column_labels: LABELS });
      roles = withLabels(roles, 'right_hand_side', { labels });
      roles = withLabels(roles, second, { labels: axis === 'row_labels' ? labels : LABELS });
      expect(verdict(roles)).toBe('ACCEPTED');
      expect(verdict(withLabels(roles, 'right_hand_side', { labels: labels.toReversed() }))).toBe(
        'REJECTED /roles/right_hand_side/value',
      );
      expect(verdict(withLabels(roles, second, { labels: ['a', 'c'] }))).toBe(
        `REJECTED /roles/${second}/value`,
      );
      expect(verdict(withLabels(roles, second, { labels: undefined }))).toBe(
        `REJECTED /roles/${second}/value`,
      );
      expect(verdict(withLabels(roles, 'matrix', { [axis]: undefined }))).toMatch(/^REJECTED \/roles\//);
    }
  });

  it('are labels, though joined axes have the same ones', () => {
    for (const labels of WRONG_LABELS) {
      let roles = withLabels(of(2), 'matrix', { row_labels: labels, column_labels: LABELS });
      roles = withLabels(roles, 'right_hand_side', { labels });
      roles = withLabels(roles, second, { labels: axis === 'row_labels' ? labels : LABELS });
      expect(verdict(roles)).toBe('REJECTED /roles/matrix/value/row_labels/1');
    }
  });

  it.each(['right_hand_side', second])('of %s are labels', (role) => {
    const at = `REJECTED /roles/${role}/value/labels`;
    for (const labels of WRONG_LABELS) expect(verdict(withLabels(of(2), role, { labels }))).toBe(`${at}/1`);
    for (const labels of NO_LABELS) expect(verdict(withLabels(of(2), role, { labels }))).toBe(at);
  });
});
