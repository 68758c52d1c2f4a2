import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient, Pipeline } from '../../src/client/index.ts';
import { USUAL_RETENTION_MS } from '../../src/services/collect.ts';
import { ask, newId } from './asking.ts';
import { GCD, GCD_RUN, gcd, outputOf, serialOf } from './samples.ts';
import { codeOf, openTestService, type TestService, type TestTenant, testService } from './support.ts';

let service: TestService;
let tenant: TestTenant;
let client: AssayClient;

beforeAll(async () => {
  service = await openTestService();
  tenant = await service.tenant('retention');
  ({ client } = tenant);
}, 60_000);

afterAll(() => service.close());

/** So many milliseconds pass, and what is over goes. */
async function pass(milliseconds: number): Promise<void> {
  service.clock.advance(milliseconds);
  await service.service.collect();
}

const patient = () => service.client(tenant.bearer, { wait: async () => {} });

/** A producer's run, and a verification of what it gave, or of another value. */
const pipeline = (bezout: object = { output: { step: 'run', port: 'bezout' } }): Pipeline => ({
  steps: [
    { name: 'run', run: GCD_RUN },
    { name: 'verify', verify: { ...gcd(), roles: { ...gcd().roles, bezout } as never } },
  ],
});

async function runOf(request: Pipeline): Promise<string> {
  const [step] = await client.runPipeline(request);
  if (step?.run === undefined) throw new Error('the first step is a run');
  return step.run.invocation;
}

test('a job is known for a week from its end, by its id and its key; its record and certificate stay', async () => {
  const asked = {
    method: 'POST',
    path: '/v1/verifications',
    body: gcd(),
    key: newId(),
    headers: { prefer: 'respond-async' },
  };
  const begun = await ask(service, tenant.bearer, asked);
  const { id } = JSON.parse(begun.text);
  const serial = serialOf(await patient().waitFor(id));
  const done = await client.showVerification(id);
  expect(done).toMatchObject({ state: 'done' });
  await pass(USUAL_RETENTION_MS - 1);
  expect(await client.showVerification(id)).toEqual(done);
  expect((await ask(service, tenant.bearer, asked)).text).toBe(begun.text);
  await pass(1);
  // No job any more: the record of what it did.
  expect(await client.showVerification(id)).toMatchObject({
    id,
    verdict: 'ACCEPTED',
    certificate: { serial },
  });
  expect(await client.showCertificate(serial)).toMatchObject({ status: 'certified' });
  expect(await codeOf(client.cancelVerification(id))).toBe('VERIFICATION_UNKNOWN');
});

test('a job that has failed leaves nothing', async () => {
  const { runs } = service.service;
  const gate = Promise.withResolvers<void>();
  const { startJob } = service.service.forTenant(tenant.id).store.jobs;
  const { jobs } = service.service.forTenant(tenant.id).store;
  const full = Promise.withResolvers<unknown>();
  jobs.startJob = async (...parameters) => {
    const job = await startJob.apply(jobs, parameters);
    jobs.startJob = startJob;
    full.resolve(runs.run({ id: newId(), tenant: 'other', bytes: 128 * 1024 * 1024 }, () => gate.promise));
    return job;
  };
  const { id } = await client.verifyLater(gcd());
  gate.resolve();
  await full.promise;
  expect(await codeOf(patient().waitFor(id))).toBe('SERVICE_BUSY');
  await pass(USUAL_RETENTION_MS);
  expect(await codeOf(client.showVerification(id))).toBe('VERIFICATION_UNKNOWN');
});

test('a run of a pipeline is known for a week, and for good where a certificate names it', async () => {
  const named = await runOf(pipeline());
  const unnamed = await runOf(pipeline({ document: GCD.bezout }));
  const refused = await runOf(pipeline({ document: GCD.wrong }));
  const asked = {
    method: 'POST',
    path: '/v1/pipelines',
    body: pipeline({ document: GCD.bezout }),
    key: newId(),
  };
  const first = await ask(service, tenant.bearer, asked);
  await pass(USUAL_RETENTION_MS - 1);
  const before = await Promise.all([named, unnamed, refused].map((id) => client.showInvocation(id)));
  expect(before.map(({ capability }) => capability)).toEqual(Array(3).fill('number.gcd@1'));
  expect((await ask(service, tenant.bearer, asked)).text).toBe(first.text);
  await pass(1);
  expect(await client.showInvocation(named)).toEqual(before[0]);
  expect(await codeOf(client.showInvocation(unnamed))).toBe('INVOCATION_UNKNOWN');
  expect(await codeOf(client.showInvocation(refused))).toBe('INVOCATION_UNKNOWN');
  await pass(100 * USUAL_RETENTION_MS);
  expect(await client.showInvocation(named)).toEqual(before[0]);
});

test('a run of a session that a certificate names is known for good, with what it gave', async () => {
  const { id } = await client.openSession({ seconds: 60 });
  const run = await client.submitInvocation(id, { ...GCD_RUN, run: 'named' });
  const other = await client.submitInvocation(id, { ...GCD_RUN, run: 'other' });
  const { reference } = outputOf(run, 'bezout');
  const serial = serialOf(await client.verify(gcd({ reference })));
  await pass(60_000 + USUAL_RETENTION_MS);
  const kept = await client.showInvocation(run.id);
  expect(kept).toMatchObject({ run: 'named', inputs: run.inputs, outputs: { bezout: { expired: true } } });
  expect(outputOf(kept, 'bezout').reference.value_digest).toBe(reference.value_digest);
  expect((await client.showCertificate(serial)).lineage).toMatchObject([{ run: kept.uri }]);
  expect(await codeOf(client.showInvocation(other.id))).toBe('INVOCATION_UNKNOWN');
  // The value itself is the session's, and has expired with it.
  expect(await codeOf(client.verify(gcd({ reference })))).toBe('VALUE_REFERENCE_EXPIRED');
});

test('the retention is what the service was opened with, and many go in parts', async () => {
  const brief = await testService({ retentionMs: 1_000 });
  const { id, client: own } = await brief.tenant('brief');
  const [step] = await own.runPipeline(pipeline({ document: GCD.bezout }));
  const run = step?.run?.invocation ?? '';
  const { jobs } = brief.service.forTenant(id).store;
  const ids = Array.from({ length: 250 }, newId);
  const at = brief.clock.now();
  await Promise.all(ids.map((job) => jobs.startJob({ id: job, createdAt: at })));
  await Promise.all(
    ids.slice(1).map((job) => jobs.endJob({ id: job, state: 'failed', answer: null, finishedAt: at })),
  );
  brief.clock.advance(999);
  await brief.service.collect();
  expect((await own.showInvocation(run)).id).toBe(run);
  brief.clock.advance(1);
  await brief.service.collect();
  expect(await codeOf(own.showInvocation(run))).toBe('INVOCATION_UNKNOWN');
  const left = await Promise.all(ids.map((job) => jobs.job(job)));
  expect(left.flatMap((job) => job ?? [])).toMatchObject([{ id: ids[0], state: 'running' }]);
});
