import { afterAll, beforeAll, expect, test } from 'vitest';
import { AssayClient, type Value } from '../../src/client/index.ts';
import { OPERATIONS } from '../../src/http/operations/index.ts';
import { checkedFetch } from './answers.ts';
import { document, handover } from './handovers.ts';
import { all, codeOf, openTestService, problemOf, type TestService, tokenOf } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
});

afterAll(() => service.close());

test('the client has a method for every operation, of the same name', () => {
  for (const { id } of OPERATIONS) expect(Reflect.has(AssayClient.prototype, id), id).toBe(true);
});

test('every operation succeeds through the client, and its answer is as the document says', async () => {
  const seen = new Set<string>();
  const fetch = checkedFetch((operation, status) => seen.add(`${operation} ${status}`));
  const admin = service.client(service.adminBearer, { fetch });
  const tenant = await admin.createTenant('somebody');
  expect((await all(admin.listTenants())).map(({ id }) => id)).toContain(tenant.id);
  const { token, bearer } = await admin.createToken({ name: 'all', scopes: ['admin'], tenant: tenant.id });
  const administrator = service.client(bearer ?? '', { fetch });
  expect(await all(administrator.listTokens())).toEqual([token]);
  expect(await administrator.revokeToken(token.id)).toMatchObject({ revoked_at: service.clock.now() });
  expect(await admin.revokeTenant(tenant.id)).toMatchObject({ revoked_at: service.clock.now() });
  const usage = { sessions: 0, durable_bytes: 0 };
  expect(await admin.showUsage(tenant.id)).toMatchObject({ usage });

  const { id: session } = await admin.openSession({ seconds: 60, limits: { values: 10 } });
  expect((await all(admin.listSessions())).map(({ id }) => id)).toEqual([session]);
  const { claim, roles } = handover('gcd/handoff.json');
  const { bezout: _, ...inputs } = roles;
  const run = await admin.submitInvocation(session, { capability: 'number.gcd@1', inputs });
  const value = output(run.outputs.bezout);
  const { outputs: __, ...entry } = run;
  expect(await all(admin.listInvocations(session))).toEqual([entry]);
  expect(await admin.showInvocation(run.id)).toEqual({
    ...run,
    token: tokenOf({ bearer: service.adminBearer }),
  });
  expect(await admin.showSession(session)).toMatchObject({ usage: { values: 1 } });
  expect(await all(admin.listValues(session))).toEqual([value]);
  expect(await admin.showValue(value.id)).toEqual(value);
  expect(await all(admin.listCompatible(session, { claim, role: 'bezout' }))).toEqual([
    { value, fits: true, through: [], reason: null },
  ]);
  const { digest, document: found } = await admin.showDocument(value);
  expect(digest).toBe(value.reference.value_digest);
  expect(found.value).toMatchObject({ gcd: '61232' });
  const promoted = await admin.promoteValue(value.id);
  expect(promoted.reference).toMatchObject({ lifetime: 'DURABLE_ARTIFACT', value_digest: digest });
  expect(await admin.showPromotion(promoted.id)).toMatchObject({ source: value.id });

  const verification = await admin.verify({
    claim,
    roles: { ...inputs, bezout: { reference: promoted.reference } },
    require_lineage: true,
  });
  const serial = verification.certificate?.serial ?? '';
  expect(await admin.showVerification(verification.id)).toMatchObject({ verdict: 'ACCEPTED' });
  expect(await all(admin.showAssurance(value.id))).toEqual(await all(admin.showAssuranceOfDigest(digest)));
  expect((await all(admin.listCertificates())).map((item) => item.serial)).toEqual([serial]);
  expect(await admin.showCertificate(serial)).toMatchObject({ status: 'certified' });
  expect(await admin.showBundle(serial)).toHaveProperty('certificate');

  const job = await admin.verifyLater({ claim, roles });
  expect(await admin.waitFor(job.id)).toMatchObject({ verdict: 'ACCEPTED' });
  expect(await admin.cancelVerification(job.id)).toMatchObject({ id: job.id, state: 'done' });
  const steps = [{ name: 'only', verify: { claim, roles } }];
  expect(await admin.runPipeline({ steps })).toMatchObject([{ verification: { verdict: 'ACCEPTED' } }]);

  const product = handover('paw/handoff.json');
  const conditional = await admin.verify({ claim: product.claim, roles: product.roles });
  const [open] = await all(admin.listObligations());
  const proposition = open?.open?.[0]?.proposition ?? 'sha256:';
  const leaves = conditional.certificate?.serial ?? '';
  const discharged = await admin.discharge(leaves, { proposition });
  const again = await admin.verify({ claim: product.claim, roles: product.roles });
  const citation = { proposition, certificate: discharged.certificate?.serial ?? '' };
  expect(await admin.discharge(again.certificate?.serial ?? '', citation)).toMatchObject({
    cited: citation.certificate,
  });

  const claims = await admin.listContracts({ kind: 'claim' });
  expect(claims.map(({ id }) => id)).toContain(claim);
  expect(await admin.showContract('claim', claim)).toMatchObject({ kind: 'claim', id: claim });
  expect((await admin.listCheckers()).every(({ authorised, revoked }) => authorised && !revoked)).toBe(true);
  expect(await admin.authoriseChecker('number.gcd', { default: true })).toMatchObject({ changed: false });
  expect(await admin.revokeChecker(`sha256:${'0'.repeat(64)}`, 'for a test')).toMatchObject({
    changed: true,
  });
  expect(await admin.showTrustRoot()).toHaveProperty('signatures');
  expect(await admin.showCheckpoint()).toMatch(/\n\n— /);
  expect(await admin.endSession(session)).toMatchObject({ expires_at: service.clock.now() });
  await admin.withdrawCapability('number.gcd@1', 'for a test');

  const promised = OPERATIONS.flatMap(({ id, answers }) =>
    Object.keys(answers).map((status) => `${id} ${status}`),
  );
  expect([...seen].toSorted()).toEqual(promised.toSorted());
});

