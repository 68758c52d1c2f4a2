import { expect } from 'vitest';
import { statusOf } from './assurance.ts';
import { cancel, verifyLater } from './jobs.ts';
import { runPipeline } from './pipeline.ts';
import { planOf, refusalOfChecker, settle } from './plan.ts';
import type { VerificationStep } from './step.ts';
import { at, type Fact, first, type Refusal, type Tenant } from './things.ts';
import { type Actor, answerOf, told, type World } from './world.ts';

/** Verifies and discharges. Gives what is counted; null where there is nothing to do it with. */
export async function useCheckers(step: VerificationStep, world: World): Promise<string | null> {
  switch (step.do) {
    case 'verify':
      return verify(step, world);
    case 'verify later':
      return verifyLater(step, world);
    case 'cancel':
      return cancel(step, world);
    case 'pipeline':
      return runPipeline(step, world);
    case 'discharge':
      return discharge(step, world);
  }
}

async function verify(
  step: Extract<VerificationStep, { do: 'verify' | 'verify later' }>,
  world: World,
): Promise<string> {
  const { tenant, client, refusal: forbidden } = world.actor(step, ['verify']);
  const owner = world.ownerNamed(step, tenant);
  const session = step.session === null ? undefined : at(owner.sessions, step.session);
  const planned = planOf(step.ask, { world, tenant, session, passing: [] });
  const unusable = session === undefined ? null : world.refusalOfSession(session, tenant);
  const refusal = first(forbidden, unusable, planned.refusal);
  const asked = { ...planned.request, ...(session === undefined ? {} : { session: session.id }) };
  const answer = await answerOf(client.verify(asked), refusal);
  return answer === null ? told(refusal) : settle(planned, answer, tenant);
}

async function discharge(
  step: Extract<VerificationStep, { do: 'discharge' }>,
  world: World,
): Promise<string | null> {
  const actor = world.actor(step, ['verify']);
  const owner = world.ownerNamed(step, actor.tenant);
  const fact = at(
    owner.facts.filter(({ open }) => open.length > 0),
    step.certificate,
  );
  const proposition = fact === undefined ? undefined : at(fact.open, step.certificate);
  if (fact === undefined || proposition === undefined) return null;
  const foreign: Refusal | null = owner === actor.tenant ? null : FOREIGN;
  const unknown = first(actor.refusal, foreign);
  const asked = { fact, proposition, unknown };
  const cited = step.cited === null ? undefined : citedOf(proposition, step.cited, world);
  return cited === undefined ? byChecker(asked, actor, world) : byCitation(asked, cited, actor, world);
}

const FOREIGN: Refusal = { code: 'CERTIFICATE_UNKNOWN', why: 'foreign' };

interface Asked {
  readonly fact: Fact;
  readonly proposition: Fact['proposition'];
  /** Why nothing of it is to be known. */
  readonly unknown: Refusal | null;
}

/** Of three times two, one for the very proposition, of whichever tenant. */
function citedOf(proposition: Fact['proposition'], pick: number, { tenants }: World): Fact | undefined {
  const everywhere = tenants.flatMap(({ facts }) => facts);
  const equal = everywhere.filter((other) => other.proposition === proposition);
  return at(pick % 3 > 0 && equal.length > 0 ? equal : everywhere, pick);
}

async function byCitation(
  { fact, proposition, unknown }: Asked,
  cited: Fact,
  { tenant, client }: Actor,
  world: World,
): Promise<string> {
  const refusal = first(unknown, refusalToCite(cited, proposition, tenant, world));
  const citing = client.discharge(fact.serial, { proposition, certificate: cited.serial });
  const answer = await answerOf(citing, refusal);
  return answer === null ? told(refusal) : 'done by citation';
}

function refusalToCite(
  cited: Fact,
  proposition: Fact['proposition'],
  tenant: Tenant,
  world: World,
): Refusal | null {
  if (!tenant.facts.includes(cited)) return { code: 'CERTIFICATE_UNKNOWN', why: 'cited is foreign' };
  if (cited.proposition !== proposition) return { code: 'DISCHARGE_INVALID', why: 'another proposition' };
  const status = statusOf(cited, tenant, world);
  return status === 'certified' ? null : { code: 'DISCHARGE_INVALID', why: status };
}

async function byChecker(
  { fact, proposition, unknown }: Asked,
  { tenant, client }: Actor,
  world: World,
): Promise<string> {
  const claim = 'matrix.transpose@1';
  const checker = world.defaults[claim];
  const refusal = first(unknown, refusalOfChecker(checker, { claim }, world));
  const answer = await answerOf(client.discharge(fact.serial, { proposition }), refusal);
  if (answer === null) return told(refusal);
  const { verdict, certificate, roles } = answer;
  expect([verdict, certificate?.obligations]).toEqual(['ACCEPTED', []]);
  if (certificate === undefined) return verdict;
  tenant.facts.push({ serial: certificate.serial, claim, checker, roles, proposition, open: [] });
  return 'done by a checker';
}
