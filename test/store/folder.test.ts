import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import { generateKeyPair, verifyNode } from '../../src/keys/ed25519.ts';
import { databaseFile } from '../../src/store/files.ts';
import { type DataFolder, openFolder, openFolderReadOnly } from '../../src/store/folder.ts';
import { keyFile } from '../../src/store/keys.ts';
import {
  admitAll,
  bytesOf,
  certificate,
  genesis,
  nextTrustRoot,
  openTestFolder,
  temporaryFolder,
  verification,
} from './support.ts';

const ROLES = ['root', 'certificate', 'log'] as const;

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

async function failure(opening: Promise<unknown>): Promise<AssayError> {
  const error = await opening.then(
    () => undefined,
    (reason) => reason,
  );
  if (error instanceof AssayError) return error;
  throw new Error('expected an AssayError', { cause: error });
}

/** A data folder with a certificate in it, closed. */
async function closedFolder(): Promise<string> {
  const { path, store } = await openTestFolder();
  const record = verification('a');
  await store.commitVerification(record, certificate(record), admitAll);
  await store.close();
  return path;
}

describe('first use', () => {
  test('makes a private folder, three private keys, and the trust root beside the database', async () => {
    const path = join(temporaryFolder(), 'not', 'there');
    const { store, publicKeys, signer } = await openTestFolder(path);
    expect(modeOf(path)).toBe(0o700);
    expect(modeOf(join(path, 'keys'))).toBe(0o700);
    for (const role of ROLES) {
      expect(modeOf(keyFile(path, role))).toBe(0o600);
      const message = bytesOf(role);
      expect(verifyNode(publicKeys[role], message, signer(role).sign(message))).toBe(true);
    }
    expect(store.tenant).toMatch(/^[0-9a-f]{32}$/);
    expect(store.origin).toMatch(/^assay\.local\/[0-9a-f]{32}$/);
    expect(readFileSync(join(path, 'assay-trust.json'))).toEqual(
      Buffer.from((await store.trustRoot()).envelope),
    );
    await store.close();
    expect(readdirSync(path).toSorted()).toEqual(['assay-trust.json', 'assay.sqlite', 'keys']);
    expect(readdirSync(join(path, 'keys')).toSorted()).toEqual(['certificate.pem', 'log.pem', 'root.pem']);
  });

  test('hands the genesis its log, tenant and signers, and logs what it gives', async () => {
    const path = join(temporaryFolder(), 'data');
    const { store, publicKeys } = await openFolder(path, {
      genesis: (given) => {
        expect(given.serial).toMatch(/^[0-9a-f]{32}$/);
        expect(ROLES.map((role) => given.signers[role].publicKey.length)).toEqual([32, 32, 32]);
        return { ...genesis(given), envelope: bytesOf(JSON.stringify([given.tenant, given.origin])) };
      },
    });
    const { envelope } = await store.trustRoot();
    expect(envelope).toEqual(bytesOf(JSON.stringify([store.tenant, store.origin])));
    expect(Object.keys(publicKeys).toSorted()).toEqual(['certificate', 'log', 'root']);
    await store.close();
  });

  test('a genesis that throws leaves no store, and the next one makes it', async () => {
    const path = join(temporaryFolder(), 'data');
    const broken = openFolder(path, {
      genesis: () => {
        throw new Error('broken contracts');
      },
    });
    await expect(broken).rejects.toThrow('broken contracts');
    await expect(openFolderReadOnly(path)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    const keys = ROLES.map((role) => readFileSync(keyFile(path, role), 'utf8'));
    const { store } = await openTestFolder(path);
    expect(await store.trustRoot()).toMatchObject({ version: 1, logIndex: 0 });
    expect(ROLES.map((role) => readFileSync(keyFile(path, role), 'utf8'))).toEqual(keys);
  });

  test('is the same instance whenever it is opened again', async () => {
    const { path, store, publicKeys } = await openTestFolder();
    const { store: second, publicKeys: keys } = await openTestFolder(path);
    expect([second.tenant, second.origin, keys]).toEqual([store.tenant, store.origin, publicKeys]);
  });

  test('two instances share nothing', async () => {
    const [one, two] = [await openTestFolder(), await openTestFolder()];
    expect(one.store.tenant).not.toBe(two.store.tenant);
    expect(one.store.origin).not.toBe(two.store.origin);
    for (const role of ROLES) expect(one.publicKeys[role]).not.toEqual(two.publicKeys[role]);
  });

  test('is not in the way of a path that is a file', async () => {
    const path = join(temporaryFolder(), 'file');
    writeFileSync(path, 'x');
    expect(await failure(openFolder(path, { genesis }))).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      at: path,
    });
  });
});

describe('a read-only folder', () => {
  test.each(['missing', 'empty'])('makes nothing where it is %s', async (state) => {
    const parent = temporaryFolder();
    const path = join(parent, 'data');
    if (state === 'empty') mkdirSync(path);
    const error = await failure(openFolderReadOnly(path));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', at: path });
    expect(error.next).toContain('--data');
    expect(readdirSync(parent, { recursive: true })).toEqual(state === 'empty' ? ['data'] : []);
  });

  test('leaves the folder as it was, needs no key file, and cannot write', async () => {
    const path = await closedFolder();
    rmSync(join(path, 'keys'), { recursive: true });
    rmSync(join(path, 'assay-trust.json'));
    const before = readdirSync(path, { recursive: true });
    const { store, publicKeys } = await openFolderReadOnly(path);
    expect(await store.trustRoot()).toMatchObject({ version: 1 });
    expect(publicKeys.log).toHaveLength(32);
    expect(store).not.toHaveProperty('commitVerification');
    await store.close();
    expect(readdirSync(path, { recursive: true })).toEqual(before);
  });
});

