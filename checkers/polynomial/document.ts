import { reject, unsupported } from '../decide.ts';
import { readDocument } from '../documents/document.ts';
import { labels, sameLabels } from '../documents/labels.ts';
import { list } from '../documents/list.ts';
import { members } from '../documents/shape.ts';
import type { Budget } from '../exact/budget.ts';
import type { Polynomial } from '../exact/polynomial.ts';
import { readTerms } from './terms.ts';

/** Polynomials in the vectors of one document: each, zero too, takes hundreds of bytes to be multiplied. */
const POLYNOMIALS = 2 ** 18;

/** Polynomials in the same variables, as a document holds them. */
export interface Ring {
  readonly variables: readonly string[];
  /** JSON pointer of the document in the request. */
  readonly at: string;
}

export interface Single extends Ring {
  readonly polynomial: Polynomial;
}

export interface Vector extends Ring {
  readonly components: readonly Polynomial[];
}

export interface Vectors extends Ring {
  readonly vectors: readonly (readonly Polynomial[])[];
}

/** Reads a document of type `polynomial@1`; rejected when it is anything else. */
export function readPolynomial(text: string, at: string, budget: Budget): Single {
  const { ring, value } = readRing(text, 'polynomial@1', ['terms'], at);
  return { ...ring, polynomial: readTerms(value.terms, ring.variables.length, `${at}/value/terms`, budget) };
}

/** Reads a document of type `polynomial.vector@1`; rejected when it is anything else, UNSUPPORTED above 2^18 components. */
export function readVector(text: string, at: string, budget: Budget): Vector {
  const { ring, value } = readRing(text, 'polynomial.vector@1', ['components'], at);
  const inside = `${at}/value/components`;
  const components = list(value.components, inside);
  requireFew(components.length);
  return { ...ring, components: readComponents(components, ring.variables.length, inside, budget) };
}

/** Reads a document of type `polynomial.vectors@1`; rejected when it is anything else, UNSUPPORTED above 2^18 components in all. */
export function readVectors(text: string, at: string, budget: Budget): Vectors {
  const { ring, value } = readRing(text, 'polynomial.vectors@1', ['vectors'], at);
  const inside = `${at}/value/vectors`;
  const lists = list(value.vectors, inside).map((vector, k) => list(vector, `${inside}/${k}`));
  requireFew(lists.reduce((sum, vector) => sum + Math.max(1, vector.length), 0));
  const vectors = lists.map((vector, k) =>
    readComponents(vector, ring.variables.length, `${inside}/${k}`, budget),
  );
  return { ...ring, vectors };
}

/** Reads a document that has variables and these members; rejected when it is anything else. */
export function readRing(
  text: string,
  type: string,
  names: readonly string[],
  at: string,
): { readonly ring: Ring; readonly value: Readonly<Record<string, unknown>> } {
  const inside = `${at}/value`;
  const value = members(readDocument(text, [type], at).value, ['variables', ...names], [], inside);
  const { length } = list(value.variables, `${inside}/variables`);
  const variables = labels(value.variables, length, `${inside}/variables`) ?? [];
  return { ring: { variables, at }, value };
}

/** Rejected unless both documents have the same variables in the same order. */
export function requireSameVariables(given: Ring, other: Ring): void {
  if (sameLabels(given.variables, other.variables)) return;
  reject('the variables are not the same in the same order', `${other.at}/value/variables`);
}

function requireFew(polynomials: number): void {
  if (polynomials > POLYNOMIALS) unsupported(`at most ${POLYNOMIALS} polynomials in a role`);
}

function readComponents(
  components: readonly unknown[],
  variables: number,
  at: string,
  budget: Budget,
): readonly Polynomial[] {
  return components.map((terms, i) => readTerms(terms, variables, `${at}/${i}`, budget));
}
