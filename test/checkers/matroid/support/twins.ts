/** The claims a second time, by going through all subsets; an element is a bit. A value of the wrong shape makes no claim true. */
import type { FlatsValue, VectorsValue } from './values.ts';

type Fraction = readonly [numerator: bigint, denominator: bigint];

/** The rank over Q or modulo a prime, by elimination in fractions that are never reduced, or modulo the prime. */
export function rankOf(rows: readonly (readonly string[])[], field: VectorsValue['field']): number {
  const prime = field === 'Q' ? undefined : BigInt(field.prime);
  const reduce = ([a, b]: Fraction): Fraction =>
    prime === undefined ? [a, b] : [(((a * inverse(b, prime)) % prime) + prime) % prime, 1n];
  let rest = rows.map((row) => row.map((text) => reduce(fraction(text))));
  let rank = 0;
  for (let column = 0; column < (rows[0]?.length ?? 0); column++) {
    const pivot = rest.find((row) => row[column]?.[0] !== 0n);
    if (pivot === undefined) continue;
    rank++;
    const [p, q] = pivot[column] as Fraction;
    rest = rest
      .filter((row) => row !== pivot)
      .map((row) => {
        const [a, b] = row[column] as Fraction;
        return row.map(([x, y], k) => {
          const [u, v] = pivot[k] as Fraction;
          // x/y − (a/b)(q/p)(u/v)
          return reduce([x * b * p * v - a * q * u * y, y * b * p * v]);
        });
      });
  }
  return rank;
}

function fraction(text: string): Fraction {
  const [numerator, denominator = '1'] = text.split('/');
  return [BigInt(numerator as string), BigInt(denominator)];
}

function inverse(b: bigint, prime: bigint): bigint {
  let result = 1n;
  for (let [exponent, square] = [prime - 2n, ((b % prime) + prime) % prime]; exponent > 0n; exponent /= 2n) {
    if (exponent % 2n === 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return prime === 2n ? 1n : result;
}

/** All flats of the vectors: the subsets that no further element leaves at their rank. */
export function allFlats({ field, points }: VectorsValue): FlatsValue {
  const labels = points.map(({ label }) => label);
  const rank = Array.from({ length: 2 ** points.length }, (_, set) =>
    rankOf(
      points.filter((_, i) => hasBit(set, i)).map(({ coordinates }) => coordinates),
      field,
    ),
  );
  const byRank: string[][][] = Array.from({ length: (rank.at(-1) ?? 0) + 1 }, () => []);
  for (const [set, height] of rank.entries()) {
    const closed = labels.every((_, i) => hasBit(set, i) || (rank[set | (1 << i)] ?? 0) > height);
    if (closed) byRank[height]?.push(labels.filter((_, i) => hasBit(set, i)));
  }
  return { ground_set: labels, flats_by_rank: byRank };
}

function hasBit(set: number, i: number): boolean {
  return ((set >> i) & 1) === 1;
}

/** The flats as sets of bits; undefined where an element is repeated, unknown or no label, or the value has another shape. */
function readSets(
  value: FlatsValue,
): { readonly all: number; readonly byRank: readonly (readonly number[])[] } | undefined {
  const { ground_set: labels, flats_by_rank: byRank } = value;
  const isLabel = (label: unknown) => typeof label === 'string' && label !== '';
  if (!Array.isArray(labels) || !labels.every(isLabel)) return undefined;
  if (new Set(labels.map((label) => label.normalize('NFC'))).size < labels.length) return undefined;
  if (!Array.isArray(byRank) || !byRank.every((flats) => Array.isArray(flats) && flats.every(Array.isArray)))
    return undefined;
  const inside = (flat: readonly string[]) =>
    new Set(flat).size === flat.length && flat.every((label) => labels.includes(label));
  if (!byRank.flat().every(inside)) return undefined;
  const bits = (flat: readonly string[]) =>
    flat.reduce((set, label) => set | (1 << labels.indexOf(label)), 0);
  return { all: 2 ** labels.length - 1, byRank: byRank.map((flats) => flats.map(bits)) };
}

/** Whether these are the flats of the vectors, which must have the right shape. */
export function areFlatsOf(vectors: VectorsValue, value: FlatsValue): boolean {
  if (readSets(value) === undefined) return false;
  const form = (byRank: readonly (readonly (readonly string[])[])[]) =>
    JSON.stringify(byRank.map((flats) => flats.map((flat) => [...flat].sort().join()).sort()));
  const expected = allFlats(vectors);
  return (
    [...value.ground_set].sort().join() === [...expected.ground_set].sort().join() &&
    form(value.flats_by_rank) === form(expected.flats_by_rank)
  );
}

/** The axioms word by word. */
export function areFlats(value: FlatsValue): boolean {
  const sets = readSets(value);
  return sets !== undefined && isLattice(sets.byRank, sets.all);
}

export function isLattice(byRank: readonly (readonly number[])[], all: number): boolean {
  const flats = byRank.flatMap((list, rank) => list.map((set) => ({ set, rank })));
  const known = new Set(flats.map(({ set }) => set));
  if (known.size < flats.length || byRank[0]?.length !== 1) return false;
  const top = byRank.at(-1) ?? [];
  if (top.length !== 1 || top[0] !== all) return false;
  if (!flats.every((a) => flats.every((b) => known.has(a.set & b.set)))) return false;
  const holds = (a: number, b: number) => (a & b) === b && a !== b;
  return flats.every(({ set, rank }) => {
    const above = flats.filter((other) => holds(other.set, set));
    const covers = above.filter((cover) => !above.some((between) => holds(cover.set, between.set)));
    const differences = covers.map((cover) => cover.set & ~set);
    return (
      covers.every((cover) => cover.rank === rank + 1) &&
      differences.reduce((sum, difference) => sum + difference, 0) === (all & ~set) &&
      differences.every((one, i) => differences.every((other, j) => i === j || (one & other) === 0))
    );
  });
}
