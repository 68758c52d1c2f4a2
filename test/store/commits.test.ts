import { expect, test } from 'vitest';
import type { Commit, CommitResult, Store } from '../../src/store/store.ts';
import {
  admitAll,
  asked,
  auditLog,
  certificate,
  digest,
  hex,
  invocation,
  minute,
  openTestFolder,
  refusal,
  tenant,
  tornRows,
  value,
  verification,
  withDatabase,
} from './support.ts';

const PAGE = { before: null, limit: 100 };
const BY = hex('token asker');
const ASKED = asked<CommitResult>('key', { answer: (result) => [...result] });
const JOB = hex('job');
const ended = (result: CommitResult) =>
  ({ id: JOB, state: 'done', answer: [...result], finishedAt: minute(20) }) as const;

function accepted(label: string, admit: Extract<Commit, { admit: unknown }>['admit'] = admitAll): Commit {
  const record = verification(label);
  return { record, certificate: certificate(record, label.length % 3), admit };
}

function refused(label: string): Commit {
  return { record: refusal(label), certificate: null };
}

function rows(path: string): unknown {
  return withDatabase(path, (database) => {
    const names = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
    return names.map((name) => [name, database.prepare(`SELECT * FROM ${String(name)}`).all()]);
  });
}

test('several runs are committed together, with what belongs to them', async () => {
  const { path, store, publicKeys } = await openTestFolder();
  await store.jobs.startJob({ id: JOB, createdAt: minute(1) });
  const runs = [invocation('p', null), invocation('q', null, { evidence: null, inputs: [] })];
  const commits = [accepted('a'), refused('b'), accepted('cc')];
  const result = await store.commitVerifications(commits, { runs, job: ended, once: ASKED });
  expect(result).toEqual([1, null, 2]);
  for (const { record, certificate: issued } of commits) {
    expect(await store.verification(record.id)).toMatchObject({ verdict: record.verdict });
    if (issued !== null) expect(await store.certificate(issued.serial)).toMatchObject(issued);
  }
  for (const run of runs) {
    expect(await store.sessions.invocation(run.id)).toEqual({ invocation: run, references: [] });
  }
  expect(await store.jobs.job(JOB)).toMatchObject({ state: 'done', answer: [1, null, 2] });
  expect(await store.answers.answer(BY, 'key')).toMatchObject({ body: [1, null, 2] });
  expect(await auditLog(store, publicKeys.log)).toBe(3);
  expect(tornRows(path)).toEqual([]);
});

const REFUSE = () => {
  throw new Error('no longer authorised');
};
test.each<readonly [string, (store: Store) => Promise<unknown>]>([
  [
    'one of them is not admitted',
    (store) =>
      store.commitVerifications([accepted('a'), refused('b'), accepted('c', REFUSE), accepted('d')], {
        runs: [invocation('p', null)],
        job: ended,
        once: ASKED,
      }),
  ],
  [
    'one of them contradicts itself',
    (store) => {
      const record = verification('c');
      const issued = { ...certificate(record), statement: digest('other') };
      return store.commitVerifications([accepted('a'), { record, certificate: issued, admit: admitAll }]);
    },
  ],
  [
    'one of them was recorded before',
    (store) => store.commitVerifications([accepted('a'), refused('known')]),
  ],
  ['one of them stands there twice', (store) => store.commitVerifications([accepted('a'), accepted('a')])],
  [
    'a run was recorded before',
    (store) => store.commitVerifications([accepted('a')], { runs: [invocation('known', null)] }),
  ],
  [
    'the end of the job throws',
    (store) => store.commitVerifications([accepted('a')], { job: REFUSE, once: ASKED }),
  ],
  [
    'the answer throws',
    (store) => store.commitVerifications([accepted('a')], { job: ended, once: { ...ASKED, answer: REFUSE } }),
  ],
])('nothing is kept where %s', async (_, commit) => {
  const { path, store, publicKeys } = await openTestFolder();
  await store.jobs.startJob({ id: JOB, createdAt: minute(1) });
  await store.commitVerifications([refused('known')], { runs: [invocation('known', null)] });
  const [before, signed] = [rows(path), await store.checkpoint()];
  // Something else in the same group is kept all the same.
  const [outcome] = await Promise.allSettled([commit(store), store.tenants.addTenant(tenant('beside'))]);
  expect(outcome.status).toBe('rejected');
  expect(await store.tenants.tenant(tenant('beside').id)).not.toBeNull();
  withDatabase(path, (database) => database.exec(`DELETE FROM tenants WHERE name = 'beside'`));
  expect(rows(path)).toEqual(before);
  expect(await store.checkpoint()).toBe(signed);
  expect(await store.commitVerifications([accepted('a')], { job: ended, once: ASKED })).toEqual([1]);
  expect(await auditLog(store, publicKeys.log)).toBe(2);
});

