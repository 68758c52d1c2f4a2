import { expect } from 'vitest';
import { digestOfValue } from '../../services/universe.ts';
import { bindRun, refusalOfRun } from './run.ts';
import type { ValueStep } from './step.ts';
import { at, first, type Named, type Refusal } from './things.ts';
import { type Actor, answerOf, told, type World } from './world.ts';

/** Opens and ends sessions, runs producers in them and promotes what they hold. Null where there is nothing to do it with. */
export async function useValues(step: ValueStep, world: World): Promise<string | null> {
  const actor = world.actor(step, ['produce']);
  switch (step.do) {
    case 'open':
      return open(step, actor, world);
    case 'end':
      return end(step, actor, world);
    case 'run':
      return run(step, actor, world);
    case 'promote':
      return promote(step, actor, world);
  }
}

async function open(
  { seconds, values }: Extract<ValueStep, { do: 'open' }>,
  { tenant, client, refusal }: Actor,
  world: World,
): Promise<string> {
  const answer = await answerOf(client.openSession({ seconds, limits: { values } }), refusal);
  if (answer === null) return told(refusal);
  const expiresAt = world.now + seconds * 1000;
  expect(Date.parse(answer.expires_at)).toBe(expiresAt);
  tenant.sessions.push({
    owner: tenant,
    id: answer.id,
    values,
    expiresAt,
    held: [],
    runs: [],
    fate: 'kept',
  });
  return 'done';
}

async function end(
  step: Extract<ValueStep, { do: 'end' }>,
  { tenant, client, refusal: forbidden }: Actor,
  world: World,
): Promise<string | null> {
  const session = at(world.ownerNamed(step, tenant).sessions, step.session);
  if (session === undefined) return null;
  const unknown = world.refusalOfSession(session, tenant);
  // One that has expired may be ended once more.
  const refusal = first(forbidden, unknown?.code === 'SESSION_UNKNOWN' ? unknown : null);
  const answer = await answerOf(client.endSession(session.id), refusal);
  if (answer === null) return told(refusal);
  session.expiresAt = Math.min(session.expiresAt, world.now);
  return unknown === null ? 'done' : 'again';
}

async function run(
  step: Extract<ValueStep, { do: 'run' }>,
  { tenant, client, refusal: forbidden }: Actor,
  world: World,
): Promise<string | null> {
  const session = at(world.ownerNamed(step, tenant).sessions, step.session);
  if (session === undefined) return null;
  const bound = bindRun(step.asked, { world, tenant, session, passing: [] });
  const full: Refusal | null = session.held.length + 1 > session.values ? { code: 'QUOTA_EXCEEDED' } : null;
  const refusal = first(forbidden, world.refusalOfSession(session, tenant), refusalOfRun(bound, world), full);
  const answer = await answerOf(client.submitInvocation(session.id, bound.request), refusal);
  if (answer === null) return told(refusal);
  const { port, value, inputs } = bound;
  const output = answer.outputs[port];
  expect(output?.reference.value_digest).toBe(digestOfValue(value));
  if (output === undefined) return null;
  const named: Named = {
    owner: tenant,
    session,
    answer: output,
    value,
    capability: bound.request.capability,
    inputs,
    promoted: false,
    inCertificate: false,
    forgotten: false,
  };
  tenant.named.push(named);
  session.held.push(named);
  session.runs.push(answer.id);
  return 'done';
}

async function promote(
  step: Extract<ValueStep, { do: 'promote' }>,
  { tenant, client, refusal: forbidden }: Actor,
  world: World,
): Promise<string | null> {
  const named = at(world.ownerNamed(step, tenant).named, step.value);
  if (named === undefined) return null;
  const refusal = first(forbidden, refusalToPromote(named, tenant, world));
  const answer = await answerOf(client.promoteValue(named.answer.id), refusal);
  if (answer === null) return told(refusal);
  const { reference, handle } = answer;
  expect(reference).toMatchObject({ lifetime: 'DURABLE_ARTIFACT', expires_at: null });
  expect(reference.source_invocation_uri).toBe(named.answer.reference.source_invocation_uri);
  expect(handle).toBeNull();
  named.promoted = true;
  tenant.durable.set(reference.value_digest, reference.size);
  tenant.named.push({ ...named, session: null, answer, promoted: false });
  return 'done';
}

function refusalToPromote(named: Named, asker: Actor['tenant'], world: World): Refusal | null {
  if (named.owner !== asker) return { code: 'VALUE_UNKNOWN', why: 'foreign' };
  if (named.forgotten) return { code: 'VALUE_UNKNOWN', why: 'forgotten' };
  if (world.isExpired(named)) return { code: 'VALUE_REFERENCE_EXPIRED' };
  return world.withdrawn.has(named.capability) ? { code: 'VALUE_REFERENCE_STALE_VERSION' } : null;
}
