import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../src/importing/formats.ts';
import { assay, folderOf, jsonOf, put, requireOneLine, storedRows, temporaryFolder } from './support.ts';

const FILES = fileURLToPath(new URL('../../fixtures/files/', import.meta.url));
const file = (name: string): string => join(FILES, name);

const SAMPLES: readonly (readonly [format: string, name: string, type: string])[] = [
  ['dimacs-cnf', 'four.cnf', 'logic.cnf@1'],
  ['lrat', 'four.lrat', 'logic.lrat_proof@1'],
  ['dimacs-col', 'myciel3.col', 'graph.labelled@1'],
  ['graph6', 'petersen.g6', 'graph.labelled@1'],
  ['matrix-market', 'difference.mtx', 'matrix.rational@1'],
  ['mps', 'diet.mps', 'optimization.linear_program@1'],
  ['mps-free', 'diet.mps', 'optimization.linear_program@1'],
  ['mps-fixed', 'diet.mps', 'optimization.linear_program@1'],
];

describe('import', () => {
  test.each(SAMPLES)('%s of %s prints canonical bytes', async (format, name, type) => {
    const { exit, out, err } = await assay(['import', format, file(name)]);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    const folder = folderOf({ 'document.json': out });
    const path = join(folder, 'document.json');
    expect((await assay(['normalize', path])).out).toBe(out);
    const [{ digest, size }] = jsonOf(await assay(['digest', path, '--json']));

    const written = join(folder, 'out.json');
    const json = jsonOf(await assay(['import', format, file(name), '--out', written, '--json']));
    expect(json).toEqual({ file: written, digest, size, type });
    expect(readFileSync(written, 'utf8')).toBe(out);
    const text = await assay(['import', format, file(name), '--out', written]);
    expect(text.out).toBe(`${digest}  ${written}\n`);
    expect(readdirSync(folder).sort()).toEqual(['document.json', 'out.json']);
  });

  test('the help names every format', async () => {
    const { exit, out } = await assay(['import', '--help']);
    expect(exit).toBe(0);
    for (const name of FORMAT_NAMES) expect(out).toContain(name);
  });

  test.each([
    ['dimacs-cnf', 'c\np cnf 2 1\n1 31337 0\n', 3],
    ['dimacs-cnf', 'p cnf 1 1\n1 0\n%\n0\n', 3],
    ['dimacs-col', 'p edge 2 1\ne 1 31337\n', 2],
    ['lrat', 'a31337', 1],
    ['graph6', 'A_\nA_31337\n', 2],
    ['matrix-market', '%%MatrixMarket matrix array integer general\n1 1\n31337.0\n', 3],
    ['mps', 'NAME\nROWS\n N 31337\n N 31337\n', 4],
  ])('%s: %j is refused at its line, and --out is left alone', async (format, content, line) => {
    const folder = folderOf({ 'in.txt': content, 'out.json': 'here before' });
    const argv = ['import', format, join(folder, 'in.txt'), '--out', join(folder, 'out.json')];
    const ran = await assay(argv);
    requireOneLine(ran, 'IMPORT_MALFORMED', [`(at ${join(folder, 'in.txt')}: line ${line})`]);
    expect(readFileSync(join(folder, 'out.json'), 'utf8')).toBe('here before');
    expect(jsonOf(await assay([...argv, '--json']))).toMatchObject({
      error: { code: 'IMPORT_MALFORMED', at: `${join(folder, 'in.txt')}: line ${line}` },
    });
  });

  test.each([
    ['that is not there', 'missing', 'FILE_UNREADABLE'],
    ['that is a folder', 'folder', 'FILE_UNREADABLE'],
    ['that is a pipe', 'pipe', 'FILE_UNREADABLE'],
    ['with a null byte in its name', 'a\0b', 'FILE_UNREADABLE'],
    ['too large for a document', 'sparse.mtx', 'DOCUMENT_SIZE'],
  ])('a file %s', async (_, name, code) => {
    const sparse = '%%MatrixMarket matrix coordinate integer general\n1000000 1000000 1\n1 1 31337\n';
    const folder = folderOf({ 'sparse.mtx': sparse });
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    requireOneLine(await assay(['import', 'matrix-market', join(folder, name)]), code, [folder]);
  });

  test.each([
    [['import', 'tex', file('four.cnf')], FORMAT_NAMES],
    [['import', '', file('four.cnf')], FORMAT_NAMES],
    [['import', 'toString', file('four.cnf')], FORMAT_NAMES],
    [['import', 'lrat'], []],
    [['import'], []],
    [['import', 'lrat', file('four.lrat'), file('four.lrat')], []],
  ])('%j is a usage error', async (argv, places) => {
    requireOneLine(await assay(argv), 'USAGE', places);
  });

  test('an --out that cannot be written is said without a word of certificates', async () => {
    const out = join(temporaryFolder(), 'no', 'such.json');
    const ran = await assay(['import', 'lrat', file('four.lrat'), '--out', out]);
    requireOneLine(ran, 'OUTPUT_UNWRITABLE', [out]);
    expect(ran.err).not.toContain('certificate');
  });

  test('a document has the limits of one in a file', async () => {
    const step = '5 1 2 0 1 2 0\n';
    const folder = folderOf({ 'long.lrat': step.repeat(Math.ceil((16 * 2 ** 20) / step.length)) });
    const path = join(folder, 'long.lrat');
    requireOneLine(await assay(['import', 'lrat', path]), 'DOCUMENT_SIZE', [`${path}: line 1`, '16777216']);
  });
});

