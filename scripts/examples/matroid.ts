import type { Examples, Given } from './example.ts';

function flats(...middle: readonly (readonly string[])[]): Given {
  const ground_set = ['a', 'b', 'c'];
  return { type: 'matroid.flats@1', value: { ground_set, flats_by_rank: [[[]], middle, [ground_set]] } };
}

/** c is twice a. */
const VECTORS: Given = {
  type: 'matroid.vectors@1',
  value: {
    field: 'Q',
    dimension: 2,
    points: [
      { label: 'a', coordinates: ['1', '0'] },
      { label: 'b', coordinates: ['0', '1'] },
      { label: 'c', coordinates: ['2', '0'] },
    ],
  },
};

export const matroids: Examples = {
  flats: {
    accepted: { vectors: VECTORS, flats: flats(['a', 'c'], ['b']) },
    // Flats of a matroid, but not of this one.
    refused: { flats: flats(['a'], ['b'], ['c']) },
  },
  flat_axioms: {
    accepted: { flats: flats(['a'], ['b'], ['c']) },
    // No flat of rank 1 holds c.
    refused: { flats: flats(['a'], ['b']) },
  },
};
