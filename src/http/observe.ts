import { randomUUID } from 'node:crypto';
import type { ErrorHandler, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Door, Env } from './door.ts';
import { type RequestLine, traceOf } from './log.ts';
import { failureOf, PROBLEM_MEDIA, problemHeaders, problemOf } from './problem.ts';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives each request its id, and counts and logs its answer, whatever it is. */
export function observe({ metrics, log, running }: Door): MiddlewareHandler<Env> {
  return async (context, next) => {
    const began = performance.now();
    const given = context.req.header('x-request-id') ?? '';
    const request = REQUEST_ID.test(given) ? given : randomUUID();
    const seen: Env['Variables']['seen'] = { request, operation: 'other' };
    context.set('seen', seen);
    // Before there is a response: afterwards each of them costs a copy of it.
    context.header('x-request-id', request);
    context.header('x-content-type-options', 'nosniff');
    metrics.began();
    try {
      await next();
    } finally {
      const { status } = context.res;
      const milliseconds = performance.now() - began;
      if (running.stopping) context.header('connection', 'close');
      metrics.answered(seen.operation, context.req.method, status, milliseconds / 1000);
      const line: RequestLine = {
        request,
        operation: seen.operation,
        status,
        milliseconds: Math.round(milliseconds * 10) / 10,
        tenant: seen.caller?.tenant,
        token: seen.caller?.token,
        code: seen.code,
        incident: seen.incident,
      };
      log.info(line, 'request');
    }
  };
}

/** Answers whatever was thrown with a problem document. */
export function answerFailure({ log }: Door): ErrorHandler<Env> {
  return (thrown, context) => {
    const failure = failureOf(thrown);
    const { error, incident } = failure;
    const seen = context.get('seen');
    seen.code = error.code;
    if (incident !== undefined) seen.incident = incident;
    // Whatever is not refused for a reason that was meant.
    if (incident !== undefined || error.cause !== undefined) {
      log.error({ request: seen.request, code: error.code, incident, trace: traceOf(thrown) }, 'failure');
    }
    return context.body(JSON.stringify(problemOf(failure)), error.status as ContentfulStatusCode, {
      'content-type': PROBLEM_MEDIA,
      'cache-control': 'no-store',
      ...problemHeaders(failure),
    });
  };
}
