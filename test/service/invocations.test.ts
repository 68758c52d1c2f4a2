import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import type { JsonObject } from '../../src/canonical/json.ts';
import { preAuthenticationEncoding, sealEnvelope } from '../../src/certificate/envelope.ts';
import type { AssayClient, Document, Operand, Run } from '../../src/client/index.ts';
import { generateKeyPair, signerFrom } from '../../src/keys/ed25519.ts';
import { RUN_PAYLOAD_TYPE } from '../../src/services/producer-signature.ts';
import { type Asked, ask, newId } from './asking.ts';
import { rowsOf } from './rows.ts';
import {
  bezout,
  GCD,
  GCD_RUN,
  gcd,
  gram,
  handIn,
  handleOf,
  inline,
  integer,
  matrix,
  outputOf,
  serialOf,
  transposeOf,
} from './samples.ts';
import { all, codeOf, openTestService, type TestService, type TestTenant, tokenOf } from './support.ts';

let service: TestService;
let tenant: TestTenant;
let client: AssayClient;
let session: string;

beforeAll(async () => {
  service = await openTestService();
  tenant = await service.tenant('producer');
  ({ client } = tenant);
  session = (await client.openSession()).id;
}, 60_000);

afterAll(() => service.close());

const submission = (run: unknown, key = newId()): Asked => ({
  method: 'POST',
  path: `/v1/sessions/${session}/invocations`,
  body: run,
  key,
});

const GRAPH: Document = {
  type: 'graph.labelled@1',
  value: {
    vertices: ['a', 'b', 'c'],
    edges: [
      ['a', 'b'],
      ['b', 'c'],
    ],
  },
};
const POLYNOMIAL: Document = {
  type: 'polynomial@1',
  value: { variables: ['x', 'y'], terms: [['1', [2, 1]]] },
};
const { D, transposed, G } = gram(3);

interface BuiltIn {
  readonly capability: string;
  readonly inputs: Readonly<Record<string, Document>>;
  readonly port: string;
  /** Of the value that comes out. */
  readonly gives: object;
  /** With a role for each input and for the output, of the same names. */
  readonly claim: string;
}

const BUILT_IN: readonly BuiltIn[] = [
  {
    capability: 'matrix.multiply@1',
    inputs: { left: transposed, right: D },
    port: 'product',
    gives: Object(G.value),
    claim: 'matrix.product@1',
  },
  {
    capability: 'matrix.transpose@1',
    inputs: { matrix: D },
    port: 'transpose',
    gives: Object(transposed.value),
    claim: 'matrix.transpose@1',
  },
  {
    capability: 'graph.incidence@1',
    inputs: { graph: GRAPH },
    port: 'incidence',
    gives: { rows: 2, columns: 3, row_labels: ['a→b', 'b→c'], column_labels: ['a', 'b', 'c'] },
    claim: 'graph.incidence@1',
  },
  {
    capability: 'polynomial.gradient@1',
    inputs: { polynomial: POLYNOMIAL },
    port: 'gradient',
    gives: { components: [[['2', [1, 1]]], [['1', [2, 0]]]] },
    claim: 'polynomial.gradient@1',
  },
  {
    capability: 'number.gcd@1',
    inputs: { a: GCD.a, b: GCD.b },
    port: 'bezout',
    gives: Object(GCD.bezout.value),
    claim: 'number.gcd@1',
  },
];

