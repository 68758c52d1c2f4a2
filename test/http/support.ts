import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { AssayError } from '../../src/errors.ts';
import type { ServerLimits } from '../../src/http/limits.ts';
import { createLog } from '../../src/http/log.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/http/server.ts';
import { DocumentReader } from '../../src/reading/reader.ts';
import type { Caller } from '../../src/services/caller.ts';
import { type OpenInstance, openInstance } from '../../src/services/open.ts';
import { Runs } from '../../src/services/runs.ts';
import type { Service } from '../../src/services/service.ts';
import type { Once, StoredAnswer } from '../../src/store/answers.ts';

export const TENANT = '0'.repeat(31).concat('1');
export const TOKEN = 'assay-test-token-of-the-producer';
export const AUDITOR = 'assay-test-token-of-the-auditor';

const CALLERS: Readonly<Record<string, Caller>> = {
  [TOKEN]: { tenant: TENANT, token: 'a'.repeat(32), scopes: ['produce', 'verify'], operator: false },
  [AUDITOR]: { tenant: TENANT, token: 'b'.repeat(32), scopes: ['audit'], operator: false },
};

export async function authenticate(header: string | undefined): Promise<Caller> {
  const caller = CALLERS[header?.replace(/^Bearer /, '') ?? ''];
  if (caller === undefined) throw new AssayError('TOKEN_INVALID', 'the token is none of ours');
  return caller;
}

/** Keeps answers as a store does: the effect and its answer, or neither. */
export class KeptAnswers {
  readonly effects: JsonValue[] = [];
  readonly #answers = new Map<string, StoredAnswer>();

  effect<Result extends JsonValue>(result: Result, { key, answer }: Once<Result>): Result {
    this.effects.push(result);
    this.#answers.set(`${key.token} ${key.key}`, { ...answer(result), request: key.request });
    return result;
  }

  find = async (_tenant: string, token: string, key: string): Promise<StoredAnswer | null> =>
    this.#answers.get(`${token} ${key}`) ?? null;
}

let shared: Promise<OpenInstance> | undefined;

/** A service on a data folder of its own, one for all tests of a process; of it, what the machinery and reading use. */
export async function testService(): Promise<Service> {
  shared ??= openInstance({ data: folderOfProcess(), workers: 1 });
  const instance = await shared;
  return {
    ...({} as Service),
    forTenant: () => instance,
    operator: instance.store.tenant,
    runs: new Runs(),
    // Of bodies that are not large it starts no process.
    reader: new DocumentReader(instance.rules, { large: Number.POSITIVE_INFINITY }),
    now: () => '2026-01-01T00:00:00.000Z',
  };
}

function folderOfProcess(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-http-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface TestServer extends RunningServer {
  readonly lines: readonly string[];
  /** A request with the usual token, unless `headers` say otherwise. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body: string, headers?: Record<string, string>): Promise<Response>;
}

export interface TestServerOptions extends Partial<Omit<ServerOptions, 'limits'>> {
  readonly limits?: Partial<ServerLimits>;
}

/** A server on loopback that ends with the test. */
export async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const lines: string[] = [];
  const server = await startServer(await testService(), {
    host: '127.0.0.1',
    port: 0,
    authenticate,
    findAnswer: async () => null,
    collect: async () => {},
    processMetrics: false,
    ...options,
    limits: { drain: 5_000, abandon: 1_000, ...options.limits },
    log: createLog({ write: (line) => void lines.push(line) }),
  });
  onTestFinished(() => server.stop());
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(server.url + path, {
      ...init,
      headers: { authorization: `Bearer ${TOKEN}`, ...(init.headers as Record<string, string> | undefined) },
    });
  return {
    ...server,
    lines,
    ask,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1', ...headers },
      }),
  };
}

/** What a raw connection was sent until it was closed; `write` may say everything or only a part of a request. */
export async function raw(
  { port }: RunningServer,
  write: (socket: Socket) => void,
  onData: (text: string, socket: Socket) => void = () => {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    text += chunk;
    onData(text, socket);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  // A server that closes while this side still sends resets the connection: closed is what counts.
  socket.on('error', () => {});
  socket.on('close', () => resolve());
  socket.on('connect', () => write(socket));
  await promise;
  return text;
}

/** A problem document, looked at. */
export async function problem(response: Response): Promise<Record<string, JsonValue>> {
  if (response.headers.get('content-type') !== 'application/problem+json') {
    throw new Error(`no problem document: ${response.status} ${response.headers.get('content-type')}`);
  }
  return (await response.json()) as Record<string, JsonValue>;
}
