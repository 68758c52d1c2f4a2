/** A field of integers modulo a prime p. Its elements are those from 0 to p − 1, of one JavaScript type. */
export interface Field<Element> {
  readonly zero: Element;
  /** The residue of an integer. */
  element(integer: bigint): Element;
  product(a: Element, b: Element): Element;
  /** a − b · c. */
  minusProduct(a: Element, b: Element, c: Element): Element;
  /** Of an element that is not zero. */
  inverse(a: Element): Element;
  /** Steps of a product or of `minusProduct`. */
  readonly productSteps: number;
  readonly inverseSteps: number;
}
