import { broken, type Path } from './fault.ts';

/**
 * Refuses a list in which two items bear the same name, id or type.
 *
 * @param path leads to the list.
 * @throws AssayError CONTRACT_INVALID at the second of them.
 */
export function refuseRepeats<K extends string>(
  items: readonly Readonly<Record<K, string>>[],
  member: K,
  path: Path,
): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (seen.has(item[member])) throw broken(`this ${member} stands twice`, [...path, index, member]);
    seen.add(item[member]);
  }
}
