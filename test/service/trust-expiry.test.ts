import { beforeEach, expect, test } from 'vitest';
import type { AssayClient } from '../../src/client/index.ts';
import { publishTrust } from '../../src/services/publish-trust.ts';
import { rowsOf } from './rows.ts';
import { gcd, openOf, product, serialOf } from './samples.ts';
import { codeOf, type TestService, type TestTenant, testService } from './support.ts';

const HOUR = 3_600_000;

let service: TestService;
let tenant: TestTenant;
let client: AssayClient;

beforeEach(async () => {
  service = await testService();
  tenant = await service.tenant('verifier');
  ({ client } = tenant);
}, 60_000);

/** Publishes a trust root that says what the last one says, and expires after so many milliseconds. */
async function expireAfter(milliseconds: number): Promise<void> {
  const expires = new Date(Date.parse(service.clock.now()) + milliseconds).toISOString();
  const published = await publishTrust(
    ({ content }, place) => ({ ...content, ...place, version: content.version + 1, expires }),
    service.service.forTenant(service.service.operator),
  );
  expect(published).not.toBeNull();
}

test('a trust root that has expired signs nothing, until there is a current one', async () => {
  await expireAfter(HOUR);
  const conditional = await client.verify(product(3));
  const { proposition } = openOf(conditional)[0];
  service.clock.advance(HOUR - 1);
  expect((await client.verify(gcd())).verdict).toBe('ACCEPTED');
  service.clock.advance(1);
  const before = rowsOf(service.data);
  const asked = () => [
    client.verify(gcd()),
    client.verifyLater(gcd()),
    client.runPipeline({ steps: [{ name: 'one', verify: gcd() }] }),
    client.discharge(serialOf(conditional), { proposition }),
  ];
  for (const answer of asked()) expect(await codeOf(answer)).toBe('TRUST_ROOT_EXPIRED');
  expect(rowsOf(service.data)).toEqual(before);
  await expireAfter(HOUR);
  for (const answer of asked()) expect(await codeOf(answer)).toBe('none');
});

test('one that expires while the checker runs signs nothing either: the run is recorded', async () => {
  await expireAfter(HOUR);
  const { pool } = service.service.forTenant(tenant.id);
  const { run } = pool;
  pool.run = async (...parameters) => {
    const outcome = await run.apply(pool, parameters);
    service.clock.advance(HOUR);
    return outcome;
  };
  expect(await codeOf(client.verify(gcd()))).toBe('TRUST_ROOT_EXPIRED');
  const records = rowsOf(service.data, tenant.id).verifications?.map((row) => JSON.parse(row));
  expect(records).toMatchObject([{ verdict: 'INCONCLUSIVE', reason: 'TRUST_ROOT_EXPIRED' }]);
  expect(rowsOf(service.data, tenant.id).certificates).toEqual([]);
});
