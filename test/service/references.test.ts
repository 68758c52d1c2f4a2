import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/canonical/json.ts';
import type { AssayClient, Document, Value } from '../../src/client/index.ts';
import { readExamples } from '../../src/contracts/examples.ts';
import { valueJson } from '../../src/http/json/values.ts';
import { BUILT_IN_CONTRACTS } from '../../src/installation.ts';
import { formatHandle, readHandle } from '../../src/services/references/handle.ts';
import { preview, roomBeside } from '../../src/services/references/preview.ts';
import type { StoredReference } from '../../src/store/sessions.ts';
import { value as anyValue } from '../canonical/arbitrary.ts';
import { type Asked, ask, newId } from './asking.ts';
import { rowsOf } from './rows.ts';
import {
  bezout,
  FACTORIZATION,
  GCD,
  GCD_RUN,
  gcd,
  handIn,
  handleOf,
  integer,
  matrix,
  openOf,
  outputOf,
  serialOf,
} from './samples.ts';
import { all, codeOf, openTestService, problemOf, type TestService, type TestTenant } from './support.ts';

let service: TestService;
let tenant: TestTenant;
let client: AssayClient;
let session: string;
let value: Value;

beforeAll(async () => {
  service = await openTestService();
  tenant = await service.tenant('references');
  ({ client } = tenant);
  session = (await client.openSession({ seconds: 3_600 })).id;
  value = await handIn(client, session, GCD.a);
}, 60_000);

afterAll(() => service.close());

interface Problem {
  readonly code: string;
  readonly at?: string;
  readonly next?: string;
}

/** What an operand is refused with: as a role, at a port, and in either step of a pipeline. */
async function refusals(operand: unknown, within = session): Promise<readonly Problem[]> {
  const verify = { claim: 'number.gcd@1', roles: { ...gcd().roles, a: operand } };
  const run = { ...GCD_RUN, inputs: { ...GCD_RUN.inputs, a: operand } };
  const post = (path: string, body: unknown): Asked => ({ method: 'POST', path, body });
  const asked = [
    post('/v1/verifications', { ...verify, session: within }),
    post(`/v1/sessions/${within}/invocations`, run),
    post('/v1/pipelines', { session: within, steps: [{ name: 'one', run }] }),
    post('/v1/pipelines', { session: within, steps: [{ name: 'one', verify }] }),
  ];
  const answers = await Promise.all(asked.map((each) => ask(service, tenant.bearer, each)));
  return answers.map(({ text }) => JSON.parse(text));
}

async function expectRefused(operand: unknown, code: string): Promise<void> {
  const problems = await refusals(operand);
  expect(problems.map((problem) => problem.code)).toEqual([code, code, code, code]);
  const way = Object.keys(Object(operand))[0];
  const places = ['/roles/a', '/inputs/a', '/steps/0/run/inputs/a', '/steps/0/verify/roles/a'];
  const found = problems.map(({ at = '' }) => at);
  for (const [index, place] of places.entries()) expect(found[index]).toMatch(new RegExp(`^${place}/${way}`));
}

async function storedOf({ id }: Value): Promise<StoredReference> {
  const stored = await service.service.forTenant(tenant.id).store.sessions.reference(id);
  if (stored === null) throw new Error('the value is not there');
  return stored;
}

/** A reference that this very service made, to what it does not hold so. */
async function boundTo(change: Partial<StoredReference>, owner = tenant.id): Promise<object> {
  return service.service.references.bind({ ...(await storedOf(value)), ...change }, owner);
}

test('a reference and a handle name the value, wherever a value may stand', async () => {
  for (const operand of [{ reference: value.reference }, { handle: handleOf(value) }]) {
    expect((await refusals(operand)).map(({ code }) => code)).toEqual(Array(4).fill(undefined));
  }
});