describe.each(BUILT_IN)('$capability', ({ capability, inputs, port, gives, claim }) => {
  const operands: Record<string, Operand> = Object.fromEntries(
    Object.entries(inputs).map(([name, document]) => [name, { document }]),
  );

  test('runs here like any producer, and assures nothing', async () => {
    // A tenant of its own: nobody has certified the value for it yet.
    const own = (await service.tenant(capability)).client;
    const { id } = await own.openSession();
    const run = await own.submitInvocation(id, { capability, inputs: operands });
    expect(run).toMatchObject({ capability, basis: 'ran_here', run: null, session: id });
    const value = outputOf(run, port);
    expect((await own.showDocument(value)).document.value).toMatchObject(gives);
    expect(await all(own.showAssurance(value.id))).toEqual([]);
    expect(await all(own.listCertificates())).toEqual([]);
    const roles = { ...operands, [port]: { reference: value.reference } };
    const verification = await own.verify({ claim, roles, require_lineage: true });
    const { lineage } = await own.showCertificate(serialOf(verification));
    expect(lineage).toEqual([{ role: port, basis: 'ran_here', capability, run: run.uri }]);
    expect(await all(own.showAssurance(value.id))).toMatchObject([{ roles: [port] }]);
  });

  test('is recorded in the same form when somebody else ran it', async () => {
    const here = await client.submitInvocation(session, { capability, inputs: operands });
    const { type, value } = (await client.showDocument(outputOf(here, port))).document;
    const outputs = { [port]: { type: String(type), value: value ?? null } };
    const there = await client.submitInvocation(session, {
      capability,
      inputs: operands,
      outputs,
      run: 'mine',
    });
    expect(there).toMatchObject({ basis: 'declared', run: 'mine', inputs: here.inputs });
    expect(outputOf(there, port).reference.value_digest).toBe(outputOf(here, port).reference.value_digest);
    const token = tokenOf(tenant);
    expect(await client.showInvocation(there.id)).toEqual({ ...there, token });
    expect(await client.showInvocation(here.id)).toEqual({ ...here, token });
    const listed = await all(client.listInvocations(session));
    const { outputs: _, ...entry } = there;
    expect(listed[0]).toEqual(entry);
  });

  test('takes references, handles and transforms at its ports as it takes documents', async () => {
    const expected = outputOf(await client.submitInvocation(session, { capability, inputs: operands }), port);
    const held: Record<string, { reference: Operand; handle: Operand }> = {};
    for (const [name, document] of Object.entries(inputs)) {
      const value = await handIn(client, session, document);
      held[name] = { reference: { reference: value.reference }, handle: { handle: handleOf(value) } };
    }
    for (const way of ['reference', 'handle'] as const) {
      const named = Object.fromEntries(Object.entries(held).map(([name, ways]) => [name, ways[way]]));
      const run = await client.submitInvocation(session, { capability, inputs: named });
      expect(outputOf(run, port).reference.value_digest).toBe(expected.reference.value_digest);
      expect(run.inputs.map(({ arrived }) => arrived)).toEqual(Object.keys(inputs).map(() => 'reference'));
    }
  });
});

test('a transform at a port is another value, by its own digest', async () => {
  const inputs = { left: transposeOf(D), right: inline(D) };
  const run = await client.submitInvocation(session, { capability: 'matrix.multiply@1', inputs });
  const derived = await handIn(client, session, transposed);
  const source = await handIn(client, session, D);
  expect(run.inputs).toEqual([
    { port: 'left', digest: derived.reference.value_digest, arrived: 'transform' },
    { port: 'right', digest: source.reference.value_digest, arrived: 'document' },
  ]);
  expect((await client.showDocument(outputOf(run, 'product'))).document.value).toMatchObject(Object(G.value));
});

