import type { Context, Handler } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { JsonValue } from '../canonical/json.ts';
import { serialise } from '../canonical/serialise.ts';
import { AssayError } from '../errors.ts';
import { requireScope } from '../services/caller.ts';
import type { RequestKey } from '../store/answers.ts';
import { type BodyRoom, requireJson, withBody } from './body.ts';
import { matchesEntityTag } from './content-digest.ts';
import type { Door, Env } from './door.ts';
import { type Repeatable, type Requests, readIdempotencyKey, requestDigest } from './idempotency.ts';
import { BODY_LIMITS } from './limits.ts';
import type { Answer, Call, Operation } from './operation.ts';
import { unlessAborted, type Work } from './running.ts';
import type { RequestValidator } from './validate.ts';

const RESPOND_ASYNC = /(^|,)\s*respond-async\s*(;|,|$)/i;

/** What all operations of a service have in common. */
export interface Shared {
  readonly validator: RequestValidator;
  readonly requests: Requests;
  readonly room: BodyRoom;
  /** For the answers that are large. */
  readonly answers: BodyRoom;
}

/** So much of an answer is held for each connection anyway: of all that there may be, 256 MiB. */
const SMALL_ANSWER = 64 * 1024;

/** The handler of an operation: all that stands between a request and `handle`, and between its answer and the client. */
export function perform(
  operation: Operation,
  door: Door,
  { validator, requests, room, answers }: Shared,
): Handler<Env> {
  return async (context) => {
    const seen = context.get('seen');
    seen.operation = operation.id;
    const { caller } = seen;
    if (caller === undefined) throw new AssayError('TOKEN_INVALID', 'nobody was authenticated');
    if (operation.scope !== null) requireScope(caller, operation.scope);
    validator.parameters(operation, context.req.param(), context.req.queries());
    const holding = (size: number) => holdUntilRead(context, answers, { tenant: caller.tenant, size });

    if (operation.method !== 'post') {
      const work = door.running.begin();
      if (operation.readOnly) abandonWithClient(context, work);
      const answer = await finished(work, async () =>
        operation.handle(callOf(context, door, { caller, key: null, body: null, signal: work.signal })),
      );
      return respond(context, operation, { answer, replayed: false }, holding);
    }

    const { incoming } = context.env;
    const name = readIdempotencyKey(context.req.header('idempotency-key'));
    if (operation.request !== undefined) requireJson(incoming);
    return withBody(incoming, BODY_LIMITS.bytes, { room, tenant: caller.tenant }, async (bytes) => {
      const key: RequestKey = {
        token: caller.token,
        key: name,
        request: requestDigest('POST', incoming.url ?? '', bytes),
        at: door.service.now(),
      };
      const work = door.running.begin();
      const carryOut = async (): Promise<Answer> => {
        const body = await unlessGone(context, work.signal, (signal) =>
          readJson(operation, bytes, door, { tenant: caller.tenant, signal }),
        );
        validator.body(operation, body);
        return operation.handle(callOf(context, door, { caller, key, body, signal: work.signal }));
      };
      const outcome = await finished(work, () => requests.once(caller, key, carryOut));
      return respond(context, operation, outcome, holding);
    });
  };
}

async function readJson(
  { request }: Operation,
  bytes: Uint8Array,
  { service }: Door,
  asked: { readonly tenant: string; readonly signal: AbortSignal },
): Promise<JsonValue> {
  if (request !== undefined) return service.reader.read(bytes, BODY_LIMITS, asked);
  if (bytes.length === 0) return null;
  throw new AssayError('REQUEST_INVALID', 'the operation takes no body', { next: 'send none' });
}

/** Nothing has begun while a request is read, so nobody is owed its end once the client has gone. */
async function unlessGone<T>(
  { env: { outgoing } }: Context<Env>,
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const leave = () => controller.abort();
  if (signal.aborted || outgoing.destroyed) leave();
  signal.addEventListener('abort', leave, { once: true });
  outgoing.once('close', leave);
  try {
    return await read(controller.signal);
  } finally {
    signal.removeEventListener('abort', leave);
    outgoing.removeListener('close', leave);
  }
}

function callOf(
  context: Context<Env>,
  { service, metrics }: Door,
  asked: Pick<Call, 'caller' | 'body' | 'signal'> & { readonly key: RequestKey | null },
): Call {
  const { key, ...rest } = asked;
  const { req } = context;
  return {
    ...rest,
    service,
    path: req.param(),
    query: req.query(),
    respondAsync: prefersAsync(context),
    once: (answer) => {
      if (key === null) throw new TypeError('only a POST claims a request key');
      return { key, answer };
    },
    verified: (claim, verdict) => metrics.verified(claim, verdict),
  };
}

function prefersAsync({ req }: Context<Env>): boolean {
  return RESPOND_ASYNC.test(req.header('prefer') ?? '');
}

/** The work is over when it has ended, even where its client was told before that it takes too long. */
async function finished<T>(work: Work, carryOut: () => Promise<T>): Promise<T> {
  const outcome = carryOut();
  outcome.then(work.end, work.end);
  return unlessAborted(work.signal, outcome);
}

/** What only reads need not go on for a client who has gone. */
function abandonWithClient({ env: { outgoing } }: Context<Env>, work: Work): void {
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) work.abandon();
  });
}

/**
 * Takes room for an answer until it is with its client, or that has gone: whoever reads slowly, or not at all, on many
 * connections holds no more than this.
 *
 * @throws HttpRefusal RATE_LIMITED
 */
function holdUntilRead(
  { env: { outgoing } }: Context<Env>,
  answers: BodyRoom,
  { tenant, size }: { readonly tenant: string; readonly size: number },
): void {
  if (size <= SMALL_ANSWER || outgoing.destroyed) return;
  answers.take(tenant, size);
  outgoing.once('close', () => answers.give(tenant, size));
}

function respond(
  context: Context<Env>,
  { location }: Operation,
  { answer, replayed }: Repeatable,
  holding: (size: number) => void,
): Response {
  const tag = answer.headers?.etag;
  const headers: Record<string, string> = {
    'cache-control': tag === undefined ? 'no-store' : 'private, no-cache',
    ...answer.headers,
  };
  if (replayed) headers['idempotency-replayed'] = 'true';
  if (answer.status === 202 && prefersAsync(context)) headers['preference-applied'] = 'respond-async';
  const begun = answer.status === 202 && 'body' in answer ? answer.body : undefined;
  if (begun !== undefined && location !== undefined) headers.location = location(begun);
  const known = context.req.header('if-none-match');
  const isRead = context.req.method === 'GET' || context.req.method === 'HEAD';
  if (isRead && tag !== undefined && known !== undefined && matchesEntityTag(known, tag)) {
    return context.body(null, 304, { etag: tag, 'cache-control': 'private, no-cache' });
  }
  const content = contentOf(answer);
  holding(content?.length ?? 0);
  return context.newResponse(content, answer.status as StatusCode, {
    ...mediaOf(answer),
    ...headers,
  });
}

/** JSON in the one form that RFC 8785 gives it, so that a repeated answer has the bytes of the first. */
function contentOf(answer: Answer): string | Uint8Array<ArrayBuffer> | null {
  if ('content' in answer) return answer.content;
  return answer.body === undefined ? null : serialise(answer.body);
}

function mediaOf(answer: Answer): Record<string, string> {
  if ('content' in answer) return { 'content-type': answer.media };
  return answer.body === undefined ? {} : { 'content-type': 'application/json' };
}
