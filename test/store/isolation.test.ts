import { expect, test } from 'vitest';
import type { AnswerStore } from '../../src/store/answers.ts';
import type { JobStore } from '../../src/store/jobs.ts';
import type { SessionStore } from '../../src/store/sessions.ts';
import type { Store } from '../../src/store/store.ts';
import type { TenantStore } from '../../src/store/tenants.ts';
import {
  admitAll,
  asked,
  CONTRACTS,
  certificate,
  hex,
  invocation,
  minute,
  openTestFolder,
  output,
  session,
  tenant,
  token,
  value,
  verification,
  withDatabase,
} from './support.ts';

const OWNER = tenant('owner');
const STRANGER = tenant('stranger');

const SESSION = session('owned');
const RUN = invocation('owned', SESSION);
const OUTPUT = output('owned');
const ARTIFACT = hex('artifact owned');
const MINE = { id: hex('mine'), token: hex('t'), at: minute(20), ...CONTRACTS };
const JOB = hex('job owned');
const TOKEN = token('owned', OWNER);
const CITING = verification('citing');
const CITED = verification('cited');
const CONDITIONAL = certificate(CITING, 1);
const CERTIFICATE = certificate(CITED);
const OPEN = CONDITIONAL.obligations.map((each) => each.proposition);
/** The stranger's own, so that it has somewhere to put things. */
const ELSEWHERE = session('stranger');

const PAGE = { before: null, limit: 100 };
const NO_PAGE = { items: [], next: null };
/** An error, whatever it is. */
const REFUSED = 'refused';
/** Not a tenant's: why anyone may call it. */
type Shared = `shared: ${string}`;

type Probe = readonly [ask: (store: Store) => Promise<unknown>, expected: unknown];
type Probes<Noun> = { readonly [Method in keyof Noun]: readonly Probe[] | Shared };

/** Every method of the store, called by a stranger who knows all ids of the owner. */
const STORE: Probes<Store> = {
  tenant: 'shared: the stranger’s own',
  origin: 'shared: the log is the instance’s',
  trustRoot: 'shared: one for all tenants',
  trustRoots: 'shared: one for all tenants',
  publishTrustRoot: 'shared: one for all tenants',
  checkpoint: 'shared: the log is the instance’s',
  proof: 'shared: the log is the instance’s',
  logEntries: 'shared: the log is the instance’s',
  close: 'shared: only for the store that was opened',
  forTenant: 'shared: who may ask for whom is the service’s to know',
  tenants: 'shared: see below',
  sessions: 'shared: see below',
  jobs: 'shared: see below',
  answers: 'shared: see below',
  certificate: [
    [(store) => store.certificate(CERTIFICATE.serial), null],
    [(store) => store.certificate(CONDITIONAL.serial), null],
  ],
  certificateOf: [[(store) => store.certificateOf(CITED.id), null]],
  certificatesFor: [[(store) => store.certificatesFor(CITED.proposition), []]],
  certificates: [[(store) => store.certificates(PAGE), NO_PAGE]],
  certificatesWith: [
    [(store) => store.certificatesWith(value('cited').digest, PAGE), NO_PAGE],
    [(store) => store.certificatesWith(value('d').digest, PAGE), NO_PAGE],
  ],
  conditionalCertificates: [[(store) => store.conditionalCertificates(PAGE), NO_PAGE]],
  citations: [[(store) => store.citations(CONDITIONAL.serial), []]],
  verification: [[(store) => store.verification(CITED.id), null]],
  value: [
    [(store) => store.value(value('cited').digest), null],
    [(store) => store.value(OUTPUT.digest), null],
  ],
  obligations: [[(store) => store.obligations(CONDITIONAL.serial), []]],
  cite: OPEN.map((proposition): Probe => {
    const citation = { certificate: CONDITIONAL.serial, proposition, cited: CERTIFICATE.serial };
    return [(store) => store.cite({ ...citation, token: hex('t'), dischargedAt: minute(20) }), REFUSED];
  }),
  // Ids of verifications are a tenant's own. What the owner has under them stays as it is.
  commitVerification: [
    [(store) => store.commitVerification({ ...CITED, verdict: 'REJECTED', values: [] }, null), null],
  ],
  commitVerifications: [
    [
      (store) =>
        store.commitVerifications([], {
          job: () => ({ id: JOB, state: 'failed', answer: 'mine', finishedAt: minute(20) }),
        }),
      [],
    ],
    [(store) => store.commitVerifications([], { runs: [{ ...RUN, session: null }] }), REFUSED],
  ],
};

