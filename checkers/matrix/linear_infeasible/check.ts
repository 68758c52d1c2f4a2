import { decide, reject } from '../../decide.ts';
import { readMatrix } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { readVector } from '../../documents/vector.ts';
import { Budget } from '../../exact/budget.ts';
import { wrongRationalEntry } from '../../exact/rational-product.ts';
import { transposed } from '../../exact/vectors.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireVector } from '../labels.ts';

/** Decides `matrix.linear_infeasible@1`: witnessᵀ · matrix = 0 and witnessᵀ · right_hand_side ≠ 0. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = ['matrix', 'right_hand_side', 'witness'] as const;
    const [text, right, combination] = readRequest(request, 'matrix.linear_infeasible@1', roles);
    const budget = new Budget();
    const matrix = readMatrix(text, '/roles/matrix', budget);
    const rightHandSide = readVector(right, '/roles/right_hand_side', budget);
    const witness = readVector(combination, '/roles/witness', budget);
    requireVector(matrix, 'row', rightHandSide);
    requireVector(matrix, 'row', witness);
    // Without rows there are no equations, and the number of columns is no measure of the input.
    const columns = matrix.rows === 0 ? [] : transposed(matrix.entries, matrix.columns);
    const zeros = [columns.map(() => '0')];
    const wrong = wrongRationalEntry([witness.entries], columns, zeros, budget);
    if (wrong !== undefined)
      reject('the witness does not cancel this column', `/roles/matrix/value/entries/0/${wrong.column}`);
    if (wrongRationalEntry([witness.entries], [rightHandSide.entries], [['0']], budget) === undefined) {
      reject('the witness cancels the right-hand side too', '/roles/witness/value/entries');
    }
  });
}
