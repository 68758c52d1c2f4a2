import fc from 'fast-check';
import { allFlats } from './twins.ts';
import { type FlatsValue, letter, smallVectors, vectors } from './values.ts';

type Sets = readonly (readonly string[])[];

/** All sets of so many of the elements. */
function setsOf(size: number, [first, ...rest]: readonly string[]): string[][] {
  if (size === 0) return [[]];
  if (first === undefined) return [];
  return [...setsOf(size - 1, rest).map((set) => [first, ...set]), ...setsOf(size, rest)];
}

/** The cycle matroid of some edges, loops and parallel ones among them, on four vertices. */
const graphic = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 6 }).map((edges) =>
  allFlats(
    vectors(
      'Q',
      edges.map(([one, other]) => [0, 1, 2, 3].map((vertex) => +(vertex === one) - +(vertex === other))),
    ),
  ),
);

/**
 * A sparse paving matroid: some sets of as many elements as its rank are dependent, no two of which have all but one element in
 * common. Few of them come from vectors.
 */
const sparsePaving = fc
  .tuple(fc.integer({ min: 3, max: 6 }), fc.integer({ min: 2, max: 4 }))
  .filter(([size, rank]) => rank < size)
  .chain(([size, rank]) => {
    const elements = Array.from({ length: size }, (_, i) => letter(i));
    return fc
      .shuffledSubarray(setsOf(rank, elements))
      .map((chosen) => pavedWith(elements, rank, chosen.reduce<Sets>(keepApart, [])));
  });

function keepApart(kept: Sets, set: readonly string[]): Sets {
  const common = (other: readonly string[]) => set.filter((element) => other.includes(element)).length;
  return kept.every((other) => common(other) <= set.length - 2) ? [...kept, set] : kept;
}

function pavedWith(elements: readonly string[], rank: number, dependent: Sets): FlatsValue {
  const small = Array.from({ length: rank - 1 }, (_, size) => setsOf(size, elements));
  const others = setsOf(rank - 1, elements).filter(
    (set) => !dependent.some((circuit) => set.every((element) => circuit.includes(element))),
  );
  return { ground_set: elements, flats_by_rank: [...small, [...dependent, ...others], [elements]] };
}

/** The same without the flats just below the top. */
function truncated({ ground_set, flats_by_rank }: FlatsValue): FlatsValue {
  return { ground_set, flats_by_rank: [...flats_by_rank.slice(0, -2), ...flats_by_rank.slice(-1)] };
}

/** Each flat of the one joined with each flat of the other, whose elements get other names. */
function directSum(one: FlatsValue, other: FlatsValue): FlatsValue {
  const [left, right] = [one.flats_by_rank, other.flats_by_rank];
  const named = (set: readonly string[]) => set.map((element) => element.toUpperCase());
  const ranks = Array.from({ length: left.length + right.length - 1 }, (_, rank) => rank);
  return {
    ground_set: [...one.ground_set, ...named(other.ground_set)],
    flats_by_rank: ranks.map((rank) =>
      left.flatMap((list, i) =>
        list.flatMap((flat) => (right[rank - i] ?? []).map((set) => [...flat, ...named(set)])),
      ),
    ),
  };
}

/** The flats of a matroid on up to six elements: of vectors, of graphs, or of neither; truncated; a direct sum. */
export const matroids: fc.Arbitrary<FlatsValue> = fc.oneof(
  smallVectors(5).map(allFlats),
  graphic,
  sparsePaving,
  fc.oneof(graphic, sparsePaving).map(truncated),
  fc.tuple(smallVectors(3).map(allFlats), smallVectors(3).map(allFlats)).map((pair) => directSum(...pair)),
);

type Change = (value: FlatsValue, rank: number, set: number) => Sets[];

const word = ({ ground_set }: FlatsValue, set: number) => ground_set.filter((_, i) => (set >> i) % 2 === 1);
const at = (list: Sets, index: number) => index % Math.max(1, list.length);
const put = (list: Sets, index: number, set: readonly string[]) =>
  list.map((flat, i) => (i === at(list, index) ? set : flat));

const CHANGES: Readonly<Record<string, Change>> = {
  'a flat more': (value, rank, set) =>
    value.flats_by_rank.map((list, i) => (i === rank ? [...list, word(value, set)] : list)),
  'a flat less': ({ flats_by_rank }, rank, set) =>
    flats_by_rank.map((list, i) => (i === rank ? list.toSpliced(at(list, set), 1) : list)),
  'another flat in its place': (value, rank, set) =>
    value.flats_by_rank.map((list, i) => (i === rank ? put(list, set, word(value, set)) : list)),
  'an element more or less': (value, rank, set) => {
    const element = value.ground_set[set % Math.max(1, value.ground_set.length)] ?? '';
    const turned = (flat: readonly string[]) =>
      flat.includes(element) ? flat.filter((other) => other !== element) : [...flat, element];
    return value.flats_by_rank.map((list, i) =>
      i === rank ? put(list, set >> 3, turned(list[at(list, set >> 3)] ?? [])) : list,
    );
  },
  'a flat at the next rank': ({ flats_by_rank }, rank, set) =>
    flats_by_rank.map((list, i) => {
      if (i === rank) return list.toSpliced(at(list, set), 1);
      const below = i === rank + 1 ? (flats_by_rank[rank] ?? []) : [];
      return [...list, ...below.slice(at(below, set), at(below, set) + 1)];
    }),
  'a rank less': ({ flats_by_rank }, rank) => flats_by_rank.toSpliced(rank, 1),
  'a rank twice': ({ flats_by_rank }, rank) => flats_by_rank.toSpliced(rank, 0, flats_by_rank[rank] ?? []),
  'ranks turned around': ({ flats_by_rank }) => flats_by_rank.toReversed(),
};

/** The flats with a change: a few of them are again those of a matroid. */
export function changed(value: FlatsValue): fc.Arbitrary<FlatsValue> {
  const { flats_by_rank, ground_set } = value;
  return fc
    .tuple(
      fc.constantFrom(...Object.values(CHANGES)),
      fc.nat(Math.max(0, flats_by_rank.length - 1)),
      fc.nat(2 ** ground_set.length - 1),
    )
    .map(([change, rank, set]) => ({ ground_set, flats_by_rank: change(value, rank, set) }));
}
