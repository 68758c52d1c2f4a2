import { canonicalise } from '../../canonical/canonical.ts';
import { isJsonObject, type JsonValue } from '../../canonical/json.ts';
import { type Described, describe } from './reference.ts';

/** Of all that is answered about a value, whatever its size: reference, handle and the look at it. */
const MOST_BYTES = 1024;
const MOST_OF_PREVIEW = 240;
const LONGEST_TEXT = 24;

/** What stands beside the preview and the bound members of the reference, each as long as it gets. */
const FRAME = size({
  id: '0'.repeat(32),
  handle: 'm999999999-00',
  reference: { tenant_binding: '0'.repeat(66) },
  preview: '',
  expired: false,
});

/** How many bytes a preview may have beside the reference to its value. */
export function roomBeside(stored: Described): number {
  return Math.min(MOST_OF_PREVIEW, MOST_BYTES - FRAME - size(describe(stored)));
}

/**
 * A look at a value, whatever its size: its members, long ones as how many items they have and the first few.
 *
 * @param room in bytes. The number of its members is shown even where that is too long.
 */
export function preview(value: JsonValue, room = MOST_OF_PREVIEW): JsonValue {
  for (const items of [4, 2, 1, 0]) {
    const shown = glance(value, items, 3);
    if (size(shown) <= room) return shown;
  }
  const names = isJsonObject(value) ? Object.keys(value) : [];
  return { members: names.length };
}

function glance(value: JsonValue, items: number, depth: number): JsonValue {
  if (typeof value === 'string') return shorten(value);
  if (Array.isArray(value)) return glanceAtList(value, items, depth);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value);
  if (depth === 0 || members.length > 8) return { members: members.length };
  return Object.fromEntries(
    members.map(([name, member]) => [shorten(name), glance(member, items, depth - 1)]),
  );
}

function glanceAtList(list: readonly JsonValue[], items: number, depth: number): JsonValue {
  const first = depth === 0 ? [] : list.slice(0, items).map((item) => glance(item, items, depth - 1));
  return { items: list.length, ...(first.length === 0 ? {} : { first }) };
}

function shorten(text: string): string {
  // Of a character no more than two units: what follows need not be taken apart.
  const characters = [...text.slice(0, 2 * LONGEST_TEXT + 2)];
  if (characters.length <= LONGEST_TEXT) return text;
  return `${characters.slice(0, LONGEST_TEXT - 1).join('')}…`;
}

function size(value: JsonValue): number {
  return canonicalise(value).size;
}
