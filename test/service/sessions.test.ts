import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import type { AssayClient, Value } from '../../src/client/index.ts';
import { LIFETIME, MOST_LIMITS, USUAL_LIMITS } from '../../src/services/open-session.ts';
import { ask, newId } from './asking.ts';
import { rowsOf } from './rows.ts';
import { GCD, GCD_RUN, gcd, handIn, handleOf, integer, outputOf, product, serialOf } from './samples.ts';
import {
  all,
  codeOf,
  openTestService,
  problemOf,
  type TestService,
  type TestTenant,
  tokenOf,
} from './support.ts';

let service: TestService;
let tenant: TestTenant;
let client: AssayClient;

beforeAll(async () => {
  service = await openTestService();
  tenant = await service.tenant('sessions');
  ({ client } = tenant);
}, 60_000);

afterAll(() => service.close());

const later = (milliseconds: number) =>
  new Date(Date.parse(service.clock.now()) + milliseconds).toISOString();

async function isKept({ reference }: Value): Promise<boolean> {
  return (await service.service.forTenant(tenant.id).store.value(reference.value_digest)) !== null;
}

test('a session says what it may hold and until when', async () => {
  const usual = await client.openSession();
  expect(usual).toMatchObject({
    created_at: service.clock.now(),
    expires_at: later(LIFETIME.usual * 1000),
    limits: USUAL_LIMITS,
    usage: { values: 0, bytes: 0 },
  });
  const limits = { values: 7, bytes: 4_096 };
  const own = await client.openSession({ seconds: 1, limits });
  expect(own).toMatchObject({ expires_at: later(1_000), limits });
  expect(await client.showSession(own.id)).toEqual(own);
  expect((await all(client.listSessions({ limit: 1 }))).slice(0, 2)).toEqual([own, usual]);
});

test.each([
  ['no seconds', { seconds: 0 }],
  ['more than a day', { seconds: LIFETIME.most + 1 }],
  ['a fraction', { seconds: 1.5 }],
  ['room for nothing', { limits: { values: 0 } }],
  ['too many values', { limits: { values: MOST_LIMITS.values + 1 } }],
  ['too many bytes', { limits: { bytes: MOST_LIMITS.bytes + 1 } }],
])('%s: no session', async (_, request) => {
  const before = rowsOf(service.data);
  expect(['REQUEST_INVALID', 'DOCUMENT_NUMBER']).toContain(await codeOf(client.openSession(request)));
  expect(rowsOf(service.data)).toEqual(before);
});

describe('expiry', () => {
  /** Everything that needs a live session, or a live value of it. */
  const uses = (session: string, value: Value): readonly (readonly [string, () => Promise<unknown>])[] => [
    ['SESSION_EXPIRED', () => all(client.listValues(session))],
    ['SESSION_EXPIRED', () => all(client.listInvocations(session))],
    ['SESSION_EXPIRED', () => all(client.listCompatible(session, { claim: 'number.gcd@1', role: 'a' }))],
    ['SESSION_EXPIRED', () => client.submitInvocation(session, GCD_RUN)],
    ['SESSION_EXPIRED', () => client.verify({ ...gcd(), session })],
    ['SESSION_EXPIRED', () => client.runPipeline({ session, steps: [{ name: 'one', verify: gcd() }] })],
    ['VALUE_REFERENCE_EXPIRED', () => client.verify(gcd({ reference: value.reference }))],
    ['VALUE_REFERENCE_EXPIRED', () => client.showDocument(value)],
    ['VALUE_REFERENCE_EXPIRED', () => client.promoteValue(value.id)],
  ];

  const ENDINGS: readonly (readonly [string, (session: string) => Promise<unknown>])[] = [
    ['to the millisecond', async () => service.clock.advance(1)],
    ['at once, by ending it', (session) => client.endSession(session)],
  ];

  test.each(ENDINGS)('%s', async (_, end) => {
    const { id } = await client.openSession({ seconds: 60 });
    const value = outputOf(await client.submitInvocation(id, GCD_RUN), 'bezout');
    service.clock.advance(59_999);
    for (const [, use] of uses(id, value)) expect(await codeOf(use())).toBe('none');
    expect((await client.showValue(value.id)).expired).toBe(false);
    await end(id);
    const before = rowsOf(service.data);
    for (const [code, use] of uses(id, value)) expect(await codeOf(use())).toBe(code);
    expect(rowsOf(service.data)).toEqual(before);
    // What they were can still be told, until they are forgotten.
    expect((await client.showValue(value.id)).expired).toBe(true);
    expect((await client.showSession(id)).expires_at <= service.clock.now()).toBe(true);
    await service.service.collect();
    for (const [code, use] of uses(id, value)) expect(await codeOf(use())).toBe(code);
    expect((await client.showSession(id)).usage).toEqual({ values: 0, bytes: 0 });
  });

  test('ending a session a second time changes nothing, and never makes it longer', async () => {
    const { id } = await client.openSession({ seconds: 60 });
    const ended = await client.endSession(id);
    expect(ended.expires_at).toBe(service.clock.now());
    service.clock.advance(5);
    expect(await client.endSession(id)).toEqual(ended);
    const { id: other } = await client.openSession({ seconds: 1 });
    service.clock.advance(2_000);
    const expired = await client.showSession(other);
    expect(await client.endSession(other)).toEqual(expired);
    expect(await codeOf(client.endSession(newId()))).toBe('SESSION_UNKNOWN');
  });

  test('a run that is done after its session has expired keeps nothing', async () => {
    const { id } = await client.openSession({ seconds: 60 });
    const { producers } = service.service;
    const { run } = producers;
    const before = rowsOf(service.data);
    producers.run = async (...parameters) => {
      const given = await run.apply(producers, parameters);
      service.clock.advance(60_000);
      return given;
    };
    try {
      expect(await codeOf(client.submitInvocation(id, GCD_RUN))).toBe('SESSION_EXPIRED');
    } finally {
      producers.run = run;
    }
    expect(rowsOf(service.data)).toEqual(before);
  });
});

