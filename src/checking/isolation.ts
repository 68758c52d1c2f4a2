import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * What the host lets us put around a checker process beyond Node's own permission model, as the command that does it.
 * Node's permissions deny neither sockets nor signals: the network and process namespaces do.
 */
export interface Isolation {
  /** Put before the command of the process, each program by its absolute path. */
  readonly prefix: readonly string[];
  /** No network but a loopback device that is down. */
  readonly network: boolean;
  /** Sees and signals no process but itself. */
  readonly processes: boolean;
  /** The kernel ends it when its parent ends, even by `kill -9` while it is busy. */
  readonly diesWithParent: boolean;
}

/**
 * Nothing beyond Node's permission model: macOS, or a host that allows no namespaces. Code that got out of its realm could
 * open sockets there, and a checker that is busy when this process is killed with -9 goes on until it is done by itself.
 */
export const UNISOLATED: Isolation = { prefix: [], network: false, processes: false, diesWithParent: false };

let probed: Promise<Isolation> | undefined;

/**
 * The strongest isolation this host allows, found by trying (25 ms, once in the life of this process).
 *
 * Rejects when trying fails for want of processes or memory: that says nothing about the host, and less isolation than it
 * allows is never used for it.
 */
export function hostIsolation(): Promise<Isolation> {
  if (probed === undefined) {
    probed = probe();
    probed.catch(() => {
      probed = undefined;
    });
  }
  return probed;
}

async function probe(): Promise<Isolation> {
  if (process.platform !== 'linux') return UNISOLATED;
  for (const isolation of candidates()) {
    if (await works(isolation)) return isolation;
  }
  return UNISOLATED;
}

/**
 * From the strongest down. `unshare` forks into the process namespace and stays as its parent: killing it kills the checker
 * (--kill-child), and `setpriv` makes the kernel kill it when we end. As a user other than root in its own user
 * namespace the checker holds no capability there either.
 */
function* candidates(): Generator<Isolation> {
  const unshare = find('unshare');
  const setpriv = find('setpriv');
  const pdeathsig = setpriv === undefined ? undefined : [setpriv, '--pdeathsig', 'KILL'];
  // The memory watch finds the checker under `unshare` through this file, which not every kernel has.
  const forks = existsSync(`/proc/self/task/${process.pid}/children`);
  if (unshare !== undefined && pdeathsig !== undefined && forks) {
    const full = { network: true, processes: true, diesWithParent: true };
    const nobody = ['--user', '--map-user=65534', '--map-group=65534'];
    yield { ...full, prefix: [...pdeathsig, unshare, ...nobody, '-npf', '--kill-child'] };
    yield { ...full, prefix: [...pdeathsig, unshare, '-npf', '--kill-child'] };
  }
  if (unshare !== undefined) {
    const rest = { network: true, processes: false };
    if (pdeathsig !== undefined)
      yield { ...rest, prefix: [unshare, '-rn', ...pdeathsig], diesWithParent: true };
    yield { ...rest, prefix: [unshare, '-rn'], diesWithParent: false };
  }
  if (pdeathsig !== undefined) {
    yield { prefix: pdeathsig, network: false, processes: false, diesWithParent: true };
  }
}

const NO_RESOURCES = ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE'];

function works({ prefix: [command = '', ...words] }: Isolation): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const options = { env: {}, cwd: '/', timeout: 30_000 };
    execFile(command, [...words, process.execPath, '--version'], options, (error) => {
      if (error?.killed || NO_RESOURCES.includes(String(error?.code))) reject(error);
      else resolve(error === null);
    });
  });
}

/** Only where systems keep their own programs, whatever PATH says. */
function find(program: string): string | undefined {
  return ['/usr/bin', '/bin'].map((folder) => `${folder}/${program}`).find((path) => existsSync(path));
}
