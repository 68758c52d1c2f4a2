import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { HARNESS } from './harness/text.ts';
import { hostIsolation, type Isolation } from './isolation.ts';

/**
 * Starts a checker process whose heap is limited to `heapMib` MiB. Rejects where the host cannot start one.
 */
export type Launch = (heapMib: number) => Promise<ChildProcessWithoutNullStreams>;

export interface LaunchOptions {
  /** What runs in the process, as the argument of `node -e`. */
  readonly text?: string;
  /** The executable of Node; this one by default. */
  readonly node?: string;
  /** What is put around it; the strongest that the host allows by default. */
  readonly isolation?: Isolation;
}

/** Node 22.12 still calls its permission model experimental. */
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Checker processes as child processes of this one: an empty environment, three pipes, no permission for files, child
 * processes, workers or addons, no code from strings, and the isolation the host allows.
 */
export function nodeLaunch({
  text = HARNESS,
  node = process.execPath,
  isolation,
}: LaunchOptions = {}): Launch {
  return async (heapMib) => {
    const { prefix } = isolation ?? (await hostIsolation());
    const [command = node, ...words] = [
      ...prefix,
      node,
      PERMISSION,
      `--max-old-space-size=${heapMib}`,
      '--disallow-code-generation-from-strings',
      '--no-addons',
      '--no-warnings',
      '-e',
      text,
    ];
    const child = spawn(command, words, {
      env: {},
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    // Rejects on `error`, which nobody else listens to yet.
    await once(child, 'spawn');
    return child;
  };
}