describe('what is refused', () => {
  const SECRET = '271828182845904523536';
  const secret = inline(integer(SECRET));
  const wrongType = inline({ type: 'number.bezout@1', value: { gcd: SECRET, x: '1', y: '0' } });
  const a = inline(GCD.a);
  const b = inline(GCD.b);
  const declared = { ...GCD_RUN, outputs: { bezout: GCD.bezout } };
  const factor = { capability: 'number.factor@1', inputs: { n: secret } };
  const REFUSED: readonly (readonly [string, unknown, string, string | undefined])[] = [
    ['an unknown capability', { ...GCD_RUN, capability: 'number.lcm@1' }, 'CAPABILITY_UNKNOWN', undefined],
    ['an unknown version', { ...GCD_RUN, capability: 'number.gcd@2' }, 'CAPABILITY_UNKNOWN', undefined],
    [
      'an undeclared input',
      { ...GCD_RUN, inputs: { a, b, modulus: secret } },
      'PORT_UNDECLARED',
      '/inputs/modulus',
    ],
    ['a missing input', { ...GCD_RUN, inputs: { a: secret } }, 'PORT_MISSING', '/inputs/b'],
    ['no inputs', { ...GCD_RUN, inputs: {} }, 'PORT_MISSING', '/inputs/a'],
    [
      'another type at an input',
      { ...GCD_RUN, inputs: { a: wrongType, b } },
      'PORT_INCOMPATIBLE',
      '/inputs/a',
    ],
    [
      'an undeclared output',
      { ...declared, outputs: { bezout: GCD.bezout, steps: integer(SECRET) } },
      'PORT_UNDECLARED',
      '/outputs/steps',
    ],
    ['no outputs at all', { ...declared, outputs: {} }, 'PORT_MISSING', '/outputs/bezout'],
    [
      'another type at an output',
      { ...declared, outputs: { bezout: integer(SECRET) } },
      'PORT_INCOMPATIBLE',
      '/outputs/bezout',
    ],
    [
      'an output that is no value of its type',
      { ...declared, outputs: { bezout: { type: 'number.bezout@1', value: { gcd: SECRET } } } },
      'DOCUMENT_SCHEMA',
      '/outputs/bezout/value',
    ],
    [
      'an input whose schema is another',
      {
        ...GCD_RUN,
        inputs: { a: { document: { ...integer(SECRET), schema: `artifact://sha256/${'0'.repeat(64)}` } }, b },
      },
      'SCHEMA_MISMATCH',
      '/inputs/a/document/schema',
    ],
    ['no outputs of what does not run here', factor, 'PORT_MISSING', '/outputs'],
    [
      'a transform of a type that has none',
      { ...GCD_RUN, inputs: { a: { source: secret, transform: { kind: 'MATRIX_TRANSPOSE' } }, b } },
      'TRANSFORM_NOT_DECLARED',
      '/inputs/a/transform',
    ],
    [
      'a transform nobody declared',
      { ...GCD_RUN, inputs: { a: { source: secret, transform: { kind: 'NUMBER_NEGATE' } }, b } },
      'TRANSFORM_NOT_DECLARED',
      '/inputs/a/transform',
    ],
    [
      'a transform with more to it',
      {
        ...GCD_RUN,
        inputs: { a: { source: secret, transform: { kind: 'MATRIX_TRANSPOSE', path: '/x' } }, b },
      },
      'REQUEST_INVALID',
      '/inputs/a/transform/path',
    ],
    [
      'a transform of a transform',
      {
        ...GCD_RUN,
        inputs: {
          a: { source: transposeOf(D), transform: { kind: 'MATRIX_TRANSPOSE' } },
          b,
        },
      },
      'REQUEST_INVALID',
      '/inputs/a/source',
    ],
    [
      'a path into a value',
      { ...GCD_RUN, inputs: { a: { ...secret, path: '/value' }, b } },
      'REQUEST_INVALID',
      '/inputs/a/path',
    ],
    [
      'a step where there are none',
      { ...GCD_RUN, inputs: { a: { output: { step: 'one', port: 'bezout' } }, b } },
      'PORT_UNDECLARED',
      '/inputs/a/output',
    ],
    [
      'a file',
      { ...GCD_RUN, inputs: { a: { file: '/etc/passwd' }, b } },
      'REQUEST_INVALID',
      '/inputs/a/file',
    ],
    ['nothing at a port', { ...GCD_RUN, inputs: { a: {}, b } }, 'REQUEST_INVALID', '/inputs/a'],
    [
      'a signature of a run that is made here',
      { ...GCD_RUN, signature: { public_key: 'AAAA', envelope: {} } },
      'PRODUCER_SIGNATURE',
      '/signature',
    ],
  ];

  test.each(REFUSED)('%s', async (_, run, code, at) => {
    const before = rowsOf(service.data);
    const { text } = await ask(service, tenant.bearer, submission(run));
    expect(JSON.parse(text)).toMatchObject({ code, ...(at === undefined ? {} : { at }) });
    for (const place of [text, service.log.join('\n')]) expect(place).not.toContain(SECRET);
    expect(rowsOf(service.data)).toEqual(before);
  });
});

