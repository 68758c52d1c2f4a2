import { decide } from '../../decide.ts';
import { readMatrix } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireTranspose } from '../transposition.ts';

/** Decides `matrix.transpose@1`: entry (j, i) of the transpose is entry (i, j), labels go with their axes. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const [matrix, transpose] = readRequest(request, 'matrix.transpose@1', ['matrix', 'transpose']);
    const budget = new Budget();
    requireTranspose(
      readMatrix(matrix, '/roles/matrix', budget),
      readMatrix(transpose, '/roles/transpose', budget),
    );
  });
}
