import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBundle } from '../../src/certificate/check.ts';
import type { AssayClient, Operand, Pipeline, PipelineStep, Verification } from '../../src/client/index.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { ask, newId } from './asking.ts';
import { rowsOf } from './rows.ts';
import {
  FACTORIZATION,
  GCD,
  GCD_RUN,
  gcd,
  gram,
  handIn,
  handleOf,
  inline,
  integer,
  matrix,
  serialOf,
} from './samples.ts';
import { all, codeOf, openTestService, problemOf, type TestService, type TestTenant } from './support.ts';

let service: TestService;
let tenant: TestTenant;
let client: AssayClient;

beforeAll(async () => {
  service = await openTestService();
  tenant = await service.tenant('pipelines');
  ({ client } = tenant);
}, 60_000);

afterAll(() => service.close());

type Step = Pipeline['steps'][number];

const output = (step: string, port: string): Operand => ({ output: { step, port } });
const document = (name: string, n: number): Step => ({
  name,
  run: { capability: 'number.document@1', inputs: {}, outputs: { document: integer(n) } },
});
const transposedOutput = (step: string, port: string): Operand => ({
  source: { output: { step, port } },
  transform: { kind: 'MATRIX_TRANSPOSE' },
});

/** D, DᵀD by our own product, and that it is. */
function gramPipeline(n: number): Pipeline {
  const { D } = gram(n);
  const left = transposedOutput('given', 'document');
  const right = output('given', 'document');
  const product = output('multiplied', 'product');
  return {
    steps: [
      { name: 'given', run: { capability: 'matrix.document@1', inputs: {}, outputs: { document: D } } },
      { name: 'multiplied', run: { capability: 'matrix.multiply@1', inputs: { left, right } } },
      {
        name: 'verified',
        verify: { claim: 'matrix.product@1', roles: { left, right, product }, require_lineage: true },
      },
    ],
  };
}

function verificationOf(steps: readonly PipelineStep[], name: string): Verification {
  const verification = steps.find((step) => step.name === name)?.verification;
  if (verification === undefined) throw new Error(`${name} verified nothing`);
  return verification;
}

test('D, DᵀD, verified: in one request without one digest in it', async () => {
  const request = gramPipeline(9);
  expect(JSON.stringify(request)).not.toMatch(/sha256|artifact:|value:|[0-9a-f]{32}/);
  const steps = await client.runPipeline(request);
  expect(steps.map(({ name }) => name)).toEqual(['given', 'multiplied', 'verified']);
  const serial = serialOf(verificationOf(steps, 'verified'));
  const certificate = await client.showCertificate(serial);
  const run = steps[1]?.run;
  expect(certificate).toMatchObject({
    status: 'conditional',
    roles: {
      left: { arrived: 'transform' },
      right: { arrived: 'reference' },
      product: { arrived: 'reference' },
    },
    lineage: [{ role: 'product', basis: 'ran_here', capability: 'matrix.multiply@1', run: run?.uri }],
  });
  expect(run?.outputs.product).toMatchObject({ type: 'matrix.integer@1', lifetime: 'REQUEST' });
  // Somebody who has only the bundle, the trust root and the matrices finds the same.
  const { D, G } = gram(9);
  const checked = checkBundle(await client.showBundle(serial), {
    trust: await service.trust(),
    verify: verifyNode,
    now: service.clock.now(),
    values: new Map(Object.entries({ right: { ...D }, 'left.source': { ...D }, product: { ...G } })),
  });
  expect(checked.status).toBe('conditional');
});

test('the runs of a pipeline are recorded without their values, and give no names to use later', async () => {
  const steps = await client.runPipeline(gramPipeline(10));
  const run = steps[1]?.run;
  const { invocation = '', uri } = run ?? {};
  expect(await client.showInvocation(invocation)).toMatchObject({
    uri,
    session: null,
    capability: 'matrix.multiply@1',
    basis: 'ran_here',
    outputs: {},
    inputs: [
      { port: 'left', arrived: 'transform' },
      { port: 'right', arrived: 'reference' },
    ],
  });
  expect(JSON.stringify(steps)).not.toContain('value://');
});

