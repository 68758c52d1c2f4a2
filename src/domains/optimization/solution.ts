import { checkLowestTerms, checkNamedNumbers, type NamedNumber } from './named-numbers.ts';

/** A value of `optimization.primal_dual@1`. */
export type PrimalDual = {
  readonly objective: string;
  readonly primal: readonly NamedNumber[];
  readonly dual: readonly NamedNumber[];
};

/** A value of `optimization.row_multipliers@1`. */
export type RowMultipliers = { readonly multipliers: readonly NamedNumber[] };

/** @throws AssayError DOCUMENT_SCHEMA, as `checkNamedNumbers` */
export function checkPrimalDual({ objective, primal, dual }: PrimalDual): void {
  checkLowestTerms(objective, 'objective');
  checkNamedNumbers(primal, 'primal');
  checkNamedNumbers(dual, 'dual');
}

/** @throws AssayError DOCUMENT_SCHEMA, as `checkNamedNumbers` */
export function checkRowMultipliers({ multipliers }: RowMultipliers): void {
  checkNamedNumbers(multipliers, 'multipliers');
}
