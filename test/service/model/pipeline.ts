import { expect } from 'vitest';
import type { Pipeline, PipelineStep } from '../../../src/client/index.ts';
import { prepareDocument } from '../../../src/domains/prepare.ts';
import { rules } from '../../services/support.ts';
import { documentOf } from '../../services/universe.ts';
import type { Passing, Reach } from './handing.ts';
import { type Planned, planOf, settle } from './plan.ts';
import { type BoundRun, bindRun, refusalOfRun } from './run.ts';
import type { Part, VerificationStep } from './step.ts';
import { at, first, type PassedRun, type Refusal, type Tenant } from './things.ts';
import { answerOf, told, type World } from './world.ts';

type Bound = { readonly name: string; readonly begun: boolean } & (
  | { readonly run: BoundRun; readonly passing: Passing }
  | { readonly verify: Planned }
);

/**
 * Several runs and verifications in one request. Of one that is refused nothing is kept, whatever came before; of the others the
 * records of the runs and what was certified, and never a value by a name.
 */
export async function runPipeline(
  step: Extract<VerificationStep, { do: 'pipeline' }>,
  world: World,
): Promise<string> {
  const produces = step.parts.some((part) => 'run' in part);
  const {
    tenant,
    client,
    refusal: forbidden,
  } = world.actor(step, produces ? ['verify', 'produce'] : ['verify']);
  const owner = world.ownerNamed(step, tenant);
  const session = step.session === null ? undefined : at(owner.sessions, step.session);
  const passing: Passing[] = [];
  const bound = bindParts(step.parts, { world, tenant, session, passing });
  const unusable = session === undefined ? null : world.refusalOfSession(session, tenant);
  const refusal = first(forbidden, unusable, refusalOf(bound, world));
  const pipeline: Pipeline = {
    steps: bound.map((part) => {
      if ('run' in part) return { name: part.name, run: part.run.request };
      return { name: part.name, verify: part.verify.request };
    }),
    ...(session === undefined ? {} : { session: session.id }),
  };
  const answer = await answerOf(client.runPipeline(pipeline), refusal);
  if (answer === null) return told(refusal);
  expect(answer.map(({ name }) => name)).toEqual(bound.map(({ name }) => name));
  for (const [index, part] of bound.entries()) settlePart(part, answer[index], tenant);
  keepRuns(bound, answer, tenant, world);
  if (bound.some(({ begun }) => !begun)) return 'not all begun';
  return bound.some((part) => isRefuted(part)) ? 'the last rejected' : 'done';
}

/** Each with what the earlier ones give; behind a rejection nothing is begun. */
function bindParts(parts: readonly Part[], reach: Reach & { readonly passing: Passing[] }): Bound[] {
  const bound: Bound[] = [];
  for (const [index, part] of parts.entries()) {
    const name = `step${index}`;
    const begun = !bound.some(isRefuted);
    if ('verify' in part) {
      bound.push({ name, begun, verify: planOf(part.verify, reach) });
      continue;
    }
    const run = bindRun(part, reach);
    const { port, value, inputs } = run;
    const passing = { step: name, port, value, inputs, inCertificate: false };
    bound.push({ name, begun, run, passing });
    // What is not begun gives nothing, and its names are not looked at.
    reach.passing.push(passing);
  }
  return bound;
}

function isRefuted(part: Bound): boolean {
  return 'verify' in part && part.begun && part.verify.refusal === null && part.verify.verdict === 'REJECTED';
}

/** Of the first that is begun and cannot be done; told apart is whether something was accepted before it. */
function refusalOf(bound: readonly Bound[], world: World): Refusal | null {
  const refusals = bound.map((part) => {
    if (!part.begun) return null;
    return 'run' in part ? refusalOfRun(part.run, world) : part.verify.refusal;
  });
  const refused = refusals.findIndex((refusal) => refusal !== null);
  const refusal = refusals[refused] ?? null;
  const accepted = bound.slice(0, Math.max(refused, 0)).some((part) => 'verify' in part);
  return refusal !== null && accepted ? { ...refusal, why: 'behind an acceptance' } : refusal;
}

function settlePart(part: Bound, answer: PipelineStep | undefined, tenant: Tenant): void {
  if (!part.begun) {
    expect(answer).toEqual({ name: part.name, not_run: true });
    return;
  }
  if ('verify' in part) {
    expect(answer?.verification).toBeDefined();
    if (answer?.verification !== undefined) settle(part.verify, answer.verification, tenant);
    return;
  }
  const { port, value, request } = part.run;
  const { size } = prepareDocument(documentOf(value), rules).bytes;
  expect(answer?.run).toMatchObject({
    capability: request.capability,
    outputs: { [port]: { type: value.type, size, lifetime: 'REQUEST' } },
  });
}

/** Once what was certified is known, and so which runs are kept for good. */
function keepRuns(
  bound: readonly Bound[],
  answer: readonly PipelineStep[],
  { passed }: Tenant,
  { now }: World,
): void {
  const runs = bound.flatMap((part, index): PassedRun[] => {
    const id = answer[index]?.run?.invocation;
    if (id === undefined || !('passing' in part)) return [];
    return [{ id, finishedAt: now, inCertificate: part.passing.inCertificate, forgotten: false }];
  });
  passed.push(...runs);
}
