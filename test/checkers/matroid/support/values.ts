import fc from 'fast-check';
import { check as checkAxioms } from '../../../../checkers/matroid/flat_axioms/check.ts';
import { check as checkFlats } from '../../../../checkers/matroid/flats/check.ts';
import { request, where } from '../../support/request.ts';

export type Field = 'Q' | { readonly prime: number };

export interface VectorsValue {
  readonly field: Field;
  readonly dimension: number;
  readonly points: readonly { readonly label: string; readonly coordinates: readonly string[] }[];
}

export interface FlatsValue {
  readonly ground_set: readonly string[];
  readonly flats_by_rank: readonly (readonly (readonly string[])[])[];
}

/** What the checker says of these flats of these vectors. */
export function flatsOf(vectors: unknown, flats: unknown): string {
  return where(checkFlats(flatsRequest(vectors, flats)));
}

export function flatsRequest(vectors: unknown, flats: unknown) {
  return request('matroid.flats@1', {
    vectors: { type: 'matroid.vectors@1', value: vectors },
    flats: { type: 'matroid.flats@1', value: flats },
  });
}

/** What the checker says of these flats of any matroid. */
export function lattice(flats: unknown): string {
  return where(checkAxioms(axiomsRequest(flats)));
}

export function axiomsRequest(flats: unknown) {
  return request('matroid.flat_axioms@1', { flats: { type: 'matroid.flats@1', value: flats } });
}

/** Vectors over a field, labelled a, b, c, …, with what stands in each row. */
export function vectors(
  field: Field,
  rows: readonly (readonly (number | bigint | string)[])[],
): VectorsValue {
  const points = rows.map((row, index) => ({ label: letter(index), coordinates: row.map(String) }));
  return { field, dimension: rows[0]?.length ?? 0, points };
}

export function letter(index: number): string {
  return String.fromCharCode(97 + index);
}

/** Flats written as words of one-letter labels: `flats('ab', [''], ['a', 'b'], ['ab'])`. */
export function flats(groundSet: string, ...byRank: readonly (readonly string[])[]): FlatsValue {
  return { ground_set: [...groundSet], flats_by_rank: byRank.map((words) => words.map((word) => [...word])) };
}

/** The same flats: elements, flats and the labels of a flat in any order. */
export function reordered({ ground_set, flats_by_rank }: FlatsValue): fc.Arbitrary<FlatsValue> {
  const shuffled = <Item>(list: readonly Item[]) =>
    fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length });
  const ranks = flats_by_rank.map((list) =>
    shuffled(list).chain((flats) => fc.tuple(...flats.map(shuffled))),
  );
  return fc.record({ ground_set: shuffled(ground_set), flats_by_rank: fc.tuple(...ranks) });
}

/** Small sets of vectors: zero vectors, multiples and dependences are frequent. */
export function smallVectors(most = 6): fc.Arbitrary<VectorsValue> {
  const field = fc.constantFrom<Field[]>(
    'Q',
    'Q',
    { prime: 2 },
    { prime: 3 },
    { prime: 5 },
    { prime: 2147483647 },
  );
  return fc.tuple(field, fc.integer({ min: 0, max: 4 })).chain(([field, dimension]) => {
    const coordinate =
      field === 'Q'
        ? fc.constantFrom('0', '0', '1', '-1', '2', '1/2', '-2/3')
        : fc.constantFrom(
            ...['0', '0', '1', `${field.prime - 1}`, '2'].filter((x) => Number(x) < field.prime),
          );
    const row = fc.array(coordinate, { minLength: dimension, maxLength: dimension });
    return fc.array(row, { maxLength: most }).map((rows) => ({ ...vectors(field, rows), dimension }));
  });
}
