import { describe, expect, test } from 'vitest';
import { checkBundle } from '../../src/certificate/check.ts';
import type { TrustRootContent } from '../../src/certificate/trust-root-content.ts';
import type { Outcome } from '../../src/checking/outcome.ts';
import { CheckerRegistry } from '../../src/checking/registry.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { authorise, builtInPermissions } from '../../src/services/authorise.ts';
import { type CertifiedBundle, certifyBundle } from '../../src/services/certify-bundle.ts';
import { currentTrustRoot } from '../../src/services/instance.ts';
import { replayBundle } from '../../src/services/replay.ts';
import {
  builtIn,
  builtInChecker,
  checkerOf,
  GRAM_AS_PRODUCT,
  InProcessPool,
  logSize,
  makeInstance,
  PLAIN_PRODUCT,
  publishTrust,
  recording,
  rules,
  type TestInstance,
  testInstance,
} from './support.ts';

/** A pool in which something happens after a checker answered and before anybody acts on it. */
class MeanwhilePool extends InProcessPool {
  #meanwhile: (() => Promise<void>) | undefined;

  once(happens: () => Promise<void>): void {
    this.#meanwhile = happens;
  }

  override async run(...parameters: Parameters<InProcessPool['run']>): Promise<Outcome> {
    const outcome = await super.run(...parameters);
    const happens = this.#meanwhile;
    this.#meanwhile = undefined;
    await happens?.();
    return outcome;
  }
}

type Change = (content: TrustRootContent, index: number) => Partial<TrustRootContent>;

const { identity } = builtInChecker('matrix.product');
const claim = rules.contracts.claim('matrix.product@1').digest;

const ENDINGS: readonly [name: string, code: string, change: Change][] = [
  [
    'the checker was revoked',
    'CHECKER_REVOKED',
    () => ({ revocations: [{ kind: 'checker', digest: identity, reason: 'unsound' }] }),
  ],
  [
    'the claim contract was revoked',
    'CLAIM_REVOKED',
    () => ({ revocations: [{ kind: 'claim', digest: claim, reason: 'unsound' }] }),
  ],
  [
    'the authorisation ended',
    'CHECKER_NOT_AUTHORISED',
    ({ authorisations }, index) => ({
      authorisations: authorisations.map((entry) =>
        entry.checker === identity ? { ...entry, until: index } : entry,
      ),
    }),
  ],
  [
    'the authorisation became that of another tenant',
    'CHECKER_NOT_AUTHORISED',
    ({ authorisations }, index) => ({
      authorisations: authorisations.flatMap((entry) =>
        entry.checker === identity
          ? [
              { ...entry, until: index },
              { ...entry, tenant: 'f'.repeat(32), from: index },
            ]
          : [entry],
      ),
    }),
  ],
  [
    'the key that signs certificates ended',
    'ISSUER_UNTRUSTED',
    ({ keys }, index) => ({
      keys: keys.map((key) => (key.roles.includes('certificate') ? { ...key, until: index } : key)),
    }),
  ],
];

describe('while a checker ran', () => {
  test.each(ENDINGS)('%s: %s, no certificate, the run recorded', async (_, code, change) => {
    const pool = new MeanwhilePool();
    const { instance, records } = recording(await testInstance({ pool }));
    pool.once(() => publishTrust(instance, change));
    await expect(certifyBundle(PLAIN_PRODUCT, instance)).rejects.toMatchObject({ code });
    const kept = await records();
    expect(kept).toEqual([expect.objectContaining({ verdict: 'INCONCLUSIVE', reason: code })]);
    expect(await logSize(instance)).toBe(2);
    for (const { proposition, roles } of kept) {
      expect(await instance.store.certificatesFor(proposition)).toEqual([]);
      for (const { digest } of roles) expect(await instance.store.value(digest)).toBeNull();
    }
    // Before it runs, nothing is run or recorded at all. An ended key shows only when something is to be signed.
    if (code === 'ISSUER_UNTRUSTED') return;
    await expect(certifyBundle(PLAIN_PRODUCT, instance)).rejects.toMatchObject({ code });
    expect(await records()).toHaveLength(1);
  });

  test('another checker was authorised: nothing changes for this one', async () => {
    const pool = new MeanwhilePool();
    const instance = await testInstance({
      pool,
      permissions: builtInPermissions(builtIn, rules.contracts, true).slice(0, -1),
    });
    pool.once(
      async () => void (await authorise(builtInPermissions(builtIn, rules.contracts, false), instance)),
    );
    expect(await certifyBundle(PLAIN_PRODUCT, instance)).toMatchObject({ verdict: 'ACCEPTED' });
  });

  test('the checker of what it leaves open was revoked: a conditional certificate, and why', async () => {
    const pool = new MeanwhilePool();
    const instance = await testInstance({ pool });
    const { identity: digest } = builtInChecker('matrix.transpose');
    pool.once(() =>
      publishTrust(instance, () => ({ revocations: [{ kind: 'checker', digest, reason: 'unsound' }] })),
    );
    const result = await certifyBundle(GRAM_AS_PRODUCT, instance, { discharge: true });
    expect(result).toMatchObject({
      verdict: 'ACCEPTED',
      checked: { status: 'conditional' },
      discharges: [{ result: { verdict: 'NOT_ASKED', reason: expect.stringContaining('CHECKER_REVOKED') } }],
    });
  });
});

