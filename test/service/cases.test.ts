import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { type CheckedBundle, checkBundle } from '../../src/certificate/check.ts';
import type { AssayClient, Document, Operand, Verification } from '../../src/client/index.ts';
import { AssayError } from '../../src/errors.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import {
  document,
  fixture,
  type Handover,
  handover,
  handoverOf,
  pipelineOf,
  referred,
  WAYS,
  withCandidate,
} from './handovers.ts';
import { all, codeOf, openTestService, problemOf, type TestService } from './support.ts';

let service: TestService;
let client: AssayClient;

beforeAll(async () => {
  service = await openTestService();
  ({ client } = await service.tenant('cases'));
});

afterAll(() => service.close());

/** The bundle as the service gives it, checked as somebody does who has nothing else but the trust root. */
async function offline(serial: string, values: Record<string, Document> = {}): Promise<CheckedBundle> {
  const bundle = await client.showBundle(serial, { documents: 'all' });
  return checkBundle(bundle, {
    trust: await service.trust(),
    verify: verifyNode,
    now: service.clock.now(),
    values: new Map(Object.entries(values).map(([role, { type, value }]) => [role, { type, value }])),
  });
}

function issued({ verdict, certificate, reason }: Verification): string {
  if (verdict !== 'ACCEPTED' || certificate === undefined) throw new Error(`refused: ${reason}`);
  return certificate.serial;
}

async function dischargeAll(serial: string): Promise<void> {
  for (const { proposition } of (await client.showCertificate(serial)).open ?? []) {
    issued(await client.discharge(serial, { proposition }));
  }
}

const ACCEPTED = [
  'paw/handoff.json',
  'smith/handoff.json',
  'syzygies/handoff.json',
  'syzygies/large-handoff.json',
  'distances/path-handoff.json',
  'distances/paley-handoff.json',
  'flats/six-handoff.json',
  'flats/nine-first-handoff.json',
  'flats/nine-second-handoff.json',
  'flats/large-handoff.json',
  'gcd/handoff.json',
];

describe.each(ACCEPTED)('%s', (path) => {
  const handed = handover(path);
  const statements = new Set<string>();

  test.each(WAYS)('$name: certified, and through its bundle', async ({ name, verify }) => {
    const verification = await verify(handed, client);
    const serial = issued(verification);
    await dischargeAll(serial);
    const { candidate, candidateDocument } = handed;
    const checked = await offline(serial, { [candidate]: candidateDocument });
    expect(checked.status).toBe('certified');
    const { predicate } = checked.certificate;
    expect(predicate.statement).toBe(verification.statement);
    expect(predicate.roles[candidate]?.arrived).toBe(name === 'inline' ? 'document' : 'reference');
    const bases = predicate.lineage.map(({ basis }) => basis);
    expect(bases).toEqual(name === 'inline' ? [] : [handed.producer.runsHere ? 'ran_here' : 'declared']);
    statements.add(verification.statement);
    // However the values came, it is one statement.
    expect(statements.size).toBe(1);
  });
});

/** Each a candidate that is wrong, for the very givens of a case. */
const REJECTED: readonly (readonly [string, () => Handover])[] = [
  ['DDᵀ offered as DᵀD', () => handover('paw/handoff-swapped.json')],
  ['one entry of DᵀD changed', () => handover('paw/handoff-changed.json')],
  ['a Smith form of another matrix', otherMatrix],
  ['syzygies with two components exchanged', exchangedComponents],
  ['distances of the path, read by position', () => handover('distances/path-rejected.json')],
  ['distances of the Paley graph, read by position', () => handover('distances/paley-rejected.json')],
  ['flats of lines one of which moved', () => handover('flats/six-rejected.json')],
  ['a divisor that is not the greatest', () => handover('gcd/rejected-divisor.json')],
];

describe.each(REJECTED)('%s', (_, make) => {
  test.each(WAYS)('$name: rejected, and nothing is certified of it', async ({ verify }) => {
    const own = (await service.tenant('refused')).client;
    const { verdict, certificate, reason } = await verify(make(), own, false);
    expect({ verdict, certificate }).toEqual({ verdict: 'REJECTED', certificate: undefined });
    expect(reason).not.toBe('');
    expect(await all(own.listCertificates())).toEqual([]);
  });
});

function otherMatrix(): Handover {
  const { claim, roles } = handover('smith/handoff.json');
  const matrix = integers([
    [2, 4],
    [6, 10],
  ]);
  return handoverOf(claim, { ...roles, matrix: { document: matrix } });
}

