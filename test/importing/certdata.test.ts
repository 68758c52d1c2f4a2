import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { prepare } from '../domains/rules.ts';
import { imported } from './support.ts';
import {
  arrayText,
  type Cnf,
  cnfText,
  colText,
  coordinateText,
  fixedLine,
  freeLine,
  type Graph,
  graph6Text,
  type LinearProgram,
  type Matrix,
  mpsText,
} from './writers.ts';

const DATA = new URL('../../../shared/certdata/', import.meta.url);

/** With the value that is read from it: the document's, its edges perhaps in another order. */
type File = readonly [format: string, text: string, value: unknown];

interface Document {
  readonly type: string;
  readonly value: unknown;
}

/** The files that people would have had where a document was made from one. */
function filesOf({ type, value }: Document): File[] {
  switch (type) {
    case 'logic.cnf@1':
      return [['dimacs-cnf', cnfText(value as Cnf), value]];
    case 'logic.lrat_proof@1':
      return [['lrat', (value as { lrat: string }).lrat, value]];
    case 'graph.labelled@1':
      return graphFiles(value as Graph);
    case 'matrix.integer@1':
      return matrixFiles(value as Matrix, 'integer');
    case 'optimization.linear_program@1':
      return [freeLine, fixedLine].map((line) => ['mps', mpsText(value as LinearProgram, line), value]);
    default:
      return [];
  }
}

function graphFiles(graph: Graph): File[] {
  const numbered = (first: number) => graph.vertices.every((label, index) => label === String(index + first));
  if (numbered(1)) return [['dimacs-col', colText(graph), graph]];
  return numbered(0) ? [['graph6', graph6Text(graph), inGraph6Order(graph)]] : [];
}

/** graph6 lists edges in an order of its own, the lower end first: that of the columns of the upper triangle. */
function inGraph6Order({ vertices, edges }: Graph): Graph {
  const ends = edges.map(([u, v]): [string, string] => (Number(u) < Number(v) ? [u, v] : [v, u]));
  return { vertices, edges: ends.sort(([u, v], [x, y]) => Number(v) - Number(y) || Number(u) - Number(x)) };
}

function matrixFiles(matrix: Matrix, field: 'integer'): File[] {
  if ('row_labels' in matrix || 'column_labels' in matrix) return [];
  return [
    ['matrix-market', coordinateText(matrix, field), matrix],
    ['matrix-market', arrayText(matrix, field), matrix],
  ];
}

function documents(): [name: string, document: Document][] {
  const names = readdirSync(DATA, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.json') && name !== 'manifest.json')
    .flatMap((name) => {
      const { roles } = JSON.parse(readFileSync(new URL(name, DATA), 'utf8'));
      if (roles === undefined) return [];
      return Object.entries<{ document?: Document }>(roles).flatMap(([role, { document }]) =>
        document === undefined ? [] : ([[`${name}: ${role}`, document]] as [string, Document][]),
      );
    });
}

describe.skipIf(!existsSync(DATA))('files rebuilt from real documents give the same documents', () => {
  const all = existsSync(DATA) ? documents() : [];
  const rebuilt = all.flatMap(([name, document]) =>
    filesOf(document).map(([format, text, value]) => ({ name, type: document.type, value, format, text })),
  );

  test.each(rebuilt)('$name by $format', ({ type, value, format, text }) => {
    const found = imported(format, text, 4096);
    expect(prepare(found.type, found.value).bytes.digest).toBe(
      prepare(type, value as Parameters<typeof prepare>[1]).bytes.digest,
    );
  });

  test('files of every kind are among them', () => {
    const formats = new Set(rebuilt.map(({ format }) => format));
    expect([...formats].sort()).toEqual([
      'dimacs-cnf',
      'dimacs-col',
      'graph6',
      'lrat',
      'matrix-market',
      'mps',
    ]);
  });
});
