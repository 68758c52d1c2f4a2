import { describe, expect, test } from 'vitest';
import { prepare, refusal } from './rules.ts';

/** Sizes at which anything worse than linear in the document would not end within the limit of a test. */
describe('large documents are prepared', () => {
  test('700×700 entries of 19 digits', () => {
    const row = Array.from({ length: 700 }, (_, j) => `${j + 1}000000000000000000`);
    const value = { rows: 700, columns: 700, entries: Array.from({ length: 700 }, () => row) };
    expect(prepare('matrix.integer@1', value).bytes.size).toBeGreaterThan(10_000_000);
  });

  test('300×300 fractions', () => {
    const row = Array.from({ length: 300 }, (_, j) => `${2 * j + 1}/${2 ** 40}`);
    const value = { rows: 300, columns: 300, entries: Array.from({ length: 300 }, () => row) };
    expect(prepare('matrix.rational@1', value).document.type).toBe('matrix.rational@1');
  });

  test('100,000 labels, and the last repeats the first', () => {
    const labels = Array.from({ length: 100_000 }, (_, i) => `label ${i} é`);
    const value = { rows: 0, columns: labels.length, entries: [], column_labels: labels };
    expect(prepare('matrix.integer@1', value).bytes.size).toBeGreaterThan(1_000_000);
    labels[labels.length - 1] = 'label 0 e\u0301';
    expect(refusal(() => prepare('matrix.integer@1', value))).toMatch(
      /^LABEL_AMBIGUOUS \/value\/column_labels\/99999:/,
    );
  });

  test('one bad entry at the very end gives one refusal', () => {
    const entries = Array.from({ length: 1000 }, () => Array.from({ length: 500 }, () => '1'));
    entries[999]?.splice(499, 1, '-0');
    expect(refusal(() => prepare('matrix.integer@1', { rows: 1000, columns: 500, entries }))).toMatch(
      /^DOCUMENT_SCHEMA \/value\/entries\/999\/499: /,
    );
  });

  test('100 fractions of 10,000 digits each', () => {
    const p = `1${'0'.repeat(4998)}1`;
    const row = Array.from({ length: 100 }, (_, j) => `${p}/${p}${j + 1}`);
    const found = refusal(() => prepare('matrix.rational@1', { rows: 1, columns: 100, entries: [row] }));
    expect(found).toMatch(
      /^(accepted|DOCUMENT_SCHEMA \/value\/entries\/0\/\d+: a fraction is in lowest terms)/,
    );
  });
});
