import { describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import { prepareDocument } from '../../src/domains/prepare.ts';
import { refusal, rules } from './rules.ts';

/** From the bytes at the door, as every door does it. */
function open(type: string, value: unknown): string {
  const text = JSON.stringify({ type: `graph.${type}@1`, value });
  return refusal(() => prepareDocument(parse(new TextEncoder().encode(text)), rules));
}

const AMBIGUOUS = 'this label differs from an earlier one only until both are normalised (NFC)';
const LABEL = 'must be a label: a string of 1 to 256 code points without control characters';
const TWICE = 'this edge stands in the list twice';
const LOOP = 'an edge joins two different vertices';
const TWO = 'must be an edge: an array of two labels';

describe('a graph with', () => {
  const path = {
    vertices: ['a', 'b', 'c'],
    edges: [
      ['a', 'b'],
      ['c', 'b'],
    ],
  };
  const loop = ['c', 'c'];

  test.each<[string, object, string]>([
    ['nothing wrong', {}, 'accepted'],
    ['nothing in it', { vertices: [], edges: [] }, 'accepted'],
    [
      'labels of the object prototype',
      { vertices: ['__proto__', 'constructor'], edges: [['__proto__', 'constructor']] },
      'accepted',
    ],
    ['labels that read as one number', { vertices: ['1', '01'], edges: [['1', '01']] }, 'accepted'],
    [
      'a vertex twice',
      { vertices: ['a', 'b', 'c', 'a'] },
      'LABEL_AMBIGUOUS /value/vertices/3: this label stands in the list twice',
    ],
    [
      'vertices equal after NFC',
      { vertices: ['a', 'b', 'c', 'é', 'e\u0301'] },
      `LABEL_AMBIGUOUS /value/vertices/4: ${AMBIGUOUS}`,
    ],
    ['a loop', { edges: [['a', 'b'], loop] }, `DOCUMENT_SCHEMA /value/edges/1: ${LOOP}`],
    [
      'an edge twice',
      {
        edges: [
          ['a', 'b'],
          ['b', 'c'],
          ['a', 'b'],
        ],
      },
      `DOCUMENT_SCHEMA /value/edges/2: ${TWICE}`,
    ],
    [
      'an edge twice, turned',
      {
        edges: [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'b'],
        ],
      },
      `DOCUMENT_SCHEMA /value/edges/2: ${TWICE}`,
    ],
    [
      'an unknown end',
      { edges: [['a', 'd']] },
      'DOCUMENT_SCHEMA /value/edges/0/1: this end of an edge is none of the vertices',
    ],
    [
      'an unknown first end',
      { edges: [['d', 'a']] },
      'DOCUMENT_SCHEMA /value/edges/0/0: this end of an edge is none of the vertices',
    ],
    [
      'an end in another normal form',
      { vertices: ['a', 'é'], edges: [['a', 'e\u0301']] },
      'DOCUMENT_SCHEMA /value/edges/0/1: this end of an edge is none of the vertices',
    ],
    ['an edge of one end', { edges: [['a']] }, `DOCUMENT_SCHEMA /value/edges/0: ${TWO}`],
    ['an edge of three ends', { edges: [['a', 'b', 'c']] }, `DOCUMENT_SCHEMA /value/edges/0: ${TWO}`],
    ['an edge as an object', { edges: [{ from: 'a', to: 'b' }] }, `DOCUMENT_SCHEMA /value/edges/0: ${TWO}`],
    ['vertices named by place', { edges: [[0, 1]] }, `DOCUMENT_SCHEMA /value/edges/0/0: ${LABEL}`],
    [
      'a number for a vertex',
      { vertices: ['a', 'b', 'c', 1] },
      `DOCUMENT_SCHEMA /value/vertices/3: ${LABEL}`,
    ],
    ['an empty label', { vertices: ['a', 'b', 'c', ''] }, `DOCUMENT_SCHEMA /value/vertices/3: ${LABEL}`],
    [
      'a label of 257 code points',
      { vertices: ['a', 'b', 'c', '𝕏'.repeat(257)] },
      `DOCUMENT_SCHEMA /value/vertices/3: ${LABEL}`,
    ],
    [
      'a control character',
      { vertices: ['a', 'b', 'c', 'd\u0007'] },
      `DOCUMENT_SCHEMA /value/vertices/3: ${LABEL}`,
    ],
    ['a count of vertices', { vertices: 3 }, 'DOCUMENT_SCHEMA /value/vertices: must be an array of labels'],
    ['a member more', { directed: false }, 'DOCUMENT_SCHEMA /value/directed: unknown member'],
  ])('%s', (_, change, expected) => {
    expect(open('labelled', { ...path, ...change })).toBe(expected);
  });

  test('50,000 edges is not searched from its beginning for each', () => {
    const vertices = Array.from({ length: 1000 }, (_, i) => `v${i}`);
    const edges = vertices.flatMap((one, i) =>
      vertices.slice(Math.max(0, i - 50), i).map((other) => [one, other]),
    );
    expect(open('labelled', { vertices, edges })).toBe('accepted');
    expect(open('labelled', { vertices, edges: [...edges, ['v0', 'v1']] })).toBe(
      `DOCUMENT_SCHEMA /value/edges/${edges.length}: ${TWICE}`,
    );
  });
});

