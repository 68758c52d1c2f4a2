import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digestOf } from '../../src/canonical/digest.ts';
import { commandLine } from '../../src/cli/program.ts';
import { assay, folderOf, jsonOf, PAW, put, storedRows, temporaryFolder } from './support.ts';

const paw = (name: string): string => join(PAW, name);

describe('certify', () => {
  test.each([
    ['handoff.json', [], 4, 'conditional'],
    ['handoff.json', ['--discharge'], 0, 'certified'],
    ['handoff-replay.json', [], 0, 'certified'],
    ['handoff-changed.json', [], 1, 'rejected'],
    ['handoff-swapped.json', ['--discharge'], 1, 'rejected'],
  ] as const)('%s %j ends with %i', async (file, options, exit, says) => {
    const folder = temporaryFolder();
    const data = join(folder, 'data');
    const out = join(folder, 'out.json');
    put(out, 'here before');
    const argv = ['certify', paw(file), ...options, '--data', data, '--out', out];
    const text = await assay(argv);
    expect(text.exit).toBe(exit);
    expect(text.out).toContain(says);
    expect(text.err).toBe('checking matrix.product@1 …\n');
    if (exit === 1) expect(readFileSync(out, 'utf8')).toBe('here before');
    const json = await assay([...argv, '--json']);
    expect(json).toMatchObject({ exit, err: '' });
    expect(jsonOf(json)).toMatchObject(
      exit === 1
        ? { verdict: 'REJECTED', code: 'CHECKER_REJECTED', at: expect.stringContaining('/roles/product/') }
        : { verdict: 'ACCEPTED', status: says, bundle: out },
    );
    expect(readdirSync(folder).sort()).toEqual(['data', 'out.json']);
  });

  test('what the checker does not take on is inconclusive: exit 3', async () => {
    const number = (value: string) => ({ document: { type: 'number.integer@1', value: { value } } });
    const roles = {
      a: number(`1${'0'.repeat(1_100_000)}`),
      b: number('0'),
      bezout: { document: { type: 'number.bezout@1', value: { gcd: '1', x: '1', y: '1' } } },
    };
    const folder = folderOf({ 'handoff.json': { handoff: '1', claim: 'number.gcd@1', roles } });
    const argv = ['certify', join(folder, 'handoff.json'), '--data', join(folder, 'data'), '--json'];
    const ran = await assay(argv);
    expect(ran.exit).toBe(3);
    expect(jsonOf(ran)).toMatchObject({ verdict: 'INCONCLUSIVE', code: 'CHECKER_UNSUPPORTED' });
  });

  test('without --out the bundle lies in the data folder under the digest of what was signed', async () => {
    const data = join(temporaryFolder(), 'data');
    const ran = await assay(['certify', paw('handoff-replay.json'), '--data', data, '--json']);
    const { bundle, certificate } = jsonOf(ran);
    expect(bundle).toBe(join(data, `${certificate.payload.slice('sha256:'.length)}.assay.json`));
    expect(await assay(['check', bundle, '--data', data])).toMatchObject({ exit: 0 });
  });

  test('an --out that cannot be written is said, and the certificate is kept', async () => {
    const folder = temporaryFolder();
    const data = join(folder, 'data');
    for (const out of [join(folder, 'no', 'such', 'folder.json'), folder]) {
      const ran = await assay(['certify', paw('handoff-replay.json'), '--data', data, '--out', out]);
      expect(ran).toMatchObject({ exit: 2, out: '' });
      expect(ran.err).toMatch(/error OUTPUT_UNWRITABLE: /);
    }
    expect(readdirSync(folder)).toEqual(['data']);
    expect(storedRows(data)).toBeGreaterThan(0);
  });

  test('a refusal is recorded, and keeps none of the values', async () => {
    const data = join(temporaryFolder(), 'data');
    await assay(['certify', paw('handoff-changed.json'), '--data', data]);
    expect(storedRows(data)).toBe(1);
  });
});

describe('digest and normalize', () => {
  test.each(['D.json', 'G.json', 'DDt.json'])('of %s agree, byte for byte', async (file) => {
    const { out } = await assay(['normalize', paw(file)]);
    const [row] = jsonOf(await assay(['digest', paw(file), '--json']));
    expect(row).toMatchObject({
      digest: digestOf(Buffer.from(out)),
      size: Buffer.byteLength(out),
      type: 'matrix.integer@1',
    });
    const folder = folderOf({ 'canonical.json': out });
    const again = join(folder, 'canonical.json');
    expect((await assay(['normalize', again])).out).toBe(out);
    expect((await assay(['digest', again])).out).toBe(`${row.digest}  ${again}\n`);
  });

  test('spacing, order of members and escapes make no difference; a value does', async () => {
    const document = JSON.parse(readFileSync(paw('D.json'), 'utf8'));
    const folder = folderOf({
      'compact.json': document,
      'turned.json': { value: document.value, type: document.type },
      'escaped.json': JSON.stringify(document).replace('matrix', '\\u006datrix'),
      'other.json': { ...document, type: 'matrix.rational@1' },
    });
    const digests = [];
    for (const file of readdirSync(folder).sort()) {
      digests.push(jsonOf(await assay(['digest', join(folder, file), '--json']))[0].digest);
    }
    const [compact, escaped, other, turned] = digests;
    expect(new Set([compact, escaped, turned])).toHaveLength(1);
    expect(other).not.toBe(compact);
  });
});

