import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import type { Matrix } from '../../src/domains/matrix/matrix.ts';
import { applyTransform, type PreparedDocument, prepareDocument } from '../../src/domains/prepare.ts';
import { prepare, refusal, rules } from './rules.ts';

const TRANSPOSE = 'MATRIX_TRANSPOSE';

const labels = (count: number) =>
  fc.option(
    fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }), {
      minLength: count,
      maxLength: count,
      selector: (label) => label.normalize('NFC'),
    }),
    { nil: undefined },
  );

const matrix: fc.Arbitrary<Matrix> = fc
  .record({ rows: fc.nat(5), columns: fc.nat(5) })
  .chain(({ rows, columns }) =>
    fc
      .record({
        entries: fc.array(fc.array(fc.bigInt().map(String), { minLength: columns, maxLength: columns }), {
          minLength: rows,
          maxLength: rows,
        }),
        rowLabels: labels(rows),
        columnLabels: labels(columns),
      })
      .map(({ entries, rowLabels, columnLabels }) => ({
        rows,
        columns,
        entries,
        ...(rowLabels && { row_labels: rowLabels }),
        ...(columnLabels && { column_labels: columnLabels }),
      })),
  );

const type = fc.constantFrom('matrix.integer@1', 'matrix.rational@1');

function matrixOf(prepared: PreparedDocument): Matrix {
  return prepared.document.value as Matrix;
}

describe('MATRIX_TRANSPOSE', () => {
  test('puts entry (i, j) at (j, i), moves the labels with their axes and keeps the type', () => {
    fc.assert(
      fc.property(type, matrix, (type, value) => {
        const transposed = applyTransform(TRANSPOSE, prepare(type, value), rules);
        const { rows, columns, entries, row_labels, column_labels } = matrixOf(transposed);
        expect(transposed.document.type).toBe(type);
        expect([rows, columns]).toEqual([value.columns, value.rows]);
        expect(row_labels).toEqual(value.column_labels);
        expect(column_labels).toEqual(value.row_labels);
        for (let i = 0; i < value.rows; i++) {
          for (let j = 0; j < value.columns; j++) expect(entries[j]?.[i]).toBe(value.entries[i]?.[j]);
        }
      }),
    );
  });

  test('twice gives the very document back', () => {
    fc.assert(
      fc.property(type, matrix, (type, value) => {
        const source = prepare(type, value);
        const once = applyTransform(TRANSPOSE, source, rules);
        expect(applyTransform(TRANSPOSE, once, rules).bytes.digest).toBe(source.bytes.digest);
        const symmetric = JSON.stringify(once.document) === JSON.stringify(source.document);
        expect(once.bytes.digest === source.bytes.digest).toBe(symmetric);
      }),
    );
  });

  test('of a matrix without rows has empty rows, up to 2^20 of them', () => {
    const flat = (columns: number): JsonValue => ({ rows: 0, columns, entries: [] });
    expect(matrixOf(applyTransform(TRANSPOSE, prepare('matrix.integer@1', flat(3)), rules)).entries).toEqual([
      [],
      [],
      [],
    ]);
    const largest = applyTransform(TRANSPOSE, prepare('matrix.integer@1', flat(2 ** 20)), rules);
    expect(matrixOf(applyTransform(TRANSPOSE, largest, rules))).toEqual(flat(2 ** 20));
    for (const columns of [2 ** 20 + 1, Number.MAX_SAFE_INTEGER]) {
      const source = prepare('matrix.integer@1', flat(columns));
      expect(refusal(() => applyTransform(TRANSPOSE, source, rules))).toBe(
        'TRANSFORM_DIMENSIONS /value/columns: the transpose would have more than 2^20 empty rows',
      );
    }
  });
});

describe('a transform that is not declared', () => {
  const source = prepare('matrix.integer@1', { rows: 0, columns: 0, entries: [] });

  test.each(['MATRIX_INVERSE', 'matrix.transpose@1', 'transpose', '', '__proto__', 'constructor'])(
    '"%s"',
    (kind) => {
      expect(() => applyTransform(kind, source, rules)).toThrow(
        expect.objectContaining({
          code: 'TRANSFORM_NOT_DECLARED',
          message: 'no transform of this name takes a matrix.integer@1',
          next: 'there is: MATRIX_TRANSPOSE',
        }),
      );
    },
  );

  test('for this type, though for others', () => {
    expect(() => applyTransform(TRANSPOSE, prepare('number.integer@1', { value: '1' }), rules)).toThrow(
      expect.objectContaining({ code: 'TRANSFORM_NOT_DECLARED', next: 'no transform takes this type' }),
    );
  });
});

describe('a prepared document', () => {
  test('does not change when what it was made from does', () => {
    const entries = [['1']];
    const prepared = prepare('matrix.integer@1', { rows: 1, columns: 1, entries });
    const digest = prepared.bytes.digest;
    entries.push(['2.0']);
    expect(matrixOf(prepared).entries).toEqual([['1']]);
    expect(prepared.bytes.digest).toBe(digest);
    expect(prepareDocument(prepared.bytes, rules).bytes).toBe(prepared.bytes);
  });
});
