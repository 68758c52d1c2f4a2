import { reject } from '../decide.ts';
import { members } from './shape.ts';

export interface Document {
  readonly type: string;
  readonly value: unknown;
}

const MEMBERS = ['type', 'schema', 'semantics', 'value'];
const ARTIFACT = /^artifact:\/\/sha256\/[0-9a-f]{64}$/;

/** Reads the JSON text of a document of one of the given value types; rejected otherwise. `at`: its pointer in the request. */
export function readDocument(text: string, types: readonly string[], at: string): Document {
  const document = members(JSON.parse(text), MEMBERS, [], at);
  for (const contract of ['schema', 'semantics']) {
    const uri = document[contract];
    if (typeof uri !== 'string' || !ARTIFACT.test(uri))
      reject('an artifact URI is required', `${at}/${contract}`);
  }
  const type = types.find((name) => name === document.type);
  if (type === undefined) reject('the role does not take a value of this type', `${at}/type`);
  return { type, value: document.value };
}
