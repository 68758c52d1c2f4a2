import {
  cpSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { openAssay } from '../../src/index.ts';
import { assay, jsonOf, type Ran, temporaryFolder } from './support.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/sorting/', import.meta.url));
const python = ['/usr/bin/python3', '/bin/python3', '/usr/local/bin/python3'].some(existsSync);

let folder: string;
let data: string;
let contracts: string;
let checkers: string;
let own: string[];
beforeEach(() => {
  folder = join(temporaryFolder(), 'own');
  cpSync(EXAMPLE, folder, { recursive: true });
  data = join(folder, 'data');
  contracts = join(folder, 'contracts');
  checkers = join(folder, 'checkers');
  own = ['--contracts', contracts, '--checkers', checkers];
});

const run = (...words: string[]) => assay([...words, ...own, '--data', data]);

async function handoff(which: 'accepted' | 'refused', checker?: string): Promise<string> {
  const { out } = await assay([
    'contracts',
    'show',
    'sequence.sorted@1',
    '--example',
    which,
    '--contracts',
    contracts,
  ]);
  const file = join(folder, `${which}.json`);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(out), ...(checker === undefined ? {} : { checker }) }));
  return file;
}

/** An edit in place, as a text editor or a deployment makes it. */
function edit(file: string, from: string, to: string): void {
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

const authorise = (id: string, ...words: string[]) => run('checkers', 'authorise', id, ...words);
const errorOf = ({ err }: Ran) => err.split('\n').find((line) => line.startsWith('error ')) ?? '';

describe.each([
  ['sequence.sorted', 'node', true],
  ['sequence.sorted_python', 'python', python],
])('%s', (id, runtime, installed) => {
  test.runIf(installed)('decides nothing until it is authorised, then a handoff and its replay', async () => {
    const accepted = await handoff('accepted', id);
    const out = join(folder, 'bundle.assay.json');
    expect(errorOf(await run('certify', accepted))).toContain('CHECKER_NOT_AUTHORISED');
    expect(await authorise(id)).toMatchObject({ exit: 0 });
    const certified = await run('certify', accepted, '--out', out, '--json');
    expect(certified.exit).toBe(0);
    expect(jsonOf(certified).checker).toMatchObject({ id });
    const { payload } = JSON.parse(readFileSync(out, 'utf8')).certificate.envelope;
    const { predicate } = JSON.parse(Buffer.from(payload, 'base64').toString());
    expect(predicate.checker.runtime).toEqual({ name: runtime, version: expect.stringMatching(/\d+\.\d+/) });
    // Offline, with neither: the certificate explains itself.
    const trust = ['--trust', join(data, 'assay-trust.json')];
    expect(await assay(['check', out, ...trust])).toMatchObject({ exit: 0 });
    expect(await assay(['check', out, ...trust, '--replay', ...own])).toMatchObject({ exit: 0 });
    expect(await assay(['check', out, ...trust, '--replay'])).toMatchObject({ exit: 3 });
    expect(await assay(['match', accepted, out, ...trust, ...own])).toMatchObject({ exit: 0 });
    expect(await run('certify', await handoff('refused', id))).toMatchObject({ exit: 1 });
  });

  test.runIf(installed)('whose program was edited or swapped after that is another one', async () => {
    const program = join(
      'checkers/sequence',
      id.split('.')[1] ?? '',
      runtime === 'node' ? 'check.js' : 'check.py',
    );
    const accepted = await handoff('accepted', id);
    await authorise(id);
    const original = readFileSync(join(folder, program), 'utf8');
    edit(program, '\n', '\n\n');
    expect(await run('certify', accepted)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('NOT_AUTHORISED'),
    });
    renameSync(join(folder, program), join(folder, 'kept'));
    writeFileSync(
      join(folder, program),
      runtime === 'node' ? 'var checker = { check: () => ({ verdict: "ACCEPTED" }) };' : 'print()',
    );
    expect(errorOf(await run('certify', accepted))).toContain('CHECKER_NOT_AUTHORISED');
    writeFileSync(join(folder, program), original);
    expect(await run('certify', accepted)).toMatchObject({ exit: 0 });
  });

  test.runIf(installed)('whose program is a link, even to the same bytes, is refused', async () => {
    const place = join(checkers, 'sequence', id.split('.')[1] ?? '');
    const program = runtime === 'node' ? 'check.js' : 'check.py';
    await authorise(id);
    for (const target of [join(folder, 'elsewhere'), join(place, 'beside')]) {
      cpSync(join(EXAMPLE, 'checkers/sequence', id.split('.')[1] ?? '', program), target);
      rmSync(join(place, program));
      symlinkSync(target, join(place, program));
      const ran = await run('certify', await handoff('accepted', id));
      expect({ exit: ran.exit, error: errorOf(ran) }).toEqual({
        exit: 2,
        error: expect.stringContaining('FILE_OUTSIDE_FOLDER'),
      });
    }
  });

  test.runIf(installed)(
    'whose program has another name too is another one once it is edited by that name',
    async () => {
      const program = join(
        checkers,
        'sequence',
        id.split('.')[1] ?? '',
        runtime === 'node' ? 'check.js' : 'check.py',
      );
      const original = readFileSync(program, 'utf8');
      const accepted = await handoff('accepted', id);
      const [store, other] = [join(folder, 'store'), join(folder, 'other')];
      writeFileSync(store, original);
      writeFileSync(
        other,
        runtime === 'node' ? 'var checker = { check: () => ({ verdict: "ACCEPTED" }) };' : 'print()',
      );
      await authorise(id);
      rmSync(program);
      linkSync(store, program);
      expect(await run('certify', accepted)).toMatchObject({ exit: 0 });
      writeFileSync(store, `${original}\n`);
      expect(errorOf(await run('certify', accepted))).toContain('CHECKER_NOT_AUTHORISED');
      writeFileSync(store, original);
      expect(await run('certify', accepted)).toMatchObject({ exit: 0 });

      rmSync(program);
      linkSync(other, program);
      expect(errorOf(await run('certify', accepted))).toContain('CHECKER_NOT_AUTHORISED');
    },
  );

  test.runIf(installed)('whose manifest was edited after that is another one', async () => {
    const place = join('checkers/sequence', id.split('.')[1] ?? '', 'checker.json');
    await authorise(id);
    edit(place, '"memory_mib": 512', '"memory_mib": 1024');
    expect(errorOf(await run('certify', await handoff('accepted', id)))).toContain('CHECKER_NOT_AUTHORISED');
  });
});

