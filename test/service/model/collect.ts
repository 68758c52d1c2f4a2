import type { Session, Tenant } from './things.ts';
import type { World } from './world.ts';

const RETENTION_MS = 7 * 86_400_000;

/** What expired is taken away, and what ended long ago forgotten, of every tenant, also of those that were revoked. */
export async function collect(world: World): Promise<string> {
  await world.service.collect();
  const long = world.now - RETENTION_MS;
  const fates = world.tenants.map((tenant) => collectOf(tenant, world.now));
  const passed = world.tenants
    .flatMap((tenant) => tenant.passed)
    .filter(({ finishedAt }) => finishedAt <= long);
  if (passed.some(({ inCertificate }) => inCertificate)) return 'forgotten, but for what a certificate names';
  return (
    fates.find((fate) => fate === 'forgotten') ?? fates.find((fate) => fate === 'collected') ?? 'nothing'
  );
}

function collectOf({ sessions, jobs, passed, named }: Tenant, now: number): Session['fate'] {
  const long = now - RETENTION_MS;
  const ended = sessions.filter(({ expiresAt, fate }) => expiresAt <= now && fate !== 'forgotten');
  const fates = ended.map((session) => endSession(session, now));
  for (const each of named) {
    const kept = each.session?.fate !== 'forgotten' || each.promoted || each.inCertificate;
    if (!kept) each.forgotten = true;
  }
  for (const job of jobs) if (job.finishedAt !== null && job.finishedAt <= long) job.forgotten = true;
  for (const run of passed) if (!run.inCertificate && run.finishedAt <= long) run.forgotten = true;
  return fates.find((fate) => fate === 'forgotten') ?? fates.find((fate) => fate === 'collected') ?? 'kept';
}

function endSession(session: Session, now: number): Session['fate'] {
  const before = session.fate;
  session.fate = session.expiresAt <= now - RETENTION_MS ? 'forgotten' : 'collected';
  session.held.length = 0;
  return session.fate === before ? 'kept' : session.fate;
}