describe('signed by its producer', () => {
  const pair = generateKeyPair();
  const signer = signerFrom(pair.privateKey);
  const publicKey = Buffer.from(pair.publicKey).toString('base64');
  const declared: Run = { ...GCD_RUN, outputs: { bezout: GCD.bezout }, run: 'signed' };
  let signed: { capability: string; inputs: JsonObject; outputs: JsonObject };

  beforeAll(async () => {
    const a = (await handIn(client, session, GCD.a)).reference.value_digest;
    const b = (await handIn(client, session, GCD.b)).reference.value_digest;
    const out = (await handIn(client, session, GCD.bezout)).reference.value_digest;
    signed = { capability: 'number.gcd@1', inputs: { a, b }, outputs: { bezout: out } };
  });

  const envelope = (payload = canonicalise(signed), type = RUN_PAYLOAD_TYPE, by = signer) =>
    sealEnvelope(payload, type, [by]);
  const submit = (signature: unknown) => ask(service, tenant.bearer, submission({ ...declared, signature }));

  test('it is kept as evidence, and its basis says so, down to the certificate', async () => {
    const sealed = envelope();
    const { text, status } = await submit({ public_key: publicKey, envelope: sealed });
    expect(status, text).toBe(201);
    const run = JSON.parse(text);
    expect(run.basis).toBe('producer_signed');
    // Whoever looks into the run finds who submitted it and the signature as it came; another tenant finds nothing.
    const shown = await client.showInvocation(run.id);
    const signature = { public_key: publicKey, envelope: sealed };
    expect(shown).toEqual({ ...run, token: tokenOf(tenant), signature });
    const { client: stranger } = await service.tenant('stranger');
    expect(await codeOf(stranger.showInvocation(run.id))).toBe('INVOCATION_UNKNOWN');
    expect(
      await client.showInvocation((await client.submitInvocation(session, GCD_RUN)).id),
    ).not.toHaveProperty('signature');
    const verification = await client.verify({
      ...gcd({ reference: run.outputs.bezout.reference }),
      require_lineage: true,
    });
    const { lineage } = await client.showCertificate(serialOf(verification));
    expect(lineage).toMatchObject([{ basis: 'producer_signed', run: run.uri }]);
  });

  test('in either alphabet of base64', async () => {
    const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    // A key and a signature whose base64 has characters in which the alphabets differ, so that this tests something.
    let other = generateKeyPair();
    const keyText = () => Buffer.from(other.publicKey).toString('base64');
    while (!/[+/]/.test(keyText())) other = generateKeyPair();
    const sealed = envelope(canonicalise(signed), RUN_PAYLOAD_TYPE, signerFrom(other.privateKey));
    const safe = {
      ...sealed,
      payload: urlSafe(sealed.payload),
      signatures: sealed.signatures.map(({ keyid, sig }) => ({ keyid, sig: urlSafe(sig) })),
    };
    const { status, text } = await submit({ public_key: urlSafe(keyText()), envelope: safe });
    expect(status, text).toBe(201);
  });

  const stranger = generateKeyPair();
  const zero = `sha256:${'0'.repeat(64)}`;
  const REFUSED: readonly (readonly [string, () => unknown])[] = [
    [
      'by another key',
      () => ({ public_key: Buffer.from(stranger.publicKey).toString('base64'), envelope: envelope() }),
    ],
    [
      'by a stranger, under the name of this key',
      () => {
        const { keyid } = signer;
        const foreign = { ...signerFrom(stranger.privateKey), keyid };
        return { public_key: publicKey, envelope: envelope(canonicalise(signed), RUN_PAYLOAD_TYPE, foreign) };
      },
    ],
    ['of another capability', () => other({ capability: 'number.lcm@1' })],
    ['of another input', () => other({ inputs: { ...signed.inputs, b: zero } })],
    ['of exchanged inputs', () => other({ inputs: { a: signed.inputs.b ?? '', b: signed.inputs.a ?? '' } })],
    ['of one input only', () => other({ inputs: { a: signed.inputs.a ?? '' } })],
    ['of another output', () => other({ outputs: { bezout: zero } })],
    ['with a member more', () => other({ run: 'signed' })],
    ['of the same members in another order', reordered],
    [
      'of another type of payload',
      () => ({
        public_key: publicKey,
        envelope: envelope(canonicalise(signed), 'application/vnd.in-toto+json'),
      }),
    ],
    ['with a bit of it changed', () => ({ public_key: publicKey, envelope: damaged() })],
    ['twice', twice],
    ['not at all', () => ({ public_key: publicKey, envelope: { ...envelope(), signatures: [] } })],
    [
      'with a member more in the envelope',
      () => ({ public_key: publicKey, envelope: { ...envelope(), note: '' } }),
    ],
    ['by a key of small order', () => smallOrder('00'.repeat(32))],
    ['by the neutral element', () => smallOrder(`01${'00'.repeat(31)}`)],
    ['by a key that is not canonical', () => smallOrder(`ee${'ff'.repeat(30)}7f`)],
    ['by a key that is too short', () => ({ public_key: publicKey.slice(0, 40), envelope: envelope() })],
    ['by a key in mixed alphabets', () => ({ public_key: `+-${publicKey.slice(2)}`, envelope: envelope() })],
  ];

  test.each(REFUSED)('%s: refused', async (_, make) => {
    const before = rowsOf(service.data);
    const { text } = await submit(make());
    expect(JSON.parse(text)).toMatchObject({ code: 'PRODUCER_SIGNATURE', at: '/signature' });
    expect(rowsOf(service.data)).toEqual(before);
  });

  function other(change: object): unknown {
    return { public_key: publicKey, envelope: envelope(canonicalise({ ...signed, ...change })) };
  }

  function reordered(): unknown {
    const { capability, inputs, outputs } = signed;
    const payload = Buffer.from(JSON.stringify({ outputs, inputs, capability }));
    const sig = signer.sign(preAuthenticationEncoding(RUN_PAYLOAD_TYPE, payload));
    const signatures = [{ keyid: signer.keyid, sig: Buffer.from(sig).toString('base64') }];
    return {
      public_key: publicKey,
      envelope: { payload: payload.toString('base64'), payloadType: RUN_PAYLOAD_TYPE, signatures },
    };
  }

  function damaged(): object {
    const { signatures, ...rest } = envelope();
    const [only] = signatures;
    const bytes = Buffer.from(only?.sig ?? '', 'base64');
    bytes[5] = (bytes[5] ?? 0) ^ 1;
    return { ...rest, signatures: [{ ...only, sig: bytes.toString('base64') }] };
  }

  function twice(): unknown {
    const { signatures, ...rest } = envelope();
    return { public_key: publicKey, envelope: { ...rest, signatures: [...signatures, ...signatures] } };
  }

  /** With a signature that fits in the sense of a verifier that takes such keys: S = 0 and R the key. */
  function smallOrder(key: string): unknown {
    const bytes = Buffer.from(key, 'hex');
    const forged = { ...signer, sign: () => Buffer.concat([bytes, Buffer.alloc(32)]) };
    return {
      public_key: bytes.toString('base64'),
      envelope: envelope(canonicalise(signed), RUN_PAYLOAD_TYPE, forged),
    };
  }
});