test('of the values, only those are in the database afterwards that a certificate keeps', async () => {
  const before = rowsOf(service.data);
  const digits = (n: number) => Array.from({ length: 40 }, () => String(n)).join('');
  const secrets = [digits(3), digits(7)];
  const [a, b] = secrets.map((digitsOf) => inline(integer(digitsOf)));
  if (a === undefined || b === undefined) throw new Error('two are made');
  const steps = await client.runPipeline({
    steps: [
      { name: 'passing', run: { capability: 'number.gcd@1', inputs: { a, b } } },
      {
        name: 'matrix',
        run: {
          capability: 'matrix.transpose@1',
          inputs: { matrix: inline(matrix([Array(100).fill(987_654_321)])) },
        },
      },
      { name: 'kept', run: GCD_RUN },
      { name: 'verified', verify: gcd(output('kept', 'bezout')) },
    ],
  });
  const serial = serialOf(verificationOf(steps, 'verified'));
  const after = rowsOf(service.data);
  expect(after.value_references).toEqual(before.value_references);
  const kept = (after.stored_values ?? []).filter((row) => !before.stored_values?.includes(row));
  const roles = Object.values((await client.showCertificate(serial)).roles).map(({ digest }) =>
    digest.slice(7),
  );
  expect(kept.map((row) => JSON.parse(row).digest).toSorted()).toEqual(roles.toSorted());
  expect(after.invocations).toHaveLength((before.invocations?.length ?? 0) + 3);
  for (const secret of secrets) {
    const written = [secret, Buffer.from(secret).toString('hex')];
    expect(
      Object.values(after)
        .flat()
        .filter((row) => written.some((each) => row.includes(each))),
    ).toEqual([]);
  }
});

describe('a step that cannot be done', () => {
  const good: readonly Step[] = [
    { name: 'ran', run: GCD_RUN },
    { name: 'checked', verify: gcd(output('ran', 'bezout')) },
  ];
  const verify = (roles: object): Step => ({
    name: 'last',
    verify: { claim: 'number.gcd@1', roles: { ...gcd().roles, ...roles } },
  });
  const run = (inputs: object, more: object = {}): Step => ({
    name: 'last',
    run: { capability: 'number.gcd@1', inputs: { ...GCD_RUN.inputs, ...inputs }, ...more },
  });

  const FAILURES: readonly (readonly [string, Step, string, string])[] = [
    [
      'names a step that is none',
      verify({ bezout: output('nobody', 'bezout') }),
      'PORT_UNDECLARED',
      '/verify/roles/bezout/output/step',
    ],
    ['names itself', run({ a: output('last', 'bezout') }), 'PORT_UNDECLARED', '/run/inputs/a/output/step'],
    [
      'names a step that only verified',
      verify({ bezout: output('checked', 'bezout') }),
      'PORT_UNDECLARED',
      '/verify/roles/bezout/output/step',
    ],
    [
      'names a port that is none',
      verify({ bezout: output('ran', 'gcd') }),
      'PORT_UNDECLARED',
      '/verify/roles/bezout/output/port',
    ],
    ['names an input port', run({ a: output('ran', 'a') }), 'PORT_UNDECLARED', '/run/inputs/a/output/port'],
    [
      'names a member every object has',
      run({ a: output('ran', 'constructor') }),
      'PORT_UNDECLARED',
      '/run/inputs/a/output/port',
    ],
    ['has the type of another role', verify({ a: output('ran', 'bezout') }), 'ROLE_TYPE', '/verify/roles/a'],
    [
      'has the type of another port',
      run({ a: output('ran', 'bezout') }),
      'PORT_INCOMPATIBLE',
      '/run/inputs/a',
    ],
    [
      'names a value twice',
      run({ a: { ...output('ran', 'bezout'), ...inline(GCD.a) } }),
      'ROLE_AMBIGUOUS',
      '/run/inputs/a',
    ],
    [
      'has a document that is none',
      verify({ a: inline({ type: 'number.integer@1', value: { value: '007' } }) }),
      'DOCUMENT_SCHEMA',
      '/verify/roles/a/document/value/value',
    ],
    [
      'has an output that is none',
      run({}, { outputs: { bezout: integer(1) } }),
      'PORT_INCOMPATIBLE',
      '/run/outputs/bezout',
    ],
    [
      'has a handle, and no session is named',
      run({ a: { handle: 'n1-00' } }),
      'HANDLE_MISTYPED',
      '/run/inputs/a/handle',
    ],
    [
      'lacks the lineage it requires',
      { name: 'last', verify: { ...gcd(), require_lineage: true } },
      'LINEAGE_MISMATCH',
      '/verify/roles/bezout',
    ],
    ['has a name that another one has', { name: 'ran', verify: gcd() }, 'REQUEST_INVALID', '/name'],
    [
      'asks a checker that is none',
      { name: 'last', verify: { ...gcd(), checker: 'x' } },
      'CHECKER_UNKNOWN',
      '/verify/checker',
    ],
    ['does nothing', Object({ name: 'last' }), 'REQUEST_INVALID', ''],
    ['does two things', Object({ name: 'last', run: GCD_RUN, verify: gcd() }), 'REQUEST_INVALID', ''],
  ];

  test.each(FAILURES)('because it %s: nothing of the request is kept', async (_, step, code, at) => {
    const before = rowsOf(service.data);
    const asked = { method: 'POST', path: '/v1/pipelines', body: { steps: [...good, step] }, key: newId() };
    const { text } = await ask(service, tenant.bearer, asked);
    expect(JSON.parse(text)).toMatchObject({ code, at: `/steps/2${at}` });
    expect(rowsOf(service.data)).toEqual(before);
    // The key is free again.
    const again = await ask(service, tenant.bearer, { ...asked, body: { steps: good } });
    expect(again.status).toBe(201);
  });

  test('of a later step, an earlier one knows nothing', async () => {
    const steps = [
      { name: 'first', verify: gcd(output('second', 'bezout')) },
      { name: 'second', run: GCD_RUN },
    ];
    expect(await problemOf(client.runPipeline({ steps }))).toMatchObject({
      code: 'PORT_UNDECLARED',
      at: '/steps/0/verify/roles/bezout/output/step',
    });
  });

  test.each([
    ['no steps', [], 'REQUEST_INVALID'],
    ['too many', Array.from({ length: 33 }, (_, n) => document(`step${n}`, n)), 'REQUEST_INVALID'],
    [
      'a name twice behind a refusal',
      [
        { name: 'wrong', verify: gcd(inline(GCD.wrong)) },
        { name: 'x', verify: gcd() },
        { name: 'x', verify: gcd() },
      ],
      'REQUEST_INVALID',
    ],
    ['a name that is none', [{ ...document('x', 1), name: '../x' }], 'REQUEST_INVALID'],
  ])('%s', async (_, steps, code) => {
    const before = rowsOf(service.data);
    expect(await codeOf(client.runPipeline({ steps }))).toBe(code);
    expect(rowsOf(service.data)).toEqual(before);
  });

  test('as many steps as there may be', async () => {
    const steps = Array.from({ length: 32 }, (_, n) => document(`step${n}`, n));
    expect(await client.runPipeline({ steps })).toHaveLength(32);
  });
});