function exchangedComponents(): Handover {
  const handed = handover('syzygies/handoff.json');
  const { type, value } = JSON.parse(JSON.stringify(handed.candidateDocument));
  const [first] = value.vectors;
  [first[0], first[1]] = [first[1], first[0]];
  return withCandidate(handed, { type, value });
}

function integers(entries: readonly (readonly number[])[], labels: object = {}): Document {
  const [first = []] = entries;
  return {
    type: 'matrix.integer@1',
    value: {
      rows: entries.length,
      columns: first.length,
      entries: entries.map((row) => row.map(String)),
      ...labels,
    },
  };
}

describe('1: DᵀD, not DDᵀ', () => {
  const EDGES = ['0→1', '1→2', '0→2', '2→3'];
  const VERTICES = ['0', '1', '2', '3'];

  function labelled(path: string, rows: readonly string[], columns: readonly string[]): Document {
    const { type, value } = document(path);
    return { type, value: { ...Object(value), row_labels: rows, column_labels: columns } };
  }

  const transposed = (source: Document): Operand => ({
    source: { document: source },
    transform: { kind: 'MATRIX_TRANSPOSE' },
  });

  test('swapped factors are refused by their labels', async () => {
    const D = labelled('paw/D.json', EDGES, VERTICES);
    const product = { document: labelled('paw/G.json', VERTICES, VERTICES) };
    const right = handoverOf('matrix.product@1', { left: transposed(D), right: { document: D }, product });
    const swapped = handoverOf('matrix.product@1', { left: { document: D }, right: transposed(D), product });
    for (const { verify } of WAYS) {
      expect((await verify(right, client)).verdict).toBe('ACCEPTED');
      expect((await verify(swapped, client, false)).verdict).toBe('REJECTED');
    }
  });

  test('without labels, swapped factors are another statement', async () => {
    const D = document('paw/D.json');
    const swapped = handoverOf('matrix.product@1', {
      left: { document: D },
      right: transposed(D),
      product: { document: document('paw/DDt.json') },
    });
    const other = await client.verify({ claim: swapped.claim, roles: swapped.roles });
    const { claim, roles } = handover('paw/handoff.json');
    const usual = await client.verify({ claim, roles });
    expect([other.verdict, usual.verdict]).toEqual(['ACCEPTED', 'ACCEPTED']);
    expect(other.statement).not.toBe(usual.statement);
  });

  test('the obligation stays open until its own checker has looked, and the certificate never changes', async () => {
    const own = (await service.tenant('paw')).client;
    const { claim, roles } = handover('paw/handoff.json');
    const { certificate } = await own.verify({ claim, roles });
    const serial = certificate?.serial ?? '';
    const conditional = await own.showCertificate(serial);
    expect(conditional).toMatchObject({ status: 'conditional', discharged_by: [] });
    expect((await all(own.listObligations())).map((item) => item.serial)).toEqual([serial]);
    const [obligation] = conditional.open ?? [];
    if (obligation === undefined) throw new Error('nothing is open');
    expect(obligation).toMatchObject({ claim: 'matrix.transpose@1', cause: { transform: 'left' } });
    const discharge = await own.discharge(serial, { proposition: obligation.proposition });
    const { open, status, discharged_by, ...same } = await own.showCertificate(serial);
    expect({ open, status, discharged_by }).toEqual({
      open: [],
      status: 'certified',
      discharged_by: [discharge.certificate?.serial],
    });
    expect(conditional).toMatchObject(same);
    expect(await all(own.listObligations())).toEqual([]);
  });

  test('one request, without one digest in it', async () => {
    const D = document('paw/D.json');
    const named = { output: { step: 'd', port: 'document' } };
    const left = { source: named, transform: { kind: 'MATRIX_TRANSPOSE' } };
    const product = { output: { step: 'multiply', port: 'product' } };
    const pipeline = {
      steps: [
        { name: 'd', run: { capability: 'matrix.document@1', inputs: {}, outputs: { document: D } } },
        { name: 'multiply', run: { capability: 'matrix.multiply@1', inputs: { left, right: named } } },
        { name: 'verify', verify: { claim: 'matrix.product@1', roles: { left, right: named, product } } },
      ],
    };
    expect(JSON.stringify(pipeline)).not.toMatch(/sha256|[0-9a-f]{32}/);
    const results = await client.runPipeline(pipeline);
    const serial = issued(results[2]?.verification ?? Object(null));
    const checked = await offline(serial, { product: document('paw/G.json'), 'left.source': D });
    expect(checked.certificate.predicate.roles.product?.digest).toBe(
      (await offline(serial)).certificate.predicate.roles.product?.digest,
    );
  });
});