describe('what is refused', () => {
  const other = `artifact://sha256/${'0'.repeat(64)}`;
  const FAILURES: readonly (readonly [string, string, () => unknown])[] = [
    [
      'a reference to what never was',
      'VALUE_REFERENCE_UNKNOWN',
      async () => ({ reference: await boundTo({ id: newId() }) }),
    ],
    [
      'a handle that was not given yet',
      'VALUE_REFERENCE_UNKNOWN',
      () => ({ handle: formatHandle('number', 999) }),
    ],
    [
      'the handle of another type’s letter, well formed',
      'VALUE_REFERENCE_UNKNOWN',
      () => ({ handle: formatHandle('matrix', 1) }),
    ],
    ['a handle with another character', 'HANDLE_MISTYPED', () => ({ handle: changed(handleOf(value)) })],
    ['no handle at all', 'HANDLE_MISTYPED', () => ({ handle: 'the integer' })],
    [
      'another tenant’s',
      'VALUE_REFERENCE_TENANT_MISMATCH',
      async () => ({ reference: await boundTo({}, newId()) }),
    ],
    [
      'a type that has another schema by now',
      'VALUE_REFERENCE_SCHEMA_MISMATCH',
      async () => ({ reference: await boundTo({ schema: other }) }),
    ],
    [
      'a type that has other semantics by now',
      'VALUE_REFERENCE_SEMANTICS_MISMATCH',
      async () => ({ reference: await boundTo({ semantics: other }) }),
    ],
    [
      'a type that is no longer installed',
      'VALUE_REFERENCE_SCHEMA_MISMATCH',
      async () => ({ reference: await boundTo({ type: 'number.gone@1' }) }),
    ],
    [
      'what a withdrawn version gave',
      'VALUE_REFERENCE_STALE_VERSION',
      async () => ({ reference: (await ofWithdrawn()).reference }),
    ],
    [
      'what a withdrawn version gave, by its handle',
      'VALUE_REFERENCE_STALE_VERSION',
      async () => ({ handle: handleOf(await ofWithdrawn()) }),
    ],
    ['what has expired', 'VALUE_REFERENCE_EXPIRED', ofExpired],
    ['what was collected', 'VALUE_REFERENCE_EXPIRED', ofCollected],
    ['what a session held that was ended', 'VALUE_REFERENCE_EXPIRED', ofEnded],
    [
      'a value that a certificate keeps, of a session that was collected',
      'VALUE_REFERENCE_EXPIRED',
      ofCollectedButKept,
    ],
  ];

  test.each(FAILURES)('%s: %s', async (_, code, make) => expectRefused(await make(), code));

  let withdrawn: Promise<Value> | undefined;

  function ofWithdrawn(): Promise<Value> {
    withdrawn ??= withdraw();
    return withdrawn;
  }

  async function withdraw(): Promise<Value> {
    const n = integer(15);
    const { document: factors } = Object(FACTORIZATION.roles.factors);
    const run = { capability: 'number.factor@1', inputs: { n: { document: n } }, outputs: { factors } };
    const given = outputOf(await client.submitInvocation(session, run), 'factors');
    await client.promoteValue(given.id);
    const withdrawn = await service.admin.withdrawCapability('number.factor@1', 'it was wrong');
    service.clock.advance(1_000);
    expect(await service.admin.withdrawCapability('number.factor@1', 'once more')).toEqual(withdrawn);
    expect(await codeOf(client.submitInvocation(session, run))).toBe('CAPABILITY_WITHDRAWN');
    return given;
  }

  test('what a withdrawn version gave is not promoted, nor read but by auditors, and can be looked at', async () => {
    const given = await ofWithdrawn();
    const before = rowsOf(service.data);
    const promoted = await problemOf(client.promoteValue(given.id));
    expect(promoted).toMatchObject({ code: 'VALUE_REFERENCE_STALE_VERSION', status: 409 });
    expect(promoted?.detail).toContain('it was wrong');
    expect(rowsOf(service.data)).toEqual(before);
    const admin = await service.admin.createToken({
      name: 'no auditor',
      scopes: ['produce', 'verify'],
      tenant: tenant.id,
    });
    const user = service.client(admin.bearer ?? '');
    for (const { id } of [given, ...(await artifactsOf(given))]) {
      expect(await codeOf(user.showDocument(id))).toBe('VALUE_REFERENCE_STALE_VERSION');
      const { digest } = await client.showDocument(id);
      expect(digest).toBe(given.reference.value_digest);
      expect(await user.showValue(id)).toMatchObject({ preview: given.preview, expired: false });
    }
    const run = given.reference.source_invocation_uri.slice('invocation://'.length);
    expect(await user.showInvocation(run)).toMatchObject({ capability: 'number.factor@1' });
  });

  test('what a withdrawn version gave fits no place, and the list of what fits says why', async () => {
    const given = await ofWithdrawn();
    const { id: later } = await client.openSession();
    const n = outputOf(await client.submitInvocation(later, GCD_RUN), 'bezout');
    for (const place of [
      { claim: 'number.factorization@1', role: 'factors' },
      { claim: 'number.gcd@1', role: 'a' },
    ]) {
      const listed = await all(client.listCompatible(session, place));
      expect(listed.filter(({ value }) => value.id === given.id)).toEqual([
        {
          value: await client.showValue(given.id),
          fits: false,
          through: [],
          reason: 'number.factor@1 was withdrawn: it was wrong',
        },
      ]);
    }
    const used = await all(client.listCompatible(later, { claim: 'number.gcd@1', role: 'bezout' }));
    expect(used.map(({ value, fits }) => [value.id, fits])).toEqual([[n.id, true]]);
  });

  /** Artifacts of a value, which nobody lists. */
  async function artifactsOf({ id }: Value): Promise<{ readonly id: string }[]> {
    const promotions = rowsOf(service.data, tenant.id).promotions?.map((row) => JSON.parse(row)) ?? [];
    const made = promotions.filter(({ source }) => source === id);
    expect(made).toHaveLength(1);
    return made.map(({ reference }) => ({ id: reference }));
  }

  async function ofShortSession(): Promise<Value> {
    const { id } = await client.openSession({ seconds: 60 });
    return handIn(client, id, integer(Math.floor(Date.parse(service.clock.now()) / 1000)));
  }

  async function ofExpired(): Promise<unknown> {
    const { reference } = await ofShortSession();
    service.clock.advance(60_000);
    return { reference };
  }

  async function ofCollected(): Promise<unknown> {
    const short = await ofShortSession();
    service.clock.advance(60_000);
    await service.service.collect();
    const { store } = service.service.forTenant(tenant.id);
    expect(await store.value(short.reference.value_digest)).toBeNull();
    return { reference: short.reference };
  }

  async function ofEnded(): Promise<unknown> {
    const { id } = await client.openSession();
    const { reference } = await handIn(client, id, integer(5));
    await client.endSession(id);
    return { reference };
  }

  async function ofCollectedButKept(): Promise<unknown> {
    const { id } = await client.openSession({ seconds: 60 });
    const candidate = outputOf(await client.submitInvocation(id, GCD_RUN), 'bezout');
    serialOf(await client.verify(gcd({ reference: candidate.reference })));
    await client.endSession(id);
    await service.service.collect();
    const { store } = service.service.forTenant(tenant.id);
    expect(await store.value(candidate.reference.value_digest)).not.toBeNull();
    return { reference: candidate.reference };
  }
});

