import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../src/canonical/digest.ts';
import type { AssayClient, Digest, Operand } from '../../src/client/index.ts';
import { ask, newId } from './asking.ts';
import { checkerFolder } from './own-checkers.ts';
import { rowsOf } from './rows.ts';
import {
  bezout,
  GCD,
  GCD_RUN,
  gcd,
  gram,
  handIn,
  integer,
  outputOf,
  product,
  serialOf,
  transposeOf,
} from './samples.ts';
import { all, codeOf, openTestService, problemOf, type TestService, type TestTenant } from './support.ts';

const own = checkerFolder('number.gcd@1', {
  endless: 'for (;;);',
  accepting: "return { verdict: 'ACCEPTED' };",
  hasty: "return { verdict: 'ACCEPTED' };",
  crashing: "throw new Error('at ' + r.roles.a);",
  babbling: "return { verdict: 'PERHAPS' };",
  spilling: 'throw new Error(JSON.parse(r.roles.a).value.value);',
  leaking: 'return { [JSON.parse(r.roles.a).value.value]: 1 };',
  unsure: "return { verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED', bound: 'such values' };",
  assuming: "return { verdict: 'ACCEPTED', open: { anything: [{ n: r.roles.a }] } };",
});

let service: TestService;
let tenant: TestTenant;
let client: AssayClient;
let session: string;

beforeAll(async () => {
  service = await openTestService({ checkers: [own.folder] });
  tenant = await service.tenant('verifier');
  ({ client } = tenant);
  session = (await client.openSession()).id;
  const authorised = [
    'endless',
    'accepting',
    'crashing',
    'babbling',
    'spilling',
    'leaking',
    'unsure',
    'assuming',
  ];
  for (const checker of authorised) {
    await authorise(`test.${checker}`);
  }
}, 60_000);

afterAll(async () => {
  await service.close();
  own.remove();
});

async function authorise(checker: string): Promise<void> {
  const asked = { method: 'POST', path: '/v1/checkers/authorise', body: { checker } };
  const { status, text } = await ask(service, service.adminBearer, asked);
  expect(status, text).toBe(201);
}

