import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedCommand } from '../published.ts';
import { requireWhole, start } from './processes.ts';
import { assay, BIN, jsonOf, PAW, put, temporaryFolder } from './support.ts';

const HANDOFF = join(PAW, 'handoff.json');

/** Processes are slow to start where many run at once; nothing here is a matter of time. */
const SLOW = { timeout: 180_000 };

test(
  'three processes on one new folder at once: every bundle checks, and there is one log',
  SLOW,
  async () => {
    const folder = temporaryFolder();
    const data = join(folder, 'data');
    const outs = ['one', 'two', 'three'].map((name) => join(folder, `${name}.json`));
    const runs = outs.map((out) =>
      start(['certify', HANDOFF, '--discharge', '--data', data, '--out', out, '--json']),
    );
    const ended = await Promise.all(runs.map((run) => run.ended));
    expect(ended.map(({ code, err }) => ({ code, err }))).toEqual(outs.map(() => ({ code: 0, err: '' })));
    const ran = await assay(['check', ...outs, '--data', data, '--json']);
    expect(ran.exit).toBe(0);
    const entries = jsonOf(ran).bundles.map(({ log_index }: { log_index: number }) => log_index);
    expect(new Set(entries).size).toBe(outs.length);
    expect(await requireWhole(data)).toBe(1 + 2 * outs.length);
  },
);

describe('the process', SLOW, () => {
  test('ends with the verdict, also when nobody reads what it prints', async () => {
    const folder = temporaryFolder();
    const { child, ended } = start(['certify', HANDOFF, '--data', join(folder, 'data')]);
    child.stdout?.destroy();
    expect(await ended).toMatchObject({ code: 4, err: expect.not.stringContaining('EPIPE') });
  });

  test.skipIf(!existsSync('/dev/full'))('says that what it prints cannot be written: exit 2', () => {
    const { status, stderr } = spawnSync(process.execPath, [BIN, 'normalize', join(PAW, 'D.json')], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^error OUTPUT_UNWRITABLE: [^\n]+\n$/),
    });
  });

  const old = olderNode();
  test.skipIf(old === undefined)('under an older Node.js says one clear line: exit 2', async () => {
    const { code, out, err } = await start(['check', 'x'], { node: old ?? '' }).ended;
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^assay needs Node\.js 22\.12 or newer, and this is [0-9.]+: [^\n]+\n$/);
  });
});

// Real file systems that are full or read-only, mounted where only the child process sees them.
const NAMESPACE = ['-Urm', 'sh', '-ec'];
const canMount = spawnSync('unshare', [...NAMESPACE, 'mount -t tmpfs tmpfs /mnt']).status === 0;

describe.skipIf(!canMount)('a disk (skipped where this user cannot mount one)', SLOW, () => {
  /** Runs `script` in /mnt, a file system of this size; `$NODE $BIN` is the program and `$HANDOFF` a handoff. */
  function runOn(size: string, script: string) {
    const env = {
      PATH: process.env.PATH,
      NODE: process.execPath,
      BIN: publishedCommand(),
      HANDOFF,
      FOLDER: temporaryFolder(),
    };
    return spawnSync(
      'unshare',
      [...NAMESPACE, `mount -t tmpfs -o size=${size} tmpfs /mnt; cd /mnt; ${script}`],
      { encoding: 'utf8', env },
    );
  }

  test('that is full: one line, exit 2, nothing acknowledged, and what was there stays', () => {
    const { status, stdout, stderr } = runOn(
      '256k',
      'echo before > out; dd if=/dev/zero of=ballast bs=1k count=180 2>/dev/null; "$NODE" "$BIN" certify "$HANDOFF" --data data --out out --json || { cat out; exit 2; }',
    );
    expect({ status, stdout }).toEqual({
      status: 2,
      stdout: expect.stringMatching(/"STORE_FULL"[\s\S]*before\n$/),
    });
    expect(stderr).toMatch(/^error STORE_FULL: [^\n]+\n$/);
  });

  test('too small for the bundle: said, and the file that was there stays', () => {
    const { status, stdout, stderr } = runOn(
      '8k',
      'echo before > out; dd if=/dev/zero of=ballast bs=4k count=1 2>/dev/null; "$NODE" "$BIN" certify "$HANDOFF" --data "$FOLDER/data" --out out || { cat out; ls; exit 2; }',
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: 'before\nballast\nout\n' });
    expect(stderr).toMatch(/\nerror OUTPUT_UNWRITABLE: [^\n]+\n$/);
  });

  test('that is read-only: one line, exit 2; a check needs to write nothing', () => {
    const { status, stderr, stdout } = runOn(
      '4m',
      '"$NODE" "$BIN" certify "$HANDOFF" --data data --out out 2>/dev/null >/dev/null || true; mount -o remount,ro /mnt; "$NODE" "$BIN" check out --trust data/assay-trust.json >/dev/null || echo $?; exec "$NODE" "$BIN" certify "$HANDOFF" --data data',
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: '4\n' });
    expect(stderr).toMatch(/^error STORE_READ_ONLY: [^\n]+\n$/);
  });
});

