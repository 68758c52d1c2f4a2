import { reject } from '../decide.ts';
import { sameLabels } from '../documents/labels.ts';
import type { Matrix } from '../documents/matrix.ts';
import type { Vector } from '../documents/vector.ts';

/** Rejected unless the vector has a component for each row, or each column, of the matrix, under the same labels. */
export function requireVector(matrix: Matrix, axis: 'row' | 'column', vector: Vector): void {
  const [length, names] =
    axis === 'row' ? [matrix.rows, matrix.rowLabels] : [matrix.columns, matrix.columnLabels];
  if (vector.length !== length)
    reject(`the vector has not one component for each ${axis}`, `${vector.at}/value/length`);
  if (!sameLabels(names, vector.labels))
    reject(`the labels are not the ${axis} labels of the matrix`, `${vector.at}/value`);
}

/** Rejected when an axis that an equation joins to values without labels has labels. */
export function requireUnlabelled(matrix: Matrix, ...axes: readonly ('row' | 'column')[]): void {
  for (const axis of axes) {
    if ((axis === 'row' ? matrix.rowLabels : matrix.columnLabels) !== undefined) {
      reject(
        'the matrix has labels on an axis that is joined to values without labels',
        `${matrix.at}/value/${axis}_labels`,
      );
    }
  }
}