test('a handle is of its session alone, and of none where none is named', async () => {
  const { id: empty } = await client.openSession();
  const handle = handleOf(value);
  expect((await refusals({ handle }, empty)).map(({ code }) => code)).toEqual(
    Array(4).fill('VALUE_REFERENCE_UNKNOWN'),
  );
  expect(await codeOf(client.verify({ ...gcd(), roles: { ...gcd().roles, a: { handle } } }))).toBe(
    'VALUE_REFERENCE_UNKNOWN',
  );
});

test('of a value that has expired, the run and the port are named that make it again', async () => {
  const { id } = await client.openSession({ seconds: 60 });
  const run = await client.submitInvocation(id, GCD_RUN);
  const { reference, id: gone } = outputOf(run, 'bezout');
  service.clock.advance(60_000);
  for (const collect of [async () => {}, service.service.collect]) {
    await collect();
    const problems = await refusals({ reference });
    const { at, next } = (await problemOf(client.showDocument(gone))) ?? {};
    for (const told of [...problems, { at, next }]) {
      expect(told.at).toMatch(new RegExp(`${run.uri} port bezout$`));
      expect(told.next).toContain('number.gcd@1');
      expect(told.next).toContain('bezout');
    }
    // The run itself can still be looked at, and submitted again.
    expect(await client.showInvocation(run.id)).toMatchObject({ capability: 'number.gcd@1' });
    expect(await client.showValue(gone)).toMatchObject({ expired: true, reference });
  }
});

