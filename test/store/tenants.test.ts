import { expect, test } from 'vitest';
import { openFolder } from '../../src/store/folder.ts';
import { asked, genesis, hex, minute, openTestFolder, session, tenant, token } from './support.ts';

const PAGE = { before: null, limit: 10 };

test('the operator is a tenant from the beginning', async () => {
  const { store } = await openTestFolder();
  const { items, next } = await store.tenants.tenants(PAGE);
  expect(items).toMatchObject([{ id: store.tenant, name: 'operator', revokedAt: null }]);
  expect(next).toBeNull();
  expect(await store.tenants.tenant(store.tenant)).toEqual(items[0]);
});

test('tenants and tokens are given back as they were added, also after a restart', async () => {
  const { path, store } = await openTestFolder();
  const owner = tenant('owner');
  const every = token('every', owner);
  const some = { ...token('some', owner), scopes: ['audit'], expiresAt: minute(60) } as const;
  expect(await store.tenants.addTenant(owner)).toEqual(owner);
  expect(await store.tenants.addToken(every)).toEqual(every);
  await store.tenants.addToken(some);
  await store.close();
  const { store: again } = await openTestFolder(path);
  expect(await again.tenants.tenant(owner.id)).toEqual(owner);
  expect(await again.tenants.token(every.id)).toEqual(every);
  expect((await again.forTenant(owner.id).tenants.tokens(PAGE)).items).toEqual([some, every]);
  expect((await again.tenants.tokens(PAGE)).items).toEqual([]);
});

test('of a token’s secret no more than the hash is kept, and of another length none', async () => {
  const { store } = await openTestFolder();
  const short = { ...token('short', { id: store.tenant }), hash: new Uint8Array(31) };
  await expect(store.tenants.addToken(short)).rejects.toThrow();
  expect(await store.tenants.token(short.id)).toBeNull();
});

test('ids are never given twice, nor tokens to nobody', async () => {
  const { store } = await openTestFolder();
  const owner = tenant('owner');
  await store.tenants.addTenant(owner);
  await expect(store.tenants.addTenant({ ...owner, name: 'other' })).rejects.toThrow();
  expect(await store.tenants.tenant(owner.id)).toEqual(owner);
  const given = token('given', owner);
  await store.tenants.addToken(given);
  await expect(store.tenants.addToken({ ...given, scopes: ['admin'] })).rejects.toThrow();
  expect(await store.tenants.token(given.id)).toEqual(given);
  await expect(store.tenants.addToken(token('orphan', tenant('nobody')))).rejects.toThrow();
  const nowhere = store.forTenant(tenant('nobody').id).sessions;
  await expect(nowhere.openSession(session('nowhere'))).rejects.toThrow();
});

test('what is revoked stays revoked, since when it was', async () => {
  const { store } = await openTestFolder();
  const owner = tenant('owner');
  const given = token('given', owner);
  await store.tenants.addTenant(owner);
  await store.tenants.addToken(given);
  const own = store.forTenant(owner.id).tenants;
  for (const at of [minute(1), minute(2)]) {
    expect(await own.revokeToken(given.id, at)).toEqual({ ...given, revokedAt: minute(1) });
    expect(await own.revokeTenant(owner.id, at)).toEqual({ ...owner, revokedAt: minute(1) });
  }
  expect(await store.tenants.revokeTenant(hex('nobody'), minute(1))).toBeNull();
  expect(await own.revokeToken(hex('nothing'), minute(1))).toBeNull();
});

test('a secret is made once, by whoever is first', async () => {
  const { path, store } = await openTestFolder();
  const { store: second } = await openFolder(path, { genesis });
  let made = 0;
  const make = () => new Uint8Array(32).fill(++made);
  const first = await store.tenants.secret('cursors', make);
  expect(first).toEqual(new Uint8Array(32).fill(1));
  const given = await Promise.all(
    [store, second, store.forTenant(hex('any')), second].map(({ tenants }) =>
      tenants.secret('cursors', make),
    ),
  );
  for (const each of given) expect(each).toEqual(first);
  expect(made).toBe(1);
  expect(await second.tenants.secret('handles', make)).toEqual(new Uint8Array(32).fill(2));
  await second.close();
});

test('two connections that ask for a secret at once get the same one', async () => {
  const { path, store } = await openTestFolder();
  const { store: second } = await openFolder(path, { genesis });
  const [one, two] = await Promise.all([
    store.tenants.secret('x', () => new Uint8Array(32).fill(1)),
    second.tenants.secret('x', () => new Uint8Array(32).fill(2)),
  ]);
  expect(one).toEqual(two);
  await second.close();
});

test('a secret of another length is not kept', async () => {
  const { store } = await openTestFolder();
  await expect(store.tenants.secret('x', () => new Uint8Array(16))).rejects.toThrow();
  expect(await store.tenants.secret('x', () => new Uint8Array(32))).toEqual(new Uint8Array(32));
});

test('the store of another tenant shares the connection and does not close it', async () => {
  const { store } = await openTestFolder();
  const other = store.forTenant(hex('other'));
  expect(other.tenant).toBe(hex('other'));
  expect(store.forTenant(store.tenant)).toBe(store);
  expect(other.forTenant(store.tenant).tenant).toBe(store.tenant);
  await expect(other.close()).rejects.toThrow('opened');
  await store.sessions.openSession(session('after'), asked('after'));
});