describe('a key file', () => {
  const damage: readonly [string, (path: string) => void][] = [
    ['is missing', (path) => rmSync(path)],
    ['can be read by the group', (path) => chmodSync(path, 0o640)],
    ['can be read by all', (path) => chmodSync(path, 0o604)],
    ['is another key', (path) => writeFileSync(path, generateKeyPair().privateKey)],
    ['is empty', (path) => writeFileSync(path, '')],
    ['is no key', (path) => writeFileSync(path, 'secret')],
    ['is huge', (path) => writeFileSync(path, 'x'.repeat(100_000))],
  ];
  test.each(damage)('that %s is refused, and told apart by its name only', async (_, change) => {
    const { path, signer, store } = await openTestFolder();
    await store.close();
    for (const role of ['root', 'certificate'] as const) {
      change(keyFile(path, role));
      const error = await failure(Promise.resolve().then(() => signer(role)));
      expect(error).toMatchObject({ code: 'KEY_UNUSABLE', at: keyFile(path, role) });
      expect(error.next).toBeDefined();
      expect(error.message).not.toContain('secret');
    }
    // Only the log's key is needed by every writer.
    await (await openFolder(path, { genesis })).store.close();
    change(keyFile(path, 'log'));
    expect(await failure(openFolder(path, { genesis }))).toMatchObject({ code: 'KEY_UNUSABLE' });
    await (await openFolderReadOnly(path)).store.close();
  });
});

describe('assay-trust.json', () => {
  const read = (folder: DataFolder) => readFileSync(join(folder.path, 'assay-trust.json'));

  test('is the newest trust root as soon as that is published', async () => {
    const folder = await openTestFolder();
    const { envelope } = await folder.store.publishTrustRoot(nextTrustRoot);
    expect(read(folder)).toEqual(Buffer.from(envelope));
  });

  test.each(['missing', 'older'])('is written again where it is %s', async (state) => {
    const folder = await openTestFolder();
    const file = join(folder.path, 'assay-trust.json');
    const first = read(folder);
    const { envelope } = await folder.store.publishTrustRoot(nextTrustRoot);
    await folder.store.close();
    if (state === 'missing') rmSync(file);
    else writeFileSync(file, first);
    await openTestFolder(folder.path);
    expect(read(folder)).toEqual(Buffer.from(envelope));
  });

  test('that this store did not publish is neither used nor overwritten', async () => {
    const path = await closedFolder();
    const file = join(path, 'assay-trust.json');
    writeFileSync(file, '{"version":9}');
    expect(await failure(openFolder(path, { genesis }))).toMatchObject({ code: 'STORE_CORRUPT', at: file });
    expect(readFileSync(file, 'utf8')).toBe('{"version":9}');
  });

  test('is published although it cannot be written, and that is said', async () => {
    const folder = await openTestFolder();
    const file = join(folder.path, 'assay-trust.json');
    rmSync(file);
    mkdirSync(file);
    await expect(folder.store.publishTrustRoot(nextTrustRoot)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('is published'),
      at: file,
    });
    expect(await folder.store.trustRoot()).toMatchObject({ version: 2 });
    rmSync(file, { recursive: true });
    await openTestFolder(folder.path);
    expect(existsSync(file)).toBe(true);
  });
});

describe('a log is never begun twice', () => {
  test.each([
    ['is gone', (file: string) => rmSync(file)],
    ['is empty', (file: string) => writeFileSync(file, '')],
  ])('where the database %s', async (_, lose) => {
    const path = await closedFolder();
    lose(databaseFile(path));
    for (const opening of [openFolder(path, { genesis }), openFolderReadOnly(path)]) {
      const error = await failure(opening);
      expect(error).toMatchObject({ code: 'STORE_CORRUPT', at: path });
      expect(error.next).toContain('backup');
    }
    // Nor with the trust root gone too, as long as the checkpoint is there.
    rmSync(join(path, 'assay-trust.json'));
    expect(await failure(openFolder(path, { genesis }))).toMatchObject({ code: 'STORE_CORRUPT' });
  });

  test('nor continued from an old copy of the database', async () => {
    const path = await closedFolder();
    const copy = join(temporaryFolder(), 'copy.sqlite');
    cpSync(databaseFile(path), copy);
    const { store } = await openTestFolder(path);
    const record = verification('b');
    await store.commitVerification(record, certificate(record), admitAll);
    await store.close();
    cpSync(copy, databaseFile(path));
    expect(await failure(openFolder(path, { genesis }))).toMatchObject({ code: 'STORE_CORRUPT' });
    expect(await failure(openFolderReadOnly(path))).toMatchObject({ code: 'STORE_CORRUPT' });
  });

  test('nor from another instance’s database', async () => {
    const [path, other] = [await closedFolder(), await closedFolder()];
    cpSync(databaseFile(other), databaseFile(path));
    expect(await failure(openFolder(path, { genesis }))).toMatchObject({ code: 'STORE_CORRUPT' });
  });
});
