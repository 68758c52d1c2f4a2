import type { Budget } from '../../exact/budget.ts';
import type { Flat } from '../flats.ts';

/** Looking at one element of a set that may be held, or at one such set: measured. */
const STEP = 4;

/** For each of the upper sets the places of the lower sets that it holds properly. Elements are 0 to n − 1. */
export function heldBy(
  upper: readonly Flat[],
  lower: readonly Flat[],
  n: number,
  budget: Budget,
): readonly (readonly number[])[] {
  const empty = lower.flatMap((flat, index) => (flat.length === 0 ? [index] : []));
  const byFirst = inverse(
    lower.map((flat) => flat.slice(0, 1)),
    n,
  );
  const inside = new Uint8Array(n);
  return upper.map((flat) => {
    for (const element of flat) inside[element] = 1;
    const held = flat.length === 0 ? [] : [...empty];
    // Paid for afterwards: one set looks at most once at each element of the lower ones.
    let steps = held.length;
    for (const first of flat) {
      for (const index of byFirst[first] ?? []) {
        const candidate = lower[index] ?? [];
        const known = heldElements(candidate, inside);
        if (known === candidate.length && known < flat.length) held.push(index);
        steps += known + 1;
      }
    }
    budget.spend(steps * STEP);
    for (const element of flat) inside[element] = 0;
    return held;
  });
}

/** How many elements stand in the list before the first that is not inside. */
function heldElements(flat: Flat, inside: Uint8Array): number {
  let known = 0;
  while (known < flat.length && inside[flat[known] as number] === 1) known++;
  return known;
}

/** For each number from 0 to size − 1 the places of the lists that hold it, ascending. */
export function inverse(lists: readonly (readonly number[])[], size: number): readonly (readonly number[])[] {
  const places: number[][] = Array.from({ length: size }, () => []);
  for (const [index, list] of lists.entries()) for (const number of list) places[number]?.push(index);
  return places;
}
