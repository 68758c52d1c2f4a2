import { reject } from '../../decide.ts';
import type { Budget } from '../../exact/budget.ts';
import { spanningCoordinates } from '../../exact/coordinates.ts';
import type { Field } from '../../exact/field.ts';
import type { Flat, Flats } from '../flats.ts';
import { lines, modulo, type Point } from './covers.ts';
import { Listing } from './listing.ts';

/** Making a text of one coordinate, or looking up one element of a flat: measured. */
const TEXT = 100;

/**
 * Rejected unless the listed flats are those of the vectors over the field, each at its rank. The covers of a flat are the lines
 * modulo its span: from the loops upwards each must be listed, and nothing else may be.
 *
 * @param vectors The vector of each element of the ground set.
 */
export function requireFlats<Element extends number | bigint>(
  flats: Flats,
  vectors: readonly (readonly Element[])[],
  field: Field<Element>,
  budget: Budget,
): void {
  const listing = new Listing(flats);
  const points = spanningCoordinates(vectors, field, budget).map((vector, element) => ({ element, vector }));
  const rank = points[0]?.vector.length ?? 0;
  if (listing.rank !== rank) reject('the lists are not one more than the rank of the vectors', flats.at);
  spendOnWalk(flats, field, budget);

  const visit = (flat: Flat, height: number, outside: readonly Point<Element>[]): void => {
    for (const line of lines(outside, field)) {
      const cover = [...flat, ...line.elements].sort((one, other) => one - other);
      const first = listing.find(cover, height + 1);
      // A flat of rank − 1 is not visited: its only cover is the ground set.
      if (first && height + 2 < rank) visit(cover, height + 1, modulo(outside, line, field));
    }
  };
  const isZero = ({ vector }: Point<Element>) => vector.every((coordinate) => coordinate === field.zero);
  const loops = points.filter(isZero).map(({ element }) => element);
  const others = points.filter((point) => !isZero(point));
  listing.find(loops, 0);
  if (rank > 1) visit(loops, 0, others);
  if (rank > 0) listing.find([...points.keys()], rank);
  listing.requireAllFound();
}

/** Each flat is visited at most once, whatever is listed; those of rank − 1 and above only looked up. */
function spendOnWalk<Element>(
  { byRank, groundSet: { length } }: Flats,
  { productSteps, inverseSteps }: Field<Element>,
  budget: Budget,
): void {
  for (const [height, list] of byRank.slice(0, -2).entries()) {
    const coordinates = byRank.length - 1 - height;
    const arithmetic = length * (coordinates * (2 * productSteps + TEXT) + 3 * productSteps) + inverseSteps;
    for (const flat of list) budget.spend(arithmetic + (length - flat.length) * (flat.length + 2) * TEXT);
  }
}
