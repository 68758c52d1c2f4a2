import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import { clearDenominators } from '../../exact/common-denominator.ts';
import type { Field } from '../../exact/field.ts';
import { LargeField } from '../../exact/large-field.ts';
import { SmallField } from '../../exact/small-field.ts';
import type { Vectors } from '../../exact/vectors.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { type Flats, readFlats } from '../flats.ts';
import { exponentAboveMinors } from './large-prime.ts';
import { type LabelledVectors, readVectors } from './vectors.ts';
import { requireFlats } from './walk.ts';

/** Decides `matroid.flats@1`: the flats are those of the vectors, each once, at its rank. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'matroid.flats@1', ['vectors', 'flats']);
    const budget = new Budget();
    const vectors = readVectors(roles[0], '/roles/vectors', budget);
    const flats = readFlats(roles[1], '/roles/flats');
    const rank = flats.byRank.length - 1;
    const listed = flats.byRank.reduce((sum, list) => sum + list.length, 0);
    // The subsets of a basis span different flats. So a walk through those that are listed is never deeper than 19.
    if (listed < 2 ** rank) reject('a matroid of this rank has more flats', flats.at);
    const coordinates = inOrderOf(flats.groundSet, vectors);
    if (vectors.prime !== undefined) requireOver(new SmallField(vectors.prime), coordinates, flats, budget);
    else requireOverRationals(coordinates, flats, budget);
  });
}

/** The vectors of the elements; rejected unless the labels of the vectors are the ground set. */
function inOrderOf(groundSet: Flats['groundSet'], { labels, coordinates }: LabelledVectors): Vectors {
  const at = '/roles/flats/value/ground_set';
  if (groundSet.length !== labels.length) reject('there are not as many labels as vectors', at);
  const byLabel = new Map(labels.map((label, index) => [label, coordinates[index]]));
  return groundSet.map(
    (label, index) => byLabel.get(label) ?? reject('no vector has this label', `${at}/${index}`),
  );
}

/** Over Q each vector may be scaled, and a large prime field serves as well: see `exponentAboveMinors`. */
function requireOverRationals(coordinates: Vectors, flats: Flats, budget: Budget): void {
  const { vectors } = clearDenominators(coordinates, budget);
  const rows = vectors.map((vector) => vector.map(BigInt));
  // A rank of at most k shows in the minors of k + 1 rows.
  const size = Math.min(flats.byRank.length, rows[0]?.length ?? 0);
  const exponent = exponentAboveMinors(rows, size);
  if (exponent === 31) requireOver(new SmallField(2 ** 31 - 1), vectors, flats, budget);
  else requireOver(new LargeField(2n ** BigInt(exponent) - 1n), vectors, flats, budget);
}

function requireOver<Element extends number | bigint>(
  field: Field<Element>,
  integers: Vectors,
  flats: Flats,
  budget: Budget,
): void {
  const vectors = integers.map((vector) => vector.map((text) => field.element(BigInt(text))));
  requireFlats(flats, vectors, field, budget);
}