describe('2: a nested candidate', () => {
  const UNUSABLE: readonly (readonly [string, { code: string; at: string }])[] = [
    ['inside-the-input', { code: 'DOCUMENT_SCHEMA', at: '/roles/matrix/document/form' }],
    ['beside-the-payload', { code: 'REQUEST_INVALID', at: '/form' }],
    ['whole-result', { code: 'DOCUMENT_SCHEMA', at: '/roles/form/document/value' }],
    ['extra-property', { code: 'DOCUMENT_SCHEMA', at: '/roles/form/document/value/seconds' }],
  ];

  test.each(UNUSABLE)('%s: refused, and the message names the place', async (name, expected) => {
    const { handoff: _, ...body } = JSON.parse(JSON.stringify(fixture(`smith/unusable-${name}.json`)));
    const problem = await problemOf(client.verify(body));
    expect({ code: problem?.code, at: problem?.at }).toEqual(expected);
  });

  test('a port takes the candidate itself, by its own name', async () => {
    const { id } = await client.openSession();
    const { roles, candidateDocument } = handover('smith/handoff.json');
    const matrix = roles.matrix ?? Object(null);
    const submit = (outputs: Record<string, Document>) =>
      client.submitInvocation(id, { capability: 'matrix.smith_normal_form@1', inputs: { matrix }, outputs });
    const whole = { type: 'matrix.smith_form@1', value: { form: candidateDocument.value, seconds: 0 } };
    expect(await problemOf(submit({ result: candidateDocument }))).toMatchObject({
      code: 'PORT_UNDECLARED',
      at: '/outputs/result',
      next: expect.stringContaining('form'),
    });
    expect(await problemOf(submit({ form: whole }))).toMatchObject({
      code: 'DOCUMENT_SCHEMA',
      at: expect.stringMatching(/^\/outputs\/form\/value/),
    });
    expect((await client.showSession(id)).usage.values).toBe(0);
    const { outputs } = await submit({ form: candidateDocument });
    const { document: arrived } = await client.showDocument(outputs.form ?? Object(null));
    expect(arrived).toMatchObject(Object(candidateDocument));
  });
});

describe('3: large syzygies', () => {
  test('by handle a model sees less than 1 KiB of a value of 95 KB', async () => {
    const handed = handover('syzygies/large-handoff.json');
    const request = await referred('handle', handed, client);
    const values = await all(client.listValues(request.session));
    expect(values).toHaveLength(2);
    expect(Math.max(...values.map(({ reference }) => reference.size))).toBeGreaterThan(95_000);
    for (const value of values) expect(bytes(value)).toBeLessThanOrEqual(1024);
    // And of the whole verification: what is asked, and what is answered.
    expect(bytes(request) + bytes(await client.verify(request))).toBeLessThan(1024);
  });

  function bytes(value: unknown): number {
    return Buffer.byteLength(JSON.stringify(value));
  }
});

describe('4: labelled distances', () => {
  test.each([
    ['path', 172],
    ['paley', 96],
  ] as const)('read by position, %s has %i wrong entries of 289', (graph, wrong) => {
    const entries = (path: string): number[] => Object(document(path).value).distances.flat();
    const right = entries(`distances/${graph}-by-label.json`);
    const read = entries(`distances/${graph}-by-position.json`);
    expect(right).toHaveLength(289);
    expect(right.filter((entry, at) => entry !== read[at])).toHaveLength(wrong);
  });

  test.each(['path', 'paley'])(
    'the distances of the %s cannot be named without their labels',
    async (graph) => {
      const handed = handover(`distances/${graph}-handoff.json`);
      const { session, roles } = await referred('handle', handed, client);
      const distances = roles.distances ?? Object(null);
      const { type, value } = handed.candidateDocument;
      const bare = { type, value: { distances: Object(value).distances } };
      const run = { capability: 'graph.distances@1', inputs: { graph: roles.graph ?? distances } };
      expect(
        await problemOf(client.submitInvocation(session, { ...run, outputs: { distances: bare } })),
      ).toMatchObject({
        code: 'DOCUMENT_SCHEMA',
        at: '/outputs/distances/value',
      });
      const transpose = { source: distances, transform: { kind: 'MATRIX_TRANSPOSE' } };
      const multiply = (left: Operand) =>
        codeOf(
          client.submitInvocation(session, {
            capability: 'matrix.multiply@1',
            inputs: { left, right: left },
          }),
        );
      expect(await multiply(distances)).toBe('PORT_INCOMPATIBLE');
      expect(await multiply(transpose)).toBe('TRANSFORM_NOT_DECLARED');
      for (const place of [
        { claim: 'matrix.product@1', role: 'left' },
        { capability: 'matrix.multiply@1', port: 'left' },
      ]) {
        const found = await all(client.listCompatible(session, place));
        const matrix = found.find((item) => item.value.reference.value_type === type);
        expect(matrix).toMatchObject({ fits: false, through: [], reason: expect.stringContaining(type) });
      }
      const wrong = { ...distances, path: '/value/distances' };
      const verify = { claim: 'graph.distances@1', session, roles: { ...roles, distances: wrong } };
      expect(await codeOf(client.verify(verify))).toBe('REQUEST_INVALID');
    },
  );
});

