import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { buildCheckers, bundleCheckers, differences, type Identities } from '../../scripts/build-checkers.ts';
import { integers, request } from './support/request.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const lock: Identities = JSON.parse(readFileSync(join(PROJECT, 'checkers/identities.json'), 'utf8'));

let unchanged: string;
let before: Identities;
let copy: string;

beforeAll(async () => {
  unchanged = copyOfCheckers();
  before = await buildCheckers(unchanged);
});

afterAll(() => rmSync(unchanged, { recursive: true }));

beforeEach(() => {
  copy = copyOfCheckers();
});

afterEach(() => rmSync(copy, { recursive: true, force: true }));

/** What a project of five checkers consists of. */
const PARTS = [
  ...[
    'decide.ts',
    'protocol.ts',
    'documents',
    'exact',
    'matrix/multiplication.ts',
    'matrix/transposition.ts',
  ],
  ...['matrix/gram', 'matrix/product', 'matrix/product_replay', 'matrix/transpose', 'number/gcd'],
];

function copyOfCheckers(): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkers-'));
  for (const part of PARTS) {
    cpSync(join(PROJECT, 'checkers', part), join(folder, 'checkers', part), { recursive: true });
  }
  return folder;
}

const moved = async () => differences(before, await buildCheckers(copy));
const edit = (file: string, text: string) => appendFileSync(join(copy, 'checkers', file), text);

describe('the bundles', () => {
  it('have the same bytes wherever the project lies, also behind a link', async () => {
    const here = await bundleCheckers(copy);
    expect(here.size).toBe(5);
    expect(await bundleCheckers(unchanged)).toEqual(here);
    symlinkSync(copy, `${copy}-link`);
    try {
      expect(await bundleCheckers(`${copy}-link`)).toEqual(here);
    } finally {
      rmSync(`${copy}-link`);
    }
  });

  it('have the locked identities', async () => {
    const whole = mkdtempSync(join(tmpdir(), 'checkers-'));
    try {
      cpSync(join(PROJECT, 'checkers'), join(whole, 'checkers'), { recursive: true });
      expect(differences(lock, await buildCheckers(whole))).toEqual([]);
    } finally {
      rmSync(whole, { recursive: true });
    }
  });

  it('run in a realm that holds nothing but the language', async () => {
    for (const [folder, bytes] of await bundleCheckers(copy)) {
      const realm = createContext(Object.create(null));
      runInContext(new TextDecoder().decode(bytes), realm);
      realm.job = JSON.stringify(request('', {}));
      const answer = runInContext('JSON.stringify(checker.check(JSON.parse(job)))', realm);
      expect(JSON.parse(answer), folder).toMatchObject({ verdict: 'REJECTED', at: '/claim' });
    }
  });

  it('decide as their sources do', async () => {
    const bytes = (await bundleCheckers(copy)).get('checkers/matrix/product');
    const realm = createContext(Object.create(null));
    runInContext(new TextDecoder().decode(bytes), realm);
    const square = (n: number) => integers(Array.from({ length: 20 }, () => Array<number>(20).fill(n)));
    for (const [product, verdict] of [
      [square(120), 'ACCEPTED'],
      [square(121), 'REJECTED'],
    ] as const) {
      realm.job = JSON.stringify(request('matrix.product@1', { left: square(2), right: square(3), product }));
      expect(JSON.parse(runInContext('JSON.stringify(checker.check(JSON.parse(job)))', realm)).verdict).toBe(
        verdict,
      );
    }
  });
});

describe('an identity', () => {
  it('moves with its own program and no other', async () => {
    edit('number/gcd/check.ts', '\nexport const more = 1;\n');
    expect(await moved()).toEqual(['the identity of number.gcd moved']);
  });

  it('moves with its manifest', async () => {
    const file = join(copy, 'checkers/matrix/gram/checker.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Gram', 'gram'));
    expect(await moved()).toEqual(['the identity of matrix.gram moved']);
  });

  it('moves with whatever its program imports', async () => {
    const file = join(copy, 'checkers/exact/residue.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('2 ** 23', '2 ** 22'));
    expect(await moved()).toEqual(
      ['gram', 'product', 'product_replay'].map((id) => `the identity of matrix.${id} moved`),
    );
  });

  it('does not move with comments, types or files that are not part of it', async () => {
    edit('exact/residue.ts', '\n// more\nexport type More = number;\n');
    writeFileSync(
      join(copy, 'tsconfig.json'),
      '{"compilerOptions": {"target": "es5", "useDefineForClassFields": false}}',
    );
    expect(await moved()).toEqual([]);
  });

  it('is missing from one side: said so', () => {
    expect(differences({ a: '1', c: '3' }, { b: '2', c: '3' })).toEqual(['a is gone', 'b is new']);
  });
});

describe('a checker that imports from outside is not built:', () => {
  test.each([
    ['a built-in', "import { readFileSync } from 'node:fs'; export const f = readFileSync;"],
    ['a built-in by its old name', "import { readFileSync } from 'fs'; export const f = readFileSync;"],
    ['a package', "import fc from 'fast-check'; export const f = fc;"],
    ['for its effects', "import 'node:fs';"],
    ['the project', "import { f } from '../../../src/f.ts'; export { f };"],
    ['an absolute path', "import { f } from '/src/f.ts'; export { f };"],
    ['a URL', "import { f } from 'https://example.org/f.js'; export { f };"],
    ['data', "import { f } from 'data:text/javascript,export const f = 1'; export { f };"],
    ['a neighbour of the folder', "import { f } from '../../../checkers-more/f.ts'; export { f };"],
    ['while it runs', "export const f = () => import('node:fs');"],
    ['a name made while it runs', 'export const f = (name: string) => import(name);'],
    ['by require', "declare const require: any; export const f = require('fs');"],
    [
      'by a require made while it runs',
      'declare const require: any; export const f = (name: string) => require(name);',
    ],
    ['a file that is not there', "import { f } from './nothing.ts'; export { f };"],
  ])('%s', async (_, code) => {
    rmSync(join(copy, 'checkers/matrix'), { recursive: true });
    for (const folder of ['src', 'checkers-more']) {
      mkdirSync(join(copy, folder));
      writeFileSync(join(copy, folder, 'f.ts'), 'export const f = 1;\n');
    }
    edit('number/gcd/check.ts', `\n${code}\n`);
    await expect(bundleCheckers(copy)).rejects.toThrow(/checkers\/number\/gcd/);
  });

  it('a link out of the folder', async () => {
    writeFileSync(join(copy, 'outside.ts'), 'export const f = 1;\n');
    symlinkSync(join(copy, 'outside.ts'), join(copy, 'checkers/exact/inside.ts'));
    edit('number/gcd/check.ts', "\nexport { f } from '../../exact/inside.ts';\n");
    await expect(bundleCheckers(copy)).rejects.toThrow(/imports nothing from outside/);
  });

  it('a manifest that is none', async () => {
    const file = join(copy, 'checkers/number/gcd/checker.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    for (const change of [
      { id: 1 },
      { more: 1 },
      { limits: {} },
      { programs: [] },
      { programs: ['../x.js'] },
      { covers: 'all' },
    ]) {
      writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
      await expect(buildCheckers(copy)).rejects.toThrow();
    }
  });
});
