import { reject } from '../../decide.ts';
import type { Budget } from '../../exact/budget.ts';
import { spanningCoordinates } from '../../exact/coordinates.ts';
import type { Field } from '../../exact/field.ts';
import type { Flat, Flats } from '../flats.ts';
import { lines, modulo, type Point } from './covers.ts';
import { Listing } from './listing.ts';

/** What looking up a flat costs for each of its elements. */
const ELEMENT = 50;

/**
 * Rejected unless the listed flats are those of the vectors over the field, each at its rank. The covers of a flat are the lines
 * modulo its span: from the loops upwards each must be listed, and nothing else may be. The work is bounded by what is listed.
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
  const [rank, size] = [points[0]?.vector.length ?? 0, points.length];
  if (listing.rank !== rank) reject('the lists are not one more than the rank of the vectors', flats.at);

  const isZero = ({ vector }: Point<Element>) => vector.every((coordinate) => coordinate === field.zero);
  const visit = (flat: Flat, height: number, outside: readonly Point<Element>[]): void => {
    // All that is outside of a flat of rank − 1 is on one line: the ground set is its only cover.
    if (height >= rank - 1) return;
    const found = lines(outside, field, budget);
    budget.spend((found.length * flat.length + outside.length) * ELEMENT);
    for (const line of found) {
      const cover = [...flat, ...line.elements].sort((one, other) => one - other);
      if (!listing.find(cover, height + 1) || height + 1 >= rank - 1) continue;
      visit(cover, height + 1, modulo(outside, line, field, budget));
    }
  };
  const loops = points.filter(isZero).map(({ element }) => element);
  listing.find(loops, 0);
  visit(
    loops,
    0,
    points.filter((point) => !isZero(point)),
  );
  if (rank > 0) listing.find([...Array(size).keys()], rank);
  listing.requireAllFound();
}
