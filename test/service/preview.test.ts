import { expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { loadRules } from '../../src/domains/load-rules.ts';
import { valueJson } from '../../src/http/json/values.ts';
import { preview, roomBeside } from '../../src/services/references/preview.ts';
import { ReferenceKey } from '../../src/services/references/reference.ts';

const { contracts } = await loadRules();

const PLACES = contracts
  .capabilities()
  .flatMap(({ contract: { id, outputs } }) =>
    outputs.flatMap(({ name, types }) =>
      types.map((reference) => ({ capability: id, port: name, reference })),
    ),
  );

const TEXT = 'x'.repeat(40);
/** Values whose previews are as long as may be, at different depths. */
const VALUES = [TEXT, Array(9).fill(TEXT), Array(9).fill(Array(9).fill(TEXT)), ...members()];

function members(): object[] {
  const lists = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}${TEXT}`, Array(9).fill(TEXT)]));
  return [1, 2, 3, 5, 8, 9, 1000].map(lists);
}

test('an answer about a value has at most 1 KiB, whatever gave it', () => {
  const key = new ReferenceKey(new Uint8Array(32));
  const now = (): string => '2026-01-01T00:00:00.000Z';
  expect(PLACES.length).toBeGreaterThan(20);
  for (const { capability, port, reference } of PLACES) {
    const described = {
      ...reference,
      id: 'f'.repeat(32),
      digest: `sha256:${'f'.repeat(64)}`,
      size: 64 * 1024 * 1024,
      invocation: 'f'.repeat(32),
      capability,
      port,
      lifetime: 'SESSION',
      expiresAt: now(),
    } as const;
    const room = roomBeside(described);
    // Enough for dimensions and a few entries.
    expect(room).toBeGreaterThan(150);
    for (const value of VALUES) {
      const stored = {
        ...described,
        session: 'f'.repeat(32),
        handle: 999_999_999,
        preview: preview(canonicalise(JSON.parse(JSON.stringify(value))).value, room),
        createdAt: now(),
        liveUntil: now(),
        evicted: false,
      };
      const { size } = canonicalise(valueJson(stored, 'f'.repeat(32), { references: key, now }));
      expect(size).toBeLessThanOrEqual(1024);
    }
  }
});

/** Five rows and columns, each entry named after its place. */
const MATRIX = {
  columns: 5,
  entries: [0, 1, 2, 3, 4].map((row) => [0, 1, 2, 3, 4].map((column) => `${row}${column}`)),
  rows: 5,
};
const GRAPH = {
  edges: [
    ['a', 'b'],
    ['b', 'c'],
    ['a', 'c'],
  ],
  vertices: ['a', 'b', 'c'],
};
const POLYNOMIAL = { terms: [['-3', [2, 0]]], variables: ['x', 'y'] };

test.each([
  [
    'dimensions, and the first four entries of the first four rows',
    MATRIX,
    240,
    {
      columns: 5,
      entries: {
        items: 5,
        first: [
          { items: 5, first: ['00', '01', '02', '03'] },
          { items: 5, first: ['10', '11', '12', '13'] },
          { items: 5, first: ['20', '21', '22', '23'] },
          { items: 5, first: ['30', '31', '32', '33'] },
        ],
      },
      rows: 5,
    },
  ],
  [
    'where there is less room: the first two of each',
    MATRIX,
    200,
    {
      columns: 5,
      entries: {
        items: 5,
        first: [
          { items: 5, first: ['00', '01'] },
          { items: 5, first: ['10', '11'] },
        ],
      },
      rows: 5,
    },
  ],
  [
    'then one',
    MATRIX,
    100,
    { columns: 5, entries: { items: 5, first: [{ items: 5, first: ['00'] }] }, rows: 5 },
  ],
  ['then dimensions alone', MATRIX, 60, { columns: 5, entries: { items: 5 }, rows: 5 }],
  ['then how many members', MATRIX, 20, { members: 3 }],
  [
    'a graph',
    GRAPH,
    240,
    {
      edges: {
        items: 3,
        first: [
          { items: 2, first: ['a', 'b'] },
          { items: 2, first: ['b', 'c'] },
          { items: 2, first: ['a', 'c'] },
        ],
      },
      vertices: { items: 3, first: ['a', 'b', 'c'] },
    },
  ],
  [
    'a polynomial',
    POLYNOMIAL,
    240,
    {
      terms: { items: 1, first: [{ items: 2, first: ['-3', { items: 2 }] }] },
      variables: { items: 2, first: ['x', 'y'] },
    },
  ],
])('%s', (_, value, room, shown) => {
  expect(preview(canonicalise(value).value, room)).toEqual(shown);
});
