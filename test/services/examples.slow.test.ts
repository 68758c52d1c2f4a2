import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_KINDS, readExamples } from '../../src/contracts/examples.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { BUILT_IN_CONTRACTS } from '../../src/installation.ts';
import { certifyBundle } from '../../src/services/certify-bundle.ts';
import { readHandoff } from '../../src/services/handoff.ts';
import { type OpenInstance, openInstance } from '../../src/services/open.ts';
import { replayBundle } from '../../src/services/replay.ts';

const claims = (await loadContracts()).claims();
const cases = claims.flatMap((claim) =>
  EXAMPLE_KINDS.map((kind) => [claim.contract.id, kind, claim] as const),
);

let folder: string;
let instance: OpenInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-examples-'));
  instance = await openInstance({ data: folder });
});
afterAll(async () => {
  await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(cases)(
  '%s: what is %s goes from a handoff to a certificate and its replay, or to a refusal',
  async (_, kind, claim) => {
    const examples = await readExamples(claim, [BUILT_IN_CONTRACTS]);
    const example = examples.find((each) => each.kind === kind);
    if (example === undefined) throw new Error('a claim has both examples');
    const result = await certifyBundle(readHandoff(example.handoff), instance);
    if (kind === 'refused') {
      expect(result).toMatchObject({ verdict: 'REJECTED' });
      return;
    }
    if (result.verdict !== 'ACCEPTED') throw new Error(`refused: ${result.reason}`);
    expect(result.checked.status).toBe('certified');
    const { checkers, pool, rules } = instance;
    expect(await replayBundle(result.checked, checkers, pool, rules)).toEqual({ result: 'reproduced' });
  },
);
