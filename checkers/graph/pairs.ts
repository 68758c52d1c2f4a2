import { list } from '../documents/list.ts';
import { items } from '../documents/shape.ts';

/** A JSON array of arrays of two items each; rejected otherwise. */
export function pairs(value: unknown, at: string): readonly (readonly [unknown, unknown])[] {
  return list(value, at).map((pair, index) => items(pair, 2, `${at}/${index}`) as [unknown, unknown]);
}
