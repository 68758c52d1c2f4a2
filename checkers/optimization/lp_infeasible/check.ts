import { decide, reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { readRequest } from '../../documents/request.ts';
import { members } from '../../documents/shape.ts';
import { Budget } from '../../exact/budget.ts';
import { ZERO } from '../../exact/fraction.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { dualBound } from '../dual-bound.ts';
import { readLinearProgram } from '../linear-program.ts';
import { readNumbers } from '../numbers.ts';

/**
 * Decides `optimization.lp_infeasible@1`: were there a feasible point, the objective zero would have a minimum, and the
 * multipliers prove that it would be greater than zero. That is yᵀb > sup d·x with d = yᵀA, written as one bound.
 */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'optimization.lp_infeasible@1', ['program', 'witness']);
    const budget = new Budget();
    const program = readLinearProgram(roles[0], '/roles/program', budget);
    const { value } = readDocument(roles[1], ['optimization.row_multipliers@1'], '/roles/witness');
    const at = '/roles/witness/value';
    const { multipliers } = members(value, ['multipliers'], [], at);
    const named = readNumbers(multipliers, program.rowNames, `${at}/multipliers`, budget);
    const costs = program.columns.map(() => ZERO);
    const { numerator } = dualBound(program, { maximises: false, costs }, named, budget);
    if (numerator <= 0n) reject('the multipliers prove no contradiction', `${at}/multipliers`);
  });
}
