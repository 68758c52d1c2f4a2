import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../checkers/protocol.ts';
import { jsonLike } from '../support/json.ts';
import { document, request } from '../support/request.ts';
import { CHECKERS } from './support/checkers.ts';

const TYPES = [
  'matrix.integer@1',
  'matrix.rational@1',
  'vector.rational@1',
  'matrix.rank_certificate@1',
  'matrix.smith_form@1',
  'matrix.hermite_form@1',
  'number.integer@1',
  'number.rational@1',
];
const PARTS = ['D', 'U', 'V', 'U_inverse', 'V_inverse', 'H'];
const NAMES = [
  ...['type', 'schema', 'value', 'rows', 'columns', 'entries', 'length', 'labels', 'row_labels'],
  ...['rank', 'minor', 'kernel', ...PARTS],
];
const any = jsonLike(NAMES, TYPES);
const or = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary }, { weight: 1, arbitrary: any });
const count = or(fc.constantFrom(0, 1, 1, 2, 2 ** 53 - 1));
const number = or(fc.constantFrom('0', '1', '1', '-1', '2', '1/2', '2/4'));
const list = (item: fc.Arbitrary<unknown>) => or(fc.array(item, { maxLength: 2 }));
const labels = list(or(fc.constantFrom('a', 'b', 'é', 'e\u0301', '')));
const matrix = fc.record(
  { rows: count, columns: count, entries: list(list(number)), row_labels: labels, column_labels: labels },
  { requiredKeys: ['rows', 'columns', 'entries'] },
);
const vector = fc.record(
  { length: count, entries: list(number), labels },
  { requiredKeys: ['length', 'entries'] },
);
const certificate = fc.record({
  rank: count,
  minor: or(fc.record({ rows: list(count), columns: list(count) })),
  kernel: list(list(number)),
});
const form = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, or(matrix)])));
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'matrix.integer@1': matrix,
  'matrix.rational@1': matrix,
  'vector.rational@1': vector,
  'matrix.rank_certificate@1': certificate,
  'matrix.smith_form@1': form(PARTS.slice(0, 5)),
  'matrix.hermite_form@1': form(['H', 'U', 'U_inverse']),
  'number.integer@1': fc.record({ value: number }),
};

function text(type: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 9, arbitrary: or(values[type] ?? any).map((value) => document({ type, value })) },
    { weight: 1, arbitrary: any.map((value) => JSON.stringify(value)) },
  );
}

function isVerdict(answer: Answer): boolean {
  if (answer.verdict === 'ACCEPTED') return Object.keys(answer).length === 1;
  if (answer.verdict === 'INCONCLUSIVE') return answer.reason === 'UNSUPPORTED' && answer.bound.length > 0;
  return /^.{1,500}$/.test(answer.reason) && /^\/roles\//.test(answer.at ?? '');
}

describe.each(CHECKERS)('$id', ({ claim, check, of }) => {
  const right = of(2);

  it('gives a verdict, and the same one twice, whatever JSON the roles hold', () => {
    const roles = fc.record(
      Object.fromEntries(Object.entries(right).map(([name, { type }]) => [name, text(type)])),
    );
    fc.assert(
      fc.property(roles, (roles) => {
        const asked = request(claim, roles);
        const answer = check(asked);
        expect(isVerdict(answer)).toBe(true);
        expect(check(asked)).toEqual(answer);
      }),
      { numRuns: 1000 },
    );
  });

  it('is asked with its own claim and roles, and no source', () => {
    expect(check(request(claim, right))).toEqual({ verdict: 'ACCEPTED' });
    expect(check(request(`${claim}0`, right))).toMatchObject({ at: '/claim' });
    expect(check(request(claim, { ...right, other: { type: TYPES[0] ?? '', value: {} } }))).toMatchObject({
      at: '/roles',
    });
    for (const [name, role] of Object.entries(right)) {
      const { [name]: _, ...fewer } = right;
      expect(check(request(claim, fewer))).toMatchObject({ at: '/roles' });
      expect(check(request(claim, { ...fewer, other: role }))).toMatchObject({ at: '/roles' });
      expect(check(request(claim, right, { [name]: role }))).toMatchObject({ at: '/sources' });
      for (const type of TYPES.filter((other) => values[other] !== values[role.type])) {
        if (type === 'number.rational@1' && name === 'determinant') continue;
        expect(check(request(claim, { ...right, [name]: { ...role, type } }))).toMatchObject({
          verdict: 'REJECTED',
          at: `/roles/${name}/type`,
        });
      }
    }
  });
});