describe('a distance matrix with', () => {
  const pair = {
    vertices: ['a', 'b'],
    distances: [
      [0, null],
      [null, 0],
    ],
  };
  const DISTANCE = 'must be a distance: a whole number from 0 to 9007199254740991, without quotes, or null';

  test.each<[string, object, string]>([
    ['nothing wrong', {}, 'accepted'],
    ['nothing in it', { vertices: [], distances: [] }, 'accepted'],
    [
      'entries that cannot be, which is for the checker',
      {
        distances: [
          [7, 1],
          [2, null],
        ],
      },
      'accepted',
    ],
    [
      'a vertex twice',
      { vertices: ['a', 'a'] },
      'LABEL_AMBIGUOUS /value/vertices/1: this label stands in the list twice',
    ],
    [
      'vertices equal after NFC',
      { vertices: ['é', 'e\u0301'] },
      `LABEL_AMBIGUOUS /value/vertices/1: ${AMBIGUOUS}`,
    ],
    [
      'a row too few',
      { distances: [[0, null]] },
      'DOCUMENT_SCHEMA /value/distances: this array is shorter than `vertices`',
    ],
    [
      'a row too many',
      {
        distances: [
          [0, 1],
          [1, 0],
          [1, 0],
        ],
      },
      'DOCUMENT_SCHEMA /value/distances: this array is longer than `vertices`',
    ],
    [
      'a short row',
      { distances: [[0, 1], [1]] },
      'DOCUMENT_SCHEMA /value/distances/1: this array is shorter than `vertices`',
    ],
    [
      'a long row',
      {
        distances: [
          [0, 1, 1],
          [1, 0],
        ],
      },
      'DOCUMENT_SCHEMA /value/distances/0: this array is longer than `vertices`',
    ],
    [
      'a distance as a text',
      {
        distances: [
          [0, '1'],
          [1, 0],
        ],
      },
      `DOCUMENT_SCHEMA /value/distances/0/1: ${DISTANCE}`,
    ],
    [
      'a negative distance',
      {
        distances: [
          [0, -1],
          [-1, 0],
        ],
      },
      `DOCUMENT_SCHEMA /value/distances/0/1: ${DISTANCE}`,
    ],
    [
      'true for a distance',
      {
        distances: [
          [0, true],
          [1, 0],
        ],
      },
      `DOCUMENT_SCHEMA /value/distances/0/1: ${DISTANCE}`,
    ],
    ['no labels', { vertices: undefined }, 'DOCUMENT_SCHEMA /value: the member vertices is missing'],
  ])('%s', (_, change, expected) => {
    expect(open('distance_matrix', { ...pair, ...change })).toBe(expected);
  });
});