test.each([
  ['authorise', { checker: 'number.gcd' }, { checker: 'number.gcd', default: false }],
  [
    'revoke',
    { identity: digestOf(new Uint8Array([1])), reason: 'unsound' },
    { identity: digestOf(new Uint8Array([2])), reason: 'unsound' },
  ],
])(
  'to %s what is so already is answered under its key, and that key changes nothing more',
  async (change, body, other) => {
    const post = (sent: object, key: string) =>
      ask(service, service.adminBearer, { method: 'POST', path: `/v1/checkers/${change}`, body: sent, key });
    expect((await post(body, newId())).status).toBe(201);
    const key = newId();
    const first = await post(body, key);
    expect([first.status, JSON.parse(first.text).changed]).toEqual([201, false]);
    const refused = await post(other, key);
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([422, 'IDEMPOTENCY_CONFLICT']);
    const again = await post(body, key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  },
);

async function revoke(identity: Digest): Promise<void> {
  const body = { identity, reason: 'unsound' };
  const asked = { method: 'POST', path: '/v1/checkers/revoke', body };
  expect((await ask(service, service.adminBearer, asked)).status).toBe(201);
}

async function identityOf(id: string): Promise<Digest> {
  const found = (await client.listCheckers()).find((checker) => checker.id === id);
  if (found === undefined) throw new Error(`${id} is not installed`);
  return found.identity;
}

describe('at once', () => {
  test('accepted: a certificate, a record, a lineage of nothing for complete documents', async () => {
    const verification = await client.verify(gcd());
    expect(verification).toMatchObject({ verdict: 'ACCEPTED', claim: 'number.gcd@1' });
    expect(verification.certificate).toMatchObject({ conditional: false, obligations: [] });
    const certificate = await client.showCertificate(serialOf(verification));
    expect(certificate).toMatchObject({ status: 'certified', lineage: [], open: [], discharged_by: [] });
    expect(await client.showVerification(verification.id)).toEqual(verification);
  });

  test('its bundle has an entity tag, which is the same until something is added to the log', async () => {
    const path = `/v1/certificates/${serialOf(await client.verify(gcd()))}/bundle`;
    const get = (known?: string) =>
      ask(service, tenant.bearer, {
        method: 'GET',
        path,
        headers: known === undefined ? {} : { 'if-none-match': known },
      });
    const first = await get();
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toBe(`"${digestOf(Buffer.from(first.text))}"`);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const known = await get(`"other", ${tag}`);
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', tag]);
    await client.verify(gcd());
    const after = await get(tag);
    expect(after.status).toBe(200);
    expect(after.headers.get('etag')).not.toBe(tag);
  });

  test('what a producer says of itself is declared, and believed of no reference', async () => {
    const producer = { capability: 'number.gcd@1', run: 'mine' };
    const certificate = await client.showCertificate(serialOf(await client.verify({ ...gcd(), producer })));
    expect(certificate.lineage).toEqual([{ role: 'bezout', basis: 'declared', ...producer }]);
    const { reference } = outputOf(await client.submitInvocation(session, GCD_RUN), 'bezout');
    expect(await codeOf(client.verify({ ...gcd({ reference }), producer }))).toBe('LINEAGE_MISMATCH');
  });

  const wrong = { document: GCD.wrong };
  const REFUSED: readonly (readonly [string, object, string, string])[] = [
    ['rejected', gcd(wrong), 'REJECTED', ''],
    ['a crash', { ...gcd(), checker: 'test.crashing' }, 'INCONCLUSIVE', 'CRASHED'],
    ['an answer that is none', { ...gcd(), checker: 'test.babbling' }, 'INCONCLUSIVE', 'PROTOCOL'],
    ['a checker that cannot tell', { ...gcd(), checker: 'test.unsure' }, 'INCONCLUSIVE', 'UNSUPPORTED'],
    [
      'a checker that leaves open what the claim does not declare',
      { ...gcd(), checker: 'test.assuming' },
      'INCONCLUSIVE',
      'PROTOCOL',
    ],
  ];

  test.each(REFUSED)('%s: recorded, not certified, no value kept', async (_, request, verdict, reason) => {
    const before = rowsOf(service.data, tenant.id);
    const asked = { method: 'POST', path: '/v1/verifications', body: request };
    const { status, text } = await ask(service, tenant.bearer, asked);
    expect(status).toBe(201);
    const verification = JSON.parse(text);
    expect(verification).toMatchObject({ verdict, checker: { identity: expect.any(String) } });
    if (reason !== '') expect(verification.reason).toBe(reason);
    expect(verification).not.toHaveProperty('certificate');
    const { detail: __, ...record } = verification;
    expect(await client.showVerification(verification.id)).toEqual(record);
    const { verifications, verification_roles, answers, ...rest } = rowsOf(service.data, tenant.id);
    expect(verifications).toHaveLength((before.verifications?.length ?? 0) + 1);
    expect(verification_roles).toHaveLength((before.verification_roles?.length ?? 0) + 3);
    expect(answers).toHaveLength((before.answers?.length ?? 0) + 1);
    expect(before).toMatchObject(rest);
  });

  const a = { document: GCD.a };
  /** Its transpose would have more empty rows than there may be. */
  const TOO_WIDE = { type: 'matrix.integer@1', value: { rows: 0, columns: 2 ** 20 + 1, entries: [] } };
  const UNUSABLE: readonly (readonly [string, object, string])[] = [
    ['an unknown claim', { ...gcd(), claim: 'number.lcm@1' }, 'CLAIM_UNKNOWN'],
    ['a missing role', { claim: 'number.gcd@1', roles: { a } }, 'ROLE_MISSING'],
    ['a role more', { ...gcd(), roles: { ...gcd().roles, c: a } }, 'ROLE_UNKNOWN'],
    ['another type in a role', { ...gcd(), roles: { ...gcd().roles, bezout: a } }, 'ROLE_TYPE'],
    [
      'a transform of the candidate',
      { ...product(2), roles: { ...product(2).roles, product: transposeOf(gram(2).G) } },
      'TRANSFORM_NOT_DECLARED',
    ],
    [
      'a transform that has no result',
      { ...product(2), roles: { ...product(2).roles, left: transposeOf(TOO_WIDE) } },
      'TRANSFORM_DIMENSIONS',
    ],
    ['a step where there are none', gcd({ output: { step: 'one', port: 'bezout' } }), 'PORT_UNDECLARED'],
  ];

  test.each(UNUSABLE)('%s: %s, before anything runs or is kept', async (_, body, code) => {
    const before = rowsOf(service.data);
    for (const prefer of ['', 'respond-async']) {
      const headers = { prefer };
      const asked = { method: 'POST', path: '/v1/verifications', body, headers };
      const { text } = await ask(service, tenant.bearer, asked);
      expect(JSON.parse(text).code).toBe(code);
    }
    expect(rowsOf(service.data)).toEqual(before);
  });

  test.each([
    ['unknown', 'test.nobody', 'CHECKER_UNKNOWN'],
    ['without authorisation', 'test.hasty', 'CHECKER_NOT_AUTHORISED'],
    ['of another claim', 'matrix.gram', 'CHECKER_UNKNOWN'],
  ])('a checker that is %s: %s is not asked, and there is no other', async (_, checker, code) => {
    const before = rowsOf(service.data);
    expect(await codeOf(client.verify({ ...gcd(), checker }))).toBe(code);
    expect(rowsOf(service.data)).toEqual(before);
    // Whoever wants the answer later is told at once, too: no job is begun.
    expect(await codeOf(client.verifyLater({ ...gcd(), checker }))).toBe(code);
    expect(rowsOf(service.data)).toEqual(before);
  });

  test('identical requests at once are one verification and one certificate', async () => {
    const before = (await all(client.listCertificates())).length;
    const asked = { method: 'POST', path: '/v1/verifications', body: product(77), key: newId() };
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(service, tenant.bearer, asked)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await all(client.listCertificates())).length).toBe(before + 1);
  });
});

