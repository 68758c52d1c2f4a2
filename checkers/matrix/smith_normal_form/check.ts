import { decide, reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { type MatrixPart, readIntegerPart, readMatrix } from '../../documents/matrix.ts';
import { readRequest } from '../../documents/request.ts';
import { members } from '../../documents/shape.ts';
import { Budget, CALL, words } from '../../exact/budget.ts';
import { transposed, type Vectors } from '../../exact/vectors.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { requireUnlabelled } from '../labels.ts';
import { requireEqual, requireInverses, requireShape } from '../unimodular.ts';

const AT = '/roles/form/value';
const PARTS = ['D', 'U', 'V', 'U_inverse', 'V_inverse'];

/** Decides `matrix.smith_normal_form@1`. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const [text, candidate] = readRequest(request, 'matrix.smith_normal_form@1', ['matrix', 'form']);
    const budget = new Budget();
    const matrix = readMatrix(text, '/roles/matrix', budget, ['matrix.integer@1']);
    const parts = members(
      readDocument(candidate, ['matrix.smith_form@1'], '/roles/form').value,
      PARTS,
      [],
      AT,
    );
    const part = (name: string) => readIntegerPart(parts[name], `${AT}/${name}`);
    const [D, U, V, inverseU, inverseV] = [
      part('D'),
      part('U'),
      part('V'),
      part('U_inverse'),
      part('V_inverse'),
    ];
    requireUnlabelled(matrix, 'row', 'column');
    requireShape(D, matrix.rows, matrix.columns);
    requireDiagonal(D, budget);
    requireInverses(U, inverseU, matrix.rows, budget);
    requireInverses(V, inverseV, matrix.columns, budget);
    if (matrix.rows === 0) return;
    // With V · V_inverse = 1, U · matrix · V = D says the same as U · matrix = D · V_inverse, which takes one product.
    const scaled = scaleRows(D, inverseV.entries, budget);
    requireEqual(
      U.entries,
      transposed(matrix.entries, matrix.columns),
      scaled,
      D.at,
      'U · matrix · V is not D',
      budget,
    );
  });
}

/** Rejected unless D is zero off its diagonal, which is not negative, a chain of divisors, and zero last. */
function requireDiagonal({ entries, rows, columns, at }: MatrixPart, budget: Budget): void {
  for (const [i, row] of entries.entries()) {
    const wrong = row.findIndex((entry, j) => i !== j && entry !== '0');
    if (wrong >= 0) reject('an entry off the diagonal is not zero', `${at}/entries/${i}/${wrong}`);
  }
  const diagonal = entries.slice(0, Math.min(rows, columns)).map((row, i) => row[i] as string);
  for (const [i, entry] of diagonal.entries()) {
    const place = `${at}/entries/${i}/${i}`;
    if (entry.startsWith('-')) reject('an entry of the diagonal is negative', place);
    const previous = diagonal[i - 1];
    if (previous === undefined || entry === '0') continue;
    budget.spend(words(previous.length) * words(entry.length) + words(entry.length) ** 2 + CALL);
    // Zero divides only zero, so that zeros stand last.
    if (previous === '0' || BigInt(entry) % BigInt(previous) !== 0n) {
      reject('an entry of the diagonal is not divisible by the one before', place);
    }
  }
}

/** D · matrix for a diagonal D: row i times entry (i, i), and zeros where D has no such entry. */
function scaleRows(D: MatrixPart, rows: Vectors, budget: Budget): Vectors {
  return D.entries.map((entries, i) => {
    const factor = entries[i] ?? '0';
    return (rows[i] ?? entries.map(() => '0')).map((entry) => {
      if (factor === '0' || entry === '0') return '0';
      if (factor === '1') return entry;
      const digits = factor.length + entry.length;
      budget.store(digits);
      // A product, two conversions and the text of the result, each at most quadratic.
      budget.spend(4 * words(digits) ** 2 + 4 * CALL);
      return String(BigInt(factor) * BigInt(entry));
    });
  });
}
