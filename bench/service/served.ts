import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A service in a process of its own. */
export interface Served {
  readonly url: string;
  /** Of the administrator; empty where the folder had one before. */
  readonly token: string;
  /** From its start to the first 200 of /readyz. */
  readonly readyMs: number;
  /** Ends it with SIGTERM, and waits. */
  stop(): Promise<void>;
  /** Resident memory that it and the processes it started share among them (PSS), in MiB, by process, its own first. */
  memory(): number[];
}

/** Starts `node WORDS…`, which tells of itself as `assay serve` does, and waits until it is ready. */
export async function serve(words: readonly string[]): Promise<Served> {
  const began = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  let token = '';
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    token = /shown this once: (\S+)$/.exec(line)?.[1] ?? token;
    url = /serves at (\S+)$/.exec(line)?.[1] ?? '';
    if (url !== '') break;
  }
  if (url === '' || !(await fetch(`${url}/readyz`)).ok) throw new Error('a benchmarked service is not ready');
  const readyMs = performance.now() - began;
  return { url, token, readyMs, stop: () => stop(child), memory: () => memoryOf(child.pid ?? 0) };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`a benchmarked service ended with ${code}`);
}

function memoryOf(pid: number): number[] {
  const family = [pid, ...descendantsOf(pid)];
  return family.flatMap((member) => {
    const kib = Number(
      /^Pss:\s+([0-9]+) kB$/m.exec(readFileSync(`/proc/${member}/smaps_rollup`, 'utf8'))?.[1] ?? 0,
    );
    return kib === 0 ? [] : [kib / 1024];
  });
}

function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc').flatMap((name) => {
    if (!/^[0-9]+$/.test(name)) return [];
    return parentOf(name) === pid ? [Number(name)] : [];
  });
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+([0-9]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}
