import { decide } from '../../decide.ts';
import { readMatrix } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireGram } from '../multiplication.ts';

/** Decides `matrix.gram@1`: gram = matrixᵀ · matrix. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const [matrix, gram] = readRequest(request, 'matrix.gram@1', ['matrix', 'gram']);
    const budget = new Budget();
    requireGram(readMatrix(matrix, '/roles/matrix', budget), readMatrix(gram, '/roles/gram', budget), budget);
  });
}
