import { describe, expect, onTestFinished, test } from 'vitest';
import type { Digest } from '../../src/canonical/digest.ts';
import {
  admitAll,
  certificate,
  nextTrustRoot,
  openTestFolder,
  trustRoot,
  verification,
  withDatabase,
} from '../store/support.ts';
import { ask, newId } from './asking.ts';
import { checkerFolder } from './own-checkers.ts';
import { rowsOf } from './rows.ts';
import { gcd, gram, handIn, handleOf, inline, product, serialOf, transposeOf } from './samples.ts';
import { codeOf, testService } from './support.ts';

test('a token for another tenant is made once, however often the request comes', async () => {
  const service = await testService();
  const { id: tenant } = await service.admin.createTenant('other');
  const body = { name: 'first', scopes: ['verify'], tenant };
  const request = { method: 'POST', path: '/v1/tokens', body, key: newId() };
  const first = await ask(service, service.adminBearer, request);
  const again = await ask(service, service.adminBearer, request);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(JSON.parse(again.text)).toEqual({ ...JSON.parse(first.text), bearer: null });
});

describe('told to end before its verdict', () => {
  const ENDLESS = { endless: 'for (;;);' };

  test.each([
    ['/v1/verifications', { ...gcd(), checker: 'test.endless' }],
    [
      '/v1/pipelines',
      {
        steps: [
          { name: 'first', verify: gcd() },
          { name: 'second', verify: { ...gcd(), checker: 'test.endless' } },
        ],
      },
    ],
  ])(
    'POST %s certifies nothing and leaves its key free',
    async (path, body) => {
      const own = checkerFolder('number.gcd@1', ENDLESS);
      onTestFinished(own.remove);
      const service = await testService({ checkers: [own.folder], limits: { deadline: 4_000 } });
      await service.admin.authoriseChecker('test.endless');
      const tenant = await service.tenant('patient');
      const request = { method: 'POST', path, body, key: newId() };
      const refused = await ask(service, tenant.bearer, request);
      expect(refused.status).toBe(408);
      await expect.poll(() => rowsOf(service.data, tenant.id).verifications?.length).toBeGreaterThan(0);
      const certificates = await ask(service, tenant.bearer, { method: 'GET', path: '/v1/certificates' });
      expect(JSON.parse(certificates.text)).toEqual({ items: [], next: null });
      const { answers } = service.service.forTenant(tenant.id).store;
      const token = tenant.bearer.slice('assay_'.length, 'assay_'.length + 32);
      expect(await answers.answer(token, request.key)).toBeNull();
    },
    30_000,
  );
});

test('a citation counts, however many newer certificates there are for the proposition', async () => {
  const service = await testService();
  const { client } = await service.tenant('citing');
  const { D, transposed } = gram(3);
  const open = await client.verify(product(3));
  const proven = await client.verify({
    claim: 'matrix.transpose@1',
    roles: { matrix: inline(D), transpose: inline(transposed) },
  });
  // Each leaves open that D is the transpose of Dᵀ, which nothing proves.
  for (let count = 0; count < 16; count++) {
    await client.verify({
      claim: 'matrix.transpose@1',
      roles: { matrix: transposeOf(transposed), transpose: inline(transposed) },
    });
  }
  const serial = serialOf(open);
  const proposition = open.certificate?.obligations[0]?.proposition as Digest;
  expect(await client.showCertificate(serial)).toMatchObject({ status: 'conditional' });
  await client.discharge(serial, { proposition, certificate: serialOf(proven) });
  expect(await client.showCertificate(serial)).toMatchObject({
    status: 'certified',
    discharged_by: [serialOf(proven)],
  });
}, 30_000);

test('what a pipeline holds counts as what verifications hold', async () => {
  const service = await testService();
  const { client } = await service.tenant('busy');
  const { runs } = service.service;
  const session = (await client.openSession()).id;
  const handle = handleOf(await handIn(client, session, gram(2).D));
  const gate = Promise.withResolvers<void>();
  const held = runs.run({ id: newId(), tenant: 'other', bytes: 128 * 1024 * 1024 }, () => gate.promise);
  const run = { capability: 'matrix.transpose@1', inputs: { matrix: { handle } } };
  expect(await codeOf(client.submitInvocation(session, run))).toBe('SERVICE_BUSY');
  expect(await codeOf(client.runPipeline({ steps: [{ name: 'a', verify: gcd() }] }))).toBe('SERVICE_BUSY');
  gate.resolve();
  await held;
  expect(await codeOf(client.submitInvocation(session, run))).toBe('none');
});

test('a trust root whose commit failed was never the newest', async () => {
  const { path, store } = await openTestFolder();
  const change = (sql: string) => withDatabase(path, (database) => void database.exec(sql));
  change("CREATE TRIGGER full BEFORE INSERT ON log_checkpoints BEGIN SELECT RAISE(ABORT, 'full'); END");
  const record = verification('beside');
  const outcomes = await Promise.allSettled([
    store.publishTrustRoot(({ version }) => trustRoot(version + 1, 'lost')),
    // Reads the newest one within the transaction that fails.
    store.commitVerification(record, certificate(record), admitAll),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  change('DROP TRIGGER full');
  const published = await store.publishTrustRoot(nextTrustRoot);
  expect(await store.trustRoot()).toEqual(published);
});
