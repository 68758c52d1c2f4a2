import { describe, expect, it } from 'vitest';
import { check as satisfiable } from '../../checkers/logic/satisfiable/check.ts';
import { check as hermite } from '../../checkers/matrix/hermite_normal_form/check.ts';
import { check as transpose } from '../../checkers/matrix/transpose/check.ts';
import { check as axioms } from '../../checkers/matroid/flat_axioms/check.ts';
import { check as membership } from '../../checkers/polynomial/ideal_membership/check.ts';
import { check as syzygy } from '../../checkers/polynomial/syzygy/check.ts';
import type { Answer, CheckRequest } from '../../checkers/protocol.ts';
import { integers, request, type Typed } from './support/request.ts';

/** What is too long is refused before its items are looked at; what is not, at the first item here. */
const zeros = (count: number): number[] => Array<number>(count).fill(0);

/** The place of a rejection, or the bound. */
const short = (answer: Answer): string => {
  if (answer.verdict === 'INCONCLUSIVE') return answer.bound;
  return answer.verdict === 'REJECTED' ? `${answer.at}` : answer.verdict;
};
const ask = (
  check: (asked: CheckRequest) => Answer,
  claim: string,
  roles: Readonly<Record<string, Typed>>,
): string => short(check(request(claim, roles)));

describe('lists and objects', () => {
  it('are at most 5,500,000 in all documents together; brackets in labels count too', () => {
    const verdict = (matrix: string, transposed: string) =>
      ask(transpose, 'matrix.transpose@1', {
        matrix: integers([[1]], { row_labels: [matrix] }),
        transpose: integers([[1]], { column_labels: [transposed] }),
      });
    // Two documents of two objects and three lists each.
    const [most, half] = [5_500_000 - 10, 2_750_000 - 5];
    const bound = 'documents of at most 5500000 lists and objects together';
    expect(verdict('['.repeat(most), ']')).toBe('/roles/matrix/value/row_labels/0');
    expect(verdict('['.repeat(most + 1), ']')).toBe(bound);
    expect(verdict('{'.repeat(half), '['.repeat(half))).toBe('/roles/matrix/value/row_labels/0');
    expect(verdict('{'.repeat(half), '['.repeat(half + 1))).toBe(bound);
    expect(verdict('[', '{'.repeat(most))).toBe(bound);
  });
});

describe('a matrix', () => {
  const bound = 'matrices of at most 262144 rows and 262144 columns';
  const one = integers([[1]]);
  const tall = (rows: number) => ({ rows, columns: 1, entries: zeros(rows) });
  const wide = (columns: number) => ({ rows: 1, columns, entries: [zeros(columns)] });

  it('has at most 2^18 rows and 2^18 columns', () => {
    const verdict = (value: object) =>
      ask(transpose, 'matrix.transpose@1', { matrix: { type: 'matrix.integer@1', value }, transpose: one });
    expect(verdict(tall(2 ** 18))).toBe('/roles/matrix/value/entries/0');
    expect(verdict(tall(2 ** 18 + 1))).toBe(bound);
    expect(verdict(wide(2 ** 18))).toBe('/roles/matrix/value/entries/0/0');
    expect(verdict(wide(2 ** 18 + 1))).toBe(bound);
    // Without rows there is nothing of that length.
    expect(verdict({ rows: 0, columns: 2 ** 18 + 1, entries: [] })).toBe('/roles/transpose/value/rows');
  });

  it('within a value too', () => {
    const part = one.value;
    const verdict = (H: object) =>
      ask(hermite, 'matrix.hermite_normal_form@1', {
        matrix: one,
        form: { type: 'matrix.hermite_form@1', value: { H, U: part, U_inverse: part } },
      });
    expect(verdict(tall(2 ** 18))).toBe('/roles/form/value/H/entries/0');
    expect(verdict(tall(2 ** 18 + 1))).toBe(bound);
    expect(verdict(wide(2 ** 18 + 1))).toBe(bound);
  });
});

describe('a formula', () => {
  it('has at most 2^22 clauses', () => {
    const verdict = (clauses: number) =>
      ask(satisfiable, 'logic.satisfiable@1', {
        formula: { type: 'logic.cnf@1', value: { variables: 0, clauses: zeros(clauses) } },
        assignment: { type: 'logic.assignment@1', value: { literals: [] } },
      });
    expect(verdict(2 ** 22)).toBe('/roles/formula/value/clauses/0');
    expect(verdict(2 ** 22 + 1)).toBe('formulas of at most 4194304 clauses');
  });
});

describe('the flats of a matroid', () => {
  it('are at most 2^19, of all ranks together', () => {
    const verdict = (...ranks: readonly number[]) =>
      ask(axioms, 'matroid.flat_axioms@1', {
        flats: { type: 'matroid.flats@1', value: { ground_set: [], flats_by_rank: ranks.map(zeros) } },
      });
    expect(verdict(1, 2 ** 19 - 1)).toBe('/roles/flats/value/flats_by_rank/0/0');
    expect(verdict(1, 2 ** 19)).toBe('at most 524288 flats');
    expect(verdict(2 ** 19 + 1)).toBe('at most 524288 flats');
  });
});

describe('polynomials', () => {
  const bound = 'at most 262144 polynomials in a role';
  const polynomials = (components: readonly unknown[]): Typed => ({
    type: 'polynomial.vector@1',
    value: { variables: [], components },
  });

  it('are at most 2^18 in a vector', () => {
    const verdict = (count: number) =>
      ask(membership, 'polynomial.ideal_membership@1', {
        generators: polynomials(zeros(count)),
        target: { type: 'polynomial@1', value: { variables: [], terms: [] } },
        cofactors: polynomials([]),
      });
    expect(verdict(2 ** 18)).toBe('/roles/generators/value/components/0');
    expect(verdict(2 ** 18 + 1)).toBe(bound);
  });

  it('are at most 2^18 in a list of vectors, an empty one counted as one', () => {
    const verdict = (vectors: readonly (readonly unknown[])[]) =>
      ask(syzygy, 'polynomial.syzygy@1', {
        generators: polynomials([]),
        syzygies: { type: 'polynomial.vectors@1', value: { variables: [], vectors } },
      });
    const empty = (count: number) => Array.from({ length: count }, () => []);
    expect(verdict([zeros(1), zeros(2 ** 18 - 1)])).toBe('/roles/syzygies/value/vectors/0/0');
    expect(verdict([zeros(1), zeros(2 ** 18)])).toBe(bound);
    expect(verdict([...empty(2 ** 18 - 1), zeros(1)])).toBe('/roles/syzygies/value/vectors/262143/0');
    expect(verdict([...empty(2 ** 18), zeros(1)])).toBe(bound);
  });
});
