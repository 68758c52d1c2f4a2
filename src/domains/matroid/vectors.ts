import { requireDistinct } from '../label.ts';
import { rationalFault } from '../rational.ts';
import { unusable } from '../unusable.ts';

/** A value of `matroid.vectors@1`. Whether the number `prime` is a prime is for the checker to say. */
export type LabelledVectors = {
  readonly field: 'Q' | { readonly prime: number };
  readonly dimension: number;
  readonly points: readonly { readonly label: string; readonly coordinates: readonly string[] }[];
};

/**
 * @throws AssayError LABEL_AMBIGUOUS; DOCUMENT_SCHEMA where a point has not `dimension` coordinates, and at a coordinate that is
 *   not a number of the field in its one form
 */
export function checkVectors({ field, dimension, points }: LabelledVectors): void {
  requireDistinct(
    points.map(({ label }) => label),
    'points',
  );
  const fault = field === 'Q' ? rationalFault : (text: string) => residueFault(text, field.prime);
  for (const [index, { coordinates }] of points.entries()) {
    if (coordinates.length !== dimension) {
      const short = coordinates.length < dimension;
      throw unusable(
        `this array is ${short ? 'shorter' : 'longer'} than \`dimension\` says`,
        'points',
        index,
        'coordinates',
      );
    }
    for (const [position, text] of coordinates.entries()) {
      const found = fault(text);
      if (found !== undefined) throw unusable(found, 'points', index, 'coordinates', position);
    }
  }
}

/** A text of 2^53 or more may be rounded here, but not below the greatest count. */
function residueFault(text: string, prime: number): string | undefined {
  const number = Number(text);
  return number >= 0 && number < prime ? undefined : 'over a prime field a coordinate is from 0 to p − 1';
}
