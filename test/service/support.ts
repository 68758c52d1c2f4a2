/**
 * A real service for tests: its own data folder, the checkers of this installation in their own processes, HTTP on a free
 * port of loopback, and a clock that only moves when it is told to.
 *
 *   let service: TestService;
 *   beforeAll(async () => { service = await openTestService(); });
 *   afterAll(() => service.close());
 *
 *   test('…', async () => {
 *     const { client } = await service.tenant('one');          // a tenant with a token of every scope but admin
 *     const session = await client.openSession({ seconds: 60 });
 *     service.clock.advance(60_000);                            // now it has expired
 *   });
 *
 * Every answer that a client of this file gets is held against the OpenAPI document: see answers.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TrustRoot } from '../../src/certificate/trust-root.ts';
import { AssayClient, AssayProblem, type ClientOptions, type Scope } from '../../src/client/index.ts';
import type { ServerLimits } from '../../src/http/limits.ts';
import { createLog } from '../../src/http/log.ts';
import { type RunningServer, startServer } from '../../src/http/server.ts';
import { currentTrustRoot } from '../../src/services/instance.ts';
import { type OpenService, type OpenServiceOptions, openService } from '../../src/services/open-service.ts';
import { checkedFetch } from './answers.ts';

export interface TestServiceOptions extends Partial<Omit<OpenServiceOptions, 'data' | 'now'>> {
  readonly limits?: Partial<ServerLimits>;
  /** An earlier service's folder, to go on where that ended; it is not removed in the end. */
  readonly data?: string;
  /** With it, what that service's were. */
  readonly adminBearer?: string;
  readonly clock?: TestClock;
}

export interface TestClock {
  /** RFC 3339 in UTC with milliseconds. */
  now(): string;
  advance(milliseconds: number): void;
}

export interface TestTenant {
  readonly id: string;
  readonly name: string;
  /** What stands after `Bearer `. */
  readonly bearer: string;
  readonly client: AssayClient;
}

export interface TestService {
  readonly url: string;
  readonly data: string;
  readonly clock: TestClock;
  /** What stands behind the doors: to look, and to change what no door does. */
  readonly service: OpenService;
  readonly server: RunningServer;
  /** The tenant that runs the instance, with every scope. */
  readonly admin: AssayClient;
  readonly adminBearer: string;
  /** The lines of the log, in the order they were written. */
  readonly log: readonly string[];
  /** A new tenant with one token. */
  tenant(name: string, scopes?: readonly Scope[]): Promise<TestTenant>;
  /** A client with another token, or that reaches the service otherwise. It repeats no request unless told to. */
  client(bearer: string, options?: Partial<ClientOptions>): AssayClient;
  /** The trust root in force, as somebody has it who got it from the operator. */
  trust(): Promise<TrustRoot>;
  /** Ends the server, its processes and its store, and removes the folder. */
  close(): Promise<void>;
}

/** The longest that a timer takes. */
export const NEVER = 2 ** 31 - 1;
const START = Date.parse('2026-01-01T00:00:00.000Z');

/** A service that the caller closes: for `beforeAll` and `afterAll`. */
export async function openTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { limits = {}, data = newFolder(), clock = testClock(), adminBearer: known, ...open } = options;
  const service = await openService({ workers: 1, ...open, data, now: clock.now });
  const lines: string[] = [];
  const server = await startServer(service, {
    host: '127.0.0.1',
    port: 0,
    authenticate: service.authenticate,
    findAnswer: (tenant, token, key) => service.forTenant(tenant).store.answers.answer(token, key),
    collect: service.collect,
    // What has expired is taken away when a test says so. A connection that is closed just as the next request goes out would fail the test, on a machine that is busy.
    limits: { drain: 5_000, abandon: 1_000, keepAliveTimeout: 120_000, collectEvery: NEVER, ...limits },
    log: createLog({ write: (line) => void lines.push(line) }),
    processMetrics: false,
  });
  const client = (bearer: string, more: Partial<ClientOptions> = {}) =>
    new AssayClient({ url: server.url, token: bearer, fetch: checkedFetch(), attempts: 1, ...more });
  const adminBearer = service.adminToken ?? known ?? 'unknown';
  const admin = client(adminBearer);
  return {
    url: server.url,
    data,
    clock,
    service,
    server,
    admin,
    adminBearer,
    log: lines,
    client,
    tenant: async (name, scopes = ['produce', 'verify', 'audit']) => {
      const { id } = await admin.createTenant(name);
      const { bearer } = await admin.createToken({ name, scopes, tenant: id });
      if (bearer === null) throw new Error('the token came without its secret');
      return { id, name, bearer, client: client(bearer) };
    },
    trust: () => currentTrustRoot(service.forTenant(service.operator).store),
    close: async () => {
      await server.stop();
      await service.close();
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The same, closed when the test that asks for it has finished. */
export async function testService(options: TestServiceOptions = {}): Promise<TestService> {
  const opened = await openTestService(options);
  onTestFinished(opened.close);
  return opened;
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'assay-service-'));
}

function testClock(): TestClock {
  let time = START;
  return {
    now: () => new Date(time).toISOString(),
    advance: (milliseconds) => {
      time += milliseconds;
    },
  };
}

/** The code a call is refused with; `none` where it is not. Anything but a problem document is thrown on. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  const problem = await problemOf(call);
  return problem?.code ?? 'none';
}

export async function problemOf(call: Promise<unknown>): Promise<AssayProblem | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof AssayProblem) return error;
    throw error;
  }
}

/** All of a list. */
export async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The id of a tenant's token, which stands in it. */
export function tokenOf({ bearer }: Pick<TestTenant, 'bearer'>): string {
  return bearer.split('_')[1] ?? '';
}