describe('later', () => {
  const asked = (body: object, key = newId()) => ({
    method: 'POST',
    path: '/v1/verifications',
    body,
    key,
    headers: { prefer: 'respond-async' },
  });
  const patient = () => service.client(tenant.bearer, { wait: async () => {} });

  test('a job, where to look for it, and what it came to', async () => {
    const answer = await ask(service, tenant.bearer, asked(gcd()));
    expect(answer.status).toBe(202);
    const job = JSON.parse(answer.text);
    expect(job).toMatchObject({ state: 'running', answer: null, finished_at: null });
    expect(answer.headers.get('location')).toBe(`/v1/verifications/${job.id}`);
    expect(answer.headers.get('preference-applied')).toBe('respond-async');
    const verification = await patient().waitFor(job.id);
    expect(verification).toMatchObject({ id: job.id, verdict: 'ACCEPTED' });
    serialOf(verification);
    expect(await client.showVerification(job.id)).toMatchObject({
      state: 'done',
      answer: verification,
      created_at: service.clock.now(),
      finished_at: service.clock.now(),
    });
    // One that has ended stays as it is.
    expect(await client.cancelVerification(job.id)).toMatchObject({ state: 'done' });
    expect(await client.showVerification(job.id)).toMatchObject({ state: 'done' });
  });

  test('a rejection is done, too', async () => {
    const { id } = await client.verifyLater(gcd({ document: GCD.wrong }));
    expect(await patient().waitFor(id)).toMatchObject({ verdict: 'REJECTED' });
    expect(await client.showVerification(id)).toMatchObject({ state: 'done' });
  });

  test('repeated, it is the same job', async () => {
    const request = asked(product(78), newId());
    const answers = await Promise.all([1, 2, 3].map(() => ask(service, tenant.bearer, request)));
    const ids = new Set(answers.map(({ text }) => JSON.parse(text).id));
    expect(ids.size).toBe(1);
    await patient().waitFor([...ids].join());
    const again = await ask(service, tenant.bearer, request);
    expect(again.text).toBe(answers[0]?.text);
    const places = [...answers, again].map(({ headers }) => headers.get('location'));
    expect(new Set(places)).toEqual(new Set([`/v1/verifications/${[...ids].join()}`]));
  });

  test.each<[string, string | undefined, string | undefined]>([
    ['at first at once, then later', undefined, 'respond-async'],
    ['at first later, then at once', 'respond-async', undefined],
  ])('asked for %s: the same request, and its first answer', async (_, prefer, afterwards) => {
    const before = rowsOf(service.data, tenant.id).verifications?.length ?? 0;
    const { headers: __, ...request } = asked(gcd());
    const preferring = (wish: string | undefined) =>
      ask(service, tenant.bearer, { ...request, headers: wish === undefined ? {} : { prefer: wish } });
    const first = await preferring(prefer);
    if (first.status === 202) await patient().waitFor(JSON.parse(first.text).id);
    const again = await preferring(afterwards);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    // Only who asked for it is told that it was done.
    expect(again.headers.get('preference-applied')).toBeNull();
    expect(rowsOf(service.data, tenant.id).verifications).toHaveLength(before + 1);
  });

  test('cancelled while its checker runs: no certificate, the record kept', async () => {
    const certificates = await all(client.listCertificates());
    const { id } = await client.verifyLater({ ...gcd(), checker: 'test.endless' });
    expect(service.service.runs.size).toBe(1);
    expect(await client.showVerification(id)).toMatchObject({ state: 'running' });
    const cancelled = await ask(service, tenant.bearer, {
      method: 'DELETE',
      path: `/v1/verifications/${id}`,
    });
    expect([cancelled.status, cancelled.headers.get('preference-applied')]).toEqual([202, null]);
    expect(await patient().waitFor(id)).toMatchObject({ id, verdict: 'INCONCLUSIVE', reason: 'CANCELLED' });
    expect(await client.showVerification(id)).toMatchObject({ state: 'cancelled' });
    expect(await all(client.listCertificates())).toEqual(certificates);
    const records = rowsOf(service.data, tenant.id).verifications?.map((row) => JSON.parse(row));
    expect(records?.find((record) => record.id === id)).toMatchObject({ reason: 'CANCELLED' });
    expect(service.service.runs.size).toBe(0);
  });

  test('the same values may be asked about again after a cancelled job', async () => {
    expect((await client.verify(gcd())).verdict).toBe('ACCEPTED');
  });

  test('where the room was taken while a job was being kept, it has failed and says so', async () => {
    const { runs } = service.service;
    const { jobs } = service.service.forTenant(tenant.id).store;
    const { startJob } = jobs;
    const gate = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    // As many as may run come in between.
    jobs.startJob = async (...parameters) => {
      const job = await startJob.apply(jobs, parameters);
      jobs.startJob = startJob;
      const room = 256 - runs.size;
      const others = Array.from({ length: room }, (_, n) =>
        runs.run({ id: newId(), tenant: `other ${n % 3}`, bytes: 0 }, () => gate.promise),
      );
      void Promise.all(others).then(() => taken.resolve());
      return job;
    };
    const job = await client.verifyLater(gcd());
    expect(await codeOf(client.verifyLater(gcd()))).toBe('SERVICE_BUSY');
    expect(await codeOf(client.verify(gcd()))).toBe('SERVICE_BUSY');
    gate.resolve();
    await taken.promise;
    expect(await codeOf(patient().waitFor(job.id))).toBe('SERVICE_BUSY');
    expect((await client.verify(gcd())).verdict).toBe('ACCEPTED');
  });
});

