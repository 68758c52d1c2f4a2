import { document, listOf, times } from './instance.ts';

/** As many digits. */
export const long = (digits: number): string => `"1${'0'.repeat(digits - 1)}"`;
export const part = (rows: number, columns: number, entries: string): string =>
  `{"columns":${columns},"entries":${entries},"rows":${rows}}`;
export const matrix = (rows: number, columns: number, entries: string, labels = ''): string =>
  document(
    'matrix.integer@1',
    `{"columns":${columns},"entries":${entries},${labels === '' ? '' : `"row_labels":${labels},`}"rows":${rows}}`,
  );
export const vector = (length: number, entries: string): string =>
  document('vector.rational@1', `{"entries":${entries},"length":${length}}`);
export const full = (rows: number, columns: number, entry: string): string =>
  times(rows, times(columns, entry));
export const identity = (size: number, last = '"1"'): string =>
  listOf(size, (i) => `[${'"0",'.repeat(i)}${i < size - 1 ? '"1"' : last}${',"0"'.repeat(size - 1 - i)}]`);

/** So many labels, the first ones longer, by `padding` characters in all. */
export function labels(count: number, padding: number): string {
  return listOf(count, (i) => `"${i}${'#'.repeat(Math.max(0, Math.min(200, padding - 200 * i)))}"`);
}
