import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { digestOf } from '../../src/canonical/digest.ts';
import { identityOf } from '../../src/certificate/identity.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { loadCheckers } from '../../src/checking/registry.ts';
import { manifestFor, requestOf } from './support.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-checkers-'));
});
afterEach(() => rm(folder, { recursive: true }));

const PROGRAM = "var checker = { check: () => ({ verdict: 'ACCEPTED' }) };";

async function write(path: string, text: string): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

async function writeChecker(place: string, changes: object = {}, program = PROGRAM): Promise<string> {
  await write(`${place}/check.js`, program);
  return write(`${place}/checker.json`, JSON.stringify({ ...manifestFor(), ...changes }, null, 2));
}

describe('a registry', () => {
  test('finds what the folder holds by identity, id and claim', async () => {
    await writeChecker('a/one', { id: 'a.one', version: '1.9.0' });
    await writeChecker('a/one_next', { id: 'a.one', version: '1.10.0' });
    await writeChecker('b/two', { id: 'b.two', claim: 'other.claim@1' });
    const registry = await loadCheckers(folder);
    expect(registry.list().map(({ manifest }) => `${manifest.id} ${manifest.version}`)).toEqual([
      'a.one 1.10.0',
      'a.one 1.9.0',
      'b.two 1.0.0',
    ]);
    expect(registry.byId('a.one')?.manifest.version).toBe('1.10.0');
    expect(registry.byId('a.three')).toBeUndefined();
    expect(registry.forClaim('other.claim@1').map(({ manifest }) => manifest.id)).toEqual(['b.two']);
    expect(registry.forClaim('third.claim@1')).toEqual([]);
    for (const program of registry.list()) expect(registry.byIdentity(program.identity)).toBe(program);
    expect(registry.byIdentity(`sha256:${'0'.repeat(64)}`)).toBeUndefined();
  });

  test('names a checker by its manifest in canonical form and its program bytes', async () => {
    const identityNow = async () => (await loadCheckers(folder)).byId('test.checker')?.identity;
    await writeChecker('a/one');
    const manifest = canonicalise(manifestFor()).digest;
    const identity = identityOf(manifest, { 'check.js': digestOf(Buffer.from(PROGRAM)) });
    expect(await identityNow()).toBe(identity);
    await write('a/one/checker.json', JSON.stringify(manifestFor()));
    expect(await identityNow()).toBe(identity);
    await writeChecker('a/one', {}, `${PROGRAM}\n`);
    expect(await identityNow()).not.toBe(identity);
    await writeChecker('a/one', { title: 'another title' });
    expect(await identityNow()).not.toBe(identity);
  });

  test('is no other for a file with two names, and another as soon as what they name is', async () => {
    const identityNow = async () => (await loadCheckers(folder)).byId('test.checker')?.identity;
    const file = join(folder, 'a/one/check.js');
    await writeChecker('a/one');
    const identity = await identityNow();

    // As a package manager lays files out that it has in a store.
    const store = await write('store/check.js', PROGRAM);
    await rm(file);
    await link(store, file);
    expect(await identityNow()).toBe(identity);
    await writeFile(store, `${PROGRAM}\n`);
    expect(await identityNow()).not.toBe(identity);
    await writeFile(store, PROGRAM);
    expect(await identityNow()).toBe(identity);

    await rm(file);
    await link(await write('other.js', 'for (;;);'), file);
    expect(await identityNow()).not.toBe(identity);
  });

  test('runs the bytes it hashed, whatever becomes of the files', async () => {
    await writeChecker('a/one');
    const program = (await loadCheckers(folder)).byId('test.checker');
    await writeChecker('a/one', {}, 'for (;;);');
    const pool = new CheckerPool({ size: 1, spares: 0 });
    if (program === undefined) throw new Error('unreachable');
    expect(await pool.run(program, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
    await pool.close();
  });

  test('refuses two checkers of one id and version', async () => {
    await writeChecker('a/one');
    await writeChecker('b/one', {}, `${PROGRAM}\n`);
    await expect(loadCheckers(folder)).rejects.toMatchObject({ code: 'CHECKER_INVALID' });
  });
});

describe('a broken folder', () => {
  test('that is not there', async () => {
    await expect(loadCheckers(join(folder, 'none'))).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });

  test('without a manifest, or without a program it lists', async () => {
    await write('a/one/check.js', PROGRAM);
    await expect(loadCheckers(folder)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      at: join(folder, 'a/one/checker.json'),
    });
    await writeChecker('a/one', { programs: ['other.js'] });
    await expect(loadCheckers(folder)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      at: join(folder, 'a/one/other.js'),
    });
  });

  test.each([
    ['an unknown member', { extra: 1 }, '/extra'],
    ['no id', { id: undefined }, '/id'],
    ['another type', { covers: 'all' }, '/covers'],
    ['an unknown limit', { limits: { ...manifestFor().limits, cores: 1 } }, '/limits/cores'],
    ['no memory limit', { limits: { time_ms: 1, input_bytes: 1 } }, '/limits/memory_mib'],
    ['a negative limit', { limits: { ...manifestFor().limits, time_ms: -1 } }, '/limits/time_ms'],
    ['no programs', { programs: [] }, '/programs'],
    ['a program outside', { programs: ['../two/check.js'] }, '/programs/0'],
    ['a program by an absolute path', { programs: ['/etc/hostname'] }, '/programs/0'],
    ['a version that is none', { version: 'newest' }, '/version'],
    ['a claim without version', { claim: 'test.claim' }, '/claim'],
  ])('with %s in a manifest', async (_, changes, pointer) => {
    const file = await writeChecker('a/one', changes);
    await expect(loadCheckers(folder)).rejects.toMatchObject({
      code: 'CHECKER_INVALID',
      at: `${file}: ${pointer}`,
    });
  });

  test.each(['', '{', '[]', '{"id":"a","id":"a"}'])('with the manifest %j', async (text) => {
    await write('a/one/check.js', PROGRAM);
    const file = await write('a/one/checker.json', text);
    await expect(loadCheckers(folder)).rejects.toMatchObject({
      code: 'CHECKER_INVALID',
      at: expect.stringContaining(file),
    });
  });

  test.each(['check.js', 'checker.json'])('whose %s is a link out of the checker', async (name) => {
    await writeChecker('a/one');
    const outside = await write(
      `outside-${name}`,
      name === 'check.js' ? PROGRAM : JSON.stringify(manifestFor()),
    );
    await rm(join(folder, 'a/one', name));
    await symlink(outside, join(folder, 'a/one', name));
    await expect(loadCheckers(folder)).rejects.toMatchObject({
      code: 'FILE_OUTSIDE_FOLDER',
      at: join(folder, 'a/one', name),
    });
  });
});