test('each is admitted at the position it gets', async () => {
  const { store } = await openTestFolder();
  const seen: number[] = [];
  const admit = (_: unknown, index: number) => void seen.push(index);
  const first = store.commitVerifications([accepted('a', admit), accepted('b', admit)]);
  const second = store.commitVerifications([refused('c'), accepted('d', admit)]);
  expect(await Promise.all([first, second])).toEqual([
    [1, 2],
    [null, 3],
  ]);
  expect(seen).toEqual([1, 2, 3]);
});

test('a job that was cancelled meanwhile stays so; what was found out is kept', async () => {
  const { store } = await openTestFolder();
  await store.jobs.startJob({ id: JOB, createdAt: minute(1) });
  await store.jobs.endJob({ id: JOB, state: 'cancelled', answer: null, finishedAt: minute(2) });
  await store.commitVerifications([accepted('a')], { job: ended });
  expect(await store.jobs.job(JOB)).toMatchObject({ state: 'cancelled', answer: null });
  expect(await store.verification(verification('a').id)).not.toBeNull();
});

test('a certificate is cited for a proposition, and the one that cites it does not change', async () => {
  const { path, store } = await openTestFolder();
  const [open, given] = [verification('open'), verification('given')];
  const [citing, cited] = [certificate(open, 2), certificate(given)];
  await store.commitVerification(open, citing, admitAll);
  await store.commitVerification(given, cited, admitAll);
  const before = await store.certificate(citing.serial);
  const citations = citing.obligations.map(({ proposition }, n) => ({
    certificate: citing.serial,
    proposition,
    cited: cited.serial,
    token: BY,
    dischargedAt: minute(n),
  }));
  expect(await store.citations(citing.serial)).toEqual([]);
  for (const citation of citations) expect(await store.cite(citation)).toEqual(citation);
  const found = await store.citations(citing.serial);
  expect(found).toHaveLength(2);
  expect(found).toEqual(expect.arrayContaining(citations));
  expect(await store.certificate(citing.serial)).toEqual(before);
  expect(await store.citations(cited.serial)).toEqual([]);

  // Cited once more, it was cited when it was first.
  const [first] = citations;
  if (first === undefined) throw new Error('something is open');
  await store.cite({ ...first, token: hex('other'), dischargedAt: minute(9) });
  expect(await store.citations(citing.serial)).toEqual(found);

  for (const unknown of [{ certificate: hex('none') }, { cited: hex('none') }]) {
    await expect(store.cite({ ...first, ...unknown })).rejects.toThrow();
  }
  expect(await store.citations(citing.serial)).toEqual(found);
  expect(tornRows(path)).toEqual([]);
});

test('certificates with a value are those in which it stands in a role', async () => {
  const { store } = await openTestFolder();
  const other = tenant('other');
  await store.tenants.addTenant(other);
  const theirs = store.forTenant(other.id);
  const issue = async (of: Store, label: string, inRoles: readonly string[]) => {
    const roles = inRoles.map((each, n) => ({ role: `role${n}`, digest: value(each).digest }));
    const record = verification(label, { roles, values: inRoles.map(value) });
    await of.commitVerification(record, certificate(record), admitAll);
    return certificate(record).serial;
  };
  const both = await issue(store, 'both', ['x', 'y']);
  const twice = await issue(store, 'twice', ['x', 'x']);
  const one = await issue(store, 'one', ['y', 'z']);
  const foreign = await issue(theirs, 'foreign', ['x', 'z']);
  // A refusal gives no certificate, and a statement's digest stands in no role.
  await store.commitVerification(
    { ...refusal('no'), roles: [{ role: 'r', digest: value('w').digest }] },
    null,
  );
  // Ids of verifications are a tenant's own, so that another's may be the same.
  const namesake = verification('one', { roles: [{ role: 'r', digest: value('v').digest }], values: [] });
  await theirs.commitVerification({ ...namesake, verdict: 'REJECTED' }, null);
  const found = async (of: Store, label: string) =>
    (await of.certificatesWith(value(label).digest, PAGE)).items.map(({ serial }) => serial);
  expect(await found(store, 'x')).toEqual([twice, both]);
  expect(await found(store, 'y')).toEqual([one, both]);
  expect(await found(store, 'z')).toEqual([one]);
  expect(await found(store, 'w')).toEqual([]);
  expect(await found(store, 'v')).toEqual([]);
  expect(await found(theirs, 'x')).toEqual([foreign]);
  expect(await found(theirs, 'y')).toEqual([]);
  expect((await store.certificatesWith(verification('both').statement, PAGE)).items).toEqual([]);
});
