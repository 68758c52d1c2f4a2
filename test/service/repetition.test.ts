import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Digest, StatementRequest } from '../../src/client/index.ts';
import { type Asked, ask, newId } from './asking.ts';
import { readPublished } from './published.ts';
import { rowsOf } from './rows.ts';
import {
  FACTORIZATION,
  GCD,
  GCD_RUN,
  gcd,
  handIn,
  integer,
  openOf,
  pratt,
  product,
  serialOf,
} from './samples.ts';
import { openTestService, type TestService } from './support.ts';

interface Repeated {
  readonly operation: string;
  readonly first: Asked;
  /** Other requests of the same operation: at another path, or with another body. */
  readonly others: readonly Asked[];
}

const NOBODY: Digest = `sha256:${'0'.repeat(64)}`;
/** “3 is prime”, which FACTORIZATION leaves open. */
const PRIME: StatementRequest = {
  claim: 'number.prime@1',
  roles: { n: { document: integer(3) }, certificate: { document: pratt('3') } },
};
/** Of those that make nothing new there and then. */
const STATUS: Readonly<Record<string, number>> = { 'a job': 202, 'a discharge by a certificate': 200 };
const data = mkdtempSync(join(tmpdir(), 'assay-repetition-'));
let service: TestService;
let bearer: string;
let rows: Readonly<Record<string, Repeated>>;

beforeAll(async () => {
  service = await openTestService({ data });
  bearer = service.adminBearer;
  rows = await repeatedRequests();
}, 60_000);

afterAll(async () => {
  await service.close();
  rmSync(data, { recursive: true });
});

const post = (path: string, ...bodies: readonly unknown[]): readonly Asked[] =>
  bodies.map((body) => ({ method: 'POST', path, body }));

/** For each POST: one request that has an effect, and where there are such, one that has none any more. */
async function repeatedRequests(): Promise<Readonly<Record<string, Repeated>>> {
  const client = service.admin;
  const session = (await client.openSession()).id;
  const [once, twice, never] = [
    await handIn(client, session, integer(1)),
    await handIn(client, session, integer(2)),
    await handIn(client, session, integer(3)),
  ];
  await client.promoteValue(twice.id);
  const factored = await client.verify(FACTORIZATION);
  const [three, five] = openOf(factored).map(({ proposition }) => proposition);
  if (three === undefined || five === undefined) throw new Error('two primes are open');
  const cited = serialOf(await client.verify(PRIME));
  const cites = `/v1/certificates/${serialOf(await client.verify(FACTORIZATION))}/discharges`;
  const discharges = `/v1/certificates/${serialOf(factored)}/discharges`;
  const discharged = { proposition: five, witness: { certificate: { document: pratt('5') } } };
  await client.discharge(serialOf(factored), discharged);
  await client.verify(product(4));
  await client.revokeChecker(NOBODY, 'revoked before');
  const wrong = gcd({ document: GCD.wrong });
  const async = { prefer: 'respond-async' };
  const pipeline = (verify: object) => ({
    steps: [
      { name: 'run', run: GCD_RUN },
      { name: 'verify', verify },
    ],
  });
  const row = (operation: string, [first, ...others]: readonly Asked[]): Repeated => {
    if (first === undefined || others.length === 0) throw new Error(`${operation} has no other request`);
    return { operation, first, others };
  };
  const invocations = `/v1/sessions/${session}/invocations`;
  const token = (name: string) => ({ name, scopes: ['audit'] });
  return {
    'a tenant': row('createTenant', post('/v1/tenants', { name: 'one' }, { name: 'two' })),
    'a token': row('createToken', post('/v1/tokens', token('one'), token('two'))),
    'a session': row('openSession', post('/v1/sessions', {}, { seconds: 60 })),
    'a run': row('submitInvocation', post(invocations, GCD_RUN, { ...GCD_RUN, capability: 'number.gcd@2' })),
    'a promotion': row('promoteValue', [
      ...post(`/v1/values/${once.id}/promote`, undefined),
      ...post(`/v1/values/${never.id}/promote`, undefined),
    ]),
    'a promotion of what is promoted': row('promoteValue', [
      ...post(`/v1/values/${twice.id}/promote`, undefined),
      ...post(`/v1/values/${never.id}/promote`, undefined),
    ]),
    'a certificate': row('verify', post('/v1/verifications', product(5), product(6))),
    'a certificate of what is certified': row('verify', post('/v1/verifications', product(4), product(6))),
    'a refusal': row('verify', post('/v1/verifications', wrong, product(6))),
    'a job': row(
      'verify',
      post('/v1/verifications', product(7), product(6)).map((asked) => ({ ...asked, headers: async })),
    ),
    'a pipeline': row('runPipeline', post('/v1/pipelines', pipeline(gcd()), pipeline(product(6)))),
    'a refused pipeline': row('runPipeline', post('/v1/pipelines', pipeline(wrong), pipeline(product(6)))),
    'a discharge': row('discharge', [
      ...post(discharges, { proposition: three, witness: { certificate: { document: pratt('3') } } }),
      ...post(discharges, discharged),
    ]),
    'a discharge by a certificate': row('discharge', [
      ...post(cites, { proposition: three, certificate: cited }),
      ...post(cites, { proposition: five, certificate: cited }),
    ]),
    'a discharge of what is discharged': row('discharge', [
      ...post(discharges, discharged),
      ...post(discharges, { ...discharged, proposition: three }),
    ]),
    'a default checker': row(
      'authoriseChecker',
      post(
        '/v1/checkers/authorise',
        { checker: 'matrix.product_replay', default: true },
        { checker: 'number.gcd' },
      ),
    ),
    'an authorisation of what is authorised': row(
      'authoriseChecker',
      post('/v1/checkers/authorise', { checker: 'number.gcd' }, { checker: 'matrix.product', default: true }),
    ),
    'a revocation': row(
      'revokeChecker',
      post(
        '/v1/checkers/revoke',
        { identity: `sha256:${'1'.repeat(64)}`, reason: 'one' },
        { identity: `sha256:${'2'.repeat(64)}`, reason: 'one' },
      ),
    ),
    'a revocation of what is revoked': row(
      'revokeChecker',
      post(
        '/v1/checkers/revoke',
        { identity: NOBODY, reason: 'again' },
        { identity: `sha256:${'2'.repeat(64)}`, reason: 'again' },
      ),
    ),
  };
}

