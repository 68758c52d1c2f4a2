import type { Field } from './field.ts';

/**
 * The inverses of elements that are not zero, for one inversion and three products each (Montgomery 1987): an inversion takes as
 * long as dozens of products.
 */
export function inverses<Element>(elements: readonly Element[], field: Field<Element>): readonly Element[] {
  if (elements.length === 0) return [];
  // products[i] is the product of the elements up to i.
  const products = [elements[0] as Element];
  for (let i = 1; i < elements.length; i++) {
    products.push(field.product(products[i - 1] as Element, elements[i] as Element));
  }
  const result = [...elements];
  let rest = field.inverse(products.at(-1) as Element);
  for (let i = elements.length - 1; i > 0; i--) {
    result[i] = field.product(rest, products[i - 1] as Element);
    rest = field.product(rest, elements[i] as Element);
  }
  result[0] = rest;
  return result;
}
