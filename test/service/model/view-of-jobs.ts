import { expect } from 'vitest';
import { expectUnknown } from './strangers.ts';
import type { Job } from './things.ts';
import type { World } from './world.ts';

/** What its own tenant sees of a verification that was begun; the record stays when the job is forgotten. */
export async function lookAtJob(job: Job, pick: number, world: World): Promise<void> {
  const { owner, id, state, verdict, forgotten, plan } = job;
  const unknown = { code: 'VERIFICATION_UNKNOWN', owner, pick, world };
  await expectUnknown(unknown, ({ auditor }) => auditor.showVerification(id));
  const found = await owner.auditor.showVerification(id);
  expect(found.id).toBe(id);
  const certified = state === 'done' && verdict === 'ACCEPTED';
  if (!('state' in found)) {
    expect([forgotten, found.verdict, found.claim]).toEqual([true, verdict, plan.claim]);
    expect(found.certificate === undefined).toBe(!certified);
    return;
  }
  expect([forgotten, found.state]).toEqual([false, state]);
  if (found.state === 'running') return;
  if (found.state === 'failed') {
    expect(found.answer.code).toBe('CHECKER_REVOKED');
    return;
  }
  expect(found.answer.verdict).toBe(verdict);
  expect(found.answer.certificate === undefined).toBe(!certified);
}
