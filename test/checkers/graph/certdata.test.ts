import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check as chromatic } from '../../../checkers/graph/chromatic_number/check.ts';
import { check as coloring } from '../../../checkers/graph/coloring/check.ts';
import { check as distances } from '../../../checkers/graph/distances/check.ts';
import { check as cycle } from '../../../checkers/graph/hamiltonian_cycle/check.ts';
import { check as isomorphism } from '../../../checkers/graph/isomorphism/check.ts';
import { check as matching } from '../../../checkers/graph/maximum_matching/check.ts';
import { check as nonplanar } from '../../../checkers/graph/nonplanar/check.ts';
import { check as planar } from '../../../checkers/graph/planar_embedding/check.ts';
import { assay, folderOf, temporaryFolder } from '../../cli/support.ts';
import { mapValues, request, type Typed } from '../support/request.ts';
import { graph } from './support/values.ts';

const SAMPLES = new URL('../../../../shared/certdata/', import.meta.url);

const CHECKERS = {
  'graph.distances@1': distances,
  'graph.coloring@1': coloring,
  'graph.chromatic_number@1': chromatic,
  'graph.isomorphism@1': isomorphism,
  'graph.hamiltonian_cycle@1': cycle,
  'graph.maximum_matching@1': matching,
  'graph.planar_embedding@1': planar,
  'graph.nonplanar@1': nonplanar,
};

interface Sample {
  readonly file: string;
  readonly claim: keyof typeof CHECKERS;
  readonly expected: 'certified' | 'refused';
}

const read = (file: string): string => readFileSync(new URL(file, SAMPLES), 'utf8');

describe.skipIf(!existsSync(SAMPLES))('the sample handoffs', () => {
  const manifest: Sample[] = existsSync(SAMPLES) ? JSON.parse(read('manifest.json')) : [];
  const samples = manifest.filter(({ claim }) => claim.startsWith('graph.'));

  test.each(samples)('$file is $expected', ({ file, claim, expected }) => {
    const { roles } = JSON.parse(read(file)) as { roles: Record<string, { document: Typed }> };
    const answer = CHECKERS[claim](
      request(
        claim,
        mapValues(roles, ({ document }) => document),
      ),
    );
    expect(answer.verdict).toBe(expected === 'certified' ? 'ACCEPTED' : 'REJECTED');
  });

  test.each(samples.filter(({ file }) => /labels-and-matrix|labels-permuted|kuratowski.json/.test(file)))(
    '$file is $expected by `assay certify`',
    async ({ file, expected }) => {
      const data = join(temporaryFolder(), 'data');
      const handoff = join(folderOf({ 'handoff.json': read(file) }), 'handoff.json');
      expect(await assay(['certify', handoff, '--data', data])).toMatchObject({
        exit: expected === 'certified' ? 0 : 1,
      });
    },
  );
});

describe('the Laplacian of the paw, as the Gram matrix of its incidence matrix', () => {
  const paw = graph('01 12 02 23');
  const labels = ['0', '1', '2', '3'];
  const laplacian = [
    [2, -1, -1, 0],
    [-1, 2, -1, 0],
    [-1, -1, 3, -1],
    [0, 0, -1, 1],
  ];

  const certify = async (source: object, ...options: string[]) => {
    const gram = {
      type: 'matrix.integer@1',
      value: {
        rows: 4,
        columns: 4,
        entries: laplacian.map((row) => row.map(String)),
        row_labels: labels,
        column_labels: labels,
      },
    };
    const matrix = {
      source: { document: { type: 'graph.labelled@1', value: source } },
      transform: { kind: 'GRAPH_INCIDENCE' },
    };
    const handoff = { handoff: '1', claim: 'matrix.gram@1', roles: { matrix, gram: { document: gram } } };
    const folder = folderOf({ 'handoff.json': handoff });
    const { exit, err } = await assay([
      'certify',
      join(folder, 'handoff.json'),
      '--data',
      join(folder, 'data'),
      ...options,
    ]);
    return { exit, err };
  };

  test('rests on the transform, until graph.incidence@1 is certified too', async () => {
    expect(await certify(paw)).toMatchObject({ exit: 4 });
    expect(await certify(paw, '--discharge')).toMatchObject({ exit: 0 });
  });

  test('is that of no other graph, and of none that is unusable', async () => {
    expect(await certify({ ...paw, edges: paw.edges.slice(1) })).toMatchObject({ exit: 1 });
    const loop = await certify({ ...paw, edges: [...paw.edges, ['0', '0']] });
    expect(loop).toMatchObject({
      exit: 2,
      err: expect.stringContaining('an edge joins two different vertices'),
    });
    const vertices = ['0', '1→2', '0→1', '2'];
    const edges = [
      ['0', '1→2'],
      ['0→1', '2'],
    ];
    const ambiguous = await certify({ vertices, edges });
    expect(ambiguous).toMatchObject({ exit: 2, err: expect.stringContaining('LABEL_AMBIGUOUS') });
  });
});
