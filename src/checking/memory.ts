import { readdirSync, readFileSync } from 'node:fs';

/**
 * Resident memory in KiB of the checker process started as `pid`, from /proc (20 µs); undefined where there is none (not
 * Linux, or the process is gone). A heap limit alone would not do: buffers live outside the heap.
 */
export function residentKib(pid: number): number | undefined {
  return statusKib(checkerPid(pid), 'VmRSS');
}

/** The most that the same process has had resident in its life, in KiB. */
export function peakResidentKib(pid: number): number | undefined {
  return statusKib(checkerPid(pid), 'VmHWM');
}

/** Resident memory in KiB of a process and of all that descend from it; pages they share count for each. 0 where unknown. */
export function treeKib(pid: number | string): number {
  const own = statusKib(String(pid), 'VmRSS') ?? 0;
  return childrenOf(pid).reduce((sum, child) => sum + treeKib(child), own);
}

function statusKib(pid: string, name: 'VmRSS' | 'VmHWM'): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const [, kib] = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status) ?? [];
    return kib === undefined ? undefined : Number(kib);
  } catch {
    return undefined;
  }
}

function childrenOf(pid: number | string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1');
      return children.split(' ').filter((child) => child !== '');
    });
  } catch {
    return [];
  }
}

/** In a process namespace `pid` is `unshare`, whose one child is the checker; a checker itself can have no child. */
function checkerPid(pid: number): string {
  try {
    const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ');
    return child === '' ? String(pid) : child;
  } catch {
    return String(pid);
  }
}
