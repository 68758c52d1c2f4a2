import type { Document, Operand, StatementRequest } from '../../src/client/index.ts';
import { inline, integer, matrix } from './samples.ts';

/** Its incidence matrix is ((−1, 1, 0), (0, −1, 1)). */
const PATH = graph(
  ['a', 'b', 'c'],
  [
    ['a', 'b'],
    ['b', 'c'],
  ],
);
/** Its rows add up: the first two give the third. */
const TRIANGLE = graph(
  ['a', 'b', 'c'],
  [
    ['a', 'b'],
    ['b', 'c'],
    ['a', 'c'],
  ],
);
/** Its incidence matrix is (−1, 1). */
const EDGE = graph(['a', 'b'], [['a', 'b']]);
/** Its gradient is (y, x). */
const FORM: Document = { type: 'polynomial@1', value: polynomial(['1', [1, 1]]) };

const incidence = (source: Document): Operand => derived(source, 'GRAPH_INCIDENCE');
const gradient = (source: Document): Operand => derived(source, 'POLYNOMIAL_GRADIENT');
const labels = (...names: readonly string[]) => ({ row_labels: names, column_labels: names });

/**
 * True statements with a derived value in a role, for the transforms that are not their own inverse: no example's value need be
 * one that they give.
 */
export const DERIVED: readonly StatementRequest[] = [
  claim('matrix.determinant@1', {
    matrix: incidence(TRIANGLE),
    determinant: inline(integer(0)),
  }),
  claim('matrix.gram@1', {
    matrix: incidence(PATH),
    gram: inline(
      matrix(
        [
          [1, -1, 0],
          [-1, 2, -1],
          [0, -1, 1],
        ],
        labels('a', 'b', 'c'),
      ),
    ),
  }),
  claim('matrix.linear_infeasible@1', {
    matrix: incidence(TRIANGLE),
    right_hand_side: vector([1, 0, 0], ['a→b', 'b→c', 'a→c']),
    witness: vector([1, 1, -1], ['a→b', 'b→c', 'a→c']),
  }),
  claim('matrix.linear_solution@1', {
    matrix: incidence(PATH),
    right_hand_side: vector([1, 1], ['a→b', 'b→c']),
    solution: vector([0, 1, 2], ['a', 'b', 'c']),
  }),
  claim('matrix.product@1', {
    left: incidence(PATH),
    right: inline(matrix([[1], [3], [6]], { row_labels: ['a', 'b', 'c'] })),
    product: inline(matrix([[2], [3]], { row_labels: ['a→b', 'b→c'] })),
  }),
  claim('matrix.product@1', {
    left: inline(matrix([[2, 3]], { column_labels: ['a→b', 'b→c'] })),
    right: incidence(PATH),
    product: inline(matrix([[-2, -1, 3]], { column_labels: ['a', 'b', 'c'] })),
  }),
  claim('matrix.transpose@1', {
    matrix: incidence(EDGE),
    transpose: inline(matrix([[-1], [1]], { row_labels: ['a', 'b'], column_labels: ['a→b'] })),
  }),
  claim('polynomial.ideal_membership@1', {
    generators: gradient(FORM),
    target: inline({ type: 'polynomial@1', value: polynomial(['2', [1, 1]]) }),
    cofactors: inline({
      type: 'polynomial.vector@1',
      value: { variables: ['x', 'y'], components: [[['1', [1, 0]]], [['1', [0, 1]]]] },
    }),
  }),
  claim('polynomial.syzygy@1', {
    generators: gradient(FORM),
    syzygies: inline({
      type: 'polynomial.vectors@1',
      value: { variables: ['x', 'y'], vectors: [[[['1', [1, 0]]], [['-1', [0, 1]]]]] },
    }),
  }),
];

/** These would be true of the same matrices without labels: the claims are about such alone, and an incidence matrix has labels. */
export const LABELLED: readonly StatementRequest[] = [
  claim('matrix.hermite_normal_form@1', {
    matrix: incidence(EDGE),
    form: form('hermite', { H: [[1, -1]], U: [[-1]], U_inverse: [[-1]] }),
  }),
  claim('matrix.rank@1', {
    matrix: incidence(PATH),
    certificate: inline({
      type: 'matrix.rank_certificate@1',
      value: { rank: 2, minor: { rows: [0, 1], columns: [0, 1] }, kernel: [['1', '1', '1']] },
    }),
  }),
  claim('matrix.smith_normal_form@1', {
    matrix: incidence(EDGE),
    form: form('smith', {
      D: [[1, 0]],
      U: [[1]],
      V: [
        [-1, 1],
        [0, 1],
      ],
      U_inverse: [[1]],
      V_inverse: [
        [-1, 1],
        [0, 1],
      ],
    }),
  }),
];

function claim(id: string, roles: StatementRequest['roles']): StatementRequest {
  return { claim: id, roles };
}

function derived(document: Document, kind: string): Operand {
  return { source: { document }, transform: { kind } };
}

function graph(vertices: readonly string[], edges: readonly (readonly string[])[]): Document {
  return {
    type: 'graph.labelled@1',
    value: { vertices: [...vertices], edges: edges.map((ends) => [...ends]) },
  };
}

function polynomial(...terms: readonly [string, number[]][]) {
  return { variables: ['x', 'y'], terms };
}

function vector(entries: readonly number[], names: readonly string[]): Operand {
  const value = { length: entries.length, entries: entries.map(String), labels: [...names] };
  return inline({ type: 'vector.rational@1', value });
}

/** The matrices of a normal form, which have no labels. */
function form(name: string, matrices: Readonly<Record<string, number[][]>>): Operand {
  const values = Object.entries(matrices).map(([part, entries]) => [part, matrix(entries).value]);
  return inline({ type: `matrix.${name}_form@1`, value: Object.fromEntries(values) });
}