test('behind a refused verification nothing is begun, and what came before is kept', async () => {
  const before = rowsOf(service.data, tenant.id);
  const { producers } = service.service;
  const { run } = producers;
  let runs = 0;
  producers.run = (...parameters) => {
    runs++;
    return run.apply(producers, parameters);
  };
  const steps = await client
    .runPipeline({
      steps: [
        { name: 'ran', run: GCD_RUN },
        { name: 'right', verify: gcd(output('ran', 'bezout')) },
        { name: 'wrong', verify: gcd(inline(GCD.wrong)) },
        { name: 'after', run: GCD_RUN },
        { name: 'last', verify: gcd(output('after', 'bezout')) },
      ],
    })
    .finally(() => {
      producers.run = run;
    });
  expect(runs).toBe(1);
  expect(steps.slice(3)).toEqual([
    { name: 'after', not_run: true },
    { name: 'last', not_run: true },
  ]);
  expect(verificationOf(steps, 'wrong').verdict).toBe('REJECTED');
  const serial = serialOf(verificationOf(steps, 'right'));
  expect((await client.showCertificate(serial)).status).toBe('certified');
  const after = rowsOf(service.data, tenant.id);
  const added = (table: string) => (after[table]?.length ?? 0) - (before[table]?.length ?? 0);
  expect(['invocations', 'verifications', 'certificates', 'answers'].map(added)).toEqual([1, 2, 1, 1]);
});

test('several certificates of one request are kept together, in the order of the steps', async () => {
  const steps = await client.runPipeline({
    steps: [
      { name: 'one', verify: gcd() },
      { name: 'two', verify: FACTORIZATION },
      { name: 'three', verify: gcd() },
    ],
  });
  const indices = ['one', 'two', 'three'].map(
    (name) => verificationOf(steps, name).certificate?.log_index ?? -1,
  );
  const [first = -1] = indices;
  expect(indices).toEqual([first, first + 1, first + 2]);
  for (const name of ['one', 'two', 'three']) {
    const serial = serialOf(verificationOf(steps, name));
    const checked = checkBundle(await client.showBundle(serial), {
      trust: await service.trust(),
      verify: verifyNode,
      now: service.clock.now(),
      values: new Map(),
    });
    expect(checked.status).toBe(name === 'two' ? 'conditional' : 'certified');
  }
});

