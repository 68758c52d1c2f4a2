import { describe, expect, it, test } from 'vitest';
import { check as chromatic } from '../../../checkers/graph/chromatic_number/check.ts';
import { check as coloring } from '../../../checkers/graph/coloring/check.ts';
import { check as distances } from '../../../checkers/graph/distances/check.ts';
import { check as cycle } from '../../../checkers/graph/hamiltonian_cycle/check.ts';
import { check as incidence } from '../../../checkers/graph/incidence/check.ts';
import { check as isomorphism } from '../../../checkers/graph/isomorphism/check.ts';
import { check as matching } from '../../../checkers/graph/maximum_matching/check.ts';
import { check as nonplanar } from '../../../checkers/graph/nonplanar/check.ts';
import { check as planar } from '../../../checkers/graph/planar_embedding/check.ts';
import { where } from '../support/request.ts';
import { graph, ROLES, requestOf } from './support/values.ts';

const TRIANGLE = graph('ab bc ca');
const K33 = graph('ax ay az bx by bz cx cy cz');
const ASSIGNMENT = [
  ['a', 0],
  ['b', 1],
  ['c', 2],
];

/** Every claim with its checker and values that it accepts. */
const CLAIMS = [
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
      graph: graph('ab'),
      embedding: {
        rotation: [
          ['a', ['b']],
          ['b', ['a']],
        ],
      },
    },
  ],
  ['graph.nonplanar@1', nonplanar, { graph: K33, subgraph: { edges: K33.edges } }],
  [
    'graph.incidence@1',
    incidence,
    {
      graph: graph('ab'),
      incidence: {
        rows: 1,
        columns: 2,
        entries: [['-1', '1']],
        row_labels: ['a→b'],
        column_labels: ['a', 'b'],
      },
    },
  ],
] as const;

describe.each(CLAIMS)('the checker of %s', (claim, check, values) => {
  const asked = requestOf(claim, values);
  const roles = Object.keys(values);

  it('accepts a true claim, and leaves nothing open', () => {
    expect(check(asked)).toEqual({ verdict: 'ACCEPTED' });
  });

  it('decides no other claim', () => {
    for (const other of ['', 'graph', `${claim} `, claim.replace('@1', '@2'), 'matrix.product@1']) {
      expect(where(check({ ...asked, claim: other }))).toBe('REJECTED /claim');
    }
  });

  it('takes exactly its roles, and no sources', () => {
    const document = asked.roles[roles[0] ?? ''] ?? '';
    expect(where(check({ ...asked, roles: { ...asked.roles, other: document } }))).toBe('REJECTED /roles');
    for (const role of roles) {
      const { [role]: _, ...fewer } = asked.roles;
      expect(where(check({ ...asked, roles: fewer }))).toBe('REJECTED /roles');
      const sources = { [role]: { transform: 'GRAPH_INCIDENCE', document } };
      expect(where(check({ ...asked, sources }))).toBe('REJECTED /sources');
    }
  });

  it.each(roles)('takes only its type in the role %s, whole', (role) => {
    const document = JSON.parse(asked.roles[role] ?? '');
    const withRole = (text: unknown) =>
      where(check({ ...asked, roles: { ...asked.roles, [role]: JSON.stringify(text) } }));
    const types: Readonly<Record<string, string>> = ROLES[claim];
    const others = [
      'graph.labelled@1',
      'graph.coloring@1',
      'matrix.rational@1',
      'graph.labelled@2',
      '',
      null,
    ];
    for (const type of others.filter((type) => type !== types[role])) {
      expect(withRole({ ...document, type })).toMatch(new RegExp(`^REJECTED /roles/${role}(/type|/value)`));
    }
    for (const value of [null, [], '', 0, {}, { ...document.value, more: [] }]) {
      expect(withRole({ ...document, value })).toBe(`REJECTED /roles/${role}/value`);
    }
    for (const name of Object.keys(document.value).filter((name) => !name.endsWith('_labels'))) {
      const { [name]: _, ...fewer } = document.value;
      expect(withRole({ ...document, value: fewer })).toBe(`REJECTED /roles/${role}/value`);
    }
    expect(withRole({ ...document, schema: 'sha256:0' })).toBe(`REJECTED /roles/${role}/schema`);
    expect(withRole(null)).toBe(`REJECTED /roles/${role}`);
  });

  it('never repeats a value in its reason', () => {
    const secret = '31415926535';
    const renamed = JSON.parse(JSON.stringify(values).replaceAll('"a"', `"${secret}"`));
    for (const role of roles) {
      for (const value of [secret, { [secret]: [] }, renamed[role]]) {
        const answer = check(requestOf(claim, { ...values, [role]: value }));
        expect(JSON.stringify(answer)).not.toContain(secret);
      }
    }
  });
});

