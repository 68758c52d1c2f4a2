import type { JsonValue } from '../../canonical/json.ts';
import type { Domain } from '../domain.ts';
import { checkDimensions, checkLowestTerms, type Matrix } from './matrix.ts';
import { transpose } from './transpose.ts';

export const domain: Domain = {
  name: 'matrix',
  values: { 'matrix.integer@1': checkIntegerMatrix, 'matrix.rational@1': checkRationalMatrix },
  transforms: { MATRIX_TRANSPOSE: transpose },
};

function checkIntegerMatrix(value: JsonValue): void {
  checkDimensions(value as Matrix);
}

function checkRationalMatrix(value: JsonValue): void {
  checkDimensions(value as Matrix);
  checkLowestTerms(value as Matrix);
}