describe('a client that goes away', () => {
  /** Sends so much of a request, and hangs up once `begun`. */
  async function hangUp({ path, body, key }: Asked, part: number, begun: Promise<unknown>): Promise<void> {
    const text = JSON.stringify(body);
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      `authorization: Bearer ${tenant.bearer}`,
      `idempotency-key: ${key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      '',
      '',
    ].join('\r\n');
    const socket = connect(service.server.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(head + text.slice(0, Math.floor(text.length * part)));
    await begun;
    socket.destroy();
    await closed;
  }

  /** Holds the next built-in run at its end until it is let go. */
  function held() {
    const { producers } = service.service;
    const { run } = producers;
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    producers.run = async (...parameters) => {
      producers.run = run;
      const given = await run.apply(producers, parameters);
      begun.resolve();
      await gate.promise;
      return given;
    };
    return { begun: begun.promise, release: gate.resolve };
  }

  test('in the middle of its run finds it again by its key and by its id', async () => {
    const before = await all(client.listInvocations(session));
    const asked = submission({ ...GCD_RUN, run: 'abandoned' });
    const { begun, release } = held();
    await hangUp(asked, 1, begun);
    // It asks again while it still runs: it waits for the same run.
    const again = ask(service, tenant.bearer, asked);
    release();
    const { status, text, headers } = await again;
    expect([status, headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    const run = JSON.parse(text);
    expect(run.run).toBe('abandoned');
    expect(await client.showInvocation(run.id)).toEqual({ ...run, token: tokenOf(tenant) });
    const after = await all(client.listInvocations(session));
    expect(after.length).toBe(before.length + 1);
    const later = await ask(service, tenant.bearer, asked);
    expect([later.text, later.headers.get('idempotency-replayed')]).toEqual([text, 'true']);
    // And its values can be used.
    const { reference } = run.outputs.bezout;
    expect((await client.verify({ ...gcd({ reference }), require_lineage: true })).verdict).toBe('ACCEPTED');
  });

  test('in the middle of its request has asked nothing', async () => {
    const before = rowsOf(service.data);
    const asked = submission({ ...GCD_RUN, run: 'half' });
    await hangUp(asked, 0.5, ask(service, tenant.bearer, { method: 'GET', path: '/v1/sessions' }));
    expect(rowsOf(service.data)).toEqual(before);
    const { headers } = await ask(service, tenant.bearer, asked);
    expect(headers.get('idempotency-replayed')).toBeNull();
  });
});

test('identical requests at once are one run', async () => {
  const before = await all(client.listInvocations(session));
  const asked = submission({ ...GCD_RUN, run: 'once' });
  const answers = await Promise.all(Array.from({ length: 24 }, () => ask(service, tenant.bearer, asked)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
  expect(await all(client.listInvocations(session))).toHaveLength(before.length + 1);
  const other = await ask(service, tenant.bearer, { ...asked, body: { ...GCD_RUN, run: 'twice' } });
  expect([other.status, JSON.parse(other.text).code]).toEqual([422, 'IDEMPOTENCY_CONFLICT']);
});

test('a value that a capability cannot take is refused by it, and nothing is kept', async () => {
  const before = rowsOf(service.data);
  const inputs = { left: inline(matrix([[1, 2]])), right: inline(matrix([[1, 2]])) };
  const code = await codeOf(client.submitInvocation(session, { capability: 'matrix.multiply@1', inputs }));
  expect(code).toBe('PORT_INCOMPATIBLE');
  expect(rowsOf(service.data)).toEqual(before);
});

test('a run that is declared may be wrong: that is for a checker to find', async () => {
  const run = { ...GCD_RUN, outputs: { bezout: bezout(5, 1, -1) }, run: 'wrong' };
  const { reference } = outputOf(await client.submitInvocation(session, run), 'bezout');
  expect(await client.verify({ ...gcd({ reference }), require_lineage: true })).toMatchObject({
    verdict: 'REJECTED',
  });
});