test('every POST that the service publishes has its row', async () => {
  const published = await readPublished(service.url);
  const posts = published.operations.filter(({ method }) => method === 'post').map(({ id }) => id);
  const asked = new Set(Object.values(rows).map(({ operation }) => operation));
  expect([...asked].toSorted()).toEqual(posts.toSorted());
  for (const { operation, first, others } of Object.values(rows)) {
    for (const { path } of [first, ...others])
      expect(published.operationFor('POST', path).id).toBe(operation);
  }
});

test('a repetition gets the first answer and has no effect, another request none; also after a restart', async () => {
  const answered = new Map<string, string>();
  const keys = new Map(Object.keys(rows).map((what) => [what, newId()]));
  for (const [what, { first, others }] of Object.entries(rows)) {
    const key = keys.get(what) ?? '';
    const answer = await ask(service, bearer, { ...first, key });
    expect([what, answer.status]).toEqual([what, STATUS[what] ?? 201]);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
    await service.service.runs.idle();
    // A secret is shown once.
    const secret: unknown = JSON.parse(answer.text).bearer;
    answered.set(what, secret === undefined ? answer.text : answer.text.replace(`"${secret}"`, 'null'));
    const kept = rowsOf(data);
    expect(
      kept.answers?.filter((row) => row.includes(key)),
      what,
    ).toHaveLength(1);
    await expectRepeated(what, first, others);
    expect(rowsOf(data), what).toEqual(kept);
  }
  await service.close();
  service = await openTestService({ data, adminBearer: bearer, clock: service.clock });
  const kept = rowsOf(data);
  for (const [what, { first, others }] of Object.entries(rows)) await expectRepeated(what, first, others);
  expect(rowsOf(data)).toEqual(kept);

  async function expectRepeated(what: string, first: Asked, others: readonly Asked[]): Promise<void> {
    const key = keys.get(what) ?? '';
    const again = await ask(service, bearer, { ...first, key });
    expect([what, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      what,
      answered.get(what),
      'true',
    ]);
    const elsewhere = { method: 'POST', path: '/v1/sessions', body: { seconds: 61 } };
    for (const other of [...others, elsewhere]) {
      const { status, text } = await ask(service, bearer, { ...other, key });
      expect([what, status, JSON.parse(text).code]).toEqual([what, 422, 'IDEMPOTENCY_CONFLICT']);
    }
  }
});
