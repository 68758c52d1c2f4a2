import { readDocument } from '../documents/document.ts';
import { members } from '../documents/shape.ts';

/** The members of the value of a document of this type, which has exactly these; rejected when it is anything else. */
export function readValue<const Names extends readonly string[]>(
  text: string,
  type: string,
  names: Names,
  at: string,
): Readonly<Record<Names[number], unknown>> {
  const { value } = readDocument(text, [type], at);
  return members(value, names, [], `${at}/value`) as Readonly<Record<Names[number], unknown>>;
}
