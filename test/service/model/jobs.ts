import { expect } from 'vitest';
import { keep, planOf, settle } from './plan.ts';
import type { VerificationStep } from './step.ts';
import { at, first, type Job, type Refusal } from './things.ts';
import { answerOf, told, type World } from './world.ts';

/** Begins a verification whose checker is held back: whatever comes next finds it running. */
export async function verifyLater(
  step: Extract<VerificationStep, { do: 'verify' | 'verify later' }>,
  world: World,
): Promise<string> {
  const { tenant, client, refusal: forbidden } = world.actor(step, ['verify']);
  const { gate } = world.service;
  const owner = world.ownerNamed(step, tenant);
  const session = step.session === null ? undefined : at(owner.sessions, step.session);
  const planned = planOf(step.ask, { world, tenant, session, passing: [] });
  const unusable = session === undefined ? null : world.refusalOfSession(session, tenant);
  const refusal = first(forbidden, unusable, planned.refusal);
  const asked = { ...planned.request, ...(session === undefined ? {} : { session: session.id }) };
  const hold = gate.holdNext();
  const answer = await answerOf(client.verifyLater(asked), refusal);
  if (answer === null) {
    gate.letPass();
    return told(refusal);
  }
  expect(answer).toMatchObject({ state: 'running', answer: null, finished_at: null });
  await hold.reached;
  const { plan, verdict } = planned;
  const nothingYet = { state: 'running', verdict: null, finishedAt: null, forgotten: false } as const;
  tenant.jobs.push({ owner: tenant, id: answer.id, hold, plan, promised: verdict, ...nothingYet });
  return 'begun';
}

/** One that runs ends without a certificate, whatever its checker would say; one that has ended stays as it is. */
export async function cancel(
  step: Extract<VerificationStep, { do: 'cancel' }>,
  world: World,
): Promise<string | null> {
  const { tenant, client, refusal: forbidden } = world.actor(step, ['verify']);
  const { jobs } = world.ownerNamed(step, tenant);
  const running = jobs.filter(({ state }) => state === 'running');
  const job = at(step.job % 3 > 0 && running.length > 0 ? running : jobs, step.job);
  if (job === undefined) return null;
  const refusal = first(forbidden, refusalToCancel(job, job.owner === tenant));
  const answer = await answerOf(client.cancelVerification(job.id), refusal);
  if (answer === null) return told(refusal);
  expect(answer.id).toBe(job.id);
  if (job.state !== 'running') {
    expect(answer.state).toBe(job.state);
    return 'has ended';
  }
  await untilEnded(job, world);
  end(job, { state: 'cancelled', verdict: 'INCONCLUSIVE' }, world);
  return 'done';
}

function refusalToCancel({ forgotten }: Job, own: boolean): Refusal | null {
  if (!own) return { code: 'VERIFICATION_UNKNOWN', why: 'foreign' };
  return forgotten ? { code: 'VERIFICATION_UNKNOWN', why: 'forgotten' } : null;
}

/** Whether it may be certified is asked once more when its checker has accepted, and never who may ask for it by now. */
export async function letEnd(pick: number, world: World): Promise<string | null> {
  const running = world.tenants.flatMap(({ jobs }) => jobs).filter(({ state }) => state === 'running');
  const job = at(running, pick);
  if (job === undefined) return null;
  const { owner, plan, promised: verdict } = job;
  await untilEnded(job, world);
  if (verdict === 'ACCEPTED' && world.revokedCheckers.has(plan.checker)) {
    end(job, { state: 'failed', verdict: 'INCONCLUSIVE' }, world);
    return 'CHECKER_REVOKED';
  }
  end(job, { state: 'done', verdict }, world);
  if (!owner.revoked) return settle({ plan, verdict }, await owner.auditor.waitFor(job.id), owner);
  if (verdict === 'ACCEPTED') keep(plan, owner);
  return `${verdict}, for nobody`;
}

function end(job: Job, { state, verdict }: Pick<Job, 'state' | 'verdict'>, { now }: World): void {
  job.state = state;
  job.verdict = verdict;
  job.finishedAt = now;
}

async function untilEnded({ owner, id, hold }: Job, { service }: World): Promise<void> {
  hold.release();
  await service.untilEnded(owner.id, id);
}
