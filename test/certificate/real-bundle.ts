import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '../../src/canonical/canonical.ts';
import { readBeside } from '../../src/cli/files.ts';
import { certifyBundle } from '../../src/services/certify-bundle.ts';
import { readHandoff } from '../../src/services/handoff.ts';
import { openInstance } from '../../src/services/open.ts';

const HANDOFF = fileURLToPath(new URL('../../fixtures/paw/handoff.json', import.meta.url));

/** The quickstart's bundle, made by the services with its transpose discharged, and the trust root it was made under. */
export async function realBundle(): Promise<{ readonly bundle: Uint8Array; readonly trust: Uint8Array }> {
  const data = await mkdtemp(join(tmpdir(), 'assay-bundle-'));
  const instance = await openInstance({ data, workers: 1 });
  try {
    const handoff = readHandoff(parse(await readFile(HANDOFF)).value);
    const result = await certifyBundle(handoff, instance, { discharge: true, readFile: readBeside(HANDOFF) });
    if (result.verdict !== 'ACCEPTED') throw new Error(result.reason);
    const { envelope } = await instance.store.trustRoot();
    return { bundle: result.bundle.bytes, trust: envelope };
  } finally {
    await instance.close();
    await rm(data, { recursive: true });
  }
}