describe('one member of a reference changed', () => {
  const SCHEMA = 'VALUE_REFERENCE_SCHEMA_MISMATCH';
  const TAMPERED = 'VALUE_REFERENCE_TAMPERED';
  const zeros = (digits: number) => '0'.repeat(digits);
  const ALTERED: Readonly<Record<string, readonly (readonly [unknown, string])[]>> = {
    value_ref_version: [
      ['2', TAMPERED],
      [1, TAMPERED],
    ],
    value_uri: [
      [`value://${zeros(32)}`, TAMPERED],
      ['value://../x', TAMPERED],
    ],
    value_type: [
      ['number.bezout@1', SCHEMA],
      ['number.integer@2', SCHEMA],
      ['number.integer', TAMPERED],
    ],
    schema_uri: [
      [`artifact://sha256/${zeros(64)}`, SCHEMA],
      ['https://example.org/schema.json', TAMPERED],
    ],
    semantics_uri: [
      [`artifact://sha256/${zeros(64)}`, 'VALUE_REFERENCE_SEMANTICS_MISMATCH'],
      [null, TAMPERED],
    ],
    value_digest: [
      [`sha256:${zeros(64)}`, TAMPERED],
      [`sha512:${zeros(64)}`, TAMPERED],
    ],
    size: [
      [0, TAMPERED],
      [-1, TAMPERED],
      ['76', TAMPERED],
    ],
    source_invocation_uri: [
      [`invocation://${zeros(32)}`, TAMPERED],
      [7, TAMPERED],
    ],
    source_capability: [['number.gcd@1', TAMPERED]],
    source_port: [['bezout', TAMPERED]],
    lifetime: [
      ['DURABLE_ARTIFACT', TAMPERED],
      ['REQUEST', TAMPERED],
      ['ALWAYS', TAMPERED],
    ],
    expires_at: [
      ['2999-01-01T00:00:00.000Z', TAMPERED],
      [null, TAMPERED],
      ['later', TAMPERED],
    ],
    tenant_binding: [
      [`${'A'.repeat(22)}.${'A'.repeat(43)}`, TAMPERED],
      ['', TAMPERED],
    ],
  };

  test('every member stands in the table', () => {
    expect(Object.keys(ALTERED).toSorted()).toEqual(Object.keys(value.reference).toSorted());
  });

  test.each(Object.entries(ALTERED))('%s', async (name, alterations) => {
    const { [name]: _, ...without } = { ...value.reference } as Record<string, unknown>;
    expect((await refusals({ reference: without }))[0]?.code).toBe(TAMPERED);
    for (const [altered, code] of alterations) {
      expect((await refusals({ reference: { ...value.reference, [name]: altered } }))[0]?.code).toBe(code);
    }
  });

  /** Sealed by this service, yet not as it is stored: each is compared with the store, too. */
  const STORED: readonly Partial<StoredReference>[] = [
    { digest: `sha256:${zeros(64)}` },
    { size: 1 },
    { invocation: zeros(32) },
    { capability: 'number.gcd@1' },
    { port: 'bezout' },
    { lifetime: 'DURABLE_ARTIFACT', expiresAt: null },
    { lifetime: 'REQUEST' },
    { expiresAt: '2999-01-01T00:00:00.000Z' },
  ];

  test.each(STORED)('%o, sealed anew', async (change) => {
    await expectRefused({ reference: await boundTo(change) }, TAMPERED);
  });

  test('each character of the binding', async () => {
    const { tenant_binding } = value.reference;
    for (const at of tenant_binding.split('').keys()) {
      const binding =
        tenant_binding.slice(0, at) + changedAt(tenant_binding, at) + tenant_binding.slice(at + 1);
      const verify = {
        ...gcd(),
        roles: { ...gcd().roles, a: { reference: { ...value.reference, tenant_binding: binding } } },
      };
      const { text } = await ask(service, tenant.bearer, {
        method: 'POST',
        path: '/v1/verifications',
        body: verify,
      });
      expect(JSON.parse(text).code).toBe(TAMPERED);
    }
  });

  test.each([
    ['another member', (reference: object) => ({ ...reference, note: 'mine' })],
    ['a path', (reference: object) => ({ ...reference, pointer: '/value/value' })],
    ['its URI alone', ({ value_uri }: Value['reference']) => value_uri],
    ['a list', (reference: object) => [reference]],
    ['nothing', () => null],
  ])('%s in its place', async (_, alter) => {
    await expectRefused({ reference: alter(value.reference) }, TAMPERED);
  });

  function changedAt(text: string, at: number): string {
    return text[at] === 'A' ? 'B' : 'A';
  }
});

