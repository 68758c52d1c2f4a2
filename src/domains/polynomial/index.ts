import type { Domain } from '../domain.ts';
import { byTransform } from '../producer.ts';
import { checkFactors } from './factors.ts';
import { gradient } from './gradient.ts';
import { checkPolynomial, checkVector, checkVectors } from './polynomial.ts';

export const domain: Domain = {
  name: 'polynomial',
  values: {
    'polynomial@1': checkPolynomial,
    'polynomial.vector@1': checkVector,
    'polynomial.vectors@1': checkVectors,
    'polynomial.factors@1': checkFactors,
  },
  transforms: { POLYNOMIAL_GRADIENT: gradient },
  producers: { 'polynomial.gradient@1': byTransform(gradient, 'polynomial', 'gradient') },
};
