import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { openInstance } from '../../src/services/open.ts';
import { databaseFile } from '../../src/store/files.ts';
import { openFolderReadOnly } from '../../src/store/folder.ts';
import { auditLog, tornRows } from '../store/support.ts';
import { assay, BIN, PAW, temporaryFolder } from './support.ts';

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/**
 * Starts the program as a user does, with nothing of our environment that it reads.
 *
 * @param options.group whether it leads a process group of its own, with those that it starts.
 */
export function start(
  argv: readonly string[],
  options: { node?: string; cwd?: string; group?: boolean } = {},
): Started {
  const child = spawn(options.node ?? process.execPath, [BIN, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
    detached: options.group ?? false,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  // A test that stops reading has read nothing.
  const out = text(child.stdout).catch(() => '');
  const ended = Promise.all([once(child, 'close'), out, text(child.stderr)]).then(
    ([[code, signal], out, err]): Ended => ({ code, signal, out, err }),
  );
  return { child, ended };
}

/** Whatever was cut off: the folder opens, nothing of a verification is there in part, and the log is one chain. Gives its size. */
export async function requireWhole(data: string): Promise<number> {
  const instance = await openInstance({ data, workers: 1 });
  await instance.close();
  const { store, publicKeys } = await openFolderReadOnly(data);
  try {
    // That rule of the store's tests knows their own claim only, which has two roles.
    const torn = tornRows(data).filter((row) => !JSON.stringify(row).includes('verification without roles'));
    expect(torn).toEqual([]);
    return await auditLog(store, publicKeys.log);
  } finally {
    await store.close();
  }
}

/** Certifies again and again on one folder and kills the process at another moment of its life each time. */
export async function killAgainAndAgain(times: number): Promise<void> {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const out = join(folder, 'out.assay.json');
  const argv = ['certify', join(PAW, 'handoff.json'), '--discharge', '--data', data, '--out', out];
  const began = performance.now();
  expect(await start([...argv.slice(0, 4), join(folder, 'another'), '--out', out]).ended).toMatchObject({
    code: 0,
  });
  const whole = performance.now() - began;
  for (let n = 0; n < times; n++) {
    const { child, ended } = start(argv);
    // The later part of its life more densely: there it writes.
    const timer = setTimeout(() => child.kill('SIGKILL'), whole * ((n + 1) / (times + 1)) ** 0.5);
    await ended;
    clearTimeout(timer);
    if (existsSync(databaseFile(data))) await requireWhole(data);
    if (existsSync(join(data, 'assay-trust.json')) && existsSync(out)) {
      const trusts = [data, join(folder, 'another')].map((one) => assay(['check', out, '--data', one]));
      expect((await Promise.all(trusts)).map(({ exit }) => exit)).toContain(0);
    }
  }
  const { code } = await start(argv).ended;
  expect(code).toBe(0);
  expect(await requireWhole(data)).toBeGreaterThanOrEqual(3);
  expect(await assay(['check', out, '--data', data, '--replay'])).toMatchObject({ exit: 0 });
}