describe('own checkers', () => {
  test('are listed and shown beside those of this version, and authorised by no default of ours', async () => {
    const list = () => assay(['checkers', 'list', '--json', '--checkers', checkers, '--data', data]);
    const listed = jsonOf(await list());
    const ids = listed.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['matrix.product', 'sequence.sorted', 'sequence.sorted_python']),
    );
    await run('checkers', 'authorise', '--builtin', '--default');
    const after = jsonOf(await list());
    for (const { id, permission } of after) {
      expect(permission.startsWith('authorised'), id).toBe(!id.startsWith('sequence.'));
    }
    // Whether it may decide is a matter of the contract that it was authorised for.
    await authorise('sequence.sorted');
    const permissionIn = async (...more: string[]) => {
      const shown = ['checkers', 'show', 'sequence.sorted', '--json', '--checkers', checkers, '--data', data];
      return jsonOf(await assay([...shown, ...more])).permission;
    };
    expect(await permissionIn('--contracts', contracts)).toBe('authorised');
    expect(await permissionIn()).toBe('its claim is not among the contracts');
    expect(await assay(['checkers', 'show', 'sequence.sorted', '--checkers', checkers])).toMatchObject({
      exit: 0,
    });
    expect(await assay(['checkers', 'show', 'sequence.sorted'])).toMatchObject({ exit: 2 });
  });

  test('can be made the default, and serve the library too', async () => {
    await authorise('sequence.sorted', '--default');
    const library = await openAssay({ data, contracts: [contracts], checkers: [checkers], workers: 1 });
    try {
      const given = library.readHandoff(JSON.parse(readFileSync(await handoff('accepted'), 'utf8')));
      expect(await library.certify(given)).toMatchObject({ verdict: 'ACCEPTED' });
    } finally {
      await library.close();
    }
  });

  test('have values whose digests the contracts give', async () => {
    const file = join(folder, 'list.json');
    writeFileSync(file, '{"type":"sequence.integers@1","value":{"items":["1"]}}');
    expect(await assay(['digest', file, '--contracts', contracts])).toMatchObject({ exit: 0 });
    expect(await assay(['normalize', file, '--contracts', contracts])).toMatchObject({ exit: 0 });
    expect(errorOf(await assay(['digest', file]))).toContain('TYPE_UNKNOWN');
    expect((await assay(['contracts', 'list', '--contracts', contracts])).out).toContain('sequence.sorted@1');
  });
});

