import type { Room } from './room.ts';

/** `"",` around a label. */
const AROUND = 3;

/** The labels of `count` vertices that are numbered from `first` (0 or 1), as decimal numbers. Takes the room for all before it makes one. */
export function numberedLabels(first: number, count: number, room: Room, line: number): string[] {
  room.take(bytesBelow(first + count) - bytesBelow(first), line);
  return Array.from({ length: count }, (_, index) => String(first + index));
}

/** What the labels 0 to end − 1 take. */
function bytesBelow(end: number): number {
  let bytes = AROUND * end;
  for (let digits = 1, least = 0; least < end; digits++, least = 10 ** (digits - 1)) {
    bytes += digits * (Math.min(end, 10 ** digits) - least);
  }
  return bytes;
}
