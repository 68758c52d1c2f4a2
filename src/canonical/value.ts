import type { JsonValue } from './json.ts';
import { serialise } from './serialise.ts';
import { strictParse } from './strict.ts';
import { decodeUtf8 } from './utf8.ts';

/** Deeper than any document: the text was recognised before. */
const ANY_DEPTH = 10_000;

/**
 * The value of canonical bytes.
 *
 * V8 13.6 misreads names: after `{"!":1,"\\":2}` it reads the name in `{"!":1,"\"":2}` as a backslash, because it compares the
 * name it expects with text whose escapes it has not undone. So where there is an escape the value must give the very text
 * again, and is otherwise read by the strict parser, which builds objects name by name.
 */
export function readValue(bytes: Uint8Array): JsonValue {
  const text = decodeUtf8(bytes);
  const value: JsonValue = JSON.parse(text);
  if (!text.includes('\\') || serialise(value) === text) return value;
  return strictParse(bytes, ANY_DEPTH);
}
