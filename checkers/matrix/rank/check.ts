import { decide, reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { list } from '../../documents/list.ts';
import { type Matrix, readMatrix, readRationals } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { count, members } from '../../documents/shape.ts';
import { Budget } from '../../exact/budget.ts';
import { clearDenominators } from '../../exact/common-denominator.ts';
import { eliminate } from '../../exact/elimination.ts';
import { wrongRationalEntry } from '../../exact/rational-product.ts';
import type { Vectors } from '../../exact/vectors.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireUnlabelled } from '../labels.ts';

const AT = '/roles/certificate/value';

/** Decides `matrix.rank@1`: a minor that is not zero, and a basis of the kernel. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const [text, certificate] = readRequest(request, 'matrix.rank@1', ['matrix', 'certificate']);
    const budget = new Budget();
    const matrix = readMatrix(text, '/roles/matrix', budget);
    const { value } = readDocument(certificate, ['matrix.rank_certificate@1'], '/roles/certificate');
    const { rank, minor, kernel } = members(value, ['rank', 'minor', 'kernel'], [], AT);
    const indices = members(minor, ['rows', 'columns'], [], `${AT}/minor`);
    const size = count(rank, `${AT}/rank`);
    const rows = readIndices(indices.rows, size, matrix.rows, `${AT}/minor/rows`);
    const columns = readIndices(indices.columns, size, matrix.columns, `${AT}/minor/columns`);
    const vectors = readKernel(kernel, matrix.columns - size, matrix.columns, budget);
    requireUnlabelled(matrix, 'column');
    requireMinor(matrix, rows, columns, budget);
    requireKernel(matrix, vectors, budget);
  });
}

/** Exactly `size` different indices below `bound`. */
function readIndices(value: unknown, size: number, bound: number, at: string): readonly number[] {
  const indices = list(value, at).map((index, place) => count(index, `${at}/${place}`));
  if (indices.length !== size) reject('a minor of this rank has as many rows and as many columns', at);
  if (new Set(indices).size !== size) reject('an index stands twice', at);
  if (indices.some((index) => index >= bound)) reject('an index lies outside the matrix', at);
  return indices;
}

function readKernel(value: unknown, dimension: number, length: number, budget: Budget): Vectors {
  const vectors = list(value, `${AT}/kernel`);
  if (vectors.length !== dimension)
    reject('the kernel has not as many vectors as columns minus rank', `${AT}/kernel`);
  return vectors.map((vector, index) => readRationals(vector, length, `${AT}/kernel/${index}`, budget));
}

function requireMinor(
  matrix: Matrix,
  rows: readonly number[],
  columns: readonly number[],
  budget: Budget,
): void {
  const minor = rows.map((row) => columns.map((column) => matrix.entries[row]?.[column] as string));
  const { vectors } = clearDenominators(minor, budget);
  if (eliminate(vectors, columns.length, budget).rank < rows.length)
    reject('the minor is zero', `${AT}/minor`);
}

function requireKernel(matrix: Matrix, kernel: Vectors, budget: Budget): void {
  const zeros = matrix.entries.map(() => kernel.map(() => '0'));
  const wrong = wrongRationalEntry(matrix.entries, kernel, zeros, budget);
  if (wrong !== undefined)
    reject('the matrix does not map this vector to zero', `${AT}/kernel/${wrong.column}`);
  const { vectors } = clearDenominators(kernel, budget);
  if (eliminate(vectors, matrix.columns, budget).rank < kernel.length) {
    reject('the kernel vectors depend on each other', `${AT}/kernel`);
  }
}
