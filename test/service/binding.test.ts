import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reference } from '../../src/client/index.ts';
import { reachOf } from '../../src/services/reach.ts';
import { dereference } from '../../src/services/references/dereference.ts';
import { watchComparisons } from '../constant-time.ts';
import { newId } from './asking.ts';
import { handIn, integer } from './samples.ts';
import { statementsOf } from './statements.ts';
import { openTestService, type TestService, type TestTenant } from './support.ts';

let service: TestService;
let tenant: TestTenant;
let session: string;
let reference: Reference;

beforeAll(async () => {
  service = await openTestService();
  tenant = await service.tenant('own');
  session = (await tenant.client.openSession()).id;
  ({ reference } = await handIn(tenant.client, session, integer(12_345)));
}, 60_000);

afterAll(() => service.close());

/** What becomes of a reference, the statements that the store executed for it, and the pairs compared in constant time. */
async function use(named: Reference, by = tenant.id) {
  const caller = { tenant: by, token: newId(), scopes: [], operator: false };
  const compared = watchComparisons();
  const { result, statements } = await statementsOf(() =>
    dereference({ reference: { ...named } }, reachOf(caller, session, service.service)).then(
      () => 'found',
      (error: { readonly code: string }) => error.code,
    ),
  );
  return { result, statements: statements.length, compared: compared() };
}

const [SEAL, OWNER] = [
  [71, 71],
  [71, 71],
];

test('a reference as it was given is looked up, once both parts of its binding were compared', async () => {
  const { result, statements, compared } = await use(reference);
  expect(result).toBe('found');
  expect(statements).toBeGreaterThan(0);
  expect(compared).toEqual([SEAL, OWNER]);
});

/** Another value of each field, of the same form. */
const CHANGES: Readonly<
  Record<Exclude<keyof Reference, 'value_ref_version'>, (given: Reference) => unknown>
> = {
  value_uri: () => `value://${newId()}`,
  value_type: () => 'number.bezout@1',
  schema_uri: () => `artifact://sha256/${'0'.repeat(64)}`,
  semantics_uri: () => `artifact://sha256/${'0'.repeat(64)}`,
  value_digest: () => `sha256:${'0'.repeat(64)}`,
  size: ({ size }) => size + 1,
  source_invocation_uri: () => `invocation://${newId()}`,
  source_capability: () => 'number.gcd@1',
  source_port: () => 'other',
  lifetime: () => 'DURABLE_ARTIFACT',
  expires_at: () => '2099-01-01T00:00:00.000Z',
  tenant_binding: ({ tenant_binding }) => altered(tenant_binding),
};

test.each(Object.entries(CHANGES))('with another %s nothing is looked up', async (field, change) => {
  const { result, statements } = await use({ ...reference, [field]: change(reference) } as Reference);
  expect(result).toMatch(/^VALUE_REFERENCE_(TAMPERED|SCHEMA_MISMATCH|SEMANTICS_MISMATCH)$/);
  expect(statements).toBe(0);
});

test('every changed binding is compared in constant time, wherever it differs', async () => {
  const { tenant_binding: given } = reference;
  const last = given.length - 1;
  for (const place of [23, 24, 44, last - 1]) {
    const binding = given.slice(0, place) + (given[place] === 'A' ? 'B' : 'A') + given.slice(place + 1);
    expect(await use({ ...reference, tenant_binding: binding })).toEqual({
      result: 'VALUE_REFERENCE_TAMPERED',
      statements: 0,
      compared: [SEAL],
    });
  }
});

test('another tenant’s reference is refused before anything is looked up', async () => {
  const other = await service.tenant('other');
  expect(await use(reference, other.id)).toEqual({
    result: 'VALUE_REFERENCE_TENANT_MISMATCH',
    statements: 0,
    compared: [SEAL, OWNER],
  });
});

function altered(binding: string): string {
  return binding.slice(0, 30) + (binding[30] === 'A' ? 'B' : 'A') + binding.slice(31);
}
