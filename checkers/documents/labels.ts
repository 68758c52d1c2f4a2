import { reject } from '../decide.ts';
import { items } from './shape.ts';

const CODE_POINTS = 256;
const CONTROL = /\p{Cc}/u;

/**
 * The labels of one axis: as many as the axis is long, each of 1 to 256 code points without control characters, all
 * different, also after NFC; rejected otherwise. An absent list stays absent.
 */
export function labels(value: unknown, length: number, at: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const seen = new Set<string>();
  return items(value, length, at).map((label, index) => {
    if (!isLabel(label))
      reject('a label has 1 to 256 code points and no control character', `${at}/${index}`);
    const form = label.normalize('NFC');
    if (seen.has(form)) reject('a label stands twice on its axis', `${at}/${index}`);
    seen.add(form);
    return label;
  });
}

function isLabel(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || !value.isWellFormed() || CONTROL.test(value)) return false;
  // A code point is one or two UTF-16 units: a long text is refused before it is spread.
  return value.length <= 2 * CODE_POINTS && [...value].length <= CODE_POINTS;
}

/** Whether two joined axes carry the same labels: both none, or both the same ones in the same order, code point by code point. */
export function sameLabels(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.length === other.length && one.every((label, index) => label === other[index]);
}
