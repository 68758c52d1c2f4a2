import type { Budget } from '../exact/budget.ts';
import { readDocument } from './document.ts';
import { labels } from './labels.ts';
import { readRationals } from './matrix.ts';
import { count, members } from './shape.ts';

/** A vector with its shape checked. */
export interface Vector {
  readonly length: number;
  readonly entries: readonly string[];
  readonly labels: readonly string[] | undefined;
  /** JSON pointer of the document in the request. */
  readonly at: string;
}

/** Reads a document of type `vector.rational@1`; rejected when it is anything else. */
export function readVector(text: string, at: string, budget: Budget): Vector {
  const inside = `${at}/value`;
  const vector = members(
    readDocument(text, ['vector.rational@1'], at).value,
    ['length', 'entries'],
    ['labels'],
    inside,
  );
  const length = count(vector.length, `${inside}/length`);
  const entries = readRationals(vector.entries, length, `${inside}/entries`, budget);
  return { length, entries, labels: labels(vector.labels, length, `${inside}/labels`), at };
}