describe('a database that cannot be used: one line, exit 2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-intact-'));
  const intact = join(folder, 'data');
  beforeAll(async () => {
    expect(await assay(['certify', HANDOFF, '--data', intact])).toMatchObject({ exit: 4 });
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const damages: readonly [name: string, code: string, damage: (database: string) => void][] = [
    ['garbage', 'STORE_CORRUPT', (database) => put(database, Buffer.alloc(8192, 0xa5))],
    ['cut off', 'STORE_CORRUPT', (database) => put(database, readFileSync(database).subarray(0, 5000))],
    ['of another program', 'STORE_CORRUPT', (database) => put(database, otherDatabase())],
    [
      'of a later version',
      'STORE_NEWER',
      // The user version of a database file: four bytes at offset 60 of its header.
      (database) => {
        const bytes = readFileSync(database);
        bytes.writeUInt32BE(99, 60);
        put(database, bytes);
      },
    ],
  ];

  test.each(damages)('%s', async (_, code, damage) => {
    const data = join(temporaryFolder(), 'data');
    cpSync(intact, data, { recursive: true });
    damage(join(data, 'assay.sqlite'));
    const before = readFileSync(join(data, 'assay.sqlite'));
    for (const argv of [
      ['certify', HANDOFF],
      ['checkers', 'authorise', '--builtin'],
      ['keys', 'show'],
    ]) {
      const ran = await assay([...argv, '--data', data]);
      expect(ran).toMatchObject({ exit: 2, out: '' });
      expect(ran.err).toMatch(new RegExp(`^error ${code}: [^\n]*${data}[^\n]*\n$`));
    }
    // Behind the header, in which SQLite itself notes how a database is journalled.
    const after = readFileSync(join(data, 'assay.sqlite'));
    expect(after.subarray(100).equals(before.subarray(100))).toBe(true);
  });

  test('a data folder that is a file', async () => {
    const data = join(temporaryFolder(), 'data');
    put(data, 'not a folder');
    const ran = await assay(['certify', HANDOFF, '--data', data]);
    expect(ran).toMatchObject({ exit: 2, out: '' });
    expect(ran.err).toMatch(/^error STORE_UNAVAILABLE: [^\n]+\n$/);
  });

  test('a private key that others may read, or that is another one', async () => {
    const data = join(temporaryFolder(), 'data');
    cpSync(intact, data, { recursive: true });
    execFileSync('chmod', ['644', join(data, 'keys', 'certificate.pem')]);
    const ran = await assay(['certify', HANDOFF, '--data', data]);
    expect(ran).toMatchObject({ exit: 2, out: '' });
    expect(ran.err).toMatch(/^error KEY_UNUSABLE: [^\n]+\n$/);
    expect(await assay(['keys', 'show', '--data', data])).toMatchObject({ exit: 0 });
  });
});

function otherDatabase(): Uint8Array {
  const file = join(temporaryFolder(), 'other.sqlite');
  const script = `import Sqlite from 'better-sqlite3'; new Sqlite(${JSON.stringify(file)}).exec('CREATE TABLE birds (name)');`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script]);
  return readFileSync(file);
}

/** A Node.js on this host that is older than the program needs. */
function olderNode(): string | undefined {
  const { stdout } = spawnSync('which', ['-a', 'node'], { encoding: 'utf8' });
  return stdout.split('\n').find((node) => {
    if (node === '') return false;
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout;
    const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
    return major < 22 || (major === 22 && minor < 12);
  });
}