describe('quotas', () => {
  test('of values, exactly', async () => {
    const { id } = await client.openSession({ limits: { values: 2 } });
    for (const n of [1, 2]) await handIn(client, id, integer(n));
    expect((await client.showSession(id)).usage.values).toBe(2);
    const before = rowsOf(service.data);
    expect(await problemOf(handIn(client, id, integer(3)))).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      status: 429,
    });
    // Also one that it holds already: each reference counts.
    expect(await codeOf(handIn(client, id, integer(1)))).toBe('QUOTA_EXCEEDED');
    expect(rowsOf(service.data)).toEqual(before);
  });

  test('of bytes, exactly', async () => {
    const { reference } = await handIn(client, (await client.openSession()).id, integer(12_345));
    const { size } = reference;
    const { id } = await client.openSession({ limits: { bytes: 2 * size } });
    await handIn(client, id, integer(12_345));
    await handIn(client, id, integer(54_321));
    expect((await client.showSession(id)).usage).toEqual({ values: 2, bytes: 2 * size });
    expect(await codeOf(handIn(client, id, integer(1)))).toBe('QUOTA_EXCEEDED');
    const { id: smaller } = await client.openSession({ limits: { bytes: 2 * size - 1 } });
    await handIn(client, smaller, integer(12_345));
    const before = rowsOf(service.data);
    expect(await codeOf(handIn(client, smaller, integer(12_345)))).toBe('QUOTA_EXCEEDED');
    expect(await client.showSession(smaller)).toMatchObject({ usage: { values: 1, bytes: size } });
    expect(rowsOf(service.data)).toEqual(before);
  });

  test('many at once never go beyond', async () => {
    const { id } = await client.openSession({ limits: { values: 5 } });
    const submitted = Array.from({ length: 12 }, (_, n) => codeOf(handIn(client, id, integer(n))));
    const codes = await Promise.all(submitted);
    expect(codes.filter((code) => code === 'none')).toHaveLength(5);
    expect(codes.filter((code) => code === 'QUOTA_EXCEEDED')).toHaveLength(7);
    const values = await all(client.listValues(id));
    expect(new Set(values.map(handleOf)).size).toBe(5);
    expect((await client.showSession(id)).usage.values).toBe(5);
  });

  test('a refused request is no effect: the same key may be used again', async () => {
    const { id } = await client.openSession({ limits: { values: 1 } });
    const path = `/v1/sessions/${id}/invocations`;
    const asked = { method: 'POST', path, body: GCD_RUN, key: 'quota' };
    const held = await handIn(client, id, integer(1));
    expect((await ask(service, tenant.bearer, asked)).status).toBe(429);
    expect(await all(client.listValues(id))).toEqual([held]);
    expect(await all(client.listInvocations(id))).toHaveLength(1);
    expect((await ask(service, tenant.bearer, asked)).headers.get('idempotency-replayed')).toBeNull();
  });
});

