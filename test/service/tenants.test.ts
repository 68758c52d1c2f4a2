import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Digest, Reference } from '../../src/client/index.ts';
import { OPERATIONS } from '../../src/http/operations/index.ts';
import { writeCursor } from '../../src/http/page.ts';
import { formatHandle } from '../../src/services/references/handle.ts';
import { SCOPES } from '../../src/store/tenants.ts';
import { type AnsweredText, type Asked, ask, newId } from './asking.ts';
import { readPublished } from './published.ts';
import { rowsOf } from './rows.ts';
import {
  FACTORIZATION,
  GCD_RUN,
  gcd,
  handIn,
  handleOf,
  integer,
  openOf,
  outputOf,
  serialOf,
} from './samples.ts';
import { statementsOf } from './statements.ts';
import { openTestService, type TestService } from './support.ts';

/** All names that a tenant has for what is its own. */
interface Names {
  readonly tenant: string;
  readonly token: string;
  readonly session: string;
  readonly invocation: string;
  readonly value: string;
  readonly artifact: string;
  readonly reference: Reference;
  readonly handle: string;
  readonly digest: Digest;
  readonly verification: string;
  readonly job: string;
  readonly serial: string;
  readonly proposition: Digest;
}

interface Party extends Names {
  readonly bearer: string;
  /** A session without values: in it no handle is its own. */
  readonly empty: string;
}

let service: TestService;
let first: Party;
let second: Party;
let hostile: Party;
let operator: Party;

beforeAll(async () => {
  const many = { points: 10_000, seconds: 1 };
  service = await openTestService({ limits: { failedAuthentications: many, requests: many } });
  first = await settle('first', 101);
  second = await settle('second', 102);
  hostile = await settle('hostile', 103);
  operator = await settle(null, 104);
}, 60_000);

afterAll(() => service.close());

/** A tenant with one of everything. */
async function settle(name: string | null, n: number): Promise<Party> {
  const { id, bearer } =
    name === null
      ? { id: service.service.operator, bearer: service.adminBearer }
      : await service.tenant(name, ['produce', 'verify', 'audit', 'admin']);
  const client = service.client(bearer);
  const { id: session } = await client.openSession();
  const { id: empty } = await client.openSession();
  const run = await client.submitInvocation(session, GCD_RUN);
  const value = await handIn(client, session, integer(n));
  const artifact = await client.promoteValue(value.id);
  const verification = await client.verify(FACTORIZATION);
  const job = await client.verifyLater(gcd({ reference: outputOf(run, 'bezout').reference }));
  await client.waitFor(job.id, {});
  return {
    bearer,
    empty,
    tenant: id,
    token: bearer.split('_')[1] ?? '',
    session,
    invocation: run.id,
    value: value.id,
    artifact: artifact.id,
    reference: value.reference,
    handle: handleOf(value),
    digest: value.reference.value_digest,
    verification: verification.id,
    job: job.id,
    serial: serialOf(verification),
    proposition: openOf(verification)[0].proposition,
  };
}

/** Names of the same shapes for what never was; the reference is one that this very service could have given the tenant. */
async function neverOf({ tenant, value }: Names): Promise<Names> {
  const stored = await service.service.forTenant(tenant).store.sessions.reference(value);
  if (stored === null) throw new Error('the value is not there');
  return {
    tenant: newId(),
    token: newId(),
    session: newId(),
    invocation: newId(),
    value: newId(),
    artifact: newId(),
    reference: service.service.references.bind({ ...stored, id: newId() }, tenant) as Reference,
    handle: formatHandle('number.integer@1', 77),
    digest: `sha256:${newId()}${newId()}`,
    verification: newId(),
    job: newId(),
    serial: newId(),
    proposition: `sha256:${newId()}${newId()}`,
  };
}

type Attempts = (theirs: Names, own: Party) => readonly Asked[];

const get = (path: string): Asked => ({ method: 'GET', path });
const remove = (path: string): Asked => ({ method: 'DELETE', path });
const post = (path: string, body?: unknown): Asked => ({ method: 'POST', path, body });

/** Each way in which a value is named, that another tenant might try. */
function waysOf({ reference, handle, value }: Names, own: Names): readonly unknown[] {
  return [
    { reference },
    { handle },
    { source: { reference }, transform: { kind: 'MATRIX_TRANSPOSE' } },
    { reference: { ...own.reference, value_uri: `value://${value}` } },
  ];
}

function statements(theirs: Names, own: Names): readonly object[] {
  return waysOf(theirs, own).map((a) => ({ claim: 'number.gcd@1', roles: { ...gcd().roles, a } }));
}

