import type { JsonObject } from '../canonical/json.ts';
import type { ShapeReader } from '../canonical/shape.ts';

/** Positions of the log, `from` included and `until` excluded; `null` is open-ended. */
export interface Interval {
  readonly from: number;
  readonly until: number | null;
}

/** A position still to come: only open-ended intervals hold there. */
export const TO_COME = Number.MAX_SAFE_INTEGER;

export function isInForce(interval: Interval, index: number): boolean {
  return interval.from <= index && (interval.until === null || index < interval.until);
}

/** Reads the members `from` and `until` of an object whose member set is checked already. */
export function readInterval(reader: ShapeReader): Interval {
  const from = reader.member('from').count();
  const until = reader.member('until').countOrNull();
  if (until !== null && until < from) throw reader.member('until').fail('must not lie before from');
  return { from, until };
}

export function intervalJson({ from, until }: Interval): JsonObject {
  return { from, until };
}
