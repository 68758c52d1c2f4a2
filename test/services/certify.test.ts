import { describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import type { JsonObject } from '../../src/canonical/json.ts';
import { checkBundle } from '../../src/certificate/check.ts';
import { CheckerRegistry } from '../../src/checking/registry.ts';
import { openAssay } from '../../src/index.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { permissionFor } from '../../src/services/authorise.ts';
import { type CertifiedBundle, certifyBundle } from '../../src/services/certify-bundle.ts';
import type { Handoff } from '../../src/services/handoff.ts';
import { currentTrustRoot } from '../../src/services/instance.ts';
import { replayBundle } from '../../src/services/replay.ts';
import {
  builtIn,
  builtInChecker,
  GRAM_AS_PRODUCT,
  InProcessPool,
  logSize,
  matrix,
  PLAIN_PRODUCT,
  rules,
  type TestInstance,
  temporaryFolder,
  testInstance,
} from './support.ts';

const REPLAYED: Handoff = { ...GRAM_AS_PRODUCT, checker: 'matrix.product_replay' };

async function certified(
  handoff: Handoff,
  instance: TestInstance,
  options: Parameters<typeof certifyBundle>[2] = {},
): Promise<CertifiedBundle> {
  const result = await certifyBundle(handoff, instance, options);
  if (result.verdict !== 'ACCEPTED') throw new Error(result.reason);
  return result;
}

describe('a transform', () => {
  test('is left open by the default checker, and discharged by that of transposes', async () => {
    const instance = await testInstance();
    const open = await certified(GRAM_AS_PRODUCT, instance);
    expect(open.checked).toMatchObject({
      status: 'conditional',
      open: [{ claim: { id: 'matrix.transpose@1' } }],
    });
    const closed = await certified(GRAM_AS_PRODUCT, instance, { discharge: true });
    expect(closed.checked).toMatchObject({ status: 'certified', open: [] });
    expect(closed.issued.obligations).toEqual(open.issued.obligations);
    expect(await logSize(instance)).toBe(4);
  });

  test('is replayed by the checker that covers it: nothing is open, and which ran is plain', async () => {
    const instance = await testInstance();
    const { certificate, status } = (await certified(REPLAYED, instance)).checked;
    const { checker, obligations, embedded, roles } = certificate.predicate;
    expect(status).toBe('certified');
    expect(obligations).toBeUndefined();
    expect(checker).toMatchObject({
      id: 'matrix.product_replay',
      identity: builtInChecker('matrix.product_replay').identity,
    });
    expect(embedded.manifest).toMatchObject({ covers: ['MATRIX_TRANSPOSE'] });
    expect(roles.left?.transform).toMatchObject({ kind: 'MATRIX_TRANSPOSE' });
  });

  test('covered or not gives the same statement, and neither speaks of the source', async () => {
    const instance = await testInstance();
    const both = await Promise.all(
      [GRAM_AS_PRODUCT, REPLAYED, PLAIN_PRODUCT].map((one) => certified(one, instance)),
    );
    const statements = both.map(({ checked }) => checked.certificate.predicate.statement);
    expect(new Set(statements).size).toBe(1);
    const trust = await currentTrustRoot(instance.store);
    const source = matrix([
      [1, -1],
      [0, 2],
    ]);
    for (const { bundle } of both) {
      const values = new Map([['left', source]]);
      const check = () =>
        checkBundle(bundle.value, { trust, verify: verifyNode, now: instance.now(), values });
      expect(check).toThrow(expect.objectContaining({ code: 'VALUE_DIFFERS' }));
    }
  });

  test('of one value in two roles leaves one proposition open twice, discharged once', async () => {
    const square = matrix([
      [0, 1],
      [1, 0],
    ]);
    const derived = { source: { document: square }, transform: { kind: 'MATRIX_TRANSPOSE' } };
    const product = matrix([
      [1, 0],
      [0, 1],
    ]);
    const handoff = {
      claim: 'matrix.product@1',
      roles: { left: derived, right: derived, product: { document: product } },
    };
    const instance = await testInstance();
    const { checked, issued } = await certified(handoff, instance, { discharge: true });
    expect(issued.obligations.map(({ cause }) => cause)).toEqual([
      { transform: 'left' },
      { transform: 'right' },
    ]);
    expect(checked).toMatchObject({ status: 'certified', discharges: { length: 1 } });
  });

  test('of a value that also stands beside it in another way is one value', async () => {
    const symmetric = matrix([[3]]);
    const handoff: Handoff = {
      claim: 'matrix.product@1',
      roles: {
        left: { source: { file: 'three' }, transform: { kind: 'MATRIX_TRANSPOSE' } },
        right: { document: symmetric },
        product: { document: matrix([[9]]) },
      },
    };
    const instance = await testInstance();
    const readFile = async () => symmetric;
    const { checked } = await certified(handoff, instance, { discharge: true, readFile });
    expect(checked.status).toBe('certified');
  });
});

describe('the checker a handoff names', () => {
  const named = (checker: string): Handoff => ({ ...PLAIN_PRODUCT, checker });

  test('is found by identity too', async () => {
    const instance = await testInstance();
    const { identity } = builtInChecker('matrix.product_replay');
    const { issued } = await certified(named(identity), instance);
    expect(issued.checker.identity).toBe(identity);
  });

  test.each([
    ['an unknown one', 'matrix.oracle', 'CHECKER_UNKNOWN'],
    ['an unknown identity', `sha256:${'0'.repeat(64)}`, 'CHECKER_UNKNOWN'],
    ['one of another claim', 'matrix.transpose', 'CHECKER_UNKNOWN'],
    ['a member every object has', 'constructor', 'CHECKER_UNKNOWN'],
    ['none', '', 'CHECKER_UNKNOWN'],
    ['one that nobody authorised', 'matrix.product_replay', 'CHECKER_NOT_AUTHORISED'],
  ])('as %s is refused, nothing runs in its place', async (_, checker, code) => {
    const program = builtInChecker('matrix.product');
    const instance = await testInstance({ permissions: [permissionFor(program, rules.contracts, true)] });
    await expect(certifyBundle(named(checker), instance)).rejects.toMatchObject({ code });
    expect(await logSize(instance)).toBe(1);
  });

  test('has no silent second where the default is not installed', async () => {
    const instance = await testInstance();
    const others = builtIn.list().filter(({ manifest }) => manifest.id !== 'matrix.product');
    const without = { ...instance, checkers: new CheckerRegistry(others) };
    await expect(certifyBundle(PLAIN_PRODUCT, without)).rejects.toMatchObject({
      code: 'CHECKER_NOT_AUTHORISED',
    });
    const { issued } = await certified(named('matrix.product_replay'), { ...instance, ...without });
    expect(issued.checker.manifest.id).toBe('matrix.product_replay');
  });
});

describe('the documents of a bundle', () => {
  const wide = matrix([Array.from({ length: 150_000 }, (_, n) => n % 97)]);
  const tall = matrix(Array.from({ length: 150_000 }, () => [0]));
  const big: Handoff = {
    claim: 'matrix.product@1',
    roles: { left: { document: wide }, right: { document: tall }, product: { document: matrix([[0]]) } },
  };

  test.each([
    ['fitting', 2, 'right'],
    ['all', 3, undefined],
    ['none', 0, 'left'],
  ] as const)('%s of two that fill 1 MiB together and a small one', async (documents, enclosed, missing) => {
    const instance = await testInstance();
    const { bundle, checked } = await certified(big, instance, { documents });
    expect((bundle.value as JsonObject).documents).toHaveLength(enclosed);
    expect(checked.status).toBe('certified');
    const replay = replayBundle(checked, builtIn, new InProcessPool(), rules);
    if (missing === undefined) expect(await replay).toEqual({ result: 'reproduced' });
    else
      await expect(replay).rejects.toMatchObject({
        code: 'DOCUMENT_REQUIRED',
        next: expect.stringContaining(`--value ${missing}=`),
      });
  });

  test('a replay names each missing one as the certificate itself does, until it has all', async () => {
    const instance = await testInstance();
    const { bundle } = await certified(GRAM_AS_PRODUCT, instance, { discharge: true, documents: 'none' });
    const trust = await currentTrustRoot(instance.store);
    const { roles } = GRAM_AS_PRODUCT;
    const files: Record<string, unknown> = {
      left: PLAIN_PRODUCT.roles.left,
      'left.source': roles.right,
      right: roles.right,
      product: roles.product,
    };
    const values = new Map<string, JsonObject>();
    const asked: string[] = [];
    for (;;) {
      const checked = checkBundle(bundle.value, { trust, verify: verifyNode, now: instance.now(), values });
      const replay = await replayBundle(checked, builtIn, new InProcessPool(), rules).catch((error) => error);
      if (replay.result === 'reproduced') break;
      const name = /--value (.*)=FILE/.exec(replay.next)?.[1] ?? '';
      expect(files).toHaveProperty([name]);
      expect(asked).not.toContain(name);
      asked.push(name);
      values.set(name, (files[name] as { document: JsonObject }).document);
    }
    expect(asked.length).toBeGreaterThanOrEqual(3);
  });
});

describe('over the library', () => {
  test('complete documents in process, and no files', async () => {
    const assay = await openAssay({ data: `${temporaryFolder()}/data`, workers: 1 });
    try {
      const handoff = assay.readHandoff(
        parse(Buffer.from(JSON.stringify({ handoff: '1', ...PLAIN_PRODUCT }))).value,
      );
      const result = await assay.certify(handoff);
      expect(result).toMatchObject({ verdict: 'ACCEPTED', checked: { status: 'certified' } });
      await expect(
        assay.certify({ ...handoff, roles: { ...handoff.roles, left: { file: '/etc/passwd' } } }),
      ).rejects.toMatchObject({ code: 'HANDOFF_INVALID', at: '/roles/left/file' });
    } finally {
      await assay.close();
    }
  });
});
