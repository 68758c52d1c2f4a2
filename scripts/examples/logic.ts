import type { Examples, Given } from './example.ts';

function formula(...clauses: readonly (readonly number[])[]): Given {
  return { type: 'logic.cnf@1', value: { variables: 2, clauses } };
}

function assignment(...literals: readonly number[]): Given {
  return { type: 'logic.assignment@1', value: { literals } };
}

function proof(...steps: readonly string[]): Given {
  return { type: 'logic.lrat_proof@1', value: { lrat: steps.map((step) => `${step}\n`).join('') } };
}

export const logic: Examples = {
  satisfiable: {
    accepted: { formula: formula([1, 2], [-1, 2]), assignment: assignment(2) },
    refused: { assignment: assignment(1) },
  },
  unsatisfiable: {
    accepted: {
      formula: formula([1, 2], [-1, 2], [1, -2], [-1, -2]),
      proof: proof('5 2 0 1 2 0', '6 0 5 3 4 0'),
    },
    // Every step holds, but none is the empty clause.
    refused: { proof: proof('5 2 0 1 2 0') },
  },
};
