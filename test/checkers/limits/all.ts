import { GRAPH } from './graph.ts';
import type { LimitsOf } from './instance.ts';
import { LOGIC } from './logic.ts';
import { MATRIX } from './matrix.ts';
import { MATROID } from './matroid.ts';
import { NUMBER } from './number.ts';
import { OPTIMIZATION } from './optimization.ts';
import { POLYNOMIAL } from './polynomial.ts';

/** By the id of a checker. */
export const LIMITS: LimitsOf = {
  ...GRAPH,
  ...LOGIC,
  ...MATRIX,
  ...MATROID,
  ...NUMBER,
  ...OPTIMIZATION,
  ...POLYNOMIAL,
};
