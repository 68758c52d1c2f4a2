import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readCnf, readCol, readGraph6 } from '../importing/readers.ts';
import { oneDirection, realPath, realText, withoutTrailer } from '../importing/real-files.ts';
import { colour, satisfy } from '../importing/searches.ts';
import type { Graph } from '../importing/writers.ts';
import { assay, folderOf, jsonOf, put, requireOneLine, temporaryFolder } from './support.ts';

let data: string;
beforeEach(() => {
  data = join(temporaryFolder(), 'data');
});

const certify = (claim: string, ...roles: string[]) =>
  assay([
    'certify',
    '--claim',
    claim,
    ...roles.flatMap((role) => ['--role', role]),
    '--data',
    data,
    '--json',
  ]);

/** One command from the files of all roles to a certificate, which a stranger's check and a replay then accept. */
async function requireCertified(claim: string, ...roles: string[]): Promise<void> {
  const ran = await certify(claim, ...roles);
  expect(ran.exit).toBe(0);
  const { bundle } = jsonOf(ran);
  const trust = join(data, 'assay-trust.json');
  expect(await assay(['check', bundle, '--trust', trust, '--replay'])).toMatchObject({ exit: 0 });
}

/** A file beside others of its own, with this content. */
const fileWith = (name: string, content: unknown): string => join(folderOf({ [name]: content }), name);

describe('from real files to a certificate', () => {
  test('SATLIB: refused for its trailer, and certified without', async () => {
    const file = realPath('uf20-01.cnf');
    const literals = satisfy(readCnf(withoutTrailer(realText('uf20-01.cnf'))));
    const assignment = `assignment=${fileWith('a.json', { type: 'logic.assignment@1', value: { literals } })}`;
    const refused = await assay([
      'certify',
      '--claim',
      'logic.satisfiable@1',
      '--role',
      `formula=dimacs-cnf:${file}`,
      '--role',
      assignment,
      '--data',
      data,
    ]);
    requireOneLine(refused, 'IMPORT_MALFORMED', [`${file}: line 100`, 'remove that line and what follows']);
    const mended = fileWith('uf20-01.cnf', withoutTrailer(realText('uf20-01.cnf')));
    await requireCertified('logic.satisfiable@1', `formula=dimacs-cnf:${mended}`, assignment);
  });

  test.each(['full6', 'example-5-vars'])('%s: a formula and the proof of a solver', async (name) => {
    await requireCertified(
      'logic.unsatisfiable@1',
      `formula=dimacs-cnf:${realPath(`${name}.cnf`)}`,
      `proof=lrat:${realPath(`${name}.lrat`)}`,
    );
  });

  test('a proof whose RAT step leaves out a clause is rejected at its line; one of another formula too', async () => {
    const proof = `proof=lrat:${realPath('uuf-50-3.lrat')}`;
    const ran = await certify(
      'logic.unsatisfiable@1',
      `formula=dimacs-cnf:${realPath('uuf-50-3.cnf')}`,
      proof,
    );
    expect(ran.exit).toBe(1);
    expect(ran.out).toContain('line 56: ');
    const other = await certify(
      'logic.unsatisfiable@1',
      `formula=dimacs-cnf:${realPath('full6.cnf')}`,
      proof,
    );
    expect(other.exit).toBe(1);
  });

  test('myciel4: coloured with five colours', async () => {
    const graph = readCol(realText('myciel4.col'));
    await requireCertified(
      'graph.coloring@1',
      `graph=dimacs-col:${realPath('myciel4.col')}`,
      `coloring=${fileWith('c.json', { type: 'graph.coloring@1', value: colouringOf(graph, 5) })}`,
    );
  });

  test('queen5_5, each edge once: its chromatic number, by a row of the board', async () => {
    const text = oneDirection(realText('queen5_5.col'));
    const value = { ...colouringOf(readCol(text), 5), clique: ['1', '2', '3', '4', '5'] };
    await requireCertified(
      'graph.chromatic_number@1',
      `graph=dimacs-col:${fileWith('queen5_5.col', text)}`,
      `certificate=${fileWith('c.json', { type: 'graph.chromatic_certificate@1', value })}`,
    );
  });

  test('a bipartite graph of nauty: its chromatic number', async () => {
    const graph = readGraph6(realText('gp40_3.g6').trimEnd());
    const value = { ...colouringOf(graph, 2), clique: graph.edges[0] };
    await requireCertified(
      'graph.chromatic_number@1',
      `graph=graph6:${realPath('gp40_3.g6')}`,
      `certificate=${fileWith('c.json', { type: 'graph.chromatic_certificate@1', value })}`,
    );
  });

  test.each(['incidence', 'incidence-sparse'])('%s.mtx and a Laplacian: a Gram matrix', async (name) => {
    await requireCertified(
      'matrix.gram@1',
      `matrix=matrix-market:${realPath(`${name}.mtx`)}`,
      `gram=matrix-market:${realPath('laplacian.mtx')}`,
    );
  });

  test.each([
    ['afiro', '-406659/875', -464.75314286],
    ['kb2', /^-\d+\/\d+$/, -1749.9001299],
  ])('%s of netlib: the optimum that is known', async (name, objective, known) => {
    const solution = JSON.parse(realText(`${name}-solution.json`)).value.objective;
    expect(solution).toMatch(objective);
    expect(ratio(solution)).toBeCloseTo(known, 6);
    const program = `program=mps:${realPath(`${name}.mps`)}`;
    await requireCertified(
      'optimization.lp_optimal@1',
      program,
      `solution=${realPath(`${name}-solution.json`)}`,
    );
  });

  test('an optimum that is off by little is rejected', async () => {
    const solution = JSON.parse(realText('afiro-solution.json'));
    const folder = folderOf({});
    put(join(folder, 's.json'), { ...solution, value: { ...solution.value, objective: '-406661/875' } });
    const ran = await certify(
      'optimization.lp_optimal@1',
      `program=mps:${realPath('afiro.mps')}`,
      `solution=${join(folder, 's.json')}`,
    );
    expect(ran.exit).toBe(1);
  });
});

function colouringOf(graph: Graph, colors: number) {
  const chosen = colour(graph, colors);
  return { colors, assignment: graph.vertices.map((vertex, index) => [vertex, chosen?.[index]]) };
}

/** To about 9 digits behind the point. */
function ratio(rational: string): number {
  const [numerator = '', denominator = '1'] = rational.split('/');
  return Number((BigInt(numerator) * 10n ** 12n) / BigInt(denominator)) / 1e12;
}
