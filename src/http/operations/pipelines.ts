import type { JsonObject } from '../../canonical/json.ts';
import { within } from '../../certificate/within.ts';
import { AssayError } from '../../errors.ts';
import type { BoundRun } from '../../services/invoke.ts';
import { type PipelineStep, runPipeline, type StepResult } from '../../services/pipeline.ts';
import { invocationUri } from '../../services/references/reference.ts';
import { verifiedJson } from '../json/certificates.ts';
import { COUNT, ID, named, object, ROLE, VERSIONED } from '../json-schema.ts';
import { bodyOf, operation } from '../operation.ts';
import { component } from '../schemas.ts';
import { RUN, type RunBody, readRun } from './invocations.ts';
import { readStatementBody, STATEMENT, type StatementBody } from './verifications.ts';

const MOST_STEPS = 32;

interface StepBody {
  readonly name: string;
  readonly run?: RunBody;
  readonly verify?: StatementBody;
}

interface PipelineBody {
  readonly steps: readonly StepBody[];
  readonly session?: string;
}

const STEP_RESULT = object(
  { name: ROLE },
  {
    run: object({
      invocation: ID,
      uri: { type: 'string' },
      capability: VERSIONED,
      basis: { type: 'string' },
      outputs: named(
        object({ type: VERSIONED, size: COUNT, lifetime: { const: 'REQUEST' } }),
        'By output port. The values are gone with the request.',
      ),
    }),
    verification: component('Verification'),
    not_run: { const: true },
  },
);

export const pipeline = operation({
  id: 'runPipeline',
  tag: 'pipelines',
  method: 'post',
  path: '/v1/pipelines',
  summary: 'Several steps in one request: runs of producers, and verifications of what they gave.',
  description:
    'A later step names an earlier one’s value by {"output": {"step", "port"}}. Steps behind a refused verification are not begun. The records and certificates are kept in one transaction; the values are not.',
  scope: 'verify',
  readOnly: false,
  parameters: [],
  request: bodyOf<PipelineBody>(
    'The steps, in their order.',
    object(
      {
        steps: {
          type: 'array',
          minItems: 1,
          maxItems: MOST_STEPS,
          items: object(
            { name: ROLE },
            {
              run: object(RUN.required, RUN.optional),
              verify: object(STATEMENT.required, STATEMENT.optional),
            },
          ),
        },
      },
      { session: ID },
    ),
  ),
  answers: {
    201: {
      description: 'What became of each step.',
      schema: object({ steps: { type: 'array', items: STEP_RESULT } }),
    },
  },
  handle: async ({ service, caller, body: { steps, session }, once, signal, verified: count }) => {
    const produces = steps.some(({ run }) => run !== undefined);
    if (produces && !caller.scopes.includes('produce')) {
      throw new AssayError(
        'SCOPE_MISSING',
        'a step runs a producer, and the token has not the scope produce',
      );
    }
    const render = (results: readonly StepResult[]) => ({
      status: 201,
      body: { steps: results.map(stepJson) },
    });
    const results = await runPipeline(
      { steps: steps.map(readStep), ...(session === undefined ? {} : { session }) },
      caller,
      service,
      { render, once, signal },
    );
    for (const result of results) {
      if ('verified' in result) count(result.verified.statement.claim.contract.id, result.verified.verdict);
    }
    return render(results);
  },
});

function readStep({ name, run, verify }: StepBody, index: number): PipelineStep {
  const at = `/steps/${index}`;
  if (run !== undefined && verify === undefined) {
    return { name, run: within(`${at}/run`, () => readRun(run)) };
  }
  if (verify !== undefined && run === undefined) {
    return { name, verify: within(`${at}/verify`, () => readStatementBody(verify)) };
  }
  throw new AssayError('REQUEST_INVALID', 'a step either runs a producer or verifies', {
    at,
    next: 'give it run or verify',
  });
}

function stepJson(result: StepResult): JsonObject {
  const { name } = result;
  if ('ran' in result) return { name, run: ranJson(result.ran) };
  if ('verified' in result) return { name, verification: verifiedJson(result.verified) };
  return { name, not_run: true };
}

function ranJson({ invocation: { id, capability, basis }, outputs }: BoundRun): JsonObject {
  const values = Object.entries(outputs).map(([port, { bytes, document }]) => [
    port,
    { type: document.type, size: bytes.size, lifetime: 'REQUEST' },
  ]);
  return { invocation: id, uri: invocationUri(id), capability, basis, outputs: Object.fromEntries(values) };
}
