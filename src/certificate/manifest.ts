import type { JsonValue } from '../canonical/json.ts';
import { ShapeReader } from '../canonical/shape.ts';

/** What a run of a checker may use; over it, the run is inconclusive. */
export interface CheckerLimits {
  readonly time_ms: number;
  readonly memory_mib: number;
  readonly input_bytes: number;
}

/** What a checker says of itself, member for member as in its `checker.json`. */
export interface CheckerManifest {
  readonly id: string;
  readonly version: string;
  /** The id of the claim it decides. */
  readonly claim: string;
  readonly title: string;
  /** The transforms it replays itself, given source and derived value; all others stay open obligations. */
  readonly covers: readonly string[];
  readonly method: string;
  readonly arithmetic: string;
  readonly limits: CheckerLimits;
  /** Paths below the checker's folder, in the order in which they run. */
  readonly programs: readonly string[];
}

const DAY = 24 * 60 * 60 * 1000;
const TEBIBYTE_IN_MEBIBYTES = 1024 * 1024;

/**
 * Reads a manifest from untrusted JSON: a `checker.json`, or the one embedded in a certificate.
 *
 * @throws AssayError `CHECKER_INVALID` with a JSON pointer; unknown members are refused.
 */
export function readManifest(value: JsonValue): CheckerManifest {
  const reader = new ShapeReader('CHECKER_INVALID', value);
  reader.object(['id', 'version', 'claim', 'title', 'covers', 'method', 'arithmetic', 'limits', 'programs']);
  return {
    id: reader
      .member('id')
      .matching(/^[a-z][a-z0-9_]{0,63}(\.[a-z][a-z0-9_]{0,63}){1,3}$/, 'a dotted lowercase name'),
    version: reader
      .member('version')
      .matching(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/, 'a version such as "1.0.0"'),
    claim: reader
      .member('claim')
      .matching(/^[a-z][a-z0-9_.]{0,127}@[1-9]\d{0,5}$/, 'a claim such as "matrix.product@1"'),
    title: reader.member('title').text(),
    covers: distinct(reader.member('covers'), /^[A-Z][A-Z0-9_]{0,127}$/, 'the name of a transform', 0),
    method: reader.member('method').text(),
    arithmetic: reader.member('arithmetic').text(),
    limits: readLimits(reader.member('limits')),
    programs: distinct(
      reader.member('programs'),
      PROGRAM_PATH,
      'a relative path without "." or ".." parts',
      1,
    ),
  };
}

const PROGRAM_PATH = /^(?!\.)[A-Za-z0-9_.-]{1,64}(\/(?!\.)[A-Za-z0-9_.-]{1,64}){0,7}$/;

function readLimits(reader: ShapeReader): CheckerLimits {
  reader.object(['time_ms', 'memory_mib', 'input_bytes']);
  return {
    time_ms: bounded(reader.member('time_ms'), DAY),
    memory_mib: bounded(reader.member('memory_mib'), TEBIBYTE_IN_MEBIBYTES),
    input_bytes: bounded(reader.member('input_bytes'), Number.MAX_SAFE_INTEGER),
  };
}

function bounded(reader: ShapeReader, most: number): number {
  const limit = reader.count();
  if (limit < 1 || limit > most) throw reader.fail(`must be from 1 to ${most}`);
  return limit;
}

function distinct(reader: ShapeReader, pattern: RegExp, form: string, least: number): string[] {
  const items = reader.items(least, 64).map((item) => item.matching(pattern, form));
  if (new Set(items).size !== items.length) throw reader.fail('names something twice');
  return items;
}
