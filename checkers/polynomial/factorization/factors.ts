import { reject } from '../../decide.ts';
import { list } from '../../documents/list.ts';
import { isRationalText } from '../../documents/numbers.ts';
import { count, members } from '../../documents/shape.ts';
import type { Budget } from '../../exact/budget.ts';
import type { Power } from '../../exact/polynomial.ts';
import { type Ring, readRing } from '../document.ts';
import { readTerms } from '../terms.ts';

export interface Factors extends Ring {
  /** Canonical text of a rational. */
  readonly unit: string;
  readonly powers: readonly Power[];
}

/** Reads a document of type `polynomial.factors@1`; rejected when it is anything else. */
export function readFactors(text: string, at: string, budget: Budget): Factors {
  const { ring, value } = readRing(text, 'polynomial.factors@1', ['unit', 'factors'], at);
  const { unit } = value;
  if (!isRationalText(unit, budget)) reject('a rational in canonical form is required', `${at}/value/unit`);
  const powers = list(value.factors, `${at}/value/factors`).map((item, index) => {
    const inside = `${at}/value/factors/${index}`;
    const factor = members(item, ['multiplicity', 'terms'], [], inside);
    return {
      multiplicity: count(factor.multiplicity, `${inside}/multiplicity`),
      polynomial: readTerms(factor.terms, ring.variables.length, `${inside}/terms`, budget),
    };
  });
  return { ...ring, unit, powers };
}