test('a job that a restart interrupted has failed, and says so', async () => {
  const first = await openTestService();
  const { id, bearer } = await first.tenant('interrupted');
  const job = { id: newId(), createdAt: first.clock.now() };
  // A process that is killed says nothing more: the job stays as it was begun.
  await first.service.forTenant(id).store.jobs.startJob(job);
  await first.server.stop();
  await first.service.close();
  const second = await openTestService({ data: first.data });
  try {
    const client = second.client(bearer);
    expect(await client.showVerification(job.id)).toMatchObject({
      state: 'failed',
      answer: { code: 'SERVICE_STOPPING' },
      finished_at: second.clock.now(),
    });
    expect(await problemOf(client.waitFor(job.id))).toMatchObject({ code: 'SERVICE_STOPPING', status: null });
  } finally {
    await second.close();
    await first.close();
  }
});

describe('lineage that is required', () => {
  async function candidate(run: object = {}): Promise<Operand> {
    const { reference } = outputOf(await client.submitInvocation(session, { ...GCD_RUN, ...run }), 'bezout');
    return { reference };
  }
  const inputs = (a: number, b: number) => ({
    a: { document: integer(a) },
    b: { document: integer(b) },
  });
  const outputs = { bezout: GCD.bezout };

  test.each([
    ['of a run that was made here', () => candidate(), 'ran_here'],
    ['of a run that was declared', () => candidate({ outputs }), 'declared'],
  ])('%s: in the certificate, with its basis', async (_, make, basis) => {
    const request = { ...gcd(await make()), require_lineage: true };
    const { lineage } = await client.showCertificate(serialOf(await client.verify(request)));
    expect(lineage).toMatchObject([{ role: 'bezout', basis, capability: 'number.gcd@1' }]);
  });

  test('by handle, and of what was promoted', async () => {
    const value = outputOf(await client.submitInvocation(session, GCD_RUN), 'bezout');
    const artifact = await client.promoteValue(value.id);
    for (const operand of [{ handle: value.handle ?? '' }, { reference: artifact.reference }]) {
      const verification = await client.verify({ ...gcd(operand), session, require_lineage: true });
      const { lineage } = await client.showCertificate(serialOf(verification));
      expect(lineage).toMatchObject([{ run: value.reference.source_invocation_uri }]);
    }
  });

  const MISMATCHES: readonly (readonly [string, () => Promise<Operand>])[] = [
    ['a complete document', async () => ({ document: GCD.bezout })],
    ['a document handed in from no inputs', handedIn],
    ['of a run with another input', () => candidate({ inputs: inputs(12, 6), outputs })],
    ['of a run with one input twice', () => candidate({ inputs: inputs(12, 12), outputs })],
    ['equal to what another run gave', equal],
  ];

  test.each(MISMATCHES)('%s: mismatch, and nothing is kept', async (_, make) => {
    const operand = await make();
    const before = rowsOf(service.data);
    const request = { ...gcd(operand), require_lineage: true };
    expect(await problemOf(client.verify(request))).toMatchObject({
      code: 'LINEAGE_MISMATCH',
      at: '/roles/bezout',
    });
    expect(await codeOf(client.verifyLater(request))).toBe('LINEAGE_MISMATCH');
    expect(rowsOf(service.data)).toEqual(before);
    // Where it is not required, the same value is as good as any.
    expect((await client.verify(gcd(operand))).verdict).toBe('ACCEPTED');
  });

  async function handedIn(): Promise<Operand> {
    return { reference: (await handIn(client, session, GCD.bezout)).reference };
  }

  /** The right run has given the very same bytes; this reference is of another run. */
  async function equal(): Promise<Operand> {
    const right = await client.submitInvocation(session, GCD_RUN);
    const other = await client.submitInvocation(session, { ...GCD_RUN, inputs: inputs(30, 42), outputs });
    const digest = (run: typeof right) => outputOf(run, 'bezout').reference.value_digest;
    expect(digest(other)).toBe(digest(right));
    return { reference: outputOf(other, 'bezout').reference };
  }

  test('of a product: a factor as it is where its transpose was given', async () => {
    const { D, transposed, G } = gram(6);
    const run = async (left: Operand): Promise<Operand> => {
      const request = { capability: 'matrix.multiply@1', inputs: { left, right: { document: D } } };
      return { reference: outputOf(await client.submitInvocation(session, request), 'product').reference };
    };
    const verify = (left: Operand, candidate: Operand) =>
      client.verify({
        claim: 'matrix.product@1',
        roles: { left, right: { document: D }, product: candidate },
        require_lineage: true,
      });
    // A transform and a document of the same bytes are the same value.
    const made = await run(transposeOf(D));
    expect((await verify({ document: transposed }, made)).verdict).toBe('ACCEPTED');
    expect((await verify(transposeOf(D), made)).verdict).toBe('ACCEPTED');
    const declared = await run({ document: D });
    expect(await codeOf(verify(transposeOf(D), declared))).toBe('LINEAGE_MISMATCH');
    expect(G).toBeDefined();
  });
});

