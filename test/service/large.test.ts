import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  GCD,
  GCD_RUN,
  gcd,
  handIn,
  inline,
  integer,
  matrix,
  product,
  serialOf,
  transposeOf,
} from './samples.ts';
import { openTestService, problemOf, type TestService, type TestTenant } from './support.ts';

/** Every body is large here, and read by the process for large ones. */
let service: TestService;
let tenant: TestTenant;

/** The same, where every body is read by the service itself. */
let plain: TestService;
let other: TestTenant;

beforeAll(async () => {
  service = await openTestService({ reader: { large: 0 } });
  tenant = await service.tenant('large');
  plain = await openTestService();
  other = await plain.tenant('plain');
});
afterAll(() => Promise.all([service.close(), plain.close()]));

test('what is certified of a large request is what came', async () => {
  const { client } = tenant;
  const verified = await client.verify(product(3));
  const expected = await other.client.verify(product(3));
  const shown = (serial: string, from: TestTenant) => from.client.showCertificate(serial);
  const [one, two] = [await shown(serialOf(verified), tenant), await shown(serialOf(expected), other)];
  expect([one.statement, one.proposition]).toEqual([two.statement, two.proposition]);
  expect((await client.verify(gcd({ document: GCD.wrong }))).verdict).toBe('REJECTED');
});

test('a value that came in a large request is kept, and looked at, as ever', async () => {
  const session = await tenant.client.openSession({ seconds: 60 });
  const again = await other.client.openSession({ seconds: 60 });
  const [kept, expected] = [
    await handIn(tenant.client, session.id, matrix([[1, 2, 3]])),
    await handIn(other.client, again.id, matrix([[1, 2, 3]])),
  ];
  expect(kept.preview).toEqual(expected.preview);
  expect(kept.reference.value_digest).toBe(expected.reference.value_digest);
  const { outputs } = await tenant.client.submitInvocation(session.id, GCD_RUN);
  expect(Object.keys(outputs)).toEqual(['bezout']);
});

test('what is wrong in a large request is told where it is', async () => {
  const wrong = { type: 'matrix.integer@1', value: { rows: 2, columns: 1, entries: [['1']] } };
  const faults = [
    { ...product(2), roles: { ...product(2).roles, product: inline(wrong) } },
    { ...product(2), roles: { ...product(2).roles, left: transposeOf(wrong) } },
    { ...product(2), claim: 'matrix.none@1', roles: { ...product(2).roles, product: inline(wrong) } },
    { ...product(2), roles: { ...product(2).roles, more: inline(integer(1)) } },
    { ...gcd(), roles: { ...gcd().roles, a: inline(matrix([[1]])) } },
  ];
  for (const asked of faults) {
    const problem = await problemOf(tenant.client.verify(asked));
    expect(problem).not.toBeNull();
    expect(problem).toEqual(await problemOf(other.client.verify(asked)));
  }
});