test('a list goes on over its parts', async () => {
  const { client } = await service.tenant('lists');
  const opened: string[] = [];
  for (let count = 0; count < 5; count++) opened.unshift((await client.openSession()).id);
  for (const limit of [1, 2, 5, 200]) {
    expect((await all(client.listSessions({ limit }))).map(({ id }) => id)).toEqual(opened);
  }
  let requests = 0;
  const { bearer } = await service.tenant('nobody');
  const counted = service.client(bearer, {
    fetch: (input, init) => {
      requests++;
      return fetch(input, init);
    },
  });
  for await (const _ of counted.listSessions()) throw new Error('this tenant has none');
  expect(requests).toBe(1);
});

test('a request whose answer was lost is found to be done, once', async () => {
  const { bearer, client } = await service.tenant('lossy');
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  const lossy = service.client(bearer, {
    attempts: 3,
    wait: async (milliseconds) => void waits.push(milliseconds),
    fetch: async (input, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const response = await fetch(input, init);
      if (keys.length < 3) throw new TypeError('the connection broke');
      return response;
    },
  });
  const session = await lossy.openSession();
  expect(new Set(keys).size).toBe(1);
  expect(waits).toEqual([250, 500]);
  expect(await all(client.listSessions())).toEqual([session]);
  await lossy.openSession();
  expect(new Set(keys).size).toBe(2);
  expect(await all(client.listSessions())).toHaveLength(2);
});

test('a refusal is an AssayProblem with its code, place and next step', async () => {
  const { client } = await service.tenant('refused');
  const problem = await problemOf(client.verify({ claim: 'number.gcd@1', roles: {} }));
  expect(problem).toMatchObject({ code: 'ROLE_MISSING', status: 422, name: 'AssayProblem' });
  expect(await codeOf(client.showSession('0'.repeat(32)))).toBe('SESSION_UNKNOWN');
  expect(await codeOf(service.client('nobody').openSession())).toBe('TOKEN_INVALID');
});