describe('an authorisation that ends while the checker runs', () => {
  /** Something happens after the next checker has answered and before anything comes of it. */
  function meanwhile(happens: () => Promise<unknown>): void {
    const { pool } = service.service.forTenant(tenant.id);
    const { run } = pool;
    pool.run = async (...parameters) => {
      pool.run = run;
      const outcome = await run.apply(pool, parameters);
      await happens();
      return outcome;
    };
  }

  test('no certificate, the record kept, and nobody else is touched', async () => {
    await authorise('test.hasty');
    const identity = await identityOf('test.hasty');
    const request = { ...gcd(), checker: 'test.hasty' };
    const serial = serialOf(await client.verify(request));
    const certificates = await all(client.listCertificates());
    const before = rowsOf(service.data, tenant.id).verifications ?? [];
    meanwhile(() => revoke(identity));
    expect(await codeOf(client.verify(request))).toBe('CHECKER_REVOKED');
    const records = (rowsOf(service.data, tenant.id).verifications ?? []).filter(
      (row) => !before.includes(row),
    );
    expect(records.map((row) => JSON.parse(row))).toMatchObject([
      { verdict: 'INCONCLUSIVE', reason: 'CHECKER_REVOKED', checker: identity.slice(7) },
    ]);
    expect((await all(client.listCertificates())).map((each) => each.serial)).toEqual(
      certificates.map((each) => each.serial),
    );
    // What it had accepted before is void by now, and it is not asked again.
    expect(await client.showCertificate(serial)).toMatchObject({ status: 'void', reason: 'CHECKER_REVOKED' });
    const after = rowsOf(service.data, tenant.id).verifications;
    expect(await codeOf(client.verify(request))).toBe('CHECKER_REVOKED');
    expect(await codeOf(client.verifyLater(request))).toBe('CHECKER_REVOKED');
    expect(rowsOf(service.data, tenant.id).verifications).toEqual(after);
    expect((await client.verify(gcd())).verdict).toBe('ACCEPTED');
  });

  test('of a job: it has failed, with the reason', async () => {
    const identity = await identityOf('test.accepting');
    const revoked = Promise.withResolvers<void>();
    meanwhile(async () => {
      await revoke(identity);
      revoked.resolve();
    });
    const { id } = await client.verifyLater({ ...gcd(), checker: 'test.accepting' });
    await revoked.promise;
    const patient = service.client(tenant.bearer, { wait: async () => {} });
    expect(await codeOf(patient.waitFor(id))).toBe('CHECKER_REVOKED');
    expect(await client.showVerification(id)).toMatchObject({ state: 'failed' });
    const records = rowsOf(service.data, tenant.id).verifications?.map((row) => JSON.parse(row)) ?? [];
    expect(records.find((record) => record.id === id)).toMatchObject({ reason: 'CHECKER_REVOKED' });
  });
});

