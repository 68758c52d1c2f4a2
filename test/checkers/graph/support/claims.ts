import { check as chromatic } from '../../../../checkers/graph/chromatic_number/check.ts';
import { check as coloring } from '../../../../checkers/graph/coloring/check.ts';
import { check as distances } from '../../../../checkers/graph/distances/check.ts';
import { check as cycle } from '../../../../checkers/graph/hamiltonian_cycle/check.ts';
import { check as incidence } from '../../../../checkers/graph/incidence/check.ts';
import { check as isomorphism } from '../../../../checkers/graph/isomorphism/check.ts';
import { check as matching } from '../../../../checkers/graph/maximum_matching/check.ts';
import { check as nonplanar } from '../../../../checkers/graph/nonplanar/check.ts';
import { check as planar } from '../../../../checkers/graph/planar_embedding/check.ts';
import { graph } from './values.ts';

export const TRIANGLE = graph('ab bc ca');
const K33 = graph('ax ay az bx by bz cx cy cz');
export const ASSIGNMENT = [
  ['a', 0],
  ['b', 1],
  ['c', 2],
];

/**
 * Every claim with its checker and values that it accepts. Each graph has the vertices a, b and c; c may have any name, as it is a part
 * of no other label.
 */
export const CLAIMS = [
  [
    'graph.distances@1',
    distances,
    {
      graph: TRIANGLE,
      distances: {
        vertices: ['a', 'b', 'c'],
        distances: [
          [0, 1, 1],
          [1, 0, 1],
          [1, 1, 0],
        ],
      },
    },
  ],
  ['graph.coloring@1', coloring, { graph: TRIANGLE, coloring: { colors: 3, assignment: ASSIGNMENT } }],
  [
    'graph.chromatic_number@1',
    chromatic,
    { graph: TRIANGLE, certificate: { colors: 3, assignment: ASSIGNMENT, clique: ['a', 'b', 'c'] } },
  ],
  [
    'graph.isomorphism@1',
    isomorphism,
    {
      first: TRIANGLE,
      second: TRIANGLE,
      map: {
        map: [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'a'],
        ],
      },
    },
  ],
  ['graph.hamiltonian_cycle@1', cycle, { graph: TRIANGLE, cycle: { cycle: ['a', 'b', 'c'] } }],
  [
    'graph.maximum_matching@1',
    matching,
    { graph: graph('ab bc'), certificate: { matching: [['a', 'b']], cover: ['b'] } },
  ],
  [
    'graph.planar_embedding@1',
    planar,
    {
      graph: graph('ab', 'c'),
      embedding: {
        rotation: [
          ['a', ['b']],
          ['b', ['a']],
          ['c', []],
        ],
      },
    },
  ],
  ['graph.nonplanar@1', nonplanar, { graph: K33, subgraph: { edges: K33.edges } }],
  [
    'graph.incidence@1',
    incidence,
    {
      graph: graph('ab', 'c'),
      incidence: {
        rows: 1,
        columns: 3,
        entries: [['-1', '1', '0']],
        row_labels: ['a→b'],
        column_labels: ['a', 'b', 'c'],
      },
    },
  ],
] as const;
