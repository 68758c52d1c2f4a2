import { PLACEHOLDER } from '../support/request.ts';

/** The canonical texts of a request's documents: of each role, and of the sources of roles that came by a transpose. */
export interface Instance {
  readonly roles: Readonly<Record<string, string>>;
  readonly sources?: Readonly<Record<string, string>>;
}

/** An instance, and what its checker must say of it: a verdict, or the bound that it names. */
export interface Case {
  readonly what: string;
  readonly expected: string;
  readonly of: () => Instance;
}

/** A case that its checker must accept. */
export const accepted = (what: string, of: () => Instance): Case => ({ what, expected: 'ACCEPTED', of });

/** What the limits of a checker's manifest are tried with. */
export interface Limits {
  /** Of exactly so many bytes. */
  readonly largest: (bytes: number) => Case;
  /** Jobs that take nearly all the steps that the checker gives itself. */
  readonly dearest: readonly Case[];
}

export type LimitsOf = Readonly<Record<string, Limits>>;

export const STEPS = '10000000000 steps of exact arithmetic';

/** The canonical text of a document, from that of its value. */
export function document(type: string, value: string): string {
  return `{"schema":"${PLACEHOLDER}","semantics":"${PLACEHOLDER}","type":"${type}","value":${value}}`;
}

/** A JSON list of so many times the same text. */
export function times(count: number, text: string): string {
  return count === 0 ? '[]' : `[${`${text},`.repeat(count - 1)}${text}]`;
}

/** A JSON list of a text for each number below the count. */
export function listOf(count: number, text: (index: number) => string): string {
  return `[${Array.from({ length: count }, (_, index) => text(index)).join(',')}]`;
}

/** Bytes of all documents together, as the pool counts them. */
export function sizeOf({ roles, sources = {} }: Instance): number {
  return [...Object.values(roles), ...Object.values(sources)].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  );
}

/** Ways to change an instance by a few bytes, tried in turn where padding comes in twos or fours. */
const SHIFTS = 8;

/**
 * The instance of exactly so many bytes.
 *
 * @param make Gives one that is shorter, padded `padding` times with the same number of bytes; what `shift`, below 8, does is up to it.
 * @throws Error where there is none.
 */
export function exactly(bytes: number, make: (padding: number, shift: number) => Instance): Instance {
  for (let shift = 0; shift < SHIFTS; shift++) {
    const rest = bytes - sizeOf(make(1, shift));
    const step = sizeOf(make(2, shift)) - sizeOf(make(1, shift));
    if (rest < 0 || rest % step !== 0) continue;
    const instance = make(1 + rest / step, shift);
    if (sizeOf(instance) === bytes) return instance;
  }
  throw new Error('no instance has just so many bytes');
}
