import type { CheckedBundle } from '../certificate/check.ts';
import { CheckerPool } from '../checking/pool.ts';
import { loadCheckers } from '../checking/registry.ts';
import { BUILT_IN_CHECKERS } from '../installation.ts';
import { type Replay, replayBundle } from '../services/replay.ts';
import { loadRules } from '../services/rules.ts';

/** Replays a checked bundle with the checkers of this installation, in a pool of its own. */
export async function replayHere(bundle: CheckedBundle): Promise<Replay> {
  const pool = new CheckerPool({ size: 1, spares: 1 });
  try {
    return await replayBundle(bundle, await loadCheckers(BUILT_IN_CHECKERS), pool, await loadRules());
  } finally {
    await pool.close();
  }
}