describe('commands that only look', () => {
  const looking: readonly (readonly [exit: number, argv: readonly string[]])[] = [
    [0, ['contracts', 'list']],
    [0, ['contracts', 'show', 'matrix.product@1']],
    [0, ['contracts', 'show', 'MATRIX_TRANSPOSE']],
    [0, ['contracts', 'show', 'matrix.integer@1']],
    [0, ['contracts', 'show', 'matrix.multiply@1']],
    [2, ['contracts', 'show', 'matrix.product']],
    [0, ['checkers', 'list']],
    [0, ['checkers', 'show', 'matrix.product']],
    [2, ['checkers', 'show', 'matrix.oracle']],
    [2, ['keys', 'show']],
    [2, ['trust', 'show']],
    [1, ['trust', 'show', '--trust', 'missing.json']],
    [0, ['digest', paw('D.json')]],
    [0, ['normalize', paw('D.json')]],
    [1, ['check', paw('D.json')]],
    [1, ['match', paw('handoff.json'), paw('D.json')]],
  ];

  test.each(looking)('exit %i: assay %j; it makes nothing', async (exit, argv) => {
    const data = join(temporaryFolder(), 'data');
    const withData = argv[0] !== 'contracts' && argv[0] !== 'digest' && argv[0] !== 'normalize';
    const ran = await assay(withData ? [...argv, '--data', data] : argv, { ASSAY_DATA: data });
    expect(ran.exit).toBe(exit);
    expect(ran.err === '').toBe(exit === 0);
    expect(existsSync(data)).toBe(false);
  });

  test('what they say of a data folder, as text and as JSON; and they leave it as it is', async () => {
    const data = join(temporaryFolder(), 'data');
    await assay(['certify', paw('handoff.json'), '--data', data]);
    const before = contentOf(data);
    const keys = jsonOf(await assay(['keys', 'show', '--data', data, '--json']));
    expect(keys.map(({ role }: { role: string }) => role).sort()).toEqual(['certificate', 'log', 'root']);
    expect(JSON.stringify(keys)).not.toContain('PRIVATE');
    const { out } = await assay(['keys', 'show', '--data', data]);
    for (const { keyid } of keys) expect(out).toContain(keyid);

    const trust = jsonOf(await assay(['trust', 'show', '--data', data, '--json']));
    expect(trust).toMatchObject({ version: 1, index: 0, expires: null });
    expect(
      jsonOf(await assay(['trust', 'show', '--trust', join(data, 'assay-trust.json'), '--json'])),
    ).toEqual(trust);

    const checkers = jsonOf(await assay(['checkers', 'list', '--data', data, '--json']));
    expect(trust.authorisations).toHaveLength(checkers.length);
    for (const { id, identity, permission } of checkers) {
      expect(permission).toBe(id === 'matrix.product_replay' ? 'authorised' : 'authorised, default');
      expect((await assay(['checkers', 'show', identity, '--data', data])).out).toContain(permission);
    }
    expect(contentOf(data)).toEqual(before);
  });
});

describe('checkers authorise', () => {
  test('signs and logs the next trust root once; what holds already changes nothing', async () => {
    const data = join(temporaryFolder(), 'data');
    const authorise = (...argv: string[]) =>
      assay(['checkers', 'authorise', ...argv, '--data', data, '--json']);
    expect(jsonOf(await authorise('--builtin', '--default'))).toEqual({
      changed: false,
      version: 1,
      log_index: null,
    });
    expect(jsonOf(await authorise('matrix.product_replay', '--default'))).toEqual({
      changed: true,
      version: 2,
      log_index: 1,
    });
    expect(jsonOf(await authorise('matrix.product_replay'))).toEqual({
      changed: false,
      version: 2,
      log_index: null,
    });
    const ran = await assay(['certify', paw('handoff.json'), '--data', data, '--json']);
    expect(jsonOf(ran)).toMatchObject({ status: 'certified', checker: { id: 'matrix.product_replay' } });
    expect(JSON.parse(readFileSync(join(data, 'assay-trust.json'), 'utf8'))).toHaveProperty('payload');
  });

  test.each([
    [[]],
    [['matrix.product', '--builtin']],
    [['matrix.oracle']],
    [['matrix.product', 'matrix.gram']],
  ])('%j is exit 2, and makes no data folder', async (argv) => {
    const data = join(temporaryFolder(), 'data');
    const ran = await assay(['checkers', 'authorise', ...argv, '--data', data]);
    expect(ran).toMatchObject({ exit: 2, out: '' });
    expect(ran.err).toMatch(/^error [A-Z_]+: [^\n]+\n$/);
    expect(existsSync(data)).toBe(false);
  });
});

