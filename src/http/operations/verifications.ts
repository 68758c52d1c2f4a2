import { isJsonObject, type JsonObject, type JsonValue } from '../../canonical/json.ts';
import { ShapeReader } from '../../canonical/shape.ts';
import { AssayError } from '../../errors.ts';
import { type Handoff, readRole } from '../../services/handoff.ts';
import {
  prepareVerification,
  type VerificationRequest,
  type Verified,
  verify as verifyNow,
} from '../../services/verify.ts';
import { verifyLater } from '../../services/verify-later.ts';
import type { Job } from '../../store/jobs.ts';
import { recordJson, verifiedJson } from '../json/certificates.ts';
import { jobJson } from '../json/jobs.ts';
import { ID, idParameter, NAME, named, nullable, object, TIME, VERSIONED } from '../json-schema.ts';
import { bodyOf, operation } from '../operation.ts';
import { component } from '../schemas.ts';

const TAG = 'verifications';
const VERIFICATION = idParameter('verification', 'The id of the verification.');

/** A claim with a value for each role, here and as a step of a pipeline. */
export const STATEMENT = {
  required: { claim: VERSIONED, roles: named(component('Operand'), 'By role.') },
  optional: {
    checker: {
      type: 'string',
      maxLength: 200,
      description: 'Id or identity; without it the default decides.',
    },
    require_lineage: {
      type: 'boolean',
      description:
        'The candidate must come by reference from a run whose inputs were exactly the other given values.',
    },
  },
};

/** A statement as it stands in a body that the schema accepts. */
export interface StatementBody {
  readonly claim: string;
  readonly roles: Readonly<Record<string, JsonValue>>;
  readonly checker?: string;
  readonly require_lineage?: boolean;
}

type StatementRequest = Pick<Handoff, 'claim' | 'roles' | 'checker'> & { readonly requireLineage: boolean };

/** @throws AssayError HANDOFF_INVALID or ROLE_AMBIGUOUS at a role */
export function readStatementBody({
  claim,
  roles,
  checker,
  require_lineage,
}: StatementBody): StatementRequest {
  const readers = new ShapeReader('HANDOFF_INVALID', roles, ['roles']).entries();
  return {
    claim,
    roles: Object.fromEntries(readers.map(([role, reader]) => [role, readRole(reader)])),
    requireLineage: require_lineage ?? false,
    ...(checker === undefined ? {} : { checker }),
  };
}

interface VerificationBody extends StatementBody {
  readonly session?: string;
  readonly producer?: { readonly capability: string; readonly run?: string };
}

function readRequest({ session, producer, ...statement }: VerificationBody): VerificationRequest {
  return {
    ...readStatementBody(statement),
    ...(session === undefined ? {} : { session }),
    ...(producer === undefined ? {} : { producer }),
  };
}

const JOB = object({
  id: ID,
  state: { enum: ['running', 'done', 'failed', 'cancelled'] },
  answer: nullable({ anyOf: [component('Verification'), { type: 'object' }] }),
  created_at: TIME,
  finished_at: nullable(TIME),
});

export const verify = operation({
  id: 'verify',
  tag: TAG,
  method: 'post',
  path: '/v1/verifications',
  summary: 'Verifies a claim about exactly these values, and certifies what the authorised checker accepts.',
  description:
    'Values come as complete documents alone, or by reference or handle. With `Prefer: respond-async` the answer is a job, whose status tells what it came to.',
  scope: 'verify',
  readOnly: false,
  parameters: [],
  request: bodyOf<VerificationBody>(
    'The claim and its values.',
    object(STATEMENT.required, {
      ...STATEMENT.optional,
      session: ID,
      producer: object({ capability: NAME }, { run: NAME }),
    }),
  ),
  answers: {
    201: {
      description: 'What it came to: an acceptance has a certificate.',
      schema: component('Verification'),
    },
    202: { description: 'The job.', schema: JOB },
  },
  location: (job) => `/v1/verifications/${isJsonObject(job) ? job.id : ''}`,
  handle: async ({ service, caller, body, once, respondAsync, signal, verified: count }) => {
    const request = readRequest(body);
    const statement = await prepareVerification(request, caller, service);
    if (respondAsync) {
      const render = (verified: Verified): JsonObject => {
        count(request.claim, verified.verdict);
        return verifiedJson(verified);
      };
      const answer = (job: Job) => ({ status: 202, body: jobJson(job) });
      return answer(await verifyLater(statement, request, caller, service, { render, once: once(answer) }));
    }
    const options = { render: verifiedJson, once, signal };
    const verified = await verifyNow(statement, request, caller, service, options);
    count(request.claim, verified.verdict);
    return { status: 201, body: verifiedJson(verified) };
  },
});

export const showVerification = operation({
  id: 'showVerification',
  tag: TAG,
  method: 'get',
  path: '/v1/verifications/{verification}',
  summary: 'A verification: the job while it runs and after, or the record of one that was answered at once.',
  scope: null,
  readOnly: true,
  parameters: [VERIFICATION],
  answers: {
    200: { description: 'The job or the record.', schema: { anyOf: [JOB, component('Verification')] } },
  },
  handle: async ({ service, caller, path: { verification: id } }) => {
    const { store } = service.forTenant(caller.tenant);
    const job = await store.jobs.job(id);
    if (job !== null) return { status: 200, body: jobJson(job) };
    const record = await store.verification(id);
    if (record === null) throw unknown();
    return { status: 200, body: recordJson(record, await store.certificateOf(id)) };
  },
});

export const cancelVerification = operation({
  id: 'cancelVerification',
  tag: TAG,
  method: 'delete',
  path: '/v1/verifications/{verification}',
  summary: 'Cancels a verification that runs. One that has ended stays as it is.',
  scope: 'verify',
  readOnly: false,
  parameters: [VERIFICATION],
  answers: { 202: { description: 'The job as it is now; its status tells how it ended.', schema: JOB } },
  handle: async ({ service, caller, path: { verification: id } }) => {
    const job = await service.forTenant(caller.tenant).store.jobs.job(id);
    if (job === null) throw unknown();
    service.runs.cancel(id);
    return { status: 202, body: jobJson(job) };
  },
});

function unknown(): AssayError {
  return new AssayError('VERIFICATION_UNKNOWN', 'there is no such verification');
}
