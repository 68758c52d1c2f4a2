import { setImmediate as nextTurn } from 'node:timers/promises';
import { pointer } from '../canonical/pointer.ts';
import type { PreparedDocument } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import type { Answer } from '../store/answers.ts';
import type { Invocation } from '../store/sessions.ts';
import type { CommitResult } from '../store/store.ts';
import type { Caller } from './caller.ts';
import { commitExamined, told } from './certify.ts';
import { type Examined, examine } from './examine.ts';
import type { Handoff, Named } from './handoff.ts';
import { type BoundRun, bindRun, type InvocationRequest } from './invoke.ts';
import { requireLineage } from './lineage.ts';
import { requireLiveSession } from './open-session.ts';
import { reachOf, readNamedIn } from './reach.ts';
import { noFiles, type ReadNamed, resolveStatement } from './resolve.ts';
import { statementSize } from './run.ts';
import type { Service } from './service.ts';
import type { OnceFor, Verified } from './verify.ts';

/** Several steps in one request: later ones may name the output ports of earlier ones. */
export interface PipelineRequest {
  readonly session?: string | undefined;
  readonly steps: readonly PipelineStep[];
}

export type PipelineStep = { readonly name: string } & (
  | { readonly run: InvocationRequest }
  | { readonly verify: Pick<Handoff, 'claim' | 'roles' | 'checker'> & { readonly requireLineage?: boolean } }
);

/** What became of one step. A step behind a refused verification is not begun. */
export type StepResult = { readonly name: string } & (
  | { readonly ran: BoundRun }
  | { readonly verified: Verified }
  | { readonly notRun: true }
);

/** What the runs of one request may give in all, unless said otherwise; it is gone with the request, which holds it until then. */
export const USUAL_PIPELINE_BYTES = 64 * 1024 * 1024;

export interface PipelineOptions {
  /** The answer to the request, kept with its effect. */
  readonly render: (results: readonly StepResult[]) => Answer;
  readonly once: OnceFor<CommitResult>;
  readonly signal?: AbortSignal;
}

/** One step that was done, not yet committed. */
type Done = { readonly name: string } & (
  | { readonly ran: BoundRun }
  | { readonly examined: Examined; readonly index: number }
  | { readonly notRun: true }
);

/**
 * Runs and verifies step by step. The values live as long as the request; what is kept (the records of the runs, the
 * verifications, their certificates) is kept in one transaction or not at all.
 *
 * @throws AssayError of the step that cannot be done, with its place; then nothing is kept.
 */
export async function runPipeline(
  { session = undefined, steps }: PipelineRequest,
  caller: Caller,
  service: Service,
  { render, once, signal }: PipelineOptions,
): Promise<readonly StepResult[]> {
  requireDistinctNames(steps);
  const instance = service.forTenant(caller.tenant);
  if (session !== undefined) await requireLiveSession(session, instance);
  const outputs = new Map<string, BoundRun>();
  const readNamed = readOutputs(outputs, readNamedIn(reachOf(caller, session ?? null, service)));
  const done: Done[] = [];
  const examinations: Examined[] = [];
  for (const [index, step] of steps.entries()) {
    if (examinations.some((examined) => 'refused' in examined)) {
      done.push({ name: step.name, notRun: true });
      continue;
    }
    // Steps may come to no rest between them, and each takes its time: others have their turn.
    await nextTurn();
    signal?.throwIfAborted();
    try {
      if ('run' in step) {
        const ran = await service.runs.run(
          { id: service.serial(), tenant: caller.tenant, bytes: sizeOfOutputs(outputs), stop: signal },
          (running) => bindRun(step.run, caller, service, { readNamed, signal: running }),
        );
        outputs.set(step.name, ran);
        requireRoom(outputs, service.limits.pipelineBytes);
        done.push({ name: step.name, ran });
      } else {
        const statement = await resolveStatement(step.verify, instance.rules, noFiles, readNamed);
        if (step.verify.requireLineage) requireLineage(statement);
        const bytes = sizeOfOutputs(outputs) + statementSize(statement);
        const verification = instance.runId();
        const run = { id: verification, tenant: caller.tenant, bytes, stop: signal };
        const examined = await service.runs.run(run, (running) =>
          examine(statement, step.verify, instance, { verification, signal: running }),
        );
        done.push({ name: step.name, examined, index: examinations.length });
        examinations.push(examined);
      }
    } catch (error) {
      throw error instanceof AssayError ? error.within(`/steps/${index}/${kindOf(step)}`) : error;
    }
  }
  const results = (committed: CommitResult) => done.map((step) => resultOf(step, committed));
  const along = {
    runs: [...outputs.values()].map(({ invocation }): Invocation => ({ ...invocation, session: null })),
    once: once((result) => render(results(result))),
  };
  const committed = await commitExamined(examinations, instance, along, signal);
  return results(committed);
}

/** The member of a step that says what it does. */
function kindOf(step: PipelineStep): 'run' | 'verify' {
  return 'run' in step ? 'run' : 'verify';
}

function resultOf(step: Done, committed: CommitResult): StepResult {
  if (!('examined' in step)) return step;
  return { name: step.name, verified: told(step.examined, committed, step.index) };
}

function readOutputs(outputs: ReadonlyMap<string, BoundRun>, otherwise: ReadNamed): ReadNamed {
  return async (named: Named) => {
    if (!('output' in named)) return otherwise(named);
    const { step, port } = named.output;
    const run = outputs.get(step);
    if (run === undefined) {
      throw new AssayError('PORT_UNDECLARED', 'no earlier step that runs a producer has this name', {
        at: '/step',
      });
    }
    const value = outputOf(run, port);
    return { content: value.bytes, invocation: { ...run.invocation, session: null } };
  };
}

function outputOf({ capability, outputs }: BoundRun, port: string): PreparedDocument {
  const value = Object.hasOwn(outputs, port) ? outputs[port] : undefined;
  if (value !== undefined) return value;
  throw new AssayError('PORT_UNDECLARED', 'the step declares no such output port', {
    at: pointer('port'),
    next: `its output ports are ${capability.outputs.map(({ name }) => name).join(', ')}`,
  });
}

function sizeOfOutputs(outputs: ReadonlyMap<string, BoundRun>): number {
  const sizes = [...outputs.values()].flatMap((run) =>
    Object.values(run.outputs).map(({ bytes }) => bytes.size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

function requireRoom(outputs: ReadonlyMap<string, BoundRun>, most: number): void {
  if (sizeOfOutputs(outputs) <= most) return;
  throw new AssayError('QUOTA_EXCEEDED', `the runs of one request may give ${most} bytes`, {
    next: 'use a session and several requests',
  });
}

/** Before anything runs: whether a request is one does not depend on what a checker says of its steps. */
function requireDistinctNames(steps: readonly PipelineStep[]): void {
  const names = new Set<string>();
  for (const [index, { name }] of steps.entries()) {
    if (names.has(name)) {
      throw new AssayError('REQUEST_INVALID', 'an earlier step has this name', {
        at: `/steps/${index}/name`,
      });
    }
    names.add(name);
  }
}
