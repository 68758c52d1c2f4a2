import { requireDistinct } from '../label.ts';
import { unusable } from '../unusable.ts';
import { checkLowestTerms, checkNamedNumbers, type NamedNumber } from './named-numbers.ts';

/** A value of `optimization.linear_program@1`. */
export type LinearProgram = {
  readonly columns: readonly {
    readonly name: string;
    readonly objective: string;
    readonly lower: string | null;
    readonly upper: string | null;
  }[];
  readonly rows: readonly {
    readonly name: string;
    readonly rhs: string;
    readonly coefficients: readonly NamedNumber[];
  }[];
};

/**
 * @throws AssayError LABEL_AMBIGUOUS where two columns or two rows share a name; DOCUMENT_SCHEMA at a coefficient of a column
 *   that there is not or that stands in its row twice, and at a fraction that is not in lowest terms or too long to examine
 */
export function checkLinearProgram({ columns, rows }: LinearProgram): void {
  const names = columns.map(({ name }) => name);
  requireDistinct(names, 'columns');
  requireDistinct(
    rows.map(({ name }) => name),
    'rows',
  );
  for (const [index, { objective, lower, upper }] of columns.entries()) {
    checkLowestTerms(objective, 'columns', index, 'objective');
    if (lower !== null) checkLowestTerms(lower, 'columns', index, 'lower');
    if (upper !== null) checkLowestTerms(upper, 'columns', index, 'upper');
  }
  const known = new Set(names);
  for (const [index, { rhs, coefficients }] of rows.entries()) {
    checkLowestTerms(rhs, 'rows', index, 'rhs');
    checkNamedNumbers(coefficients, 'rows', index, 'coefficients');
    const unknown = coefficients.findIndex(([column]) => !known.has(column));
    if (unknown >= 0) {
      throw unusable('no column of the program has this name', 'rows', index, 'coefficients', unknown, 0);
    }
  }
}