describe('after an upgrade', () => {
  const old = new CheckerRegistry([checkerOf(`return { verdict: 'ACCEPTED' };`)]);

  async function upgraded(): Promise<{ before: CertifiedBundle; after: TestInstance }> {
    const instance = await makeInstance({ checkers: old });
    const permissions = builtInPermissions(old, rules.contracts, false);
    await authorise(
      permissions.map((permission) => ({ ...permission, default: true })),
      instance,
    );
    const before = await certifyBundle(PLAIN_PRODUCT, instance);
    await instance.close();
    if (before.verdict !== 'ACCEPTED') throw new Error('the old checker accepts everything');
    return { before, after: await testInstance({ data: instance.data }) };
  }

  test('an old data folder refuses the new checkers, says what to do, and that helps', async () => {
    const { after } = await upgraded();
    const size = await logSize(after);
    const refusal = certifyBundle(GRAM_AS_PRODUCT, after);
    await expect(refusal).rejects.toMatchObject({
      code: 'CHECKER_NOT_AUTHORISED',
      next: expect.stringContaining('assay checkers authorise --builtin --default'),
    });
    expect(await logSize(after)).toBe(size);

    await authorise(builtInPermissions(builtIn, rules.contracts, true), after);
    const result = await certifyBundle(GRAM_AS_PRODUCT, after, { discharge: true });
    expect(result).toMatchObject({
      checked: { status: 'certified' },
      issued: { checker: { identity: builtInChecker('matrix.product').identity } },
    });
  });

  test('an old certificate stands, and its replay says that its checker is not here', async () => {
    const { before, after } = await upgraded();
    await authorise(builtInPermissions(builtIn, rules.contracts, true), after);
    const trust = await currentTrustRoot(after.store);
    const checked = checkBundle(before.bundle.value, { trust, verify: verifyNode, now: after.now() });
    expect(checked.status).toBe('certified');
    expect(await replayBundle(checked, builtIn, after.pool, rules)).toMatchObject({ result: 'inconclusive' });
  });
});

describe('authorising', () => {
  test('what holds already changes nothing, also when two do it at once', async () => {
    const one = await testInstance({ permissions: [] });
    const two = await testInstance({ data: one.data });
    const permissions = builtInPermissions(builtIn, rules.contracts, true);
    const published = await Promise.all([one, two].map((instance) => authorise(permissions, instance)));
    expect(published.filter((root) => root !== null)).toHaveLength(1);
    expect(await authorise(permissions, two)).toBeNull();
    expect(await logSize(one)).toBe(2);
  });

  test('gives no certificate of before a new meaning, and a revoked checker nothing', async () => {
    const instance = await testInstance();
    await publishTrust(instance, () => ({
      revocations: [{ kind: 'checker', digest: identity, reason: 'unsound' }],
    }));
    const permissions = builtInPermissions(builtIn, rules.contracts, true);
    expect(await authorise(permissions, instance)).toBeNull();
    await expect(certifyBundle(PLAIN_PRODUCT, instance)).rejects.toMatchObject({ code: 'CHECKER_REVOKED' });
  });
});
