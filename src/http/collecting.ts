import { setTimeout } from 'node:timers/promises';
import { type Logger, traceOf } from './log.ts';

/**
 * Takes away what has expired, so many milliseconds after the last time ended, until the function given back is called; that
 * resolves when what had begun has ended. What has expired is of no use to anybody, but of no harm either: a failure is
 * logged, and the next time may do better.
 */
export function startCollecting(
  collect: () => Promise<void>,
  every: number,
  log: Logger,
): () => Promise<void> {
  const stop = new AbortController();
  const passed = () => setTimeout(every, true, { ref: false, signal: stop.signal }).catch(() => false);
  const collecting = async (): Promise<void> => {
    while (await passed()) {
      try {
        await collect();
      } catch (error) {
        log.error({ trace: traceOf(error) }, 'collecting failed');
      }
    }
  };
  const ended = collecting();
  return () => {
    stop.abort();
    return ended;
  };
}
