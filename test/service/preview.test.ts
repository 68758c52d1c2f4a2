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