const UNSAT = 'logic.unsatisfiable@1';
const FORMULA = `formula=dimacs-cnf:${file('four.cnf')}`;
const PROOF = `proof=lrat:${file('four.lrat')}`;

describe('certify a claim and a file for each role', () => {
  const certify = (claim: string, roles: readonly string[], ...more: string[]) =>
    assay(['certify', '--claim', claim, ...roles.flatMap((role) => ['--role', role]), ...more]);

  test('a CNF and an LRAT proof', async () => {
    const data = join(temporaryFolder(), 'data');
    const out = join(dirname(data), 'out.assay.json');
    const ran = await certify(UNSAT, [FORMULA, PROOF], '--data', data, '--out', out);
    expect(ran).toMatchObject({ exit: 0, err: `checking ${UNSAT} …\n` });
    const document = join(dirname(data), 'formula.json');
    await assay(['import', 'dimacs-cnf', file('four.cnf'), '--out', document]);
    const check = await assay(['check', out, '--data', data, '--value', `formula=${document}`, '--replay']);
    expect(check).toMatchObject({ exit: 0 });
  });

  test('a graph and a colouring, wherever the files lie', async () => {
    const folder = temporaryFolder();
    const data = join(folder, 'data');
    const graph = relative(process.cwd(), file('myciel3.col'));
    const roles = [`graph=dimacs-col:${graph}`, `coloring=${file('myciel3-coloring.json')}`];
    expect(await certify('graph.coloring@1', roles, '--data', data)).toMatchObject({ exit: 0 });
  });

  test('the same statement as by a handoff', async () => {
    const folder = folderOf({});
    const roles: Record<string, object> = {};
    for (const [role, format, name] of [
      ['formula', 'dimacs-cnf', 'four.cnf'],
      ['proof', 'lrat', 'four.lrat'],
    ] as const) {
      await assay(['import', format, file(name), '--out', join(folder, `${role}.json`)]);
      roles[role] = { file: `${role}.json` };
    }
    put(join(folder, 'handoff.json'), { handoff: '1', claim: UNSAT, roles });
    const data = join(folder, 'data');
    const named = jsonOf(await certify(UNSAT, [PROOF, FORMULA], '--data', data, '--json'));
    const handed = jsonOf(await assay(['certify', join(folder, 'handoff.json'), '--data', data, '--json']));
    expect(named.roles).toEqual(handed.roles);
    expect((await assay(['match', join(folder, 'handoff.json'), named.bundle, '--data', data])).exit).toBe(0);
  });

  test('a wrong proof is rejected and recorded', async () => {
    const folder = folderOf({ 'wrong.lrat': '5 1 0 1 2 0\n6 0 5 3 0\n' });
    const data = join(folder, 'data');
    const wrong = `proof=lrat:${join(folder, 'wrong.lrat')}`;
    expect(await certify(UNSAT, [FORMULA, wrong], '--data', data)).toMatchObject({ exit: 1 });
    expect(storedRows(data)).toBe(1);
  });

  const colouring = `coloring=${file('myciel3-coloring.json')}`;
  test.each<[name: string, argv: string[], code: string, places: string[]]>([
    ['neither a handoff nor a claim', [], 'USAGE', ['nothing to certify', 'handoff']],
    ['both', ['handoff.json', '--claim', UNSAT], 'USAGE', ['exclude each other']],
    ['a handoff and a role', ['handoff.json', '--role', FORMULA], 'USAGE', ['exclude each other']],
    ['roles without a claim', ['--role', FORMULA], 'USAGE', ['--claim']],
    ['a claim without roles', ['--claim', UNSAT], 'ROLE_MISSING', ['/roles/formula', 'formula, proof']],
    ['a role missing', ['--claim', UNSAT, '--role', FORMULA], 'ROLE_MISSING', ['/roles/proof']],
    [
      'a role unknown',
      ['--claim', UNSAT, '--role', FORMULA, '--role', PROOF, '--role', '__proto__=x.json'],
      'ROLE_UNKNOWN',
      ['/roles/__proto__'],
    ],
    ['a role twice', ['--claim', UNSAT, '--role', FORMULA, '--role', FORMULA], 'USAGE', ['formula']],
    ['no file', ['--claim', UNSAT, '--role', 'formula='], 'USAGE', ['ROLE=FORMAT:FILE']],
    ['no role', ['--claim', UNSAT, '--role', '=F.json'], 'USAGE', ['ROLE=FORMAT:FILE']],
    ['no equals sign', ['--claim', UNSAT, '--role', 'F.json'], 'USAGE', ['ROLE=FORMAT:FILE']],
    ['a claim unknown', ['--claim', 'logic.open@1', '--role', FORMULA], 'CLAIM_UNKNOWN', []],
    [
      'a format unknown',
      ['--claim', UNSAT, '--role', PROOF, '--role', 'formula=cnf:F.cnf'],
      'FILE_UNREADABLE',
      ['/roles/formula/file: cnf:F.cnf', ...FORMAT_NAMES],
    ],
    [
      'a file of another format',
      ['--claim', UNSAT, '--role', FORMULA, '--role', `proof=lrat:${file('four.cnf')}`],
      'IMPORT_MALFORMED',
      [`/roles/proof/file: ${file('four.cnf')}: line 1`],
    ],
    [
      'a file that is no document',
      ['--claim', UNSAT, '--role', PROOF, '--role', `formula=${file('four.cnf')}`],
      'DOCUMENT_MALFORMED',
      [file('four.cnf')],
    ],
    [
      'a document of another type',
      ['--claim', 'graph.coloring@1', '--role', colouring, '--role', FORMULA.replace('formula', 'graph')],
      'ROLE_TYPE',
      ['/roles/graph'],
    ],
  ])('%s: one line, exit 2, nothing stored', async (_, argv, code, places) => {
    const data = join(temporaryFolder(), 'data');
    requireOneLine(await assay(['certify', ...argv, '--data', data]), code, places);
    expect(existsSync(data)).toBe(false);
  });

  test('a file whose name has a colon is a file', async () => {
    const folder = folderOf({ 'a:b.json': readFileSync(file('myciel3-coloring.json'), 'utf8') });
    const roles = [`graph=dimacs-col:${file('myciel3.col')}`, `coloring=${join(folder, 'a:b.json')}`];
    expect(await certify('graph.coloring@1', roles, '--data', join(folder, 'data'))).toMatchObject({
      exit: 0,
    });
  });
});
