import type { JsonValue } from '../../canonical/json.ts';
import { ShapeReader } from '../../canonical/shape.ts';
import { AssayError } from '../../errors.ts';
import { readRole } from '../../services/handoff.ts';
import { type InvocationRequest, invoke } from '../../services/invoke.ts';
import { requireLiveSession } from '../../services/open-session.ts';
import { reachOf, readNamedIn } from '../../services/reach.ts';
import type { RecordedRun } from '../../store/sessions.ts';
import { invocationJson, runJson, runRecordJson } from '../json/values.ts';
import { idParameter, NAME, named, object, VERSIONED } from '../json-schema.ts';
import { bodyOf, operation } from '../operation.ts';
import { PAGE_PARAMETERS, pageJson, pageRequest, pageSchema } from '../page.ts';
import { component } from '../schemas.ts';

const TAG = 'invocations';

/** What is submitted as one run, here and as a step of a pipeline. */
export const RUN = {
  required: { capability: VERSIONED, inputs: named(component('Operand'), 'By input port.') },
  optional: {
    outputs: named(component('Document'), 'By output port; without them a built-in capability runs here.'),
    run: NAME,
    signature: component('ProducerSignature'),
  },
};

/** A run as it stands in a body that the schema accepts. */
export interface RunBody {
  readonly capability: string;
  readonly inputs: Readonly<Record<string, JsonValue>>;
  readonly outputs?: Readonly<Record<string, JsonValue>>;
  readonly run?: string;
  readonly signature?: { readonly public_key: string; readonly envelope: JsonValue };
}

/** @throws AssayError REQUEST_INVALID or ROLE_AMBIGUOUS at an input */
export function readRun({ inputs, ...rest }: RunBody): InvocationRequest {
  const readers = new ShapeReader('REQUEST_INVALID', inputs, ['inputs']).entries();
  return { ...rest, inputs: Object.fromEntries(readers.map(([port, reader]) => [port, readRole(reader)])) };
}

export const submitInvocation = operation({
  id: 'submitInvocation',
  tag: TAG,
  method: 'post',
  path: '/v1/sessions/{session}/invocations',
  summary: 'Submits a run of a producer, or runs a built-in capability.',
  description:
    'Each output gets a reference and a handle, neither of which carries assurance, wherever it ran. What was begun goes on without its client; it is found again by the same request or by its id.',
  scope: 'produce',
  readOnly: false,
  parameters: [idParameter('session', 'The session that is to hold the outputs.')],
  request: bodyOf<RunBody>('The run.', object(RUN.required, RUN.optional)),
  answers: { 201: { description: 'The run with its outputs.', schema: component('Invocation') } },
  handle: async ({ service, caller, path: { session }, body, once, signal }) => {
    const answer = (run: RecordedRun) => ({ status: 201, body: runJson(run, caller.tenant, service) });
    const readNamed = readNamedIn(reachOf(caller, session, service));
    const context = { readNamed, signal };
    return answer(await invoke(readRun(body), session, caller, service, context, once(answer)));
  },
});

export const showInvocation = operation({
  id: 'showInvocation',
  tag: TAG,
  method: 'get',
  path: '/v1/invocations/{invocation}',
  summary: 'A run with its outputs, who submitted it and, where its producer signed it, the signature.',
  scope: null,
  readOnly: true,
  parameters: [idParameter('invocation', 'The id of the run.')],
  answers: { 200: { description: 'The run.', schema: component('Invocation') } },
  handle: async ({ service, caller: { tenant }, path }) => {
    const run = await service.forTenant(tenant).store.sessions.invocation(path.invocation);
    if (run === null) throw new AssayError('INVOCATION_UNKNOWN', 'there is no such run');
    return { status: 200, body: runRecordJson(run, tenant, service) };
  },
});

export const listInvocations = operation({
  id: 'listInvocations',
  tag: TAG,
  method: 'get',
  path: '/v1/sessions/{session}/invocations',
  summary: 'The runs of a session, newest first, without their outputs.',
  scope: null,
  readOnly: true,
  parameters: [idParameter('session', 'The id of the session.'), ...PAGE_PARAMETERS],
  answers: {
    200: { description: 'A part of the list.', schema: pageSchema({ type: 'object' }) },
  },
  handle: async ({ service, caller: { tenant }, path, query }) => {
    const instance = service.forTenant(tenant);
    await requireLiveSession(path.session, instance);
    const page = await instance.store.sessions.invocations(path.session, pageRequest(query));
    return { status: 200, body: pageJson(page, invocationJson) };
  },
});
