import { decide, reject } from '../../decide.ts';
import { readMatrix } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { readVector } from '../../documents/vector.ts';
import { Budget } from '../../exact/budget.ts';
import { wrongRationalEntry } from '../../exact/rational-product.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireVector } from '../labels.ts';

/** Decides `matrix.linear_solution@1`: matrix · solution = right_hand_side. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = ['matrix', 'right_hand_side', 'solution'] as const;
    const [text, right, candidate] = readRequest(request, 'matrix.linear_solution@1', roles);
    const budget = new Budget();
    const matrix = readMatrix(text, '/roles/matrix', budget);
    const rightHandSide = readVector(right, '/roles/right_hand_side', budget);
    const solution = readVector(candidate, '/roles/solution', budget);
    requireVector(matrix, 'row', rightHandSide);
    requireVector(matrix, 'column', solution);
    const product = rightHandSide.entries.map((entry) => [entry]);
    const wrong = wrongRationalEntry(matrix.entries, [solution.entries], product, budget);
    if (wrong !== undefined) {
      reject(
        'the solution does not satisfy the equation of this component',
        `/roles/right_hand_side/value/entries/${wrong.row}`,
      );
    }
  });
}
