import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layOutPublished } from '../scripts/published.ts';
import { handoffs } from './service/handoff.ts';
import { type Load, load } from './service/load.ts';
import { type Served, serve } from './service/served.ts';
import { stall } from './service/stall.ts';

const SERVER = fileURLToPath(new URL('service/server.ts', import.meta.url));
const SLOW_DISK = ['--import', new URL('service/slow-disk.ts', import.meta.url).href];
const COMMITS = fileURLToPath(new URL('service/commits.ts', import.meta.url));
const CLIENTS = 32;
/** After so many requests V8 compiles little more. */
const WARM = 4_000;
/** How many certificates may share one commit: with group commit, and without. */
const GROUP = 256;
const SINGLE = 1;

/** `assay serve` as published, in a process of its own, on a disk with SQLite's `synchronous=FULL`, asked over loopback. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const command = layOutPublished(folder);
    const data = join(folder, 'data');
    const start = (...options: readonly string[]) =>
      serve([command, 'serve', '--port', '0', '--data', data, ...options]);
    const first = await start();
    const speed = await measureSpeed(first);
    const starts = await measureStarts(start);
    const rest = await measureRest({ ...(await start('--workers', '4')), token: first.token });
    const stalls = await measureStall({ ...(await start()), token: first.token });
    const disk = await measureSlowDisk(folder);
    printTable(['one service process', 'measured', 'goal'], [...speed, starts, rest.memory, stalls, ...disk]);
    process.stdout.write('\n');
    printTable(['one value handed over, bytes', 'inline', 'by handle', 'by reference'], rest.handoffs);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureSpeed(served: Served): Promise<string[][]> {
  await load(served, CLIENTS, WARM);
  const many = await load(served, CLIENTS, 6_000);
  await load(served, 1, 100);
  const { latencies } = await load(served, 1, 1_000);
  await served.stop();
  return [
    ['certificates per second, 32 clients', rate(many).toFixed(0), '≥ 1,000'],
    ['the same, median of one request', `${quantile(many.latencies, 0.5).toFixed(1)} ms`, ''],
    ['one client, median of one verification', `${quantile(latencies, 0.5).toFixed(2)} ms`, '≤ 5 ms'],
    ['one client, 99th percentile', `${quantile(latencies, 0.99).toFixed(2)} ms`, '≤ 25 ms'],
  ];
}

async function measureStarts(start: () => Promise<Served>): Promise<string[]> {
  const times: number[] = [];
  for (let n = 0; n < 7; n++) {
    const served = await start();
    times.push(served.readyMs);
    await served.stop();
  }
  return ['from its start until it is ready', `${quantile(times, 0.5).toFixed(0)} ms`, '≤ 500 ms'];
}

/** Memory once four checkers have been at work, and what handing values over costs. */
async function measureRest(served: Served): Promise<{ memory: string[]; handoffs: string[][] }> {
  await load(served, CLIENTS, 200);
  const processes = served.memory();
  const total = processes.reduce((sum, mib) => sum + mib, 0);
  const rows = await handoffs(served, [1_000, 10_000, 100_000, 1_000_000]);
  await served.stop();
  return {
    memory: [
      `memory of its ${processes.length} processes, four checkers`,
      `${total.toFixed(0)} MiB`,
      '≤ 350 MB',
    ],
    handoffs: rows.map(({ document, inline, byHandle, byReference }) =>
      [document, inline, byHandle, byReference].map(String),
    ),
  };
}

/** The first document starts the process that reads it. */
async function measureStall(served: Served): Promise<string[]> {
  await stall(served);
  const { whole, longest } = await stall(served);
  await served.stop();
  return [
    'longest wait of others while a document of 16 MiB is read',
    `${longest.toFixed(0)} ms of ${whole.toFixed(0)}`,
    '',
  ];
}

/** Each sync takes 1 ms more: group commit against one commit per certificate, in the whole service and in its commits alone. */
async function measureSlowDisk(folder: string): Promise<string[][]> {
  const { single, secondProcess } = await measureSlowServices(folder);
  const commitsAlone = (commits: number) => {
    const words = [...SLOW_DISK, COMMITS, join(folder, `commits-${commits}`), String(commits)];
    return Number(execFileSync(process.execPath, words));
  };
  const store = [{ group: commitsAlone(GROUP), single: commitsAlone(SINGLE) }];
  const row = (what: string, pairs: readonly Rates[], goal: string) => [
    `${what}, group commit against one commit per certificate, 1 ms added to each sync`,
    `${median(pairs, (pair) => pair.group).toFixed(0)} / ${median(pairs, (pair) => pair.single).toFixed(0)} per second: ${median(pairs, ({ group, single }) => group / single).toFixed(1)}×`,
    goal,
  ];
  return [
    row('the same whole service', single, '≥ 5×'),
    row('the same, single commits in the second process too', secondProcess, ''),
    row('its commits without HTTP and checkers, 32 at once', store, ''),
  ];
}

/** Certificates per second with group commit, and with one commit per certificate. */
interface Rates {
  readonly group: number;
  readonly single: number;
}

/**
 * Group commit in the second process, as `assay serve` does it, against a service that commits each certificate itself, in a
 * transaction of its own, and against one that hands these single commits to the second process. All run at once and are asked
 * in turns: how fast a machine is can change within the minute that this takes.
 */
async function measureSlowServices(folder: string): Promise<{ single: Rates[]; secondProcess: Rates[] }> {
  const start = (name: string, ...words: string[]) =>
    serve([...SLOW_DISK, SERVER, join(folder, name), ...words]);
  const group = await start('group', String(GROUP));
  const single = await start('single', String(SINGLE), 'itself');
  const secondProcess = await start('second-process', String(SINGLE));
  const others = [single, secondProcess];
  await load(group, CLIENTS, WARM);
  for (const other of others) await load(other, CLIENTS, WARM / 4);
  const rates: { single: Rates[]; secondProcess: Rates[] } = { single: [], secondProcess: [] };
  // Those without group commit are slower by four or more: so many fewer requests take them as long.
  for (let turn = 0; turn < 5; turn++) {
    const grouped = rate(await load(group, CLIENTS, 2_000));
    rates.single.push({ group: grouped, single: rate(await load(single, CLIENTS, 400)) });
    rates.secondProcess.push({ group: grouped, single: rate(await load(secondProcess, CLIENTS, 400)) });
  }
  for (const served of [group, ...others]) await served.stop();
  return rates;
}

function rate({ latencies, milliseconds }: Load): number {
  return (latencies.length * 1000) / milliseconds;
}

function printTable(head: readonly string[], lines: readonly (readonly string[])[]): void {
  const print = (cells: readonly string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  print(head);
  print(head.map(() => '---'));
  for (const line of lines) print(line);
}

function median<T>(measured: readonly T[], figure: (one: T) => number): number {
  return quantile(measured.map(figure), 0.5);
}

function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

if (import.meta.main) await run();