test('values of a session may be used in it, by reference and by handle', async () => {
  const { id: session } = await client.openSession();
  const a = await handIn(client, session, GCD.a);
  const b = await handIn(client, session, GCD.b);
  const inputs = { a: { reference: a.reference }, b: { handle: handleOf(b) } };
  const steps: readonly Step[] = [
    { name: 'ran', run: { capability: 'number.gcd@1', inputs } },
    {
      name: 'verified',
      verify: {
        claim: 'number.gcd@1',
        roles: { ...inputs, bezout: output('ran', 'bezout') },
        require_lineage: true,
      },
    },
  ];
  const usage = (await client.showSession(session)).usage;
  serialOf(verificationOf(await client.runPipeline({ session, steps }), 'verified'));
  expect((await client.showSession(session)).usage).toEqual(usage);
  expect(await all(client.listInvocations(session))).toHaveLength(2);
  await client.endSession(session);
  expect(await codeOf(client.runPipeline({ session, steps }))).toBe('SESSION_EXPIRED');
  expect(await codeOf(client.runPipeline({ steps }))).toBe('VALUE_REFERENCE_EXPIRED');
});

test('lineage that is required is that of the very step that is named', async () => {
  const other = { ...GCD_RUN, inputs: { a: inline(integer(30)), b: inline(integer(42)) } };
  const steps = (step: string): readonly Step[] => [
    { name: 'right', run: GCD_RUN },
    // The same bytes from other inputs.
    { name: 'other', run: { ...other, outputs: { bezout: GCD.bezout } } },
    { name: 'verified', verify: { ...gcd(output(step, 'bezout')), require_lineage: true } },
  ];
  serialOf(verificationOf(await client.runPipeline({ steps: steps('right') }), 'verified'));
  expect(await codeOf(client.runPipeline({ steps: steps('other') }))).toBe('LINEAGE_MISMATCH');
});

test('a checker that is revoked before it is kept takes the whole request with it', async () => {
  const { pool, checkers } = service.service.forTenant(tenant.id);
  const identity = checkers.byId('number.factorization')?.identity;
  const { run } = pool;
  let asked = 0;
  pool.run = async (...parameters) => {
    const outcome = await run.apply(pool, parameters);
    asked++;
    if (asked === 2) {
      const body = { identity, reason: 'unsound' };
      await ask(service, service.adminBearer, { method: 'POST', path: '/v1/checkers/revoke', body });
    }
    return outcome;
  };
  const before = rowsOf(service.data, tenant.id);
  const steps: readonly Step[] = [
    { name: 'ran', run: GCD_RUN },
    { name: 'one', verify: FACTORIZATION },
    { name: 'two', verify: gcd(output('ran', 'bezout')) },
  ];
  const code = await codeOf(client.runPipeline({ steps })).finally(() => {
    pool.run = run;
  });
  expect(code).toBe('CHECKER_REVOKED');
  const { verifications, verification_roles, ...rest } = rowsOf(service.data, tenant.id);
  expect(before).toMatchObject(rest);
  const records = verifications?.filter((row) => !before.verifications?.includes(row)) ?? [];
  expect(records.map((row) => JSON.parse(row).verdict)).toEqual(['INCONCLUSIVE', 'INCONCLUSIVE']);
  expect(verification_roles?.length).toBeGreaterThan(before.verification_roles?.length ?? 0);
});

test('repeated, it is the same request with the same answer', async () => {
  const asked = { method: 'POST', path: '/v1/pipelines', body: gramPipeline(11), key: newId() };
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(service, tenant.bearer, asked)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const { steps } = JSON.parse(answers[0]?.text ?? '{}');
  const serial = serialOf(verificationOf(steps, 'verified'));
  const before = rowsOf(service.data);
  expect((await ask(service, tenant.bearer, asked)).text).toBe(answers[0]?.text);
  expect(rowsOf(service.data)).toEqual(before);
  expect((await all(client.listCertificates())).filter((each) => each.serial === serial)).toHaveLength(1);
});
