import { reject } from '../decide.ts';
import { readDocument } from './document.ts';
import { isIntegerText } from './numbers.ts';
import { members } from './shape.ts';

/** Reads a document of type `number.integer@1`; rejected when it is anything else. */
export function readInteger(text: string, at: string): bigint {
  const { value } = readDocument(text, ['number.integer@1'], at);
  return integer(members(value, ['value'], [], `${at}/value`).value, `${at}/value/value`);
}

/** The integer that a canonical text stands for; rejected when it is anything else. */
export function integer(value: unknown, at: string): bigint {
  return isIntegerText(value) ? BigInt(value) : reject('an integer in canonical form is required', at);
}