test('no value stands in any error, nor in the log', async () => {
  const SECRET = '577215664901532860606512';
  const secret = { document: integer(SECRET) };
  const roles = gcd().roles;
  const rejected = { document: { type: 'number.bezout@1', value: { gcd: SECRET, x: '1', y: '1' } } };
  const requests: readonly object[] = [
    { ...gcd(), roles: { ...roles, bezout: secret } },
    { ...gcd(), roles: { ...roles, c: secret } },
    { ...gcd(), roles: { a: secret } },
    { ...gcd(), roles: { ...roles, a: { source: secret, transform: { kind: 'MATRIX_TRANSPOSE' } } } },
    { ...gcd(), roles: { ...roles, a: { document: { type: 'number.integer@1', value: SECRET } } } },
    { ...gcd(), roles: { ...roles, a: { document: { type: SECRET, value: null } } } },
    { ...gcd(), roles: { ...roles, a: { ...secret, handle: SECRET } } },
    { ...gcd(), roles: { ...roles, a: { handle: SECRET } } },
    { ...gcd(), roles: { ...roles, a: { reference: SECRET } } },
    { ...gcd(), roles: { ...roles, a: { reference: { value_uri: SECRET } } } },
    { ...gcd(), roles: { ...roles, a: secret, b: secret, bezout: rejected } },
    { ...gcd({ document: bezout(1, 1, 1) }), roles: { ...roles, a: secret } },
    { ...gcd(), claim: SECRET },
    { ...gcd(), checker: SECRET },
    { ...gcd(), session: SECRET },
    { ...gcd(), roles: { ...roles, a: secret }, checker: 'test.spilling' },
    { ...gcd(), roles: { ...roles, a: secret }, checker: 'test.leaking' },
  ];
  for (const body of requests) {
    const asked = { method: 'POST', path: '/v1/verifications', body };
    const { text } = await ask(service, tenant.bearer, asked);
    expect(text).not.toContain(SECRET);
    expect(JSON.parse(text).verdict).not.toBe('ACCEPTED');
  }
  for (const [checker, reason, words] of [
    ['test.spilling', 'CRASHED', /^the checker ended without a verdict; /],
    ['test.leaking', 'PROTOCOL', /^what the checker answered is no verdict; /],
  ] as const) {
    const leaving = { ...gcd(), roles: { ...roles, a: secret }, checker };
    const { id } = await client.verifyLater(leaving);
    const later = await service.client(tenant.bearer, { wait: async () => {} }).waitFor(id);
    expect(later).toMatchObject({ verdict: 'INCONCLUSIVE', reason, detail: expect.stringMatching(words) });
    const [step] = await client.runPipeline({ steps: [{ name: 'one', verify: leaving }] });
    expect(step?.verification).toMatchObject({ reason, detail: later.detail });
    expect(JSON.stringify([later, step])).not.toContain(SECRET);
    expect(JSON.stringify(rowsOf(service.data, tenant.id))).not.toContain(SECRET);
  }
  expect(service.log.join('\n')).not.toContain(SECRET);
  expect((await ask(service, null, { method: 'GET', path: '/metrics' })).text).not.toContain(SECRET);
});
