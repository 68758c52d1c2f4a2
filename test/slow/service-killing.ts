import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/canonical/json.ts';
import { checkBundle } from '../../src/certificate/check.ts';
import type { TrustRoot } from '../../src/certificate/trust-root.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { openCheckpoint } from '../../src/log/checkpoint.ts';
import { rootHash } from '../../src/log/tree.ts';
import { currentTrustRoot } from '../../src/services/instance.ts';
import { openFolderReadOnly } from '../../src/store/folder.ts';
import { requireWhole } from '../cli/processes.ts';
import { temporaryFolder, withDatabase } from '../store/support.ts';
import { type Acknowledged, type Endpoint, Load, read, type Sent, send } from './service-load.ts';
import { type Serving, serveProcess } from './service-process.ts';
import { KINDS } from './service-requests.ts';

export const CLIENTS = 32;

/**
 * Serves under load and kills the process at another moment each time, every other time with all it has started; then looks
 * whether all that was acknowledged is there.
 */
export async function killAgainAndAgain(times: number): Promise<void> {
  const data = join(temporaryFolder(), 'data');
  let serving = await serveProcess(data);
  const { token } = serving;
  const load = new Load(await openSession(serving, token));
  const checkpoints: string[] = [];
  for (let n = 0; n < times; n++) {
    const running = load.run({ url: serving.url, token }, CLIENTS);
    // Once as it begins, then while all of it is at work.
    await (n === 0 ? pause(40) : load.answered(40 + 5 * n));
    const killed = n % 2 === 0 ? serving.end('SIGKILL') : serving.killAll();
    expect(await killed).toMatchObject({ signal: 'SIGKILL' });
    await running;
    await requireWhole(data);
    checkpoints.push(await requireLog(data, checkpoints));
    serving = await serveProcess(data);
    await load.settle({ url: serving.url, token });
  }
  await requireAcknowledged(load, data, { url: serving.url, token });
  expect(await serving.end('SIGTERM')).toMatchObject({ code: 0 });
  await requireWhole(data);
  await requireLog(data, checkpoints);
  for (const kind of KINDS) {
    expect([kind, load.of(kind).length > times, (load.cut.get(kind) ?? 0) > 0]).toEqual([kind, true, true]);
  }
}

/** Tells a service under load to end: it answers or refuses every request, and what it acknowledged is there. */
export async function stopUnderLoad(): Promise<void> {
  const data = join(temporaryFolder(), 'data');
  const first = await serveProcess(data);
  const { token } = first;
  const load = new Load(await openSession(first, token));
  const running = load.run({ url: first.url, token }, CLIENTS);
  await pause(1_000);
  expect(await first.end('SIGTERM')).toMatchObject({ code: 0, signal: null });
  await running;
  expect(load.refused).toBeGreaterThan(0);
  await requireWhole(data);
  const second = await serveProcess(data);
  await load.settle({ url: second.url, token });
  await requireAcknowledged(load, data, { url: second.url, token });
  expect(await second.end('SIGTERM')).toMatchObject({ code: 0 });
}

export async function openSession({ url }: Serving, token: string): Promise<string> {
  const answer = await send(
    { url, token },
    { kind: 'run', key: 'session', path: '/v1/sessions', body: '{}' },
  );
  return JSON.parse(answer?.text ?? '{}').id;
}

/**
 * Each answer comes again as it was, each certificate checks offline, each key had one effect, and whole: the run of a pipeline
 * with its verification, a discharge with its certificate.
 */
