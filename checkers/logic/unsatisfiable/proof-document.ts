import { reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { members } from '../../documents/shape.ts';
import { ProofText } from './proof-text.ts';

/** What canonical JSON has before the proof, and after it. */
const BEFORE = /^\{"schema":"[^"\\]*","semantics":"[^"\\]*","type":"[^"\\]*","value":\{"lrat":"/;
const AFTER = '"}}';

/**
 * Reads a document of type `logic.lrat_proof@1`; rejected when it is anything else. A proof between `BEFORE` and `AFTER` is
 * read in place: what stands around it is parsed with an empty proof, which gives the same document but for the proof unless
 * this holds a quote, and then it is refused for that.
 */
export function readProof(text: string, at: string): ProofText {
  const inside = `${at}/value/lrat`;
  const start = BEFORE.exec(text)?.[0].length;
  const end = text.length - AFTER.length;
  if (start !== undefined && start <= end && text.endsWith(AFTER)) {
    readString(`${text.slice(0, start)}${AFTER}`, at);
    return new ProofText(text, start, end, inside);
  }
  const escaped = JSON.stringify(readString(text, at));
  return new ProofText(escaped, 1, escaped.length - 1, inside);
}

function readString(text: string, at: string): string {
  const { value } = readDocument(text, ['logic.lrat_proof@1'], at);
  const { lrat } = members(value, ['lrat'], [], `${at}/value`);
  return typeof lrat === 'string' ? lrat : reject('a string is required', `${at}/value/lrat`);
}
