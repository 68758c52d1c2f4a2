import type { JsonObject } from '../../canonical/json.ts';
import type { Difference } from '../../certificate/match.ts';
import { table } from '../terminal.ts';

/** `undefined`: nothing could be compared; `null`: the very statement that was certified. */
export function differenceText(difference: Difference | null | undefined): string {
  if (difference === undefined) return '';
  if (difference === null) return table([['match', 'exactly the statement of this certificate']]);
  const { at, what, held, certified } = difference;
  return table([
    ['differs', `${at}: ${what}`],
    ['  yours', held ?? 'absent'],
    ['  certified', certified ?? 'absent'],
  ]);
}

export function differenceJson(difference: Difference | null | undefined): JsonObject {
  if (difference === undefined) return {};
  return difference === null ? { match: true } : { match: false, difference: { ...difference } };
}
