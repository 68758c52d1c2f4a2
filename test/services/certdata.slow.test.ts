import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import { readBeside } from '../../src/cli/files.ts';
import { certifyBundle } from '../../src/services/certify-bundle.ts';
import { HANDOFF_LIMITS, readHandoff } from '../../src/services/handoff.ts';
import { type OpenInstance, openInstance } from '../../src/services/open.ts';
import { replayBundle } from '../../src/services/replay.ts';

const SAMPLES = fileURLToPath(new URL('../../../shared/certdata/', import.meta.url));

interface Sample {
  readonly file: string;
  readonly claim: string;
  readonly expected: 'certified' | 'refused';
  readonly why: string;
}

const samples: readonly Sample[] = existsSync(SAMPLES)
  ? JSON.parse(readFileSync(join(SAMPLES, 'manifest.json'), 'utf8'))
  : [];

describe.skipIf(samples.length === 0)(
  "real provers' handoffs, each through its checker's own process",
  () => {
    let folder: string;
    let instance: OpenInstance;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'assay-services-'));
      instance = await openInstance({ data: folder });
    });

    afterAll(async () => {
      await instance.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test.each(samples)('$file is $expected', async ({ file, claim, expected }) => {
      const path = join(SAMPLES, file);
      const handoff = readHandoff(parse(readFileSync(path), HANDOFF_LIMITS).value);
      expect(handoff.claim).toBe(claim);
      const result = await certifyBundle(handoff, instance, { discharge: true, readFile: readBeside(path) });
      expect(result.verdict).toBe(expected === 'certified' ? 'ACCEPTED' : 'REJECTED');
      if (result.verdict !== 'ACCEPTED') return;
      expect(result.checked.status).toBe('certified');
      const { checkers, pool, rules } = instance;
      expect(await replayBundle(result.checked, checkers, pool, rules)).toEqual({ result: 'reproduced' });
    });
  },
);