describe.each([
  ['coloring', {}],
  ['chromatic_certificate', { clique: ['a'] }],
])('a %s with', (type, further) => {
  const good = {
    colors: 2,
    assignment: [
      ['a', 0],
      ['b', 1],
    ],
    ...further,
  };
  const COUNT = 'must be a count: a whole number from 0 to 9007199254740991, without quotes';

  test.each<[string, object, string]>([
    ['nothing wrong', {}, 'accepted'],
    [
      'a vertex coloured twice, which is for the checker',
      {
        assignment: [
          ['a', 0],
          ['a', 1],
        ],
      },
      'accepted',
    ],
    [
      'a colour that there is not',
      { colors: 1 },
      'DOCUMENT_SCHEMA /value/assignment/1/1: a colour is a number below `colors`',
    ],
    [
      'no colours',
      { colors: 0 },
      'DOCUMENT_SCHEMA /value/assignment/0/1: a colour is a number below `colors`',
    ],
    ['a negative colour', { assignment: [['a', -1]] }, `DOCUMENT_SCHEMA /value/assignment/0/1: ${COUNT}`],
    ['a colour as a text', { assignment: [['a', '0']] }, `DOCUMENT_SCHEMA /value/assignment/0/1: ${COUNT}`],
    ['a number of colours as a text', { colors: '2' }, `DOCUMENT_SCHEMA /value/colors: ${COUNT}`],
    ['a vertex by place', { assignment: [[0, 0]] }, `DOCUMENT_SCHEMA /value/assignment/0/0: ${LABEL}`],
    [
      'a pair of three',
      { assignment: [['a', 0, 0]] },
      'DOCUMENT_SCHEMA /value/assignment/0: must be a label and its colour: ["a", 0]',
    ],
    [
      'a pair of one',
      { assignment: [['a']] },
      'DOCUMENT_SCHEMA /value/assignment/0: must be a label and its colour: ["a", 0]',
    ],
  ])('%s', (_, change, expected) => {
    expect(open(type, { ...good, ...change })).toBe(expected);
  });
});

describe('what refers to a graph: repeats and unknown labels are for the checker, other shapes are refused', () => {
  const NEIGHBOURS = 'must be a vertex and its neighbours in cyclic order: ["a", ["b", "c"]]';

  test.each<[string, unknown, string]>([
    [
      'vertex_map',
      {
        map: [
          ['a', 'x'],
          ['a', 'x'],
        ],
      },
      'accepted',
    ],
    ['vertex_map', { map: [] }, 'accepted'],
    [
      'vertex_map',
      { map: [['a']] },
      'DOCUMENT_SCHEMA /value/map/0: must be a vertex and its image: an array of two labels',
    ],
    ['vertex_map', { map: { a: 'x' } }, 'DOCUMENT_SCHEMA /value/map: must be an array of pairs of labels'],
    ['cycle', { cycle: ['a', 'a', 'b'] }, 'accepted'],
    ['cycle', { cycle: [] }, 'accepted'],
    ['cycle', { cycle: ['a', 1] }, `DOCUMENT_SCHEMA /value/cycle/1: ${LABEL}`],
    ['cycle', ['a', 'b'], 'DOCUMENT_SCHEMA /value: must be a cycle of vertices'],
    [
      'matching_cover',
      {
        matching: [
          ['a', 'a'],
          ['a', 'a'],
        ],
        cover: ['a', 'a'],
      },
      'accepted',
    ],
    ['matching_cover', { matching: [['a']], cover: [] }, `DOCUMENT_SCHEMA /value/matching/0: ${TWO}`],
    ['matching_cover', { matching: [] }, 'DOCUMENT_SCHEMA /value: the member cover is missing'],
    [
      'rotation_system',
      {
        rotation: [
          ['a', ['b', 'b']],
          ['a', []],
        ],
      },
      'accepted',
    ],
    ['rotation_system', { rotation: [['a']] }, `DOCUMENT_SCHEMA /value/rotation/0: ${NEIGHBOURS}`],
    [
      'rotation_system',
      { rotation: [['a', 'b']] },
      'DOCUMENT_SCHEMA /value/rotation/0/1: must be an array of labels',
    ],
    ['rotation_system', { rotation: [['a', [], []]] }, `DOCUMENT_SCHEMA /value/rotation/0: ${NEIGHBOURS}`],
    [
      'edge_set',
      {
        edges: [
          ['a', 'b'],
          ['b', 'c'],
        ],
      },
      'accepted',
    ],
    ['edge_set', { edges: [] }, 'accepted'],
    [
      'edge_set',
      {
        edges: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
      `DOCUMENT_SCHEMA /value/edges/1: ${TWICE}`,
    ],
    ['edge_set', { edges: [['a', 'a']] }, `DOCUMENT_SCHEMA /value/edges/0: ${LOOP}`],
    ['edge_set', { edges: [['a', '']] }, `DOCUMENT_SCHEMA /value/edges/0/1: ${LABEL}`],
  ])('%s %j', (type, value, expected) => {
    expect(open(type, value)).toBe(expected);
  });
});