describe('contracts lint', () => {
  const lint = (...words: string[]) => assay(['contracts', 'lint', contracts, '--json', ...words]);

  test('finds the built-in contracts and the example sound', async () => {
    expect(await assay(['contracts', 'lint'])).toMatchObject({
      exit: 0,
      out: expect.stringContaining('are sound'),
    });
    expect(await lint()).toMatchObject({ exit: 0 });
  });

  test('finds all faults at once, each by file and pointer', async () => {
    const put = (file: string, content: unknown) =>
      writeFileSync(join(contracts, file), JSON.stringify(content));
    put('sequence/values/broken.json', { kind: 'value-type', id: 'Sequence', title: '' });
    put('sequence/values/loose.json', {
      kind: 'value-type',
      id: 'sequence.loose@1',
      title: 'Loose',
      schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', typo: 1 },
      semantics: { value: 'none' },
    });
    writeFileSync(join(contracts, 'sequence/values/text.json'), '{');
    edit('contracts/sequence/claims/sorted.json', 'artifact://sha256/9', 'artifact://sha256/0');
    const ran = await lint();
    expect(ran.exit).toBe(2);
    const found = jsonOf(ran).faults.map(({ at }: { at: string }) => at.slice(contracts.length + 1));
    expect(found.sort()).toEqual([
      'sequence/claims/sorted.json: /roles/0/types/0/schema',
      'sequence/values/broken.json',
      'sequence/values/broken.json',
      'sequence/values/broken.json: /id',
      'sequence/values/broken.json: /title',
      'sequence/values/loose.json: /schema',
      'sequence/values/text.json: line 1, column 2',
    ]);
  });

  test('fills in digests, also after a type has changed, and then leaves the files alone', async () => {
    edit('contracts/sequence/values/integers.json', 'List of integers', 'Some integers');
    edit('contracts/sequence/values/integers.json', '"a list of integers', '"some integers');
    expect(await lint()).toMatchObject({ exit: 2 });
    expect(jsonOf(await lint('--fill'))).toMatchObject({
      faults: [],
      written: ['sequence/claims/sorted.json'],
    });
    expect(jsonOf(await lint('--fill'))).toMatchObject({ faults: [], written: [] });
  });

  test('finds an example that is no handoff for its claim', async () => {
    edit('contracts/sequence/examples/sorted.accepted.json', '"list"', '"lists"');
    const [fault] = jsonOf(await lint()).faults;
    expect(fault.at).toMatch(/sorted\.accepted\.json: \/roles\/lists$/);
  });

  test('lets a schema name formats', async () => {
    edit(
      'contracts/sequence/values/integers.json',
      '"pattern": "^(0|-?[1-9][0-9]{0,999})$"',
      '"format": "date"',
    );
    const file = join(folder, 'list.json');
    writeFileSync(file, '{"type":"sequence.integers@1","value":{"items":["2024-02-30"]}}');
    expect(await lint('--fill')).toMatchObject({ exit: 2 }); // its examples are no dates
    rmSync(join(contracts, 'sequence/examples'), { recursive: true });
    expect(await lint()).toMatchObject({ exit: 0 });
    expect(errorOf(await assay(['digest', file, '--contracts', contracts]))).toContain('/value/items/0');
    edit('contracts/sequence/values/integers.json', '"format": "date"', '"format": "unheard-of"');
    expect(await lint('--fill')).toMatchObject({ exit: 2 });
  });
});

describe('checkers test', () => {
  const place = () => join(checkers, 'sequence/sorted');
  const testing = () => assay(['checkers', 'test', place(), '--contracts', contracts, '--json']);

  async function faultsAfter(from: string, to: string): Promise<string> {
    edit('checkers/sequence/sorted/check.js', from, to);
    const ran = await testing();
    expect(ran.exit).toBe(1);
    return jsonOf(ran)[0].faults.join('\n');
  }

  test('passes the example, and says what it used', async () => {
    const ran = await testing();
    expect(jsonOf(ran)).toEqual([
      {
        id: 'sequence.sorted',
        version: '1.0.0',
        identity: expect.stringMatching(/^sha256:/),
        cases: 8,
        hostile: expect.any(Number),
        faults: [],
        longestMs: expect.any(Number),
        peakMib: expect.any(Number),
      },
    ]);
    expect(ran.exit).toBe(0);
    expect(jsonOf(ran)[0].hostile).toBeGreaterThan(50);
  });

  test('finds a wrong verdict', async () => {
    expect(await faultsAfter('if (left === 0)', 'if (false)')).toMatch(
      /added\.json: ACCEPTED instead of REJECTED/,
    );
  });

  test('finds an exception on a value that no door lets through', async () => {
    expect(await faultsAfter('text === undefined', 'false')).toMatch(
      /list is missing: CRASHED \(SyntaxError/,
    );
  });

  test('finds that something is accepted which is no value of the type', async () => {
    expect(await faultsAfter('|| Object.keys(value).length > 1', '')).toMatch(/member too many: is accepted/);
  });

  test('finds what is left open and not declared', async () => {
    edit(
      'checkers/sequence/sorted/check.js',
      "return { verdict: 'ACCEPTED' };",
      "return { verdict: 'ACCEPTED', open: [] };",
    );
    expect((await testing()).exit).toBe(0);
    expect(await faultsAfter('open: []', "open: [{ assumption: 'luck', values: {} }]")).toMatch(
      /does not declare/,
    );
  });

  test('asks for cases of both kinds', async () => {
    rmSync(join(contracts, 'sequence/examples'), { recursive: true });
    rmSync(join(place(), 'cases'), { recursive: true });
    const [{ faults }] = jsonOf(await testing());
    expect(faults).toEqual(['no case shows what is ACCEPTED', 'no case shows what is REJECTED']);
  });
});