/** For each operation that takes a name: every request that puts another tenant's name into it. */
const ATTEMPTS: Readonly<Record<string, Attempts>> = {
  revokeTenant: ({ tenant }) => [remove(`/v1/tenants/${tenant}`)],
  showUsage: ({ tenant }) => [get(`/v1/usage?tenant=${tenant}`)],
  createToken: ({ tenant }) => [post('/v1/tokens', { name: 'stolen', scopes: ['admin'], tenant })],
  revokeToken: ({ token }) => [remove(`/v1/tokens/${token}`)],
  showSession: ({ session }) => [get(`/v1/sessions/${session}`)],
  endSession: ({ session }) => [remove(`/v1/sessions/${session}`)],
  listValues: ({ session }) => [get(`/v1/sessions/${session}/values`)],
  listCompatible: ({ session }) => [
    get(`/v1/sessions/${session}/compatible?claim=number.gcd@1&role=a`),
    get(`/v1/sessions/${session}/compatible?capability=number.gcd@1&port=a`),
  ],
  listInvocations: ({ session }) => [get(`/v1/sessions/${session}/invocations`)],
  submitInvocation: (theirs, own) => [
    post(`/v1/sessions/${theirs.session}/invocations`, GCD_RUN),
    ...waysOf(theirs, own).map((a) =>
      post(`/v1/sessions/${own.empty}/invocations`, { ...GCD_RUN, inputs: { ...GCD_RUN.inputs, a } }),
    ),
  ],
  showInvocation: ({ invocation }) => [get(`/v1/invocations/${invocation}`)],
  showValue: ({ value, artifact }) => [get(`/v1/values/${value}`), get(`/v1/values/${artifact}`)],
  showDocument: ({ value, artifact }) => [
    get(`/v1/values/${value}/document`),
    get(`/v1/values/${artifact}/document`),
  ],
  promoteValue: ({ value, artifact }) => [
    post(`/v1/values/${value}/promote`),
    post(`/v1/values/${artifact}/promote`),
  ],
  showPromotion: ({ value, artifact }) => [
    get(`/v1/values/${artifact}/promotion`),
    get(`/v1/values/${value}/promotion`),
  ],
  showAssurance: ({ value, artifact }) => [
    get(`/v1/values/${value}/assurance`),
    get(`/v1/values/${artifact}/assurance`),
  ],
  showAssuranceOfDigest: ({ digest }) => [get(`/v1/assurance/${digest}`)],
  verify: (theirs, own) => [
    post('/v1/verifications', { ...gcd(), session: theirs.session }),
    ...statements(theirs, own).flatMap((statement) => [
      post('/v1/verifications', { ...statement, session: own.empty }),
      {
        ...post('/v1/verifications', { ...statement, session: own.empty }),
        headers: { prefer: 'respond-async' },
      },
      post('/v1/verifications', { ...statement, session: theirs.session }),
      post('/v1/verifications', statement),
    ]),
  ],
  showVerification: ({ verification, job }) => [
    get(`/v1/verifications/${verification}`),
    get(`/v1/verifications/${job}`),
  ],
  cancelVerification: ({ verification, job }) => [
    remove(`/v1/verifications/${verification}`),
    remove(`/v1/verifications/${job}`),
  ],
  runPipeline: (theirs, own) => [
    post('/v1/pipelines', { session: theirs.session, steps: [{ name: 'one', verify: gcd() }] }),
    ...statements(theirs, own).map((verify) =>
      post('/v1/pipelines', { session: own.empty, steps: [{ name: 'one', verify }] }),
    ),
    ...waysOf(theirs, own).map((a) =>
      post('/v1/pipelines', {
        session: own.empty,
        steps: [{ name: 'one', run: { ...GCD_RUN, inputs: { ...GCD_RUN.inputs, a } } }],
      }),
    ),
  ],
  showCertificate: ({ serial }) => [get(`/v1/certificates/${serial}`)],
  showBundle: ({ serial }) => [
    get(`/v1/certificates/${serial}/bundle`),
    get(`/v1/certificates/${serial}/bundle?documents=all`),
  ],
  discharge: (theirs, own) => {
    const path = `/v1/certificates/${own.serial}/discharges`;
    const { proposition } = own;
    return [
      post(`/v1/certificates/${theirs.serial}/discharges`, { proposition }),
      post(`/v1/certificates/${theirs.serial}/discharges`, { proposition, certificate: own.serial }),
      post(path, { proposition, certificate: theirs.serial }),
      post(path, {
        proposition,
        session: theirs.session,
        witness: { certificate: { handle: theirs.handle } },
      }),
      ...waysOf(theirs, own).map((certificate) =>
        post(path, { proposition, session: own.empty, witness: { certificate } }),
      ),
    ];
  },
};