test('what a job failed with is thrown', async () => {
  const { client, id } = await service.tenant('failing');
  const instance = service.service.forTenant(id);
  const job = await instance.store.jobs.startJob({ id: 'f'.repeat(32), createdAt: service.clock.now() });
  await instance.store.jobs.endJob({
    id: job.id,
    state: 'failed',
    answer: { code: 'CHECKER_REVOKED', detail: 'the checker was revoked', next: 'choose another' },
    finishedAt: service.clock.now(),
  });
  expect(await problemOf(client.waitFor(job.id))).toMatchObject({
    code: 'CHECKER_REVOKED',
    status: null,
    detail: 'the checker was revoked',
    next: 'choose another',
  });
});

test('only a preference that was asked for is said to be applied', async () => {
  const { bearer } = await service.tenant('preferring');
  const told: (string | null)[] = [];
  const client = service.client(bearer, {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.status === 202) told.push(response.headers.get('preference-applied'));
      return response;
    },
  });
  const { claim, roles } = handover('gcd/handoff.json');
  const { id } = await client.verifyLater({ claim, roles });
  await client.waitFor(id);
  await client.cancelVerification(id);
  expect(told).toEqual(['respond-async', null]);
});

test('waiting ends with its signal', async () => {
  const { bearer, id } = await service.tenant('waiting');
  const instance = service.service.forTenant(id);
  await instance.store.jobs.startJob({ id: 'e'.repeat(32), createdAt: service.clock.now() });
  const controller = new AbortController();
  const waits: number[] = [];
  const client = service.client(bearer, {
    wait: async (milliseconds, signal) => {
      waits.push(milliseconds);
      if (waits.length === 8) controller.abort(new Error('enough'));
      signal?.throwIfAborted();
    },
  });
  await expect(client.waitFor('e'.repeat(32), { signal: controller.signal })).rejects.toThrow('enough');
  expect(waits).toEqual([50, 100, 200, 400, 800, 1600, 2000, 2000]);
});

test('other bytes than those of the reference are not returned', async () => {
  const { bearer, client } = await service.tenant('altered');
  const { id } = await client.openSession();
  const outputs = { document: document('paw/D.json') };
  const run = await client.submitInvocation(id, { capability: 'matrix.document@1', inputs: {}, outputs });
  const value = output(run.outputs.document);
  const other = await client.submitInvocation(id, {
    capability: 'matrix.document@1',
    inputs: {},
    outputs: { document: document('paw/G.json') },
  });
  // The answer is whole and true, but of another value.
  const exchanged = { id: output(other.outputs.document).id, reference: value.reference };
  expect(await codeOf(client.showDocument(exchanged))).toBe('VALUE_DIFFERS');
  const through = (change: (bytes: Uint8Array) => void, headers?: Record<string, string>) =>
    service.client(bearer, {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const bytes = new Uint8Array(await response.arrayBuffer());
        change(bytes);
        return new Response(bytes, { status: response.status, headers: headers ?? response.headers });
      },
    });
  const flip = (bytes: Uint8Array): void => bytes.set([(bytes[40] ?? 0) ^ 1], 40);
  expect(await codeOf(through(flip).showDocument(value.id))).toBe('VALUE_DIFFERS');
  expect(await codeOf(through(flip).showContract('claim', 'number.gcd@1'))).toBe('VALUE_DIFFERS');
  // Nothing says whose bytes they are, unless the caller does.
  expect(await codeOf(through(() => {}, {}).showDocument(value.id))).toBe('VALUE_DIFFERS');
  const { digest } = await through(() => {}, {}).showDocument(value);
  expect(digest).toBe(value.reference.value_digest);
});

function output(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the port gave nothing');
  return value;
}
