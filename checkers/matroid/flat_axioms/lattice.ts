import { reject } from '../../decide.ts';
import type { Budget } from '../../exact/budget.ts';
import type { Flat } from '../flats.ts';
import { heldBy, inverse } from './held.ts';

/** Looking at one element, or at one chain of three sets: measured. */
const STEP = 4;

type Places = readonly (readonly number[])[];

/**
 * Rejected unless sets with ranks, one at rank 0 and all n elements alone on top, are the flats of a matroid. F < G says that G
 * holds F properly and has the next rank. Asked is that
 *
 * 1. every set above rank 0 is G in some F < G,
 * 2. for each F below the top, the differences G − F of all G > F partition the elements that are not in F,
 * 3. for each F and A with any H in F < H < A, the differences H − F of all such H partition A − F.
 *
 * The flats of a matroid are so. That such sets are the flats of one:
 *
 * (a) Where a chain F < … < A leads from F to A, the G > F that holds an element x of A − F has a chain to A. With one step G is
 *     A; with two it is 3. With more, let F < H be the first step. If H holds x, G is H. Else the K > H that holds x has a chain
 *     to A by induction, and G < K by 3.
 * (b) If F ⊆ A, a chain leads from F to A. Of the sets with chains to both F and A, which there are by 1, let C have the greatest
 *     rank. If F held an x that C does not, the G > C that holds x would by (a) have chains to both. So C is F.
 * (c) In the same way, the set of greatest rank with chains to both A and B is their intersection.
 * (d) By (b) equal sets have the same rank, and then by 1 and 2 are one set in the list. The sets G > F are the covers of F.
 */
export function requireLattice(
  byRank: readonly (readonly Flat[])[],
  n: number,
  at: string,
  budget: Budget,
): void {
  let heldBelow: Places = [[]];
  for (let rank = 1; rank < byRank.length; rank++) {
    const [lower, upper] = [byRank[rank - 1] ?? [], byRank[rank] ?? []];
    const held = heldBy(upper, lower, n, budget);
    const alone = held.findIndex((places) => places.length === 0);
    if (alone >= 0) reject('the set holds none of the rank below', `${at}/${rank}/${alone}`);
    requirePartitions(lower, upper, held, n, `${at}/${rank - 1}`, budget);
    if (rank > 1) {
      const lowest = byRank[rank - 2] ?? [];
      requireIntervals([lowest, lower, upper], [heldBelow, held], `${at}/${rank}`, budget);
    }
    heldBelow = held;
  }
}

/** 2, for the lower of two ranks. */
function requirePartitions(
  lower: readonly Flat[],
  upper: readonly Flat[],
  held: Places,
  n: number,
  at: string,
  budget: Budget,
): void {
  const seen = new Int32Array(n);
  for (const [index, places] of inverse(held, lower.length).entries()) {
    const flat = lower[index] ?? [];
    const covers = places.map((place) => upper[place] ?? []);
    const sum = covers.reduce((total, cover) => total + cover.length, 0);
    // One cover meets no other: so all that lies below the top alone is not looked at.
    if (covers.length > 1) {
      budget.spend((flat.length + sum) * STEP);
      for (const element of flat) seen[element] = -index - 1;
      for (const element of covers.flat()) {
        if (seen[element] === index + 1)
          reject('two sets of the next rank meet outside of it', `${at}/${index}`);
        if (seen[element] !== -index - 1) seen[element] = index + 1;
      }
    }
    if (sum - covers.length * flat.length !== n - flat.length) {
      reject('the sets of the next rank that hold it do not hold all', `${at}/${index}`);
    }
  }
}

/** 3, for the uppermost of three ranks. The differences are disjoint by 2, so their sizes decide. */
function requireIntervals(
  [lowest, lower, upper]: readonly [readonly Flat[], readonly Flat[], readonly Flat[]],
  [heldBelow, held]: readonly [Places, Places],
  at: string,
  budget: Budget,
): void {
  const between = new Int32Array(lowest.length);
  for (const [index, places] of held.entries()) {
    budget.spend(places.reduce((sum, place) => sum + STEP * (heldBelow[place]?.length ?? 0), STEP));
    const size = upper[index]?.length ?? 0;
    const touched = new Set<number>();
    for (const place of places) {
      for (const low of heldBelow[place] ?? []) {
        between[low] = (between[low] as number) + (lower[place]?.length ?? 0) - (lowest[low]?.length ?? 0);
        touched.add(low);
      }
    }
    for (const low of touched) {
      if (between[low] !== size - (lowest[low]?.length ?? 0)) {
        reject('the sets between it and one two ranks below do not hold all of it', `${at}/${index}`);
      }
      between[low] = 0;
    }
  }
}