/** Operations in which no name of a tenant's can stand: what they show, and what those that change something change. */
const NAMELESS: Readonly<Record<string, Asked>> = {
  createTenant: post('/v1/tenants', { name: 'mine' }),
  listTenants: get('/v1/tenants'),
  listTokens: get('/v1/tokens?limit=200'),
  openSession: post('/v1/sessions', {}),
  listSessions: get('/v1/sessions?limit=200'),
  listCertificates: get('/v1/certificates?limit=200'),
  listObligations: get('/v1/obligations?limit=200'),
  listContracts: get('/v1/contracts'),
  showContract: get('/v1/contracts/claim/number.gcd@1'),
  withdrawCapability: remove('/v1/capabilities/number.gcd@1?reason=none'),
  listCheckers: get('/v1/checkers'),
  authoriseChecker: post('/v1/checkers/authorise', { checker: 'number.gcd' }),
  revokeChecker: post('/v1/checkers/revoke', { identity: `sha256:${'0'.repeat(64)}`, reason: 'none' }),
  showTrustRoot: get('/v1/trust-root'),
  showCheckpoint: get('/v1/log/checkpoint'),
};

/** A request to each operation that could succeed, were the token good for it. */
function usual(id: string, own: Party): Asked {
  const [attempt] = ATTEMPTS[id]?.(own, own) ?? [];
  const asked = attempt ?? NAMELESS[id];
  if (asked === undefined) throw new Error(`nothing is asked of ${id}`);
  return asked;
}

function seen({ status, text }: AnsweredText): object {
  return { status, text };
}

