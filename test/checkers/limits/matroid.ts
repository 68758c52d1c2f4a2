import { accepted, document, exactly, type Instance, type LimitsOf, listOf, STEPS } from './instance.ts';

const flats = (groundSet: string, byRank: string): string =>
  document('matroid.flats@1', `{"flats_by_rank":${byRank},"ground_set":${groundSet}}`);
const label = (index: number): string => `"${index.toString(36).padStart(4, '0')}"`;

/** Multiples of one vector; the first ones have coordinates of nine digits. */
function oneLine(bytes: number): Instance {
  const count = Math.floor((bytes - 3000) / 51);
  const names = listOf(count, label);
  const listed = flats(names, `[[[]],[${names}]]`);
  const point = (i: number, digits: number) =>
    `{"coordinates":["${'1'.repeat(digits)}"],"label":${label(i)}}`;
  const points = Array.from({ length: count }, (_, i) => point(i, 1));
  return exactly(bytes, (padding) => {
    const more = Math.min(count, Math.ceil(padding / 8));
    const long = points.slice(0, more).map((_, i) => point(i, 1 + Math.min(8, padding - 8 * i)));
    const all = [...long, ...points.slice(more)].join(',');
    return {
      roles: {
        flats: listed,
        vectors: document(
          'matroid.vectors@1',
          `{"dimension":1,"field":{"prime":2147483647},"points":[${all}]}`,
        ),
      },
    };
  });
}

/** As many flats as there may be: none, every point, and all. */
function points(bytes: number): Instance {
  return exactly(bytes, (padding, shift) => {
    const count = 2 ** 19 - 2 - shift;
    const names = Array.from({ length: count }, (_, i) => `"${i.toString(36).padStart(16, '-')}"`);
    names[0] = `"${'#'.repeat(1 + (padding % 200))}"`;
    const extra = Math.floor(padding / 200);
    for (let i = 1; i <= extra; i++) names[i] = `"${'#'.repeat(200)}${(names[i] ?? '').slice(1)}`;
    const all = `[${names.join(',')}]`;
    return { roles: { flats: flats(all, `[[[]],[[${names.join('],[')}]],[${all}]]`) } };
  });
}

/** All subsets of so many elements. */
function subsets(size: number): Instance {
  const byRank = Array.from({ length: size + 1 }, (): string[] => []);
  for (let set = 0; set < 2 ** size; set++) {
    const held = Array.from({ length: size }, (_, i) => i).filter((i) => (set >> i) % 2 === 1);
    byRank[held.length]?.push(`[${held.map((i) => `"${i.toString(36)}"`).join(',')}]`);
  }
  const names = listOf(size, (i) => `"${i.toString(36)}"`);
  return { roles: { flats: flats(names, `[${byRank.map((list) => `[${list.join(',')}]`).join(',')}]`) } };
}

/** Points on a moment curve: all pairs are lines. Each vector is multiplied by the scale in one coordinate. */
function curve(count: number, scale: bigint): Instance {
  const names = listOf(count, label);
  const pairs = Array.from({ length: count }, (_, i) =>
    Array.from({ length: count - 1 - i }, (_, k) => `[${label(i)},${label(i + 1 + k)}]`),
  ).flat();
  const lines = `[${pairs.join(',')}]`;
  const points = listOf(count, (i) => {
    const x = scale + BigInt(i);
    return `{"coordinates":["1","${x}","${x * x}"],"label":${label(i)}}`;
  });
  return {
    roles: {
      flats: flats(names, `[[[]],${listOf(count, (i) => `[${label(i)}]`)},${lines},[${names}]]`),
      vectors: document('matroid.vectors@1', `{"dimension":3,"field":"Q","points":${points}}`),
    },
  };
}

export const MATROID: LimitsOf = {
  'matroid.flat_axioms': {
    largest: (bytes) => accepted('2^19 points', () => points(bytes)),
    dearest: [{ what: 'all subsets of 17', expected: STEPS, of: () => subsets(17) }],
  },
  'matroid.flats': {
    largest: (bytes) => accepted('650,000 points on a line', () => oneLine(bytes)),
    dearest: [accepted('255 points on a curve, 420 digits', () => curve(255, 10n ** 210n))],
  },
};
