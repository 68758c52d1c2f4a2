import { decide, reject } from '../../decide.ts';
import { type Matrix, readMatrix } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireProduct } from '../multiplication.ts';
import { requireTranspose } from '../transposition.ts';

const TRANSFORM = 'MATRIX_TRANSPOSE';

/** Decides `matrix.product@1`, and that each factor handed over with a source is that source's transpose. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = ['left', 'right', 'product'] as const;
    const [left, right, product] = readRequest(request, 'matrix.product@1', roles, ['left', 'right']);
    const budget = new Budget();
    const factors = {
      left: readMatrix(left, '/roles/left', budget),
      right: readMatrix(right, '/roles/right', budget),
    };
    replay(request, 'left', factors.left, budget);
    replay(request, 'right', factors.right, budget);
    requireProduct(factors.left, factors.right, readMatrix(product, '/roles/product', budget), budget);
  });
}

function replay(request: CheckRequest, role: string, derived: Matrix, budget: Budget): void {
  const source = request.sources[role];
  if (source === undefined) return;
  const at = `/sources/${role}`;
  if (source.transform !== TRANSFORM) reject('this checker replays no such transform', `${at}/transform`);
  requireTranspose(readMatrix(source.document, `${at}/document`, budget), derived);
}