test('values are listed in their own session only, newest first', async () => {
  const sessions = [await client.openSession(), await client.openSession()];
  const held: Value[][] = [];
  for (const { id } of sessions) {
    const values: Value[] = [];
    for (const n of [1, 2, 3]) values.unshift(await handIn(client, id, integer(n)));
    held.push(values);
  }
  for (const [index, { id }] of sessions.entries()) {
    expect(await all(client.listValues(id, { limit: 2 }))).toEqual(held[index]);
  }
  const [first] = held.flat();
  if (first === undefined) throw new Error('nothing is held');
  // Nor is an artifact that was made of one of them.
  await client.promoteValue(first.id);
  expect(await all(client.listValues(sessions[0]?.id ?? ''))).toEqual(held[0]);
});

describe('collection', () => {
  test('takes what only sessions hold, and leaves what is durable', async () => {
    const { id } = await client.openSession({ seconds: 60 });
    const { id: other } = await client.openSession({ seconds: 120 });
    const lone = await handIn(client, id, integer(70_001));
    const promoted = await handIn(client, id, integer(70_002));
    const shared = await handIn(client, id, integer(70_003));
    const artifact = await client.promoteValue(promoted.id);
    await handIn(client, other, integer(70_003));
    const candidate = outputOf(await client.submitInvocation(id, GCD_RUN), 'bezout');
    const serial = serialOf(await client.verify(gcd({ reference: candidate.reference })));
    const rejected = await client.verify({ ...gcd({ document: GCD.wrong }), session: id });
    expect(rejected.verdict).toBe('REJECTED');
    service.clock.advance(60_000);
    await service.service.collect();
    expect(await Promise.all([lone, promoted, shared, candidate].map(isKept))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    const { document } = await client.showDocument(artifact);
    expect(document).toMatchObject(integer(70_002));
    const bundle = await client.showBundle(serial, { documents: 'all' });
    expect(Object(bundle).documents).toHaveLength(3);
    service.clock.advance(60_000);
    await service.service.collect();
    expect(await isKept(shared)).toBe(false);
    expect((await client.showDocument(artifact)).document).toEqual(document);
  });

  test('collects once: a second time nothing is left to take', async () => {
    await service.service.collect();
    const before = rowsOf(service.data);
    await service.service.collect();
    expect(rowsOf(service.data)).toEqual(before);
  });

  test('after a week it is forgotten which run gave a value, but not of an artifact', async () => {
    const { id } = await client.openSession({ seconds: 60 });
    const lone = await client.submitInvocation(id, { ...GCD_RUN, run: 'lone' });
    const kept = await client.submitInvocation(id, { ...GCD_RUN, run: 'kept' });
    const { id: gone, reference } = outputOf(lone, 'bezout');
    const artifact = await client.promoteValue(outputOf(kept, 'bezout').id);
    service.clock.advance(60_000 + 7 * 24 * 3_600_000 - 1);
    await service.service.collect();
    expect((await client.showInvocation(lone.id)).run).toBe('lone');
    expect(await codeOf(client.verify(gcd({ reference })))).toBe('VALUE_REFERENCE_EXPIRED');
    service.clock.advance(1);
    await service.service.collect();
    expect(await codeOf(client.showInvocation(lone.id))).toBe('INVOCATION_UNKNOWN');
    expect(await codeOf(client.showSession(id))).toBe('SESSION_UNKNOWN');
    expect(await codeOf(client.showValue(gone))).toBe('VALUE_UNKNOWN');
    expect(await codeOf(client.verify(gcd({ reference })))).toBe('VALUE_REFERENCE_UNKNOWN');
    expect(await client.showInvocation(kept.id)).toMatchObject({ run: 'kept', inputs: kept.inputs });
    expect(
      await client.verify({ ...gcd({ reference: artifact.reference }), require_lineage: true }),
    ).toMatchObject({ verdict: 'ACCEPTED' });
  });
});

describe('promotion', () => {
  test('makes a new reference with the same provenance and contract, and says who did it', async () => {
    const { id } = await client.openSession({ seconds: 60 });
    const run = await client.submitInvocation(id, GCD_RUN);
    const value = outputOf(run, 'bezout');
    const artifact = await client.promoteValue(value.id);
    const { value_uri, lifetime, expires_at, tenant_binding, ...same } = artifact.reference;
    expect(value.reference).toMatchObject(same);
    expect({ lifetime, expires_at }).toEqual({ lifetime: 'DURABLE_ARTIFACT', expires_at: null });
    expect(value_uri).not.toBe(value.reference.value_uri);
    expect(tenant_binding).not.toBe(value.reference.tenant_binding);
    expect(artifact).toMatchObject({ handle: null, preview: value.preview, expired: false });
    const token = tokenOf(tenant);
    const promotion = await client.showPromotion(artifact.id);
    expect(promotion).toMatchObject({
      value: artifact.id,
      source: value.id,
      invocation: run.uri,
      port: 'bezout',
      token,
      promoted_at: service.clock.now(),
    });
    for (const [kind, id, kept] of [
      ['value-type', value.reference.value_type, promotion.value_type],
      ['capability', run.capability, promotion.capability],
    ] as const) {
      const contract = await client.showContract(kind, id);
      expect(kept).toEqual({ digest: canonicalise(contract).digest, contract });
    }
    // The value in the session stays what it is, and the run shows its own outputs only.
    expect(await client.showValue(value.id)).toEqual(value);
    expect(await client.showInvocation(run.id)).toEqual({ ...run, token });
  });

  test('its record can be read as long as the artifact, by its tenant alone, and is of artifacts alone', async () => {
    const { id } = await client.openSession({ seconds: 60 });
    const value = outputOf(await client.submitInvocation(id, GCD_RUN), 'bezout');
    const artifact = await client.promoteValue(value.id);
    const promotion = await client.showPromotion(artifact.id);
    const other = await service.tenant('curious');
    for (const [who, of] of [
      [client, value.id],
      [client, newId()],
      [other.client, artifact.id],
      [service.admin, artifact.id],
    ] as const) {
      expect(await problemOf(who.showPromotion(of))).toMatchObject({
        code: 'VALUE_UNKNOWN',
        detail: 'there is no such durable artifact',
      });
    }
    service.clock.advance(60_000 + 7 * 24 * 3_600_000);
    await service.service.collect();
    expect(await client.showPromotion(artifact.id)).toEqual(promotion);
    const invocation = promotion.invocation.slice('invocation://'.length);
    expect(await client.showInvocation(invocation)).toMatchObject({ capability: 'number.gcd@1' });
  });

  test('outlives its session, and still answers for where it comes from', async () => {
    const { id } = await client.openSession({ seconds: 60 });
    const value = outputOf(await client.submitInvocation(id, GCD_RUN), 'bezout');
    const { reference } = await client.promoteValue(value.id);
    service.clock.advance(60_000);
    await service.service.collect();
    const verification = await client.verify({ ...gcd({ reference }), require_lineage: true });
    const { lineage } = await client.showCertificate(serialOf(verification));
    expect(lineage).toMatchObject([{ basis: 'ran_here', run: value.reference.source_invocation_uri }]);
    // An artifact may be promoted again: another reference, nothing else.
    expect(await codeOf(client.promoteValue(value.id))).toBe('VALUE_REFERENCE_EXPIRED');
  });

  test.each([
    ['unknown', 'VALUE_UNKNOWN', async () => newId()],
    ['another tenant’s', 'VALUE_UNKNOWN', ofAnotherTenant],
    ['expired', 'VALUE_REFERENCE_EXPIRED', ofExpired],
    ['collected', 'VALUE_REFERENCE_EXPIRED', ofCollected],
  ] as const)('of a value that is %s: %s, and nothing is kept', async (_, code, make) => {
    const id = await make();
    const before = rowsOf(service.data);
    expect(await codeOf(client.promoteValue(id))).toBe(code);
    expect(rowsOf(service.data)).toEqual(before);
  });

  async function ofAnotherTenant(): Promise<string> {
    const other = await service.tenant('other');
    return (await handIn(other.client, (await other.client.openSession()).id, integer(1))).id;
  }

  async function ofExpired(): Promise<string> {
    const { id } = await client.openSession({ seconds: 1 });
    const value = await handIn(client, id, integer(80_001));
    service.clock.advance(1_000);
    return value.id;
  }

  async function ofCollected(): Promise<string> {
    const id = await ofExpired();
    await service.service.collect();
    return id;
  }

  test('verifying promotes nothing', async () => {
    const { id } = await client.openSession({ seconds: 60 });
    const value = outputOf(await client.submitInvocation(id, GCD_RUN), 'bezout');
    const before = rowsOf(service.data, tenant.id);
    serialOf(await client.verify({ ...gcd({ handle: handleOf(value) }), session: id }));
    serialOf(await client.verify(product(4)));
    const { promotions, value_references } = rowsOf(service.data, tenant.id);
    expect({ promotions, value_references }).toEqual({
      promotions: before.promotions,
      value_references: before.value_references,
    });
    service.clock.advance(60_000);
    expect(await codeOf(client.showDocument(value))).toBe('VALUE_REFERENCE_EXPIRED');
  });
});
