import type { Field } from '../../exact/field.ts';
import { inverses } from '../../exact/inverses.ts';

/** An element of the ground set, and its vector modulo the span of a flat. */
export interface Point<Element> {
  readonly element: number;
  readonly vector: readonly Element[];
}

/** The elements that a cover of a flat has besides those of the flat: their vectors lie on one line modulo its span. */
export interface Line<Element> {
  /** Ascending. */
  readonly elements: readonly number[];
  /** The one vector of the line whose first coordinate that is not zero, the pivot, is one. */
  readonly direction: readonly Element[];
  readonly pivot: number;
}

/** The lines that vectors, none of them zero, lie on; the points are in ascending order. */
export function lines<Element extends number | bigint>(
  points: readonly Point<Element>[],
  field: Field<Element>,
): readonly Line<Element>[] {
  const pivots = points.map(({ vector }) => vector.findIndex((coordinate) => coordinate !== field.zero));
  const scales = inverses(
    points.map(({ vector }, index) => vector[pivots[index] as number] as Element),
    field,
  );
  const found = new Map<string, Line<Element> & { readonly elements: number[] }>();
  for (const [index, { element, vector }] of points.entries()) {
    const direction = vector.map((coordinate) => field.product(coordinate, scales[index] as Element));
    // Radix 32: the decimal text of a long number takes quadratic time.
    const key = direction.map((coordinate) => coordinate.toString(32)).join();
    const line = found.get(key);
    if (line === undefined)
      found.set(key, { elements: [element], direction, pivot: pivots[index] as number });
    else line.elements.push(element);
  }
  return [...found.values()];
}

/** The points that are not on the line, modulo its direction: in one coordinate less. */
export function modulo<Element>(
  points: readonly Point<Element>[],
  { elements, direction, pivot }: Line<Element>,
  field: Field<Element>,
): readonly Point<Element>[] {
  const onLine = new Set(elements);
  return points
    .filter(({ element }) => !onLine.has(element))
    .map(({ element, vector }) => {
      const factor = vector[pivot] as Element;
      const rest = vector.map((x, k) => field.minusProduct(x, factor, direction[k] as Element));
      return { element, vector: rest.toSpliced(pivot, 1) };
    });
}
