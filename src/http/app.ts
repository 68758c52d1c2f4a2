import { Hono, type MiddlewareHandler } from 'hono';
import { AssayError } from '../errors.ts';
import { admit, countHeaders } from './admit.ts';
import { BodyRoom } from './body.ts';
import { docsPage, docsPolicy } from './docs.ts';
import type { Door, Env } from './door.ts';
import { Requests } from './idempotency.ts';
import { answerFailure, observe } from './observe.ts';
import { openApi } from './openapi.ts';
import type { Operation } from './operation.ts';
import { perform, type Shared } from './perform.ts';
import { HttpRefusal } from './problem.ts';
import { RequestValidator } from './validate.ts';

/** The routes: those of the operations, and those few that need no token. */
export function createApp(door: Door): Hono<Env> {
  const app = new Hono<Env>();
  app.onError(answerFailure(door));
  app.notFound(() => {
    throw new AssayError('ROUTE_UNKNOWN', 'there is nothing at this path', {
      next: '/openapi.json names what there is',
    });
  });
  app.use(observe(door));
  app.use(countHeaders(door));
  app.use('/v1/*', admit(door));
  addOperations(app, door);
  addOpenRoutes(app, door);
  return app;
}

function addOperations(app: Hono<Env>, door: Door): void {
  const { findAnswer, operations, limits } = door;
  const shared: Shared = {
    validator: new RequestValidator(),
    requests: new Requests(findAnswer),
    room: new BodyRoom(limits.bodiesBytes),
    answers: new BodyRoom(limits.answersBytes),
  };
  // Concrete paths before templated ones (OpenAPI 3.1 section 4.8.8.2): a brace comes after every letter.
  const ordered = operations.toSorted((left, right) => (left.path < right.path ? -1 : 1));
  for (const operation of ordered) {
    const handler = perform(operation, door, shared);
    app.on(operation.method.toUpperCase(), routeOf(operation), handler);
  }
  for (const [route, ofRoute] of Map.groupBy(ordered, routeOf)) {
    app.all(route, refuseMethod(ofRoute.map(({ method }) => method)));
  }
}

function routeOf({ path }: Operation): string {
  return path.replaceAll(/\{([a-z_]+)\}/g, ':$1');
}

/** The process lives; it can serve; what it does; what it offers. None of them says anything of a tenant. */
function addOpenRoutes(app: Hono<Env>, door: Door): void {
  const { operations, version, running, ready, metrics } = door;
  // Both are made when they are first asked for: 13 ms that no start waits for.
  const document = once(() => openApi(operations, version));
  const text = once(() => JSON.stringify(document()));
  const page = once(() => docsPage(document()));
  const open = (path: string, id: string, answer: MiddlewareHandler<Env>): void => {
    app.get(path, (context, next) => {
      context.get('seen').operation = id;
      return answer(context, next);
    });
    app.all(path, refuseMethod(['get']));
  };
  open('/healthz', 'health', async (context) => context.json({ status: 'alive' }));
  open('/readyz', 'readiness', async (context) => {
    running.refuseWhenStopping();
    await ready().catch((cause: unknown) => {
      throw new AssayError('STORE_UNAVAILABLE', 'the store does not answer', { cause });
    });
    return context.json({ status: 'ready' });
  });
  open('/metrics', 'metrics', async (context) => {
    const { registry } = metrics;
    return context.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
  });
  open('/openapi.json', 'openapi', async (context) =>
    context.body(text(), 200, { 'content-type': 'application/json' }),
  );
  open('/docs', 'docs', async (context) =>
    context.body(page(), 200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': docsPolicy,
      'referrer-policy': 'no-referrer',
    }),
  );
}

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function refuseMethod(methods: readonly string[]): MiddlewareHandler<Env> {
  const names = methods.map((method) => method.toUpperCase());
  const allow = names.includes('GET') ? [...names, 'HEAD'] : names;
  return async () => {
    throw new HttpRefusal(
      'METHOD_UNKNOWN',
      'the path does not have this method',
      { allow: allow.join(', ') },
      { next: 'Allow names those it has' },
    );
  };
}