describe('5: projective flats', () => {
  test('a certificate of the first arrangement never answers for the second', async () => {
    const own = (await service.tenant('flats')).client;
    const [first, second] = [
      handover('flats/nine-first-handoff.json'),
      handover('flats/nine-second-handoff.json'),
    ];
    expect(canonicalise(Object(first.candidateDocument)).digest).toBe(
      canonicalise(Object(second.candidateDocument)).digest,
    );
    const verification = await own.verify({ claim: first.claim, roles: first.roles });
    const { flats, vectors } = verification.roles;
    if (flats === undefined || vectors === undefined) throw new Error('a role is missing');
    const serial = issued(verification);

    const assurance = await all(own.showAssuranceOfDigest(flats));
    expect(assurance).toMatchObject([
      {
        roles: ['flats'],
        certificate: { serial, roles: { flats: { digest: flats }, vectors: { digest: vectors } } },
      },
    ]);
    // The second arrangement stands in no certificate, though its flats do.
    const request = await referred('reference', second, own);
    const [inSession] = (await all(own.listValues(request.session))).filter(
      ({ reference }) => reference.value_type === 'matroid.vectors@1',
    );
    expect(await all(own.showAssurance(inSession?.id ?? ''))).toEqual([]);
    expect(Object.values(assurance[0]?.certificate.roles ?? {}).map(({ digest }) => digest)).not.toContain(
      inSession?.reference.value_digest,
    );

    const trust = await service.trust();
    const bundle = await own.showBundle(serial);
    const check = (arrangement: Handover) =>
      checkBundle(bundle, {
        trust,
        verify: verifyNode,
        now: service.clock.now(),
        values: new Map([
          ['vectors', fixture(arrangement === first ? 'flats/nine-first.json' : 'flats/nine-second.json')],
        ]),
      });
    expect(check(first).status).toBe('certified');
    expect(() => check(second)).toThrow(expect.objectContaining({ code: 'VALUE_DIFFERS' }));

    const other = issued(await own.verify(request));
    const both = await all(own.showAssuranceOfDigest(flats));
    expect(both.map(({ certificate }) => certificate.serial)).toEqual([other, serial]);
    const [newer, older] = both.map(({ certificate }) => certificate.roles.vectors?.digest);
    expect(newer).not.toBe(older);
  });
});

describe('6: a small scalar', () => {
  test('inline is as easy, and everything is in one request', async () => {
    const { claim, roles } = handover('gcd/handoff.json');
    const serial = issued(await client.verify({ claim, roles }));
    expect((await client.showCertificate(serial)).status).toBe('certified');
  });
});

test('a pipeline whose verification is refused keeps no certificate and does not go on', async () => {
  const { steps } = await pipelineOf(handover('gcd/rejected-divisor.json'), false);
  const run = { capability: 'number.gcd@1', inputs: handover('gcd/handoff.json').roles };
  const { bezout: _, ...inputs } = run.inputs;
  const results = await client.runPipeline({ steps: [...steps, { name: 'after', run: { ...run, inputs } }] });
  expect(results.at(-2)?.verification?.verdict).toBe('REJECTED');
  expect(results.at(-1)).toEqual({ name: 'after', not_run: true });
});

test('a bundle is refused once one of its digests is another', async () => {
  const { claim, roles, candidate } = handover('gcd/handoff.json');
  const serial = issued(await client.verify({ claim, roles }));
  const wrong = { type: 'number.bezout@1', value: { gcd: '61232', x: '-8', y: '20' } };
  const error: unknown = await offline(serial, { [candidate]: wrong }).catch((thrown: unknown) => thrown);
  expect(error instanceof AssayError ? error.code : error).toBe('VALUE_DIFFERS');
});
