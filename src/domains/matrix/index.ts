import type { JsonValue } from '../../canonical/json.ts';
import { requireLowestTerms } from '../dimension.ts';
import type { Domain } from '../domain.ts';
import { byTransform } from '../producer.ts';
import { checkDimensions, checkEntries, checkLowestTerms, type Matrix } from './matrix.ts';
import { multiply } from './multiply.ts';
import { transpose } from './transpose.ts';

export const domain: Domain = {
  name: 'matrix',
  values: {
    'matrix.integer@1': checkIntegerMatrix,
    'matrix.rational@1': checkRationalMatrix,
    'matrix.smith_form@1': checkForm,
    'matrix.hermite_form@1': checkForm,
    'matrix.rank_certificate@1': checkKernel,
  },
  transforms: { MATRIX_TRANSPOSE: transpose },
  producers: {
    'matrix.multiply@1': multiply,
    'matrix.transpose@1': byTransform(transpose, 'matrix', 'transpose'),
  },
};

function checkIntegerMatrix(value: JsonValue): void {
  checkDimensions(value as Matrix);
}

function checkRationalMatrix(value: JsonValue): void {
  checkDimensions(value as Matrix);
  checkLowestTerms(value as Matrix);
}

/** A normal form is several matrices side by side; how they fit together is for the claim to say. */
function checkForm(value: JsonValue): void {
  for (const [name, matrix] of Object.entries(value as Readonly<Record<string, Matrix>>))
    checkEntries(matrix, name);
}

function checkKernel(value: JsonValue): void {
  const { kernel } = value as { readonly kernel: readonly (readonly string[])[] };
  for (const [index, vector] of kernel.entries()) requireLowestTerms(vector, 'kernel', index);
}
