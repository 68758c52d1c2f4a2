import type { MiddlewareHandler } from 'hono';
import { AssayError } from '../errors.ts';
import type { Door, Env } from './door.ts';
import { HttpRefusal } from './problem.ts';
import { RateLimit } from './rate-limit.ts';

/**
 * What stands before everything under /v1, routes that are none too: a service that is stopping takes nothing more, a request
 * without a valid token is told nothing, and no token asks for more than its share.
 *
 * @throws AssayError SERVICE_STOPPING, TOKEN_INVALID or RATE_LIMITED
 */
export function admit({ authenticate, limits, running }: Door): MiddlewareHandler<Env> {
  const failures = new RateLimit(
    limits.failedAuthentications,
    'too many requests without a valid token came from this address',
  );
  const requests = new RateLimit(limits.requests, 'the token has asked for too much at once');
  return async (context, next) => {
    running.refuseWhenStopping();
    const caller = await authenticate(context.req.header('authorization')).catch(async (error: unknown) => {
      const isRefused = error instanceof AssayError && error.code === 'TOKEN_INVALID';
      if (isRefused) await failures.count(context.env.incoming.socket.remoteAddress ?? '');
      throw error;
    });
    await requests.count(caller.token);
    context.get('seen').caller = caller;
    await next();
  };
}

/** @throws HttpRefusal HEADERS_SIZE for more headers than there may be: what Node.js would leave out is not overlooked */
export function countHeaders({ limits }: Door): MiddlewareHandler<Env> {
  return async (context, next) => {
    if (context.env.incoming.rawHeaders.length > 2 * limits.headerCount) {
      throw new HttpRefusal('HEADERS_SIZE', `there are more than ${limits.headerCount} headers`, {
        connection: 'close',
      });
    }
    await next();
  };
}
