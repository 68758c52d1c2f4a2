import type { JsonValue } from '../../canonical/json.ts';
import { requireLength, requireLowestTerms } from '../dimension.ts';
import type { Domain } from '../domain.ts';
import { requireDistinct } from '../label.ts';

export const domain: Domain = {
  name: 'vector',
  values: { 'vector.rational@1': checkVector },
  transforms: {},
  producers: {},
};

function checkVector(value: JsonValue): void {
  const { length, entries, labels } = value as {
    readonly length: number;
    readonly entries: readonly string[];
    readonly labels?: readonly string[];
  };
  requireLength(entries, length, 'length', 'entries');
  requireLowestTerms(entries, 'entries');
  if (labels === undefined) return;
  requireLength(labels, length, 'length', 'labels');
  requireDistinct(labels, 'labels');
}