test('bytes that changed in the store are not taken for the value', async () => {
  const own = await handIn(client, session, integer('987654321987654321'));
  const database = new Database(join(service.data, 'assay.sqlite'));
  const digest = Buffer.from(own.reference.value_digest.slice(7), 'hex');
  const { changes } = database
    .prepare(
      "UPDATE stored_values SET bytes = CAST(replace(CAST(bytes AS TEXT), '9876', '9877') AS BLOB) WHERE digest = ?",
    )
    .run(digest);
  database.close();
  expect(changes).toBe(1);
  for (const { code } of await refusals({ reference: own.reference })) expect(code).toBe('STORE_CORRUPT');
  expect(await codeOf(client.showDocument(own.id))).toBe('STORE_CORRUPT');
});

describe('two ways at once', () => {
  const ways = (): JsonObject => ({
    document: { ...GCD.a },
    reference: { ...value.reference },
    handle: handleOf(value),
    output: { step: 'one', port: 'document' },
    source: { document: { ...GCD.a } },
  });
  const names = ['document', 'reference', 'handle', 'output', 'source'];
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((two) => [one, two] as const));

  test.each(pairs)('%s and %s', async (one, two) => {
    const both = { [one]: ways()[one], [two]: ways()[two] };
    const codes = (operand: unknown) => refusals(operand).then((all) => all.map(({ code }) => code));
    expect(await codes(both)).toEqual(Array(4).fill('ROLE_AMBIGUOUS'));
    expect(await codes({ source: both, transform: { kind: 'MATRIX_TRANSPOSE' } })).toEqual(
      Array(4).fill('ROLE_AMBIGUOUS'),
    );
  });
});

describe('a reference is no evidence', () => {
  test('that a run here gave it, or anybody, makes nothing of it true', async () => {
    const wrong = { ...GCD_RUN, outputs: { bezout: GCD.wrong } };
    const { reference, id } = outputOf(await client.submitInvocation(session, wrong), 'bezout');
    const { verdict } = await client.verify({ ...gcd({ reference }), require_lineage: true });
    expect(verdict).toBe('REJECTED');
    expect(await all(client.showAssurance(id))).toEqual([]);
    // What ran here neither.
    const right = outputOf(await client.submitInvocation(session, { ...GCD_RUN, run: 'again' }), 'bezout');
    const fresh = await service.tenant('nobody');
    expect(await all(fresh.client.showAssuranceOfDigest(right.reference.value_digest))).toEqual([]);
  });

  test('it takes the place of neither a certificate nor a witness', async () => {
    const own = await service.tenant('evidence');
    const verification = await own.client.verify(FACTORIZATION);
    const serial = serialOf(verification);
    const [{ proposition }] = openOf(verification);
    const { id } = await own.client.openSession();
    const three = await handIn(own.client, id, integer(3));
    const discharge = (request: object) =>
      codeOf(own.client.discharge(serial, { proposition, session: id, ...request }));
    expect(await discharge({ witness: { certificate: { reference: three.reference } } })).toBe('ROLE_TYPE');
    expect(await discharge({ witness: { n: { reference: three.reference } } })).toBe('ROLE_UNKNOWN');
    expect(await discharge({ certificate: three.id })).toBe('CERTIFICATE_UNKNOWN');
    expect(await own.client.showCertificate(serial)).toMatchObject({ status: 'conditional' });
  });
});