describe('words that are no command', () => {
  test.each([
    [['nosuch']],
    [['certify']],
    [['certify', 'a', 'b']],
    [['certify', 'a', '--nosuch']],
    [['certify', 'a', '--out']],
    [['certify', paw('handoff.json'), '--documents', 'some']],
    [['check']],
    [['match', 'a']],
    [['normalize', 'a', 'b']],
    [['contracts', 'nosuch']],
    [['chek', '--json']],
  ])('%j: one line on stderr, exit 2', async (argv) => {
    const ran = await assay(argv);
    expect(ran.exit).toBe(2);
    expect(ran.err).toMatch(/^error USAGE: [^\n]+\n$/);
    if (argv.includes('--json')) expect(jsonOf(ran)).toMatchObject({ error: { code: 'USAGE' } });
    else expect(ran.out).toBe('');
  });

  test('an empty name of a data folder, as an unset variable gives it, is no folder', async () => {
    const folder = temporaryFolder();
    const here = process.cwd();
    try {
      process.chdir(folder);
      for (const argv of [
        ['certify', paw('handoff.json')],
        ['checkers', 'authorise', '--builtin'],
        ['keys', 'show'],
        ['check', 'x'],
      ]) {
        const ran = await assay([...argv, '--data', '']);
        expect(ran).toMatchObject({ exit: 2, out: '' });
        expect(ran.err).toMatch(/^error USAGE: --data [^\n]+\n$/);
      }
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      process.chdir(here);
    }
  });

  test('nothing at all shows what there is, and is exit 2', async () => {
    for (const argv of [[], ['contracts'], ['checkers']]) {
      const ran = await assay(argv);
      expect(ran.exit).toBe(2);
      expect(ran.err).toContain('Usage: assay');
    }
  });
});

/** Every command with its own help, as the program itself declares them. */
function commandNames(): string[][] {
  const walk = (command: ReturnType<typeof commandLine>, path: readonly string[]): string[][] =>
    command.commands.length === 0
      ? [[...path]]
      : command.commands.flatMap((child) => walk(child, [...path, child.name()]));
  return walk(
    commandLine(async () => {}, { out: () => {}, err: () => {} }),
    [],
  );
}

/** A command line as typed, in a folder where what the examples name is there. */
const EXAMPLE = /^ {2}\$ assay (.+)$/gm;

describe('--help', () => {
  test.each(commandNames())('of %s %s', async (...name) => {
    const ran = await assay([...name.filter((word) => word !== undefined), '--help']);
    expect(ran).toMatchObject({ exit: 0, err: '' });
    expect(ran.out).toMatch(EXAMPLE);
  });

  test('every example runs as it stands', { timeout: 120_000 }, async () => {
    const folder = folderOf({});
    for (const file of ['handoff.json', 'D.json', 'G.json'])
      writeFileSync(join(folder, file), readFileSync(paw(file)));
    writeFileSync(join(folder, 'answer.json'), readFileSync(paw('handoff.json')));
    const samples = { 'F.cnf': 'four.cnf', 'F.lrat': 'four.lrat', 'A.mtx': 'difference.mtx' };
    for (const [name, sample] of Object.entries(samples))
      writeFileSync(join(folder, name), readFileSync(join(PAW, '../files', sample)));
    for (const part of ['contracts', 'checkers/sequence/sorted'])
      cpSync(join(PAW, '../../examples/sorting', part), join(folder, 'my', part), { recursive: true });
    const here = process.cwd();
    try {
      process.chdir(folder);
      await assay(['certify', 'handoff.json', '--discharge', '--out', 'g.assay.json']);
      writeFileSync('assay-trust.json', readFileSync('.assay/assay-trust.json'));
      for (const name of commandNames()) {
        // Runs until it is told to end: test/http/serve.slow.test.ts does that.
        if (name[0] === 'serve') continue;
        const { out } = await assay([...name, '--help']);
        for (const [, line = ''] of out.matchAll(EXAMPLE)) {
          const { exit, err } = await assay(line.replace(/ > .*/, '').split(' '));
          expect({
            line,
            err: err.replace(/^(checking|testing) .*\n/gm, ''),
            fine: exit === 0 || exit === 4,
          }).toEqual({
            line,
            err: '',
            fine: true,
          });
        }
      }
    } finally {
      process.chdir(here);
    }
  });

  test('--version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await assay(['--version'])).toEqual({ exit: 0, out: `${version}\n`, err: '' });
  });
});

function contentOf(folder: string): Record<string, number> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, statSync(join(folder, name)).mtimeMs]),
  );
}
