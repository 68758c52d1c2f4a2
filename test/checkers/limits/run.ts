import { parse } from '../../../src/canonical/canonical.ts';
import type { CheckRequest } from '../../../src/checking/messages.ts';
import type { Outcome } from '../../../src/checking/outcome.ts';
import { CheckerPool } from '../../../src/checking/pool.ts';
import type { CheckerProgram } from '../../../src/checking/program.ts';
import { mapValues } from '../support/request.ts';
import type { Instance } from './instance.ts';

export interface Run {
  /** A verdict, or the bound of one that is UNSUPPORTED; another reason in front of what is known of it. */
  readonly said: string;
  readonly seconds: number;
  /** The most that the process of the checker had resident. */
  readonly peakMib: number;
}

const LOOK_MS = 10;

/** As many bytes as a document of a handoff may have. */
const DOCUMENT_BYTES = 64 * 1024 * 1024;

/** The request for an instance, its documents read as the service reads them. Throws where one is not canonical. */
export function requestOf(program: CheckerProgram, { roles, sources = {} }: Instance): CheckRequest {
  const read = (text: string) => parse(Buffer.from(text), { bytes: DOCUMENT_BYTES });
  return {
    claim: program.manifest.claim,
    roles: mapValues(roles, read),
    sources: mapValues(sources, (text) => ({ transform: 'MATRIX_TRANSPOSE', document: read(text) })),
  };
}

/** Runs a checker once, in a process of its own that was started before, under the limits of its manifest. */
export async function run(program: CheckerProgram, request: CheckRequest): Promise<Run> {
  const pool = new CheckerPool({
    size: 1,
    spares: 0,
    spareMemoryMib: program.manifest.limits.memory_mib,
  });
  // One that has grown is ended with its answer, and has no peak any more: so it is looked at on the way.
  let peakKib = 0;
  const look = (): void => {
    peakKib = Math.max(peakKib, pool.peakKib);
  };
  const looking = setInterval(look, LOOK_MS);
  try {
    await pool.warm();
    const start = performance.now();
    const outcome = await pool.run(program, request);
    const seconds = (performance.now() - start) / 1000;
    look();
    return { said: saidOf(outcome), seconds, peakMib: peakKib / 1024 };
  } finally {
    clearInterval(looking);
    await pool.close();
  }
}

function saidOf(outcome: Outcome): string {
  if (outcome.verdict !== 'INCONCLUSIVE') return outcome.verdict;
  return outcome.reason === 'UNSUPPORTED' ? outcome.detail : `${outcome.reason}: ${outcome.detail}`;
}
