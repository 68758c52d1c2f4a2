import type { JsonValue } from '../../canonical/json.ts';
import { unusable } from '../unusable.ts';

/** @throws AssayError DOCUMENT_SCHEMA at a colour that is not one of 0 to colors − 1 */
export function checkColoring(value: JsonValue): void {
  const { colors, assignment } = value as {
    readonly colors: number;
    readonly assignment: readonly (readonly [string, number])[];
  };
  const wrong = assignment.findIndex(([, color]) => color >= colors);
  if (wrong >= 0) throw unusable('a colour is a number below `colors`', 'assignment', wrong, 1);
}
