import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Connection } from './connection.ts';

const CERTIFIED = /^HTTP\/1\.1 201 .*"certificate":\{/s;

/** What the clients of one service send, and how long each waited for its answers. */
export interface Load {
  readonly milliseconds: number;
  readonly latencies: readonly number[];
}

/** Where a service is asked, and as whom. */
export interface Endpoint {
  readonly url: string;
  readonly token: string;
}

/** `clients` at once, each with one connection and one request after the other, until `count` answers have come. */
export async function load({ url, token }: Endpoint, clients: number, count: number): Promise<Load> {
  const bodies = Array.from({ length: count }, (_, index) => JSON.stringify(verification(index)));
  const latencies: number[] = [];
  const client = async (): Promise<void> => {
    const connection = new Connection(new URL('/v1/verifications', url), {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    });
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const began = performance.now();
      const answer = await connection.post(body, randomUUID());
      latencies.push(performance.now() - began);
      if (!CERTIFIED.test(answer)) throw new Error('a benchmarked verification gave no certificate');
    }
    connection.close();
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return { milliseconds: performance.now() - began, latencies };
}

/** Asks, and gives what is answered; throws for a refusal. */
export async function post(
  { url, token }: Endpoint,
  path: string,
  body: string,
): Promise<Record<string, unknown>> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = request(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    },
  });
  asked.on('error', reject);
  asked.on('response', (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('error', reject);
    answer.on('end', () => {
      if (answer.statusCode === 201) resolve(Buffer.concat(chunks).toString());
      else reject(new Error(`a benchmarked request was answered with ${answer.statusCode}`));
    });
  });
  asked.end(body);
  return JSON.parse(await promise);
}

/** `number.gcd@1` about values that no other request of a run has: 1 = a·x + b·y for neighbours. */
export function verification(index: number) {
  const a = 1_000_000_007 + Math.floor(Math.random() * 1e9) * 1_000 + index;
  const roles = {
    a: integer(a),
    b: integer(a + 1),
    bezout: { document: { type: 'number.bezout@1', value: { gcd: '1', x: '-1', y: '1' } } },
  };
  return { claim: 'number.gcd@1', roles };
}

function integer(value: number) {
  return { document: { type: 'number.integer@1', value: { value: String(value) } } };
}
