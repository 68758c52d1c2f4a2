import type { JsonValue } from '../canonical/json.ts';
import { ShapeReader } from '../canonical/shape.ts';

/** What a run of a checker may use; over it, the run is inconclusive. */
export interface CheckerLimits {
  readonly time_ms: number;
  readonly memory_mib: number;
  readonly input_bytes: number;
}

/** What starts the first program of an executable checker. Not part of its identity: its version is recorded beside it. */
export interface Interpreter {
  /** As certificates name it: "python". */
  readonly name: string;
  /** The words before the program's path; the first is an absolute path, or the name of a program of the system. */
  readonly command: readonly string[];
  /** The words behind the first one of `command` that make it print its version. */
  readonly version: readonly string[];
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
  /** One that says nothing of it is a program in JavaScript. */
  readonly runs: 'javascript' | 'executable';
  /** Of an executable whose first program does not start by itself. */
  readonly interpreter?: Interpreter;
  /** Paths below the checker's folder, in the order in which they run; of an executable the first is started. */
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
  reader.object(
    ['id', 'version', 'claim', 'title', 'covers', 'method', 'arithmetic', 'limits', 'programs'],
    ['runs', 'interpreter'],
  );
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
    ...readRuns(reader),
    programs: distinct(
      reader.member('programs'),
      PROGRAM_PATH,
      'a relative path without "." or ".." parts',
      1,
    ),
  };
}

const PROGRAM_PATH = /^(?!\.)[A-Za-z0-9_.-]{1,64}(\/(?!\.)[A-Za-z0-9_.-]{1,64}){0,7}$/;

function readRuns(reader: ShapeReader): Pick<CheckerManifest, 'runs' | 'interpreter'> {
  const runs = reader.has('runs') ? reader.member('runs').oneOf('javascript', 'executable') : 'javascript';
  if (!reader.has('interpreter')) return { runs };
  const interpreter = reader.member('interpreter');
  if (runs !== 'executable') throw interpreter.fail('is for executables only');
  interpreter.object(['name', 'command', 'version']);
  return {
    runs,
    interpreter: {
      name: interpreter.member('name').matching(/^[a-z][a-z0-9_.+-]{0,63}$/, 'a name such as "python"'),
      command: words(interpreter.member('command')),
      version: words(interpreter.member('version')),
    },
  };
}

function words(reader: ShapeReader): string[] {
  return reader.items(1, 16).map((word) => word.matching(/^[\x21-\x7e]{1,256}$/, 'a word without spaces'));
}

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
