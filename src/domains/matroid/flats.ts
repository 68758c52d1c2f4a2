import { requireDistinct } from '../label.ts';
import { unusable } from '../unusable.ts';

/** A value of `matroid.flats@1`. A label that a flat lists twice, and a flat listed twice, is for the checker to refuse. */
export type Flats = {
  readonly ground_set: readonly string[];
  readonly flats_by_rank: readonly (readonly (readonly string[])[])[];
};

/** @throws AssayError LABEL_AMBIGUOUS; DOCUMENT_SCHEMA at a label of a flat that is not in the ground set */
export function checkFlats({ ground_set, flats_by_rank }: Flats): void {
  requireDistinct(ground_set, 'ground_set');
  const defined = new Set(ground_set);
  for (const [rank, flats] of flats_by_rank.entries()) {
    for (const [index, flat] of flats.entries()) {
      const unknown = flat.findIndex((label) => !defined.has(label));
      if (unknown >= 0) {
        throw unusable('this label is not in the ground set', 'flats_by_rank', rank, index, unknown);
      }
    }
  }
}
