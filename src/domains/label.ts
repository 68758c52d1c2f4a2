import { place, type Token } from '../canonical/pointer.ts';
import { AssayError } from '../errors.ts';

/**
 * Labels that define something differ within their list, also after Unicode normalisation (NFC): two that look alike on every
 * screen must not name two things. Nothing is normalised; labels stay as they were written.
 *
 * @throws AssayError LABEL_AMBIGUOUS with the pointer of the second; `path` leads to the list from the value.
 */
export function requireDistinct(labels: readonly string[], ...path: Token[]): void {
  const seen = new Map<string, string>();
  for (const [index, label] of labels.entries()) {
    const normal = label.normalize('NFC');
    const earlier = seen.get(normal);
    if (earlier !== undefined) {
      throw new AssayError(
        'LABEL_AMBIGUOUS',
        earlier === label
          ? 'this label stands in the list twice'
          : 'this label differs from an earlier one only until both are normalised (NFC)',
        { at: place(['value', ...path, index]), next: 'give each a label of its own' },
      );
    }
    seen.set(normal, label);
  }
}
