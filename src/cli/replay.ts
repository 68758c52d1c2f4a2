import type { CheckedBundle } from '../certificate/check.ts';
import { CheckerPool } from '../checking/pool.ts';
import { loadRules } from '../domains/load-rules.ts';
import { loadAllCheckers } from '../services/checkers.ts';
import { type Replay, replayBundle } from '../services/replay.ts';
import type { OwnFolders } from './own.ts';

/** Replays a checked bundle with the checkers of this installation and the user's own, in a pool of its own. */
export async function replayHere(bundle: CheckedBundle, own: OwnFolders): Promise<Replay> {
  const [checkers, rules] = await Promise.all([loadAllCheckers(own.checkers), loadRules(own.contracts)]);
  const pool = new CheckerPool({ size: 1, spares: 1 });
  try {
    return await replayBundle(bundle, checkers.all, pool, rules);
  } finally {
    await pool.close();
  }
}