const SESSIONS: Probes<SessionStore> = {
  openSession: [[(store) => store.sessions.openSession({ ...SESSION, expiresAt: minute(1) }), REFUSED]],
  session: [[(store) => store.sessions.session(SESSION.id), null]],
  sessions: [
    [async (store) => (await store.sessions.sessions(PAGE)).items.map(({ id }) => id), [ELSEWHERE.id]],
  ],
  endSession: [[(store) => store.sessions.endSession(SESSION.id, minute(1)), null]],
  recordRun: [
    [(store) => store.sessions.recordRun(invocation('mine', SESSION), []), 'SESSION_UNKNOWN'],
    [(store) => store.sessions.recordRun(invocation('mine', SESSION), [output('mine')]), 'SESSION_UNKNOWN'],
    [(store) => store.sessions.recordRun({ ...RUN, session: ELSEWHERE.id }, []), REFUSED],
    [(store) => store.sessions.recordRun(invocation('mine', ELSEWHERE), [OUTPUT]), REFUSED],
  ],
  invocation: [[(store) => store.sessions.invocation(RUN.id), null]],
  invocations: [[(store) => store.sessions.invocations(SESSION.id, PAGE), NO_PAGE]],
  reference: [
    [(store) => store.sessions.reference(OUTPUT.id), null],
    [(store) => store.sessions.reference(ARTIFACT), null],
  ],
  referenceOf: [[(store) => store.sessions.referenceOf(SESSION.id, 1), null]],
  references: [[(store) => store.sessions.references(SESSION.id, PAGE), NO_PAGE]],
  promote: [
    [(store) => store.sessions.promote({ ...MINE, source: OUTPUT.id }), 'VALUE_REFERENCE_UNKNOWN'],
    [(store) => store.sessions.promote({ ...MINE, source: ARTIFACT }), 'VALUE_REFERENCE_UNKNOWN'],
  ],
  promotion: [[(store) => store.sessions.promotion(ARTIFACT), null]],
  collect: 'shared: housekeeping for all tenants',
  withdrawal: 'shared: versions of capabilities are the instance’s',
  withdraw: 'shared: versions of capabilities are the instance’s',
};

const TENANTS: Probes<TenantStore> = {
  addTenant: 'shared: for the operator',
  tenant: 'shared: for the operator',
  tenants: 'shared: for the operator',
  revokeTenant: 'shared: for the operator',
  addToken: 'shared: a token names its tenant',
  token: 'shared: to find out who asks',
  secret: 'shared: the instance’s',
  tokens: [[(store) => store.tenants.tokens(PAGE), NO_PAGE]],
  // One session of its own, and none of the owner's values.
  usage: [[(store) => store.tenants.usage(), { sessions: 1, durableBytes: 0 }]],
  revokeToken: [[(store) => store.tenants.revokeToken(TOKEN.id, minute(20)), null]],
};

const JOBS: Probes<JobStore> = {
  startJob: [[(store) => store.jobs.startJob({ id: JOB, createdAt: minute(20) }), REFUSED]],
  job: [[(store) => store.jobs.job(JOB), null]],
  endJob: [
    [(store) => store.jobs.endJob({ id: JOB, state: 'done', answer: 'mine', finishedAt: minute(20) }), null],
  ],
  interruptJobs: 'shared: housekeeping for all tenants',
};

const ANSWERS: Probes<AnswerStore> = {
  answer: [[(store) => store.answers.answer(hex('token asker'), 'owned'), null]],
  // The stranger's own answer under that name; the owner's is looked at below.
  keep: [[(store) => store.answers.keep(asked<void>('owned', { answer: () => 'theirs' })), undefined]],
};

const CASES = Object.entries({ ...STORE, ...SESSIONS, ...TENANTS, ...JOBS, ...ANSWERS }).flatMap(
  ([method, probes]) =>
    typeof probes === 'string' ? [] : probes.map((probe, n) => [`${method} (${n + 1})`, ...probe] as const),
);

