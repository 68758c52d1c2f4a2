import { decide } from '../../decide.ts';
import { readMatrix } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireProduct } from '../multiplication.ts';

/** Decides `matrix.product@1`: product = left · right. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const [left, right, product] = readRequest(request, 'matrix.product@1', ['left', 'right', 'product']);
    const budget = new Budget();
    requireProduct(
      readMatrix(left, '/roles/left', budget),
      readMatrix(right, '/roles/right', budget),
      readMatrix(product, '/roles/product', budget),
      budget,
    );
  });
}
