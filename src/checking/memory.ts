import { readFileSync } from 'node:fs';

/**
 * Resident memory in KiB of the checker process started as `pid`, from /proc (20 µs); undefined where there is none (not
 * Linux, or the process is gone). A heap limit alone would not do: buffers live outside the heap.
 */
export function residentKib(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${checkerPid(pid)}/status`, 'latin1');
    const [, kib] = /^VmRSS:\s*(\d+) kB$/m.exec(status) ?? [];
    return kib === undefined ? undefined : Number(kib);
  } catch {
    return undefined;
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
