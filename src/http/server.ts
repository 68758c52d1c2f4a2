import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, RequestError } from '@hono/node-server';
import { AssayError } from '../errors.ts';
import { readVersion } from '../installation.ts';
import type { Service } from '../services/service.ts';
import { createApp } from './app.ts';
import { answerClientError } from './client-error.ts';
import { startCollecting } from './collecting.ts';
import type { Authenticate, Door } from './door.ts';
import type { FindAnswer } from './idempotency.ts';
import { DEFAULT_LIMITS, type ServerLimits } from './limits.ts';
import { createLog, type Logger } from './log.ts';
import { Metrics } from './metrics.ts';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations/index.ts';
import { failureOf, PROBLEM_MEDIA, problemOf } from './problem.ts';
import { Running } from './running.ts';

export interface ServerOptions {
  readonly host: string;
  /** 0 for one that is free. */
  readonly port: number;
  readonly authenticate: Authenticate;
  readonly findAnswer: FindAnswer;
  /** Takes away what has expired. */
  readonly collect: () => Promise<void>;
  /** Throws where the service cannot serve; by default, where the store does not answer. */
  readonly ready?: () => Promise<unknown>;
  readonly operations?: readonly Operation[];
  readonly limits?: Partial<ServerLimits>;
  readonly log?: Logger;
  /** Also count what the process itself uses: once in a process. */
  readonly processMetrics?: boolean;
}

export interface RunningServer {
  readonly port: number;
  readonly url: string;
  /** Takes nothing more, lets what runs and jobs end within the limits, and closes every connection. */
  stop(): Promise<void>;
}

/**
 * Serves a service over HTTP/1.1.
 *
 * @throws AssayError USAGE where the address cannot be listened on
 */
export async function startServer(service: Service, options: ServerOptions): Promise<RunningServer> {
  const limits: ServerLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const instance = service.forTenant(service.operator);
  const running = new Running(limits.deadline);
  const door: Door = {
    service,
    operations: options.operations ?? OPERATIONS,
    authenticate: options.authenticate,
    findAnswer: options.findAnswer,
    ready: options.ready ?? (() => instance.store.checkpoint()),
    limits,
    log: options.log ?? createLog(),
    metrics: new Metrics({
      claims: instance.rules.contracts.claims().map(({ contract }) => contract.id),
      checkerProcesses: () => instance.pool.pids.length,
      committingProcesses: instance.committingProcesses,
      process: options.processMetrics ?? true,
    }),
    running,
    version: readVersion(),
  };
  const server = nodeServer(door);
  const { port, address, family } = await listen(server, options);
  const stopCollecting = startCollecting(options.collect, limits.collectEvery, door.log);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await running.stop(limits.drain, limits.abandon, () => service.runs.idle());
    await close(server, limits.abandon);
    await stopCollecting();
  };
  return {
    port,
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

function nodeServer(door: Door): Server {
  const { limits } = door;
  // It puts lighter `Request` and `Response` in the place of the global ones (4 % of this thread's work). Only `assay serve` calls it.
  const listener = getRequestListener(createApp(door).fetch, { errorHandler: answerOutside });
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
    },
    listener,
  );
  // One more than may be, so that one too many is seen and not left out.
  server.maxHeadersCount = limits.headerCount + 1;
  server.maxConnections = limits.connections;
  // A client that does not read its answer: silence for longer than any answer may take to come.
  server.setTimeout(limits.deadline + limits.keepAliveTimeout);
  server.on('clientError', answerClientError);
  return server;
}

/** What comes before any route: a target or a Host that makes no address. Anything else would be a fault of ours. */
function answerOutside(thrown: unknown): Response {
  const failure =
    thrown instanceof RequestError
      ? { error: new AssayError('REQUEST_INVALID', 'the request target or Host is unusable') }
      : failureOf(thrown);
  return new Response(JSON.stringify(problemOf(failure)), {
    status: failure.error.status,
    headers: { 'content-type': PROBLEM_MEDIA },
  });
}

async function listen(server: Server, { host, port }: ServerOptions): Promise<AddressInfo> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  try {
    await promise;
  } catch (cause) {
    throw new AssayError('USAGE', 'this address cannot be listened on', {
      at: `${host}:${port}`,
      next: 'name another with --host and --port, or end what listens there',
      cause,
    });
  }
  server.removeListener('error', reject);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
  return address;
}

/** Ends when the answers under way are out, or else after so many milliseconds. */
async function close(server: Server, milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(() => server.closeAllConnections(), milliseconds);
  server.close(() => resolve());
  server.closeIdleConnections();
  await promise;
  clearTimeout(timer);
}
