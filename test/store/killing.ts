import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { openFolder } from '../../src/store/folder.ts';
import type { Store } from '../../src/store/store.ts';
import {
  asked,
  auditLog,
  certificate,
  genesis,
  hex,
  invocation,
  output,
  session,
  temporaryFolder,
  tornRows,
  value,
  verification,
} from './support.ts';

const COMMITTING = fileURLToPath(new URL('committing.ts', import.meta.url));

export interface Run {
  /** Label and log index ("-" for a refusal) of what the process acknowledged. */
  readonly acknowledged: readonly (readonly [label: string, index: string])[];
  readonly code: number | null;
  readonly signal: string | null;
}

/** Runs a process that commits in `folder`; with `killAfter`, kills it (SIGKILL) as soon as it acknowledged so many. */
export async function commitInProcess(
  folder: string,
  prefix: string,
  { count, killAfter }: { count?: number; killAfter?: number },
): Promise<Run> {
  const args = count === undefined ? [] : [String(count)];
  const child = spawn(process.execPath, [COMMITTING, folder, prefix, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Halves the time a process takes to start.
    env: { ...process.env, NODE_COMPILE_CACHE: `${folder}-compiled` },
  });
  const ended = once(child, 'close');
  const acknowledged: [string, string][] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [label = '', index = ''] = line.split(' ');
    acknowledged.push([label, index]);
    if (acknowledged.length === killAfter) child.kill('SIGKILL');
  }
  const [code, signal] = await ended;
  return { acknowledged, code, signal };
}

/** Everything acknowledged is in the store, and each verification is there whole or not at all. */
export async function requireWhole(folder: string, runs: readonly Run[]): Promise<void> {
  const { store } = await openFolder(folder, { genesis });
  for (const [label, index] of runs.flatMap((run) => run.acknowledged)) {
    const record = verification(label);
    const { values: _, ...kept } = record;
    const issued = certificate(record, Number(label.split('-').at(-1)) % 3);
    if (index === '-') {
      expect(await store.verification(record.id)).toEqual({ ...kept, verdict: 'REJECTED' });
      expect(await store.certificate(issued.serial)).toBeNull();
    } else {
      expect(await store.verification(record.id)).toEqual(kept);
      const expected = { ...issued, verification: record.id, logIndex: Number(index) };
      expect(await store.certificate(issued.serial)).toEqual(expected);
      await requireRun(store, label, Number(label.split('-').at(-1)));
    }
  }
  await store.close();
  expect(tornRows(folder)).toEqual([]);
}

/** The run that was acknowledged with a certificate is there with both values, or collected but for its artifact. */
async function requireRun(store: Store, label: string, n: number): Promise<void> {
  const { key } = asked(label);
  expect(await store.answers.answer(key.token, key.key)).toMatchObject({ request: key.request });
  const within = session(label);
  const outputs = [output(label), output(`${label} two`, `${label} two`)];
  if (n % 3 === 0) {
    const artifact = await store.sessions.reference(hex(`artifact ${label}`));
    expect(artifact).toMatchObject({
      lifetime: 'DURABLE_ARTIFACT',
      invocation: invocation(label, within).id,
    });
    expect(await store.sessions.invocation(invocation(label, within).id)).not.toBeNull();
    expect(await store.value(value(`${label} two`).digest)).toEqual(value(`${label} two`));
    return;
  }
  const references = outputs.map(({ id }, index) => ({ id, handle: index + 1, evicted: false }));
  expect(await store.sessions.invocation(invocation(label, within).id)).toMatchObject({
    invocation: invocation(label, within),
    references,
  });
  for (const each of outputs) expect(await store.value(each.digest)).toEqual(each.value);
  expect(await store.sessions.session(within.id)).toMatchObject({ usage: { values: 2 } });
}

/** The log is one chain: every entry is in it, under one signed root. */
export async function requireOneLog(folder: string): Promise<void> {
  const { store, publicKeys } = await openFolder(folder, { genesis });
  await auditLog(store, publicKeys.log);
  await store.close();
}

/** Kills a committing process again and again on one folder, at another place each time, and looks after each. */
export async function killAgainAndAgain(times: number): Promise<void> {
  const folder = join(temporaryFolder(), 'data');
  const runs = [await commitInProcess(folder, 'first', { count: 2 })];
  for (let n = 0; n < times; n++) {
    const run = await commitInProcess(folder, `k${n}`, { killAfter: 1 + ((n * 5) % 23) });
    expect(run.signal).toBe('SIGKILL');
    runs.push(run);
    await requireWhole(folder, [run]);
  }
  await requireWhole(folder, runs);
  await requireOneLog(folder);
}
