import { expect } from 'vitest';
import { all, codeOf } from '../support.ts';
import { at, type Tenant } from './things.ts';
import { lookAtAssurance, lookAtCertificates, lookAtForeignFact } from './view-of-certificates.ts';
import { lookAtJob } from './view-of-jobs.ts';
import { lookAtSession } from './view-of-sessions.ts';
import { lookAtPassedRun, lookAtValue } from './view-of-values.ts';
import type { World } from './world.ts';

/** What a tenant sees of its own, and that another one does not; of the many things of a kind those that `pick` says. */
export async function look(tenant: Tenant, pick: number, world: World): Promise<void> {
  await lookAtUsage(tenant, world);
  if (tenant.revoked) return lookAtNothing(tenant, pick);
  const [session, named, job] = [at(tenant.sessions, pick), at(tenant.named, pick), at(tenant.jobs, pick)];
  if (session !== undefined) await lookAtSession(session, pick, world);
  if (named !== undefined) await lookAtValue(named, pick, world);
  if (job !== undefined) await lookAtJob(job, pick, world);
}

/** What it is certified: all of it, and of one value what is assured. To verify the signatures takes most of a play's time. */
export async function lookAtCertified(tenant: Tenant, pick: number, world: World): Promise<void> {
  if (tenant.revoked) return;
  await lookAtCertificates(tenant, world);
  const fact = at(tenant.facts, pick);
  if (fact === undefined) return;
  await lookAtForeignFact(fact, tenant, pick, world);
  const digest = at(Object.values(fact.roles), pick);
  if (digest !== undefined) await lookAtAssurance(digest, tenant, pick, world);
}

/** All that every tenant sees. */
export async function lookAtAll(world: World): Promise<void> {
  await lookAtTenants(world);
  for (const [index, tenant] of world.tenants.entries()) {
    const { sessions, named, facts, jobs, passed } = tenant;
    await look(tenant, index, world);
    if (tenant.revoked) continue;
    await lookAtCertificates(tenant, world);
    for (const each of sessions) await lookAtSession(each, index, world);
    for (const each of named) await lookAtValue(each, index, world);
    for (const each of facts) await lookAtForeignFact(each, tenant, index, world);
    for (const each of jobs) await lookAtJob(each, index, world);
    const digests = new Set(facts.flatMap(({ roles }) => Object.values(roles)));
    for (const digest of digests) await lookAtAssurance(digest, tenant, index, world);
    for (const each of passed) await lookAtPassedRun(each, tenant, index, world);
  }
}

/** Nothing by any of its tokens, whatever they allowed. */
async function lookAtNothing({ auditor, tokens, sessions, named, facts, jobs }: Tenant, pick: number) {
  const [session, value, fact, job] = [at(sessions, pick), at(named, pick), at(facts, pick), at(jobs, pick)];
  const views: (() => Promise<unknown>)[] = [
    () => all(auditor.listCertificates()),
    () => auditor.showTrustRoot(),
    ...tokens.map(
      ({ client }) =>
        () =>
          client.showUsage(),
    ),
  ];
  if (session !== undefined) views.push(() => auditor.showSession(session.id));
  if (value !== undefined) views.push(() => auditor.showDocument(value.answer));
  if (fact !== undefined) views.push(() => auditor.showBundle(fact.serial));
  if (job !== undefined) views.push(() => auditor.showVerification(job.id));
  for (const view of views) expect(await codeOf(view())).toBe('TOKEN_INVALID');
}

/** The operator sees everybody, those that were revoked too. */
async function lookAtTenants({ operator, tenants }: World): Promise<void> {
  const known = await all(operator.listTenants());
  const seen = known.filter(({ name }) => name.startsWith('tenant ')).toReversed();
  expect(seen.map(({ id, revoked_at }) => ({ id, revoked: revoked_at !== null }))).toEqual(
    tenants.map(({ id, revoked }) => ({ id, revoked })),
  );
}

/** What it holds and keeps, which the operator sees of everybody. */
async function lookAtUsage({ id, sessions, durable }: Tenant, { operator }: World): Promise<void> {
  const bytes = [...durable.values()].reduce((sum, size) => sum + size, 0);
  const held = sessions.filter(({ fate }) => fate === 'kept').length;
  const { usage } = await operator.showUsage(id);
  expect(usage).toEqual({ sessions: held, durable_bytes: bytes });
}
