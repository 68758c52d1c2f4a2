import { check as determinant } from '../../../../checkers/matrix/determinant/check.ts';
import { check as hermite } from '../../../../checkers/matrix/hermite_normal_form/check.ts';
import { check as infeasible } from '../../../../checkers/matrix/linear_infeasible/check.ts';
import { check as solution } from '../../../../checkers/matrix/linear_solution/check.ts';
import { check as rank } from '../../../../checkers/matrix/rank/check.ts';
import { check as smith } from '../../../../checkers/matrix/smith_normal_form/check.ts';
import type { Answer, CheckRequest } from '../../../../checkers/protocol.ts';
import {
  determinantOf,
  hermiteFormOf,
  linearInfeasibleOf,
  linearSolutionOf,
  type Roles,
  rankOf,
  smithFormOf,
} from './sized.ts';

export interface Checker {
  readonly id: string;
  readonly claim: string;
  readonly check: (request: CheckRequest) => Answer;
  /** The roles of a true statement about a matrix of this size, which is at least 1. */
  readonly of: (size: number) => Roles;
}

/** The checkers of normal forms, ranks, determinants and linear equations. */
export const CHECKERS: readonly Checker[] = [
  { id: 'matrix.determinant', claim: 'matrix.determinant@1', check: determinant, of: determinantOf },
  { id: 'matrix.rank', claim: 'matrix.rank@1', check: rank, of: rankOf },
  { id: 'matrix.smith_normal_form', claim: 'matrix.smith_normal_form@1', check: smith, of: smithFormOf },
  {
    id: 'matrix.hermite_normal_form',
    claim: 'matrix.hermite_normal_form@1',
    check: hermite,
    of: hermiteFormOf,
  },
  { id: 'matrix.linear_solution', claim: 'matrix.linear_solution@1', check: solution, of: linearSolutionOf },
  {
    id: 'matrix.linear_infeasible',
    claim: 'matrix.linear_infeasible@1',
    check: infeasible,
    of: linearInfeasibleOf,
  },
];