test('every operation that the service publishes has its row', async () => {
  const rows = [...Object.keys(ATTEMPTS), ...Object.keys(NAMELESS)];
  const { operations } = await readPublished(service.url);
  expect(rows.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

test('each row asks its own operation', async () => {
  const published = await readPublished(service.url);
  for (const { id } of published.operations) {
    const asked = [...(ATTEMPTS[id]?.(first, second) ?? []), NAMELESS[id]].filter(
      (each) => each !== undefined,
    );
    for (const { path, method } of asked) {
      expect(published.operationFor(method, path.split('?')[0] ?? '').id).toBe(id);
    }
  }
});

const PARTIES = {
  'the first': () => first,
  'the second': () => second,
  'the hostile one': () => hostile,
  'the operator': () => operator,
};

/** Everybody and everybody else. */
const PAIRS = Object.entries(PARTIES).flatMap(([attacker, attackerOf]) =>
  Object.entries(PARTIES)
    .filter(([victim]) => victim !== attacker)
    .map(([victim, victimOf]) => [attacker, victim, attackerOf, victimOf] as const),
);

/** What the operator may do with tenants and their tokens, by their ids. */
const OF_THE_OPERATOR = ['revokeTenant', 'showUsage', 'createToken'];

describe.each(PAIRS)('%s with the names of %s', (_, __, attackerOf, victimOf) => {
  test.each(Object.keys(ATTEMPTS))(
    '%s: another one’s name is as good as none, and as much work',
    async (id) => {
      const attacker = attackerOf();
      const victim = victimOf();
      if (attacker === operator && OF_THE_OPERATOR.includes(id)) return;
      const attempts = ATTEMPTS[id] ?? (() => []);
      const nothing = await neverOf(victim);
      const before = rowsOf(service.data, victim.tenant);
      const untried = attempts(nothing, attacker);
      for (const [index, stolen] of attempts(victim, attacker).entries()) {
        const { result: answer, statements } = await statementsOf(() =>
          ask(service, attacker.bearer, stolen),
        );
        const { result: never, statements: usual } = await statementsOf(() =>
          ask(service, attacker.bearer, untried[index] ?? stolen),
        );
        expect(seen(answer), stolen.path).toEqual(seen(never));
        expect(statements, stolen.path).toEqual(usual);
        expect(statements.length).toBeGreaterThan(0);
        expect([...answer.headers.keys()]).toEqual([...never.headers.keys()]);
        if (id === 'showAssuranceOfDigest') expect(answer.text).toBe('{"items":[],"next":null}');
        else expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
        for (const name of secretsOf(victim)) expect(answer.text).not.toContain(name);
      }
      expect(rowsOf(service.data, victim.tenant)).toEqual(before);
    },
  );
});

test.each(Object.keys(NAMELESS))(
  '%s tells nothing of another tenant and changes nothing of it',
  async (id) => {
    const before = rowsOf(service.data, first.tenant);
    const { text } = await ask(service, hostile.bearer, usual(id, hostile));
    for (const name of secretsOf(first)) expect(text).not.toContain(name);
    expect(rowsOf(service.data, first.tenant)).toEqual(before);
  },
);

function secretsOf({ bearer, reference: _, handle: __, digest: ___, proposition: ____, ...ids }: Party) {
  return [...Object.values(ids), bearer.slice(-43)];
}

test('what only the operator does is refused to every other administrator, and changes nothing', async () => {
  const before = rowsOf(service.data);
  for (const id of [
    'createTenant',
    'listTenants',
    'revokeTenant',
    'withdrawCapability',
    'authoriseChecker',
    'revokeChecker',
  ]) {
    const { status, text } = await ask(service, hostile.bearer, usual(id, hostile));
    expect({ id, status, code: JSON.parse(text).code }).toEqual({ id, status: 403, code: 'SCOPE_MISSING' });
  }
  expect(rowsOf(service.data)).toEqual(before);
});

test('the key of another tenant’s request gets an effect of its own, never that one’s answer', async () => {
  const asked = { ...post('/v1/sessions', {}), key: 'the-same-key' };
  const [one, two] = [await ask(service, first.bearer, asked), await ask(service, hostile.bearer, asked)];
  expect([one.status, two.status]).toEqual([201, 201]);
  expect(JSON.parse(two.text).id).not.toBe(JSON.parse(one.text).id);
  expect(two.headers.get('idempotency-replayed')).toBeNull();
  // Nor does another token of the same tenant.
  const { bearer } = await service.client(first.bearer).createToken({ name: 'other', scopes: ['produce'] });
  const three = await ask(service, bearer, asked);
  expect(JSON.parse(three.text).id).not.toBe(JSON.parse(one.text).id);
});

test('a place in another tenant’s list is no way into it', async () => {
  const { operations } = await readPublished(service.url);
  const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
  expect(lists.length).toBeGreaterThan(8);
  const page = async (id: string, { bearer, ...party }: Party, query: string) => {
    const asked = usual(id, { bearer, ...party });
    const path = `${asked.path.replace(/[?&]limit=200/, '')}${asked.path.includes('=') && !asked.path.includes('?limit') ? '&' : '?'}`;
    return ask(service, bearer, get(`${path}limit=200${query}`));
  };
  for (const { id } of lists) {
    const own = await page(id, hostile, '');
    if (id === 'listTenants') {
      expect(own.status).toBe(403);
      continue;
    }
    const items: readonly object[] = JSON.parse(own.text).items;
    for (let position = 0; position < 60; position++) {
      const { status, text } = await page(id, hostile, `&cursor=${writeCursor(position)}`);
      expect(status).toBe(200);
      const before: readonly object[] = JSON.parse(text).items;
      expect(before, id).toEqual(items.slice(items.length - before.length));
      for (const name of secretsOf(first)) expect(text).not.toContain(name);
    }
  }
});

describe('scopes', () => {
  const scoped = OPERATIONS.flatMap(({ id, scope }) => (scope === null ? [] : [[id, scope] as const]));

  test.each(scoped)('%s needs %s', async (id, scope) => {
    const admin = service.client(first.bearer);
    const scopes = SCOPES.filter((each) => each !== scope);
    const { bearer } = await admin.createToken({ name: `all but ${scope}`, scopes });
    const before = rowsOf(service.data);
    const { status, text } = await ask(service, bearer, usual(id, first));
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({ code: 'SCOPE_MISSING', detail: expect.stringContaining(scope) });
    expect(rowsOf(service.data)).toEqual(before);
  });

  test('a step that runs a producer needs produce besides', async () => {
    const admin = service.client(first.bearer);
    const { bearer } = await admin.createToken({ name: 'verifies', scopes: ['verify'] });
    const steps = (step: object) => post('/v1/pipelines', { steps: [{ name: 'one', ...step }] });
    const run = await ask(service, bearer, steps({ run: GCD_RUN }));
    expect([run.status, JSON.parse(run.text).code]).toEqual([403, 'SCOPE_MISSING']);
    expect((await ask(service, bearer, steps({ verify: gcd() }))).status).toBe(201);
  });

  test('what has no scope is open to every token of the tenant, and to nobody else', async () => {
    const open = OPERATIONS.filter(({ scope, method }) => scope === null && method === 'get');
    const admin = service.client(first.bearer);
    for (const scope of SCOPES) {
      const { bearer } = await admin.createToken({ name: scope, scopes: [scope] });
      for (const { id } of open) {
        expect((await ask(service, bearer, usual(id, first))).status, `${scope} ${id}`).toBe(200);
      }
    }
  });
});

test.each(['2026-13-01', '2026-02-30', '9999-99-99'])('no token expires on %s', async (date) => {
  const body = { name: 'odd', scopes: ['audit'], expires_at: `${date}T00:00:00.000Z` };
  const { text } = await ask(service, first.bearer, post('/v1/tokens', body));
  expect(JSON.parse(text)).toMatchObject({ code: 'REQUEST_INVALID', at: '/expires_at' });
});

describe('a token that is none', () => {
  const ways: readonly (readonly [string, () => Promise<string | null>])[] = [
    ['none', async () => null],
    ['one that was revoked', revoked],
    ['one that has expired', expired],
    ['one of a tenant that was revoked', ofRevokedTenant],
    ['one with one character of its secret changed', async () => altered(first.bearer)],
    ['one with the id of another', async () => first.bearer.replace(first.token, second.token)],
    ['one of nobody', async () => `assay_${newId()}_${'A'.repeat(43)}`],
  ];

  test.each(ways)('%s: 401 from every operation', async (_, make) => {
    const bearer = await make();
    const before = rowsOf(service.data);
    const bodies = new Set<string>();
    for (const { id } of OPERATIONS) {
      const { status, text, headers } = await ask(service, bearer, usual(id, first));
      expect(status, id).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer realm="assay"');
      bodies.add(text);
    }
    // Why it is none is not told.
    const { text } = await ask(service, `assay_${newId()}_${'B'.repeat(43)}`, get('/v1/nothing'));
    expect([...bodies]).toEqual([text]);
    expect(rowsOf(service.data)).toEqual(before);
  });

  async function revoked(): Promise<string> {
    const admin = service.client(first.bearer);
    const { token, bearer } = await admin.createToken({ name: 'short', scopes: SCOPES });
    await admin.revokeToken(token.id);
    return bearer ?? '';
  }

  async function expired(): Promise<string> {
    const admin = service.client(first.bearer);
    const until = new Date(Date.parse(service.clock.now()) + 1000).toISOString();
    const { bearer } = await admin.createToken({ name: 'brief', scopes: SCOPES, expires_at: until });
    service.clock.advance(999);
    expect((await ask(service, bearer, get('/v1/sessions'))).status).toBe(200);
    service.clock.advance(1);
    return bearer ?? '';
  }

  async function ofRevokedTenant(): Promise<string> {
    const { id, bearer } = await service.tenant('leaving', SCOPES);
    expect((await ask(service, bearer, get('/v1/sessions'))).status).toBe(200);
    await service.admin.revokeTenant(id);
    return bearer;
  }

  function altered(bearer: string): string {
    return `${bearer.slice(0, -1)}${bearer.endsWith('A') ? 'B' : 'A'}`;
  }
});

test('the secret of a token stands nowhere: no file, no stored answer, no log, no metric, no error', async () => {
  const { bearer } = await service.tenant('secret', SCOPES);
  const secrets = [first, second, hostile, operator].map((party) => party.bearer).concat(bearer);
  const repeated = { ...post('/v1/tokens', { name: 'again', scopes: ['audit'] }), key: 'once' };
  const { text } = await ask(service, first.bearer, repeated);
  secrets.push(JSON.parse(text).bearer);
  const again = await ask(service, first.bearer, repeated);
  expect(JSON.parse(again.text)).toEqual({ ...JSON.parse(text), bearer: null });
  const places = [
    ...readdirSync(service.data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')),
    service.log.join('\n'),
    (await ask(service, null, get('/metrics'))).text,
    (await ask(service, `${bearer}x`, get('/v1/sessions'))).text,
    (await ask(service, bearer, get(`/v1/sessions/${bearer}`))).text,
    (await ask(service, bearer, post('/v1/sessions', { seconds: bearer }))).text,
    (await ask(service, first.bearer, get('/v1/tokens?limit=200'))).text,
  ];
  expect(places.some((place) => place.includes(first.token))).toBe(true);
  for (const secret of secrets.map((each) => each.slice(-43))) {
    expect(secret).toHaveLength(43);
    expect(places.filter((place) => place.includes(secret))).toEqual([]);
  }
  // As bytes, too.
  const raw = secrets.map((each) => Buffer.from(each.slice(-43), 'base64url').toString('latin1'));
  for (const bytes of raw) expect(places.filter((place) => place.includes(bytes))).toEqual([]);
});
