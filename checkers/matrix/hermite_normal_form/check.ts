import { decide, reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { type MatrixPart, readIntegerPart, readMatrix } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { members } from '../../documents/shape.ts';
import { Budget, CALL, words } from '../../exact/budget.ts';
import { transposed } from '../../exact/vectors.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireUnlabelled } from '../labels.ts';
import { requireEqual, requireInverses, requireShape } from '../unimodular.ts';

const AT = '/roles/form/value';

/** Decides `matrix.hermite_normal_form@1`. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const [text, candidate] = readRequest(request, 'matrix.hermite_normal_form@1', ['matrix', 'form']);
    const budget = new Budget();
    const matrix = readMatrix(text, '/roles/matrix', budget, ['matrix.integer@1']);
    const { value } = readDocument(candidate, ['matrix.hermite_form@1'], '/roles/form');
    const parts = members(value, ['H', 'U', 'U_inverse'], [], AT);
    const part = (name: string) => readIntegerPart(parts[name], `${AT}/${name}`);
    const [H, U, inverse] = [part('H'), part('U'), part('U_inverse')];
    requireUnlabelled(matrix, 'row', 'column');
    requireShape(H, matrix.rows, matrix.columns);
    requireEchelon(H, budget);
    requireInverses(U, inverse, matrix.rows, budget);
    if (matrix.rows === 0) return;
    const columns = transposed(matrix.entries, matrix.columns);
    requireEqual(U.entries, columns, H.entries, H.at, 'U · matrix is not H', budget);
  });
}

/** Rejected unless pivots move right, are positive, and exceed every entry above them, none of which is negative. */
function requireEchelon({ entries, at }: MatrixPart, budget: Budget): void {
  let last = -1;
  for (const [i, row] of entries.entries()) {
    const pivot = row.findIndex((entry) => entry !== '0');
    if (pivot < 0) {
      if (entries.slice(i).some((below) => below.some((entry) => entry !== '0'))) {
        reject('a row of zeros stands above another row', `${at}/entries/${i}`);
      }
      return;
    }
    if (pivot <= last)
      reject('a pivot does not stand further right than the one above', `${at}/entries/${i}/${pivot}`);
    last = pivot;
    const value = row[pivot] as string;
    if (value.startsWith('-')) reject('a pivot is negative', `${at}/entries/${i}/${pivot}`);
    for (const [above, other] of entries.slice(0, i).entries()) {
      if (!isBelow(other[pivot] as string, value, budget)) {
        reject('an entry above a pivot is negative or not less than it', `${at}/entries/${above}/${pivot}`);
      }
    }
  }
}

/** Whether 0 ≤ entry < bound, for canonical integer texts and a positive bound: the shorter is less, else digits decide. */
function isBelow(entry: string, bound: string, budget: Budget): boolean {
  budget.spend(words(entry.length) + CALL);
  if (entry.startsWith('-')) return false;
  return entry.length === bound.length ? entry < bound : entry.length < bound.length;
}