async function requireAcknowledged(load: Load, data: string, to: Endpoint): Promise<void> {
  const { store } = await openFolderReadOnly(data);
  const trust = await currentTrustRoot(store);
  await store.close();
  const discharged = new Set(load.of('discharge').map(([{ path }]) => path.split('/')[3]));
  const serials: string[] = [];
  for (const [sent, answer] of load.acknowledged) {
    expect(await send(to, sent)).toEqual(answer);
    const serial = await certificateOf(sent, answer, to);
    if (serial === undefined) continue;
    serials.push(serial);
    const open = sent.kind === 'conditional' && !discharged.has(serial);
    const bundle = await read(to, `/v1/certificates/${serial}/bundle`);
    requireStatus(bundle, serial, trust, open ? 'conditional' : 'certified');
  }
  for (const [, { text }] of load.of('pipeline')) {
    const [{ run }] = JSON.parse(text).steps;
    expect(await read(to, `/v1/invocations/${run.invocation}`)).toMatchObject({ id: run.invocation });
  }
  for (const [{ path }, { text }] of load.of('citation')) {
    const [, , , serial] = path.split('/');
    const { status, discharged_by } = Object(await read(to, `/v1/certificates/${serial}`));
    expect({ status, discharged_by }).toEqual({
      status: 'certified',
      discharged_by: [JSON.parse(text).cited],
    });
  }
  expect(new Set(serials).size).toBe(serials.length);
  expect(counts(data)).toEqual({
    certificates: serials.length,
    invocations: load.of('run').length + load.of('pipeline').length,
    artifacts: load.of('promotion').length,
    citations: load.of('citation').length,
    answers: load.acknowledged.size + 1,
  });
}

/** The serial that a request gave: at once, or by its job. A job that the end of the service cut off says so. */
async function certificateOf(
  { kind }: Sent,
  { text }: Acknowledged,
  to: Endpoint,
): Promise<string | undefined> {
  const answered: JsonObject = JSON.parse(text);
  if (kind === 'run' || kind === 'promotion' || kind === 'citation') return undefined;
  if (kind === 'pipeline') return serialOf(JSON.parse(text).steps[1].verification);
  if (kind !== 'later') return serialOf(answered);
  for (;;) {
    const job = await read(to, `/v1/verifications/${answered.id}`);
    if (!isJsonObject(job)) throw new Error('a job is an object');
    if (job.state === 'done') return serialOf(job.answer);
    if (job.state === 'running') continue;
    expect([job.state, job.answer]).toEqual(CUT_OFF[String(job.state)]);
    return undefined;
  }
}

/** What a job came to that a kill cut off, or that was told to end. */
const CUT_OFF: Readonly<Record<string, unknown>> = {
  failed: ['failed', expect.objectContaining({ code: 'SERVICE_STOPPING' })],
  cancelled: ['cancelled', expect.objectContaining({ verdict: 'INCONCLUSIVE', reason: 'CANCELLED' })],
};

function serialOf(verification: JsonValue | undefined): string {
  expect(verification).toMatchObject({ verdict: 'ACCEPTED', certificate: { serial: expect.any(String) } });
  const { certificate } = verification as JsonObject;
  return String((certificate as JsonObject).serial);
}

function requireStatus(
  bundle: JsonValue,
  serial: string,
  trust: TrustRoot,
  status: 'certified' | 'conditional',
): void {
  const checked = checkBundle(bundle, { trust, verify: verifyNode, now: new Date().toISOString() });
  expect([serial, checked.status]).toEqual([serial, status]);
  expect(checked.certificate.predicate.serial).toBe(serial);
}

/** The log continues every checkpoint that was seen before. Gives the newest. */
async function requireLog(data: string, earlier: readonly string[]): Promise<string> {
  const { store, publicKeys } = await openFolderReadOnly(data);
  try {
    const hashes = withDatabase(data, (database) =>
      database.prepare('SELECT level, position, hash FROM log_hashes').all(),
    );
    const known = new Map(
      (hashes as { level: number; position: number; hash: Uint8Array }[]).map(({ level, position, hash }) => [
        `${level}/${position}`,
        new Uint8Array(hash),
      ]),
    );
    const at = (level: number, position: number) => known.get(`${level}/${position}`) ?? new Uint8Array();
    const newest = await store.checkpoint();
    for (const note of [...earlier, newest]) {
      const key = { name: store.origin, publicKey: publicKeys.log };
      const { checkpoint } = openCheckpoint(note, [key], verifyNode);
      expect(checkpoint.root).toEqual(rootHash(checkpoint.size, at));
    }
    return newest;
  } finally {
    await store.close();
  }
}

function counts(data: string): unknown {
  return withDatabase(data, (database) =>
    database
      .prepare(
        `SELECT (SELECT count(*) FROM certificates) AS certificates, (SELECT count(*) FROM invocations) AS invocations,
          (SELECT count(*) FROM promotions) AS artifacts, (SELECT count(*) FROM discharges) AS citations,
          (SELECT count(*) FROM answers) AS answers`,
      )
      .get(),
  );
}
