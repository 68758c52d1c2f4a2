import { setTimeout as pause } from 'node:timers/promises';
import { canonicalise } from '../src/canonical/canonical.ts';
import { digestOf } from '../src/canonical/digest.ts';
import { identityOf } from '../src/certificate/identity.ts';
import { readManifest } from '../src/certificate/manifest.ts';
import type { CheckRequest } from '../src/checking/messages.ts';
import { CheckerPool } from '../src/checking/pool.ts';
import type { CheckerProgram } from '../src/checking/program.ts';

interface Figure {
  readonly name: string;
  readonly ms: number;
}

/** Prints what the pool itself costs, with a checker that accepts at once: medians. */
export async function run(): Promise<void> {
  process.stdout.write('| what | ms |\n|---|---|\n');
  for (const { name, ms } of await measure()) process.stdout.write(`| ${name} | ${ms.toFixed(2)} |\n`);
}

async function measure(): Promise<Figure[]> {
  const accept = programOf('accept', "var checker = { check: () => ({ verdict: 'ACCEPTED' }) };");
  const loop = programOf('loop', 'var checker = { check() { for (;;); } };');
  const small = requestOf(1_000);
  const figures: Figure[] = [];

  const starts = await repeat(7, async () => {
    const pool = new CheckerPool({ size: 1, spares: 1 });
    const ms = await timed(() => pool.warm());
    await pool.close();
    return ms;
  });
  figures.push({ name: 'start of a process until it is ready', ms: median(starts) });

  const pool = new CheckerPool({ size: 2, spares: 1 });
  for (const [size, count] of [
    [1_000, 200],
    [100_000, 100],
    [10_000_000, 10],
  ] as const) {
    const request = requestOf(size);
    await pool.run(accept, request);
    const idle = await repeat(count, async () => {
      await pause(5);
      return timed(() => pool.run(accept, request));
    });
    figures.push({ name: `round trip of ${size} bytes, warm`, ms: median(idle) });
    figures.push({ name: `round trip of ${size} bytes, warm, 99th percentile`, ms: quantile(idle, 0.99) });
  }
  const backToBack = await repeat(300, () => timed(() => pool.run(accept, small)));
  figures.push({ name: 'one job after the other, with the realm of each', ms: median(backToBack) });

  const recoveries = await repeat(7, async () => {
    await pool.warm();
    const controller = new AbortController();
    const killed = pool.run(loop, small, { signal: controller.signal });
    await pool.warm();
    await pause(20);
    return timed(async () => {
      controller.abort();
      await killed;
      await pool.run(loop, small, { deadlineMs: 1 });
    });
  });
  figures.push({ name: 'kill of a busy checker and a 1 ms job on a spare', ms: median(recoveries) });
  await pool.close();
  return figures;
}

function programOf(name: string, source: string): CheckerProgram {
  const bytes = Buffer.from(source);
  const digest = digestOf(bytes);
  const manifestBytes = canonicalise({
    id: `bench.${name}`,
    version: '1.0.0',
    claim: 'bench.claim@1',
    title: name,
    covers: [],
    method: 'none',
    arithmetic: 'none',
    limits: { time_ms: 30_000, memory_mib: 1024, input_bytes: 64 * 1024 * 1024 },
    programs: ['check.js'],
  });
  return {
    manifest: readManifest(manifestBytes.value),
    manifestBytes,
    manifestDigest: manifestBytes.digest,
    programs: new Map([['check.js', { digest, bytes }]]),
    identity: identityOf(manifestBytes.digest, { 'check.js': digest }),
  };
}

function requestOf(size: number): CheckRequest {
  return { claim: 'bench.claim@1', roles: { value: canonicalise('a'.repeat(size - 2)) }, sources: {} };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function repeat(count: number, once: () => Promise<number>): Promise<number[]> {
  const figures: number[] = [];
  for (let i = 0; i < count; i++) figures.push(await once());
  return figures;
}

function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

if (import.meta.main) await run();