describe('a lock', () => {
  test('agrees with what was built, or is an error that says which', async () => {
    await writeChecker('a/one', { id: 'a.one' });
    const identity = (await loadCheckers(folder)).byId('a.one')?.identity;
    const lock = await write('identities.json', JSON.stringify({ 'a.one': identity }));
    expect((await loadCheckers(folder, { lock })).list()).toHaveLength(1);

    await writeChecker('a/one', { id: 'a.one' }, `${PROGRAM}\n`);
    await expect(loadCheckers(folder, { lock })).rejects.toMatchObject({
      code: 'CHECKER_INVALID',
      at: `${lock}: /a.one`,
      next: expect.stringContaining('rebuild'),
    });
    await writeChecker('a/one', { id: 'a.one' });
    await write('identities.json', JSON.stringify({ 'a.one': identity, 'a.two': identity }));
    await expect(loadCheckers(folder, { lock })).rejects.toMatchObject({ at: `${lock}: /a.two` });
    await write('identities.json', '{}');
    await expect(loadCheckers(folder, { lock })).rejects.toMatchObject({ at: `${lock}: /a.one` });
    await write('identities.json', '[]');
    await expect(loadCheckers(folder, { lock })).rejects.toMatchObject({ code: 'CHECKER_INVALID' });
    await rm(lock);
    await expect(loadCheckers(folder, { lock })).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});

test('an identity is that of JCS {manifest, programs}', () => {
  const [a, b] = [`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`] as const;
  const text = `{"manifest":"${a}","programs":{"a.js":"${b}","b.js":"${a}"}}`;
  expect(identityOf(a, { 'b.js': a, 'a.js': b })).toBe(digestOf(Buffer.from(text)));
});
