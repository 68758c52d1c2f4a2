import { describe, expect, it, test } from 'vitest';
import { check as coloring } from '../../../checkers/graph/coloring/check.ts';
import { where } from '../support/request.ts';
import { ASSIGNMENT, CLAIMS, TRIANGLE } from './support/claims.ts';
import { ROLES, requestOf } from './support/values.ts';

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
    const answerTo = (text: unknown) =>
      check({ ...asked, roles: { ...asked.roles, [role]: JSON.stringify(text) } });
    const withRole = (text: unknown) => where(answerTo(text));
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
    const at = `/roles/${role}/value`;
    for (const value of [null, [], '', 0]) {
      const answer = { verdict: 'REJECTED', reason: 'an object is required', at };
      expect(answerTo({ ...document, value })).toEqual(answer);
    }
    for (const value of [{}, { ...document.value, more: [] }]) {
      expect(withRole({ ...document, value })).toBe(`REJECTED ${at}`);
    }
    for (const name of Object.keys(document.value).filter((name) => !name.endsWith('_labels'))) {
      const { [name]: _, ...fewer } = document.value;
      expect(withRole({ ...document, value: fewer })).toBe(`REJECTED ${at}`);
    }
    for (const schema of ['sha256:0', [document.schema]]) {
      expect(withRole({ ...document, schema })).toBe(`REJECTED /roles/${role}/schema`);
    }
    expect(withRole(null)).toBe(`REJECTED /roles/${role}`);
  });

  /** The verdict when vertices have other names, here and wherever they are referred to. */
  const withNames = (names: Readonly<Record<string, string>>) => {
    const text = JSON.stringify(values).replaceAll(/\b[bc]\b/g, (name) =>
      JSON.stringify(names[name] ?? name).slice(1, -1),
    );
    return where(check(requestOf(claim, JSON.parse(text))));
  };
  const [graphRole, { vertices, edges }] = Object.entries(values)[0] as [string, typeof TRIANGLE];
  const place = `REJECTED /roles/${graphRole}/value/vertices/${vertices.indexOf('c')}`;

  it.each([
    ['no characters', ''],
    ['a control character', 'c\u0000'],
    ['a control character above ASCII', 'c\u009f'],
    ['half a surrogate pair', '\ud800'],
    ['257 characters', 'c'.repeat(257)],
    ['257 code points of two units each', '𝕏'.repeat(257)],
  ])('takes no vertex whose name has %s, though it is named so throughout', (_, c) => {
    expect(withNames({ c })).toBe(place);
  });

  it('takes names of 256 code points, and no two that NFC makes equal', () => {
    expect(withNames({ c: '𝕏'.repeat(256) })).toBe('ACCEPTED');
    expect(withNames({ b: 'é', c: 'e' })).toBe('ACCEPTED');
    expect(withNames({ b: 'é', c: 'e\u0301' })).toBe(place);
  });

  it.each([
    ['a loop', ['a', 'a'], 'an edge joins two different vertices'],
    ['an edge twice', edges[0], 'the edge stands in the list twice'],
    ['an edge twice, turned', edges[0]?.toReversed(), 'the edge stands in the list twice'],
  ])('takes no graph with %s, though all else may hold', (_, edge, reason) => {
    const more = { ...values, [graphRole]: { vertices, edges: [...edges, edge] } };
    const at = `/roles/${graphRole}/value/edges/${edges.length}`;
    expect(check(requestOf(claim, more))).toEqual({ verdict: 'REJECTED', reason, at });
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
