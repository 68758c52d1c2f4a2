import type { JsonValue } from '../../canonical/json.ts';
import type { Domain } from '../domain.ts';
import { checkLinearProgram, type LinearProgram } from './linear-program.ts';
import { checkPrimalDual, checkRowMultipliers, type PrimalDual, type RowMultipliers } from './solution.ts';

export const domain: Domain = {
  name: 'optimization',
  values: {
    'optimization.linear_program@1': (value: JsonValue) => checkLinearProgram(value as LinearProgram),
    'optimization.primal_dual@1': (value: JsonValue) => checkPrimalDual(value as PrimalDual),
    'optimization.row_multipliers@1': (value: JsonValue) => checkRowMultipliers(value as RowMultipliers),
  },
  transforms: {},
  producers: {},
};
