import type { JsonValue } from '../canonical/json.ts';
import type { AssayError } from '../errors.ts';

/** Where a command writes: results to `out`, errors and progress to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/** Control characters could rewrite what a terminal shows; file names and reasons pass through here. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}

/** An error on one line: code, what is wrong, where, and what to do next. */
export function errorLine({ code, message, at, next }: AssayError): string {
  const place = at === undefined ? '' : ` (at ${at})`;
  const advice = next === undefined ? '' : `; ${next}`;
  return printable(`error ${code}: ${message}${place}${advice}`);
}

/** The same error for programs. */
export function errorJson({ code, message, at, next }: AssayError): JsonValue {
  return { code, message, ...(at === undefined ? {} : { at }), ...(next === undefined ? {} : { next }) };
}

export function json(value: JsonValue): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A line of a terminal as people have it open; longer words, such as digests, are never broken. */
const LINE = 110;

/** Rows of name and text, the texts aligned and long ones wrapped. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const indent = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows
    .map(([name, text]) => {
      const [first = '', ...rest] = wrap(printable(text), LINE - indent);
      return [name.padEnd(indent) + first, ...rest.map((line) => ' '.repeat(indent) + line)].join('\n');
    })
    .join('\n')
    .concat('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
