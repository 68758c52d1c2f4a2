import type { JsonValue } from '../canonical/json.ts';

/** Something the claim declares that the checker relied on and did not check, with the values it is about. */
export interface OpenAssumption {
  readonly assumption: string;
  readonly values: Readonly<Record<string, { readonly type: string; readonly value: JsonValue }>>;
}

export type InconclusiveReason = 'TIMEOUT' | 'MEMORY' | 'UNSUPPORTED' | 'CRASHED' | 'PROTOCOL' | 'CANCELLED';

export interface Accepted {
  readonly verdict: 'ACCEPTED';
  readonly open: readonly OpenAssumption[];
}

export interface Rejected {
  readonly verdict: 'REJECTED';
  /** The checker's own words: at most 500 characters, none of them a control character. */
  readonly reason: string;
  /** A JSON pointer into the request, such as `/roles/product/value/entries/0/1`. */
  readonly at?: string;
}

export interface Inconclusive {
  readonly verdict: 'INCONCLUSIVE';
  readonly reason: InconclusiveReason;
  /** One line for people, bounded as the reason of a rejection is. */
  readonly detail: string;
}

export type Verdict = Accepted | Rejected | Inconclusive;

/** What executed the checker's program: "node", the name of an interpreter, or "executable" for what starts by itself. */
export interface Runtime {
  readonly name: string;
  readonly version: string;
}

export type Outcome = Verdict & { readonly runtime: Runtime };

export function inconclusive(reason: InconclusiveReason, detail: string): Inconclusive {
  return { verdict: 'INCONCLUSIVE', reason, detail: plainLine(detail) };
}

const LONGEST_LINE = 500;
/** Control and format characters (bidirectional ones too) and line separators: what could forge other output. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A checker's words made fit to print: one line of at most 500 UTF-16 units of well-formed text. */
export function plainLine(text: string): string {
  return text
    .slice(0, 4 * LONGEST_LINE)
    .replace(UNPRINTABLE, ' ')
    .trim()
    .slice(0, LONGEST_LINE)
    .toWellFormed();
}
