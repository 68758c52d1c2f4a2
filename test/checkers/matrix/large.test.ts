import { describe, expect, it } from 'vitest';
import { request } from '../support/request.ts';
import { CHECKERS } from './support/checkers.ts';
import type { Roles } from './support/sized.ts';

/** The first modulus. */
const M = 2n ** 23n - 1n;

/** What an entry is changed by: also by multiples of the first modulus, the first two, the four numbers from it downwards. */
const CHANGES = [
  ...[1n, -1n, 10n ** 7n, M, M * (M - 1n), -(10n ** 40n)],
  // Two of the four are even, so that not all of them are moduli.
  (M * (M - 1n) * (M - 2n) * (M - 3n)) / 2n,
];

/** Where the entries of a role stand, by the members of its value. */
const ENTRIES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'matrix.integer@1': [['entries']],
  'vector.rational@1': [['entries']],
  'number.integer@1': [['value']],
  'matrix.rank_certificate@1': [['kernel']],
  'matrix.smith_form@1': ['D', 'U', 'V', 'U_inverse', 'V_inverse'].map((name) => [name, 'entries']),
  'matrix.hermite_form@1': ['H', 'U', 'U_inverse'].map((name) => [name, 'entries']),
};

/** The value with the number that stands last but `back` inside these members changed. */
function changed(value: unknown, members: readonly string[], back: number, by: bigint): unknown {
  const [name, ...rest] = members;
  if (name !== undefined) {
    const inside = value as Readonly<Record<string, unknown>>;
    return { ...inside, [name]: changed(inside[name], rest, back, by) };
  }
  if (typeof value === 'string') return `${BigInt(value) + by}`;
  const items = value as readonly unknown[];
  return items.with(-1 - (back % items.length), changed(items.at(-1 - (back % items.length)), [], back, by));
}

/** The matrix of these entries times a number, where `which` says so. */
function times(value: unknown, by: bigint, which: (row: number, column: number) => boolean): unknown {
  const matrix = value as { readonly entries: readonly (readonly string[])[] };
  const entries = matrix.entries.map((row, i) =>
    row.map((entry, j) => (which(i, j) ? `${BigInt(entry) * by}` : entry)),
  );
  return { ...matrix, entries };
}

/** The same statement about a matrix of which a row, a column or all is multiplied by a number: true where the other is. */
function multiplied(id: string, roles: Roles, by: bigint): Roles {
  const matrix = (which: (row: number, column: number) => boolean): Roles => {
    const [role] = [roles.matrix].filter((one) => one !== undefined);
    return role === undefined ? {} : { matrix: { ...role, value: times(role.value, by, which) } };
  };
  const form = (name: string, which: (row: number, column: number) => boolean): Roles => {
    const [role] = [roles.form].filter((one) => one !== undefined);
    const parts = role?.value as Readonly<Record<string, unknown>>;
    return role === undefined
      ? {}
      : { form: { ...role, value: { ...parts, [name]: times(parts[name], by, which) } } };
  };
  const all = () => true;
  const last = (_: number, column: number) => column === LAST;
  if (id === 'matrix.smith_normal_form') return { ...roles, ...matrix(all), ...form('D', all) };
  if (id === 'matrix.hermite_normal_form') return { ...roles, ...matrix(last), ...form('H', last) };
  if (id === 'matrix.linear_infeasible') return { ...roles, ...matrix(last) };
  const first = matrix((row) => row === 0);
  if (id === 'matrix.rank') return { ...roles, ...first };
  // The right-hand side of the first equation; the determinant.
  const name = id === 'matrix.determinant' ? 'determinant' : 'right_hand_side';
  const { type, value } = roles[name] as { readonly type: string; readonly value: object };
  if ('value' in value)
    return { ...roles, ...first, [name]: { type, value: { value: `${BigInt(`${value.value}`) * by}` } } };
  const { entries } = value as { readonly entries: readonly string[] };
  const changed = { ...value, entries: entries.with(0, `${BigInt(entries[0] ?? '') * by}`) };
  return { ...roles, ...first, [name]: { type, value: changed } };
}

/** The last column of the matrices below. */
const LAST = 17;

/** From 16 on a product has 4,096 multiplications and is done modulo primes; of a matrix and a vector, from 64 on. */
describe.each(CHECKERS)('$id of large matrices', ({ id, claim, check, of }) => {
  const size = id.startsWith('matrix.linear') ? 66 : 18;
  const right = of(size);

  it('is accepted where it is true', () => {
    for (const other of [size - 1, size, size + 1, size + 2, size + 3]) {
      expect(check(request(claim, of(other)))).toEqual({ verdict: 'ACCEPTED' });
    }
  });

  it('is decided where some numbers are long', () => {
    // 448 characters are cut into chunks; the sums of 300 chunks would not be exact.
    for (const digits of [430, 440, 447, 448, 449, 2100]) {
      const roles = multiplied(id, right, 10n ** BigInt(digits) - 1n);
      expect([digits, check(request(claim, roles))]).toEqual([digits, { verdict: 'ACCEPTED' }]);
    }
  });

  it('is rejected where one number is another', () => {
    for (const [name, role] of Object.entries(right)) {
      // Another right-hand side may be without a solution too.
      if (id === 'matrix.linear_infeasible' && name === 'right_hand_side') continue;
      for (const members of ENTRIES[role.type] ?? []) {
        // In each of the four places that columns are done in at once.
        for (const back of [0, 1, 2, 3, size - 1]) {
          for (const by of CHANGES) {
            const wrong = { ...role, value: changed(role.value, members, back, by) };
            const answer = check(request(claim, { ...right, [name]: wrong }));
            expect([name, members, back, by, answer.verdict]).toEqual([name, members, back, by, 'REJECTED']);
          }
        }
      }
    }
  });
});