describe('handles', () => {
  const CHARACTERS = '-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ _é';

  /** What a person makes of a handle that copies it badly, once. */
  function* mistakes(handle: string): Generator<string> {
    for (const at of handle.split('').keys()) {
      for (const character of CHARACTERS) {
        if (character !== handle[at]) yield handle.slice(0, at) + character + handle.slice(at + 1);
      }
      const [one = '', two = ''] = handle.slice(at, at + 2);
      if (two !== '' && one !== two) yield handle.slice(0, at) + two + one + handle.slice(at + 2);
    }
  }

  const isRefused = (handle: string): boolean => {
    try {
      readHandle(handle);
      return false;
    } catch (error) {
      return Object(error).code === 'HANDLE_MISTYPED';
    }
  };

  const acceptedMistakes = (letter: string, number: number): string[] => {
    const handle = formatHandle(`${letter}.anything@1`, number);
    expect(readHandle(handle)).toEqual({ letter, number });
    return [...mistakes(handle)].filter((mistake) => !isRefused(mistake));
  };

  test('one character off, or two exchanged, is no handle at all: all mistakes with the first of a session', () => {
    for (const letter of 'gmn') {
      for (let number = 1; number <= 30; number++) expect(acceptedMistakes(letter, number)).toEqual([]);
    }
  });

  test('and with any other', () => {
    const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
    const numbers = fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 999_999_999 }));
    fc.assert(
      fc.property(letters, numbers, (letter, number) => {
        expect(acceptedMistakes(letter, number)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('of one session, every mistake through the service', async () => {
    const { id } = await client.openSession();
    const values = [integer(1), matrix([[1]]), bezout(1, 1, 0)];
    const given: Value[] = [];
    for (const document of values) given.push(await handIn(client, id, document));
    expect(given.map(({ handle }) => handle?.slice(0, 3))).toEqual(['n1-', 'm2-', 'n3-']);
    const { bearer } = tenant;
    for (const handle of given.map(handleOf)) {
      const wrong = [...mistakes(handle)];
      const sample = wrong.filter((_, index) => index % 17 === 0);
      for (const mistake of sample) {
        const body = { ...gcd(), session: id, roles: { ...gcd().roles, a: { handle: mistake } } };
        const { text } = await ask(service, bearer, { method: 'POST', path: '/v1/verifications', body });
        expect(JSON.parse(text).code, mistake).toBe('HANDLE_MISTYPED');
      }
    }
  });

  test('numbers follow one another, also after a promotion, and are not given twice', async () => {
    const { id } = await client.openSession();
    const first = await handIn(client, id, integer(1));
    expect((await client.promoteValue(first.id)).handle).toBeNull();
    // The same document again is another value of the session with the same digest.
    const second = await handIn(client, id, integer(1));
    expect([handleOf(first), handleOf(second)]).toEqual([formatHandle('n', 1), formatHandle('n', 2)]);
    expect(second.reference.value_digest).toBe(first.reference.value_digest);
    expect(second.id).not.toBe(first.id);
  });
});

function changed(handle: string): string {
  return `${handle.slice(0, -1)}${handle.endsWith('a') ? 'b' : 'a'}`;
}

describe('a look at a value', () => {
  const LIMIT = 1024;
  const bytesOf = (json: JsonValue): number => Buffer.byteLength(JSON.stringify(json));

  /** The documents of all accepted examples, by type. */
  async function documents(): Promise<ReadonlyMap<string, Document>> {
    const { contracts } = service.service.forTenant(tenant.id).rules;
    const found = new Map<string, Document>();
    for (const claim of contracts.claims()) {
      for (const { handoff } of await readExamples(claim, [BUILT_IN_CONTRACTS])) {
        collectDocuments(handoff, found);
      }
    }
    const half = { rows: 1, columns: 1, entries: [['1/2']] };
    found.set('matrix.rational@1', { type: 'matrix.rational@1', value: half });
    found.set('number.rational@1', { type: 'number.rational@1', value: { value: '-22/7' } });
    return found;
  }

  function collectDocuments(json: JsonValue, into: Map<string, Document>): void {
    if (Array.isArray(json)) for (const item of json) collectDocuments(item, into);
    if (!isJsonObject(json)) return;
    const { type, value: content } = json;
    if (typeof type === 'string' && content !== undefined) into.set(type, { type, value: content });
    for (const member of Object.values(json)) collectDocuments(member, into);
  }

  test('of every type of the catalogue: at most 1 KiB with reference and handle', async () => {
    const { id } = await client.openSession({ limits: { values: 1_000 } });
    const found = await documents();
    const { contracts } = service.service.forTenant(tenant.id).rules;
    expect([...found.keys()].toSorted()).toEqual(
      contracts
        .valueTypes()
        .map(({ reference }) => reference.type)
        .toSorted(),
    );
    for (const document of found.values()) {
      const { id: valueId } = await handIn(client, id, document);
      const { text } = await ask(service, tenant.bearer, { method: 'GET', path: `/v1/values/${valueId}` });
      expect(Buffer.byteLength(text), text).toBeLessThanOrEqual(LIMIT);
    }
  });

  test('of 10 MB: at most 1 KiB, and the document itself comes whole', async () => {
    const { id } = await client.openSession();
    const side = 1_000;
    const large = matrix(Array.from({ length: side }, () => Array(side).fill(1234567)));
    const labelled = { ...Object(large.value), rows: 1, entries: [Array(side).fill('1')] };
    const labels = Array.from({ length: side }, (_, at) => `${'𝔏'.repeat(200)}${at}`);
    const tall = {
      type: large.type,
      value: { ...labelled, row_labels: ['é'.repeat(200)], column_labels: labels },
    };
    for (const document of [large, tall]) {
      const { handle: _, ...held } = await handIn(client, id, document);
      const { text } = await ask(service, tenant.bearer, { method: 'GET', path: `/v1/values/${held.id}` });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LIMIT);
      expect(held.preview).toMatchObject({ columns: side });
      expect((await client.showDocument(held)).bytes.byteLength).toBe(held.reference.size);
    }
    const sizes = (await all(client.listValues(id))).map(({ reference }) => reference.size);
    expect(Math.max(...sizes)).toBeGreaterThan(10_000_000);
  });

  /** The same value with everything in it longer. */
  function inflate(json: JsonValue): JsonValue {
    if (typeof json === 'string') return json.padEnd(10_000, '9');
    if (Array.isArray(json))
      return Array.from({ length: 1_000 }, (_, at) => json[at % Math.max(1, json.length)] ?? 0);
    if (!isJsonObject(json)) return Number.MAX_SAFE_INTEGER;
    return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, inflate(member)]));
  }

  test('of every type, from every port that gives it, as large as it may get', async () => {
    const { contracts } = service.service.forTenant(tenant.id).rules;
    const found = await documents();
    let seen = 0;
    for (const { contract } of contracts.capabilities()) {
      for (const port of contract.outputs) {
        for (const { type, schema, semantics } of port.types) {
          const stored = {
            ...(await storedOf(value)),
            type,
            schema,
            semantics,
            size: 64 * 1024 * 1024,
            capability: contract.id,
            port: port.name,
            handle: 999_999_999,
          };
          const content = inflate(found.get(type)?.value ?? null);
          const shown = { ...stored, preview: preview(content, roomBeside(stored)) };
          const answer = valueJson(shown, tenant.id, service.service);
          expect(bytesOf(answer), JSON.stringify(answer)).toBeLessThanOrEqual(LIMIT);
          seen++;
        }
      }
    }
    expect(seen).toBeGreaterThanOrEqual(found.size);
  });

  test('whatever the value, no more than there is room for, and never a refusal', () => {
    fc.assert(
      fc.property(
        anyValue,
        fc.integer({ min: 32, max: 240 }),
        fc.integer({ min: 1, max: 40 }),
        (json, room, times) => {
          const wide = {
            a: Array(times).fill(json),
            b: [Array(times).fill(json)],
            ['\u{1d50f}'.repeat(times)]: json,
          };
          for (const each of [json, wide, [json, json], [[[[[json]]]]]]) {
            const shown = preview(each, room);
            expect(canonicalise(shown).size).toBeLessThanOrEqual(room);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of a text of 10 MB, its beginning, no character cut in two', () => {
    expect(preview('x'.repeat(10_000_000))).toBe(`${'x'.repeat(23)}…`);
    expect(preview('𝔏'.repeat(1_000_000))).toBe(`${'𝔏'.repeat(23)}…`);
    for (const whole of ['x'.repeat(24), '𝔏'.repeat(24), `x${'𝔏'.repeat(23)}`])
      expect(preview(whole)).toBe(whole);
    expect(preview(`x${'𝔏'.repeat(24)}`)).toBe(`x${'𝔏'.repeat(22)}…`);
  });
});