async function twoTenants() {
  const { path, store: operator } = await openTestFolder();
  await operator.tenants.addTenant(OWNER);
  await operator.tenants.addTenant(STRANGER);
  const [owner, stranger] = [operator.forTenant(OWNER.id), operator.forTenant(STRANGER.id)];
  await operator.tenants.addToken(TOKEN);
  await owner.commitVerification(CITED, CERTIFICATE, admitAll);
  await owner.commitVerification(CITING, CONDITIONAL, admitAll);
  for (const proposition of OPEN) {
    const citation = { certificate: CONDITIONAL.serial, proposition, cited: CERTIFICATE.serial };
    await owner.cite({ ...citation, token: TOKEN.id, dischargedAt: minute(15) });
  }
  await owner.sessions.openSession(SESSION, asked('owned'));
  await owner.sessions.recordRun(RUN, [OUTPUT]);
  const promotion = { id: ARTIFACT, source: OUTPUT.id, token: TOKEN.id, at: minute(15), ...CONTRACTS };
  await owner.sessions.promote(promotion);
  await owner.jobs.startJob({ id: JOB, createdAt: minute(15) });
  await stranger.sessions.openSession(ELSEWHERE);
  return { path, owner, stranger };
}

/** All rows that are not the stranger's own. */
function rowsOfOthers(path: string): unknown {
  return withDatabase(path, (database) => {
    const tables = database.prepare(
      `SELECT t.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c ON c.name = 'tenant' WHERE t.schema = 'main'`,
    );
    const names = tables.pluck().all().map(String);
    expect(names.length).toBeGreaterThan(10);
    const rows = names.map((name) => [
      name,
      database.prepare(`SELECT * FROM ${name} WHERE tenant <> ?`).all(STRANGER.id),
    ]);
    const inputs = database.prepare(
      'SELECT * FROM invocation_inputs WHERE invocation IN (SELECT id FROM invocations WHERE tenant <> ?)',
    );
    return [...rows, inputs.all(STRANGER.id), database.prepare('SELECT * FROM tenants').all()];
  });
}

async function outcome(asking: Promise<unknown>, expected: unknown): Promise<unknown> {
  try {
    return await asking;
  } catch (error) {
    if (expected === REFUSED) return REFUSED;
    return error instanceof Error && 'code' in error ? error.code : error;
  }
}

test.each(CASES)('a stranger’s %s finds nothing and changes nothing', async (_, ask, expected) => {
  const { path, owner, stranger } = await twoTenants();
  const before = rowsOfOthers(path);
  const asOwner = await ownersView(owner);
  expect(await outcome(ask(stranger), expected)).toEqual(expected);
  expect(rowsOfOthers(path)).toEqual(before);
  expect(await ownersView(owner)).toEqual(asOwner);
});

test('what a stranger is refused, the owner is given', async () => {
  const { owner } = await twoTenants();
  const view = await ownersView(owner);
  for (const part of view) expect(part).not.toBeOneOf([null, [], NO_PAGE]);
});

function ownersView(owner: Store): Promise<readonly unknown[]> {
  const { sessions, jobs, answers, tenants } = owner;
  return Promise.all([
    owner.certificate(CONDITIONAL.serial),
    owner.certificateOf(CITED.id),
    owner.certificates(PAGE),
    owner.certificatesFor(CITED.proposition),
    owner.certificatesWith(value('cited').digest, PAGE),
    owner.conditionalCertificates(PAGE),
    owner.citations(CONDITIONAL.serial),
    owner.obligations(CONDITIONAL.serial),
    owner.verification(CITED.id),
    owner.value(value('cited').digest),
    owner.value(OUTPUT.digest),
    sessions.session(SESSION.id),
    sessions.sessions(PAGE),
    sessions.invocation(RUN.id),
    sessions.invocations(SESSION.id, PAGE),
    sessions.reference(OUTPUT.id),
    sessions.reference(ARTIFACT),
    sessions.referenceOf(SESSION.id, 1),
    sessions.references(SESSION.id, PAGE),
    jobs.job(JOB),
    answers.answer(hex('token asker'), 'owned'),
    tenants.tokens(PAGE),
  ]);
}
