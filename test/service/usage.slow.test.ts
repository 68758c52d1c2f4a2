import { expect, test } from 'vitest';
import { USUAL_SESSIONS } from '../../src/services/open-session.ts';
import { USUAL_DURABLE_BYTES } from '../../src/services/tenants.ts';
import { withDatabase } from '../store/support.ts';
import { newId } from './asking.ts';
import { rowsOf } from './rows.ts';
import { GCD, gcd, handIn, integer, product, serialOf } from './samples.ts';
import { all, codeOf, problemOf, testService } from './support.ts';

const sizeOf = (service: { data: string }, tenant: string): number =>
  (rowsOf(service.data, tenant).stored_values ?? [])
    .map((row) => JSON.parse(row))
    .filter(({ durable }) => durable === 1)
    .reduce((sum, { bytes }) => sum + bytes.length / 2, 0);

test('a tenant is told what it holds and may hold, by each of its tokens', async () => {
  const service = await testService();
  const { id, client } = await service.tenant('told', ['produce', 'verify', 'audit', 'admin']);
  const limits = { sessions: USUAL_SESSIONS, durable_bytes: USUAL_DURABLE_BYTES };
  expect(await client.showUsage()).toEqual({ usage: { sessions: 0, durable_bytes: 0 }, limits });
  const session = await client.openSession({ seconds: 60 });
  await handIn(client, session.id, integer(1));
  const value = await handIn(client, session.id, integer(2));
  await client.promoteValue(value.id);
  const promoted = value.reference.size;
  expect(await client.showUsage()).toEqual({ usage: { sessions: 1, durable_bytes: promoted }, limits });
  serialOf(await client.verify(gcd()));
  const { usage } = await client.showUsage();
  expect(usage.durable_bytes).toBeGreaterThan(promoted);
  expect(usage.durable_bytes).toBe(sizeOf(service, id));
  serialOf(await client.verify(gcd()));
  expect((await client.verify(gcd({ document: GCD.wrong }))).verdict).toBe('REJECTED');
  expect((await client.showUsage()).usage).toEqual(usage);
  service.clock.advance(60_000);
  await service.service.collect();
  expect((await client.showUsage()).usage).toEqual({ ...usage, sessions: 0 });
});

test('what another tenant holds is told to the operator alone', async () => {
  const service = await testService();
  const { id, client } = await service.tenant('one');
  const other = await service.tenant('other', ['admin']);
  serialOf(await client.verify(gcd()));
  const told = await client.showUsage();
  expect(told.usage.durable_bytes).toBeGreaterThan(0);
  expect(await service.admin.showUsage(id)).toEqual(told);
  expect((await service.admin.showUsage()).usage.durable_bytes).toBe(0);
  expect(await client.showUsage(id)).toEqual(told);
  expect(await codeOf(other.client.showUsage(id))).toBe('SCOPE_MISSING');
  expect(await codeOf(other.client.showUsage(newId()))).toBe('SCOPE_MISSING');
  expect(await codeOf(service.admin.showUsage(newId()))).toBe('TENANT_UNKNOWN');
});

test('what a tenant keeps for good goes to its limit, by whatever keeps it, and no byte further', async () => {
  // What the same certificate, and the same value, take elsewhere.
  const measured = await testService();
  const measuring = await measured.tenant('measuring');
  serialOf(await measuring.client.verify(gcd()));
  const certified = sizeOf(measured, measuring.id);
  const { id: elsewhere } = await measuring.client.openSession();
  const { size } = (await handIn(measuring.client, elsewhere, integer(12_345))).reference;

  for (const [spare, promotes] of [
    [0, true],
    [-1, false],
  ] as const) {
    const service = await testService({ durableBytes: certified + size + spare });
    const { id, client } = await service.tenant('full');
    const { id: session } = await client.openSession();
    const [one, two] = [
      await handIn(client, session, integer(12_345)),
      await handIn(client, session, integer(7)),
    ];
    serialOf(await client.verify(gcd()));
    expect(await codeOf(client.promoteValue(one.id))).toBe(promotes ? 'none' : 'QUOTA_EXCEEDED');
    const { usage, limits } = await client.showUsage();
    expect(limits.durable_bytes - usage.durable_bytes).toBe(promotes ? 0 : size - 1);
    const before = rowsOf(service.data, id);
    if (promotes) {
      const problem = await problemOf(client.promoteValue(two.id));
      expect(problem).toMatchObject({ code: 'QUOTA_EXCEEDED', status: 429 });
      expect(problem?.next).toContain('--durable-mib');
    }
    expect(await codeOf(client.verify(product(3)))).toBe('QUOTA_EXCEEDED');
    const steps = [
      { name: 'd', run: { capability: 'number.document@1', inputs: {}, outputs: { document: integer(9) } } },
      { name: 'verify', verify: product(3) },
    ];
    expect(await codeOf(client.runPipeline({ steps }))).toBe('QUOTA_EXCEEDED');
    expect(rowsOf(service.data, id)).toEqual(before);
    // A job has failed with it, and kept nothing but that.
    const job = await client.verifyLater(product(3));
    const patient = service.client(
      (await service.admin.createToken({ name: 'x', scopes: ['verify'], tenant: id })).bearer ?? '',
      { wait: async () => {} },
    );
    expect(await codeOf(patient.waitFor(job.id))).toBe('QUOTA_EXCEEDED');
    const { verifications, certificates, stored_values } = rowsOf(service.data, id);
    expect({ verifications, certificates, stored_values }).toEqual({
      verifications: before.verifications,
      certificates: before.certificates,
      stored_values: before.stored_values,
    });
    // What is kept already can be spoken of again, and refusals need no room; nor is another tenant full.
    serialOf(await client.verify(gcd()));
    expect((await client.verify(gcd({ document: GCD.wrong }))).verdict).toBe('REJECTED');
    serialOf(await (await service.tenant('other')).client.verify(gcd()));
  }
});

test('unless said otherwise, the usual limit holds', async () => {
  const service = await testService();
  const { id, client } = await service.tenant('usual');
  serialOf(await client.verify(gcd()));
  // As if it had been filled to the last byte.
  withDatabase(service.data, (database) =>
    database
      .prepare('UPDATE tenant_usage SET durable_bytes = ? WHERE tenant = ?')
      .run(USUAL_DURABLE_BYTES, id),
  );
  expect(await codeOf(client.verify(product(3)))).toBe('QUOTA_EXCEEDED');
  serialOf(await client.verify(gcd()));
});

test('many at once never go beyond it', async () => {
  const measured = await testService();
  const measuring = await measured.tenant('measuring');
  serialOf(await measuring.client.verify(product(10)));
  const one = sizeOf(measured, measuring.id);

  const service = await testService({ durableBytes: 3 * one });
  const { id, client } = await service.tenant('racing');
  // Of equal size, and with no value in common.
  const asked = Array.from({ length: 9 }, (_, n) => codeOf(client.verify(product(10 + n))));
  const codes = await Promise.all(asked);
  expect(codes.filter((code) => code === 'none')).toHaveLength(3);
  expect(codes.filter((code) => code === 'QUOTA_EXCEEDED')).toHaveLength(6);
  expect(await all(client.listCertificates())).toHaveLength(3);
  expect((await client.showUsage()).usage.durable_bytes).toBe(3 * one);
  expect(sizeOf(service, id)).toBe(3 * one);
});
