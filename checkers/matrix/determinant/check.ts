import { decide, reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { readMatrix } from '../../documents/matrix.ts';
import { isIntegerText, isRationalText } from '../../documents/numbers.ts';
import { readRequest } from '../../documents/request.ts';
import { members } from '../../documents/shape.ts';
import { Budget, CALL, words } from '../../exact/budget.ts';
import { clearDenominators, type Scale } from '../../exact/common-denominator.ts';
import { eliminate } from '../../exact/elimination.ts';
import { type Fraction, fraction } from '../../exact/fraction.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';

/** Decides `matrix.determinant@1`: the determinant of the matrix is this number. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const [text, number] = readRequest(request, 'matrix.determinant@1', ['matrix', 'determinant']);
    const budget = new Budget();
    const matrix = readMatrix(text, '/roles/matrix', budget);
    const claimed = readNumber(number, '/roles/determinant', budget);
    if (matrix.rows !== matrix.columns) reject('the matrix is not square', '/roles/matrix/value');
    const { vectors, scales } = clearDenominators(matrix.entries, budget);
    const { determinant } = eliminate(vectors, matrix.columns, budget);
    const scale = productOf(scales, budget);
    budget.spend(
      words(scale.digits) * words(claimed.top) +
        (words(scale.digits) + words(claimed.top)) * words(claimed.bottom) +
        2 * CALL,
    );
    // Each row was multiplied by its scale, so the determinant was multiplied by all of them.
    if (determinant * claimed.denominator !== scale.value * claimed.numerator) {
      reject('this is not the determinant of the matrix', '/roles/determinant/value/value');
    }
  });
}

function readNumber(text: string, at: string, budget: Budget): Fraction {
  const { type, value } = readDocument(text, ['number.integer@1', 'number.rational@1'], at);
  const number = members(value, ['value'], [], `${at}/value`).value;
  const whole = type === 'number.integer@1';
  if (whole ? !isIntegerText(number) : !isRationalText(number, budget)) {
    reject('a number of its type in canonical form is required', `${at}/value/value`);
  }
  return fraction(number as string, budget);
}

function productOf(scales: readonly Scale[], budget: Budget): Scale {
  let value = 1n;
  let digits = 1;
  for (const scale of scales) {
    if (scale.value === 1n) continue;
    budget.spend(words(digits) * words(scale.digits) + CALL);
    value *= scale.value;
    digits += scale.digits;
  }
  return { value, digits };
}