describe('a graph', () => {
  const at = '/roles/graph/value';
  const verdict = (value: object) => {
    const roles = { graph: { ...TRIANGLE, ...value }, coloring: { colors: 3, assignment: ASSIGNMENT } };
    return where(coloring(requestOf('graph.coloring@1', roles)));
  };

  test.each<[string, object, string]>([
    ['nothing wrong', {}, 'ACCEPTED'],
    ['edges and vertices in another order', { vertices: ['c', 'a', 'b'], edges: [['c', 'b']] }, 'ACCEPTED'],
    ['a vertex twice', { vertices: ['a', 'b', 'c', 'a'] }, `${at}/vertices/3`],
    ['vertices equal after NFC', { vertices: ['a', 'b', 'c', 'é', 'e\u0301'] }, `${at}/vertices/4`],
    ['an empty label', { vertices: ['a', 'b', 'c', ''] }, `${at}/vertices/3`],
    ['a control character in a label', { vertices: ['a', 'b', 'c', 'd\u0085'] }, `${at}/vertices/3`],
    ['a label of 257 code points', { vertices: ['a', 'b', 'c', '𝕏'.repeat(257)] }, `${at}/vertices/3`],
    ['a number for a label', { vertices: ['a', 'b', 'c', 4] }, `${at}/vertices/3`],
    ['no list of vertices', { vertices: 'abc' }, `${at}/vertices`],
    ['no list of edges', { edges: { 0: ['a', 'b'] } }, `${at}/edges`],
    [
      'a loop',
      {
        edges: [
          ['a', 'b'],
          ['c', 'c'],
        ],
      },
      `${at}/edges/1`,
    ],
    [
      'an edge twice',
      {
        edges: [
          ['a', 'b'],
          ['b', 'c'],
          ['a', 'b'],
        ],
      },
      `${at}/edges/2`,
    ],
    [
      'an edge twice, turned',
      {
        edges: [
          ['a', 'b'],
          ['c', 'b'],
          ['b', 'c'],
        ],
      },
      `${at}/edges/2`,
    ],
    ['an edge to a vertex that is not listed', { edges: [['a', 'd']] }, `${at}/edges/0/1`],
    [
      'an edge from a vertex that is not listed',
      {
        edges: [
          ['a', 'b'],
          ['d', 'a'],
        ],
      },
      `${at}/edges/1/0`,
    ],
    ['an edge of one end', { edges: [['a']] }, `${at}/edges/0`],
    ['an edge of three ends', { edges: [['a', 'b', 'c']] }, `${at}/edges/0`],
    ['an edge that is a text', { edges: ['ab'] }, `${at}/edges/0`],
    ['an edge that names vertices by place', { edges: [[0, 1]] }, `${at}/edges/0/0`],
    ['an edge to null', { edges: [['a', null]] }, `${at}/edges/0/1`],
    ['a property of the prototype for an end', { edges: [['a', '__proto__']] }, `${at}/edges/0/1`],
  ])('with %s', (_, value, expected) => {
    expect(verdict(value)).toBe(expected === 'ACCEPTED' ? expected : `REJECTED ${expected}`);
  });

  test('names its vertices exactly: no other normal form, no numbers read, no case folded', () => {
    for (const [defined, referred] of [
      ['é', 'e\u0301'],
      ['1', '01'],
      ['1', '1.0'],
      ['A', 'a'],
      ['a', 'a '],
      ['ﬁ', 'fi'],
    ] as const) {
      expect(verdict({ vertices: ['x', defined], edges: [['x', referred]] })).toBe(
        `REJECTED ${at}/edges/0/1`,
      );
    }
  });
});
