import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import type { JsonObject } from '../../src/canonical/json.ts';
import { readTrustRoot } from '../../src/certificate/trust-root.ts';
import { listCheckers } from '../../src/http/operations/checkers.ts';
import { listContracts, showContract } from '../../src/http/operations/contracts.ts';
import { OPERATIONS } from '../../src/http/operations/index.ts';
import { showCheckpoint } from '../../src/http/operations/log.ts';
import { showTrustRoot } from '../../src/http/operations/trust-root.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { SCOPES } from '../../src/store/tenants.ts';
import { conforming } from './conforming.ts';
import { problem, serve, testService } from './support.ts';

async function items(response: Response): Promise<JsonObject[]> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { readonly items: JsonObject[] }).items;
}

test('contracts: all of them, those of a kind, and each as the bytes its digest is of', async () => {
  const server = await serve();
  const all = await items(await server.ask('/v1/contracts'));
  const claims = await items(await server.ask('/v1/contracts?kind=claim'));
  expect(claims.length).toBeGreaterThan(20);
  expect(claims).toEqual(all.filter(({ kind }) => kind === 'claim'));
  const product = claims.find(({ id }) => id === 'matrix.product@1');
  const response = await server.ask('/v1/contracts/claim/matrix.product@1');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(parse(bytes).digest).toBe(product?.digest);
  expect(response.headers.get('etag')).toBe(`"${product?.digest}"`);
  expect(response.headers.get('content-digest')).toBe(
    `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
  );
  const again = await server.ask('/v1/contracts/claim/matrix.product@1', {
    headers: { 'if-none-match': `"other", W/"${product?.digest}"` },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await server.ask('/v1/contracts/value-type/matrix.product@1')).status).toBe(404);
  expect((await server.ask('/v1/contracts?kind=other')).status).toBe(400);
});

test('checkers: what is installed, and which decide', async () => {
  const checkers = await items(await (await serve()).ask('/v1/checkers'));
  expect(checkers.find(({ id }) => id === 'matrix.product')).toMatchObject({
    claim: 'matrix.product@1',
    identity: expect.stringMatching(/^sha256:/),
    authorised: true,
    default: true,
    revoked: false,
  });
  expect(checkers.find(({ id }) => id === 'matrix.product_replay')).toMatchObject({ default: false });
});

test('trust root and checkpoint: those of the store', async () => {
  const server = await serve();
  const trust = await server.ask('/v1/trust-root');
  const root = readTrustRoot(parse(new Uint8Array(await trust.arrayBuffer())).value, verifyNode);
  expect(root.content.version).toBe(1);
  const { store } = (await testService()).forTenant('');
  const checkpoint = await server.ask('/v1/log/checkpoint');
  expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await checkpoint.text()).toBe(await store.checkpoint());
});

test('HEAD answers as GET does, without content', async () => {
  const response = await (await serve()).ask('/v1/contracts', { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
});

test.each([
  [listContracts, '/v1/contracts'],
  [showContract, '/v1/contracts/value-type/matrix.integer@1'],
  [listCheckers, '/v1/checkers'],
  [showTrustRoot, '/v1/trust-root'],
  [showCheckpoint, '/v1/log/checkpoint'],
])('$id answers as it says it does', async (operation, path) => {
  expect(await conforming(operation, await (await serve()).ask(path))).toBeTruthy();
});

describe.each(OPERATIONS)('$id', ({ method, path, scope }) => {
  const target = path.replaceAll(/\{[a-z_]+\}/g, '0');
  const init = {
    method: method.toUpperCase(),
    headers: { 'idempotency-key': 'k', 'content-type': 'application/json' },
  };

  test('tells nothing to whoever has no token', async () => {
    const server = await serve();
    const response = await fetch(server.url + target, init);
    expect(response.status).toBe(401);
    expect(await problem(response)).toMatchObject({ code: 'TOKEN_INVALID' });
  });

  test.skipIf(scope === null)('does nothing for a token without its scope', async () => {
    const scopes = SCOPES.filter((other) => other !== scope);
    const server = await serve({
      authenticate: async () => ({ tenant: '0'.repeat(32), token: '0'.repeat(32), scopes, operator: true }),
    });
    expect(await problem(await server.ask(target, init))).toMatchObject({ code: 'SCOPE_MISSING' });
  });
});
