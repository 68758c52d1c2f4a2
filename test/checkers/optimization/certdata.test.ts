import { check as infeasible } from '../../../checkers/optimization/lp_infeasible/check.ts';
import { check as optimal } from '../../../checkers/optimization/lp_optimal/check.ts';
import { describeSamples } from '../support/certdata.ts';

describeSamples({ 'optimization.lp_optimal@1': optimal, 'optimization.lp_infeasible@1': infeasible });
