import { decide, reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { readRequest } from '../../documents/request.ts';
import { members } from '../../documents/shape.ts';
import { Budget } from '../../exact/budget.ts';
import { compare } from '../../exact/fraction.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { dualBound } from '../dual-bound.ts';
import { readLinearProgram } from '../linear-program.ts';
import { readNumber, readNumbers } from '../numbers.ts';
import { objectiveAt, requireFeasible } from './primal.ts';

const AT = '/roles/solution/value';

/**
 * Decides `optimization.lp_optimal@1`: the primal is feasible, and its objective value, the one stated and the bound that the
 * dual proves are the same number.
 */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'optimization.lp_optimal@1', ['program', 'solution']);
    const budget = new Budget();
    const program = readLinearProgram(roles[0], '/roles/program', budget);
    const { value } = readDocument(roles[1], ['optimization.primal_dual@1'], '/roles/solution');
    const solution = members(value, ['objective', 'primal', 'dual'], [], AT);
    const objective = readNumber(solution.objective, `${AT}/objective`, budget);
    const primal = readNumbers(solution.primal, program.columnNames, `${AT}/primal`, budget);
    const dual = readNumbers(solution.dual, program.rowNames, `${AT}/dual`, budget);

    requireFeasible(program, primal, budget);
    if (compare(objectiveAt(program, primal, budget), objective, budget) !== 0)
      reject('the primal does not have this objective value', `${AT}/objective`);
    const costs = program.columns.map((column) => column.objective);
    const bound = dualBound(program, { maximises: program.maximises, costs }, dual, budget);
    if (compare(bound, objective, budget) !== 0)
      reject('the dual does not prove this objective value to be optimal', `${AT}/dual`);
  });
}
