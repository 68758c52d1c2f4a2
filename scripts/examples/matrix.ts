import type { Examples, Given } from './example.ts';

type Rows = readonly (readonly number[])[];

function plain(rows: Rows): object {
  const entries = rows.map((row) => row.map(String));
  return { rows: rows.length, columns: rows[0]?.length ?? 0, entries };
}

function matrix(rows: Rows): Given {
  return { type: 'matrix.integer@1', value: plain(rows) };
}

function vector(...entries: readonly number[]): Given {
  return { type: 'vector.rational@1', value: { length: entries.length, entries: entries.map(String) } };
}

function integer(value: number): Given {
  return { type: 'number.integer@1', value: { value: String(value) } };
}

function form(type: string, parts: Readonly<Record<string, Rows>>): Given {
  const members = Object.entries(parts).map(([name, rows]) => [name, plain(rows)]);
  return { type, value: Object.fromEntries(members) };
}

function rank(value: object): Given {
  return { type: 'matrix.rank_certificate@1', value };
}

const SQUARE = matrix([
  [1, 2],
  [3, 4],
]);
const IDENTITY: Rows = [
  [1, 0],
  [0, 1],
];

export const matrices: Examples = {
  product: {
    accepted: {
      left: SQUARE,
      right: matrix([
        [0, 1],
        [1, 0],
      ]),
      product: matrix([
        [2, 1],
        [4, 3],
      ]),
    },
    // right · left
    refused: {
      product: matrix([
        [3, 4],
        [1, 2],
      ]),
    },
  },
  gram: {
    accepted: {
      matrix: SQUARE,
      gram: matrix([
        [10, 14],
        [14, 20],
      ]),
    },
    // matrix · matrixᵀ
    refused: {
      gram: matrix([
        [5, 11],
        [11, 25],
      ]),
    },
  },
  transpose: {
    accepted: {
      matrix: matrix([[1, 2, 3]]),
      transpose: matrix([[1], [2], [3]]),
    },
    refused: { transpose: matrix([[1], [3], [2]]) },
  },
  determinant: {
    accepted: { matrix: SQUARE, determinant: integer(-2) },
    refused: { determinant: integer(2) },
  },
  rank: {
    accepted: {
      matrix: matrix([
        [1, 2],
        [2, 4],
      ]),
      certificate: rank({ rank: 1, minor: { rows: [0], columns: [0] }, kernel: [['-2', '1']] }),
    },
    // The minor of both rows and both columns is zero.
    refused: { certificate: rank({ rank: 2, minor: { rows: [0, 1], columns: [0, 1] }, kernel: [] }) },
  },
  smith_normal_form: {
    accepted: {
      matrix: matrix([
        [2, 0],
        [0, 3],
      ]),
      form: form('matrix.smith_form@1', {
        D: [
          [1, 0],
          [0, 6],
        ],
        U: [
          [1, 1],
          [3, 2],
        ],
        V: [
          [-1, 3],
          [1, -2],
        ],
        U_inverse: [
          [-2, 1],
          [3, -1],
        ],
        V_inverse: [
          [2, 3],
          [1, 1],
        ],
      }),
    },
    // Diagonal, but 2 does not divide 3.
    refused: {
      form: form('matrix.smith_form@1', {
        D: [
          [2, 0],
          [0, 3],
        ],
        U: IDENTITY,
        V: IDENTITY,
        U_inverse: IDENTITY,
        V_inverse: IDENTITY,
      }),
    },
  },
  hermite_normal_form: {
    accepted: {
      matrix: matrix([
        [2, 3],
        [4, 5],
      ]),
      form: form('matrix.hermite_form@1', {
        H: [
          [2, 0],
          [0, 1],
        ],
        U: [
          [-5, 3],
          [2, -1],
        ],
        U_inverse: [
          [1, 3],
          [2, 5],
        ],
      }),
    },
    // In echelon form, but the 3 above the second pivot is not reduced.
    refused: {
      form: form('matrix.hermite_form@1', {
        H: [
          [2, 3],
          [0, 1],
        ],
        U: [
          [1, 0],
          [2, -1],
        ],
        U_inverse: [
          [1, 0],
          [2, -1],
        ],
      }),
    },
  },
  linear_solution: {
    accepted: {
      matrix: matrix([
        [1, 1],
        [1, -1],
      ]),
      right_hand_side: vector(3, 1),
      solution: vector(2, 1),
    },
    refused: { solution: vector(1, 2) },
  },
  linear_infeasible: {
    accepted: {
      matrix: matrix([
        [1, 1],
        [2, 2],
      ]),
      right_hand_side: vector(1, 3),
      witness: vector(-2, 1),
    },
    // Does not make the left-hand side vanish.
    refused: { witness: vector(1, 1) },
  },
};
