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

type File = readonly [format: string, text: string];

interface Document {
  readonly type: string;
  readonly value: unknown;
}

/** The files that people would have had where a document was made from one. */
function filesOf({ type, value }: Document): File[] {
  switch (type) {
    case 'logic.cnf@1':
      return [['dimacs-cnf', cnfText(value as Cnf)]];
    case 'logic.lrat_proof@1':
      return [['lrat', (value as { lrat: string }).lrat]];
    case 'graph.labelled@1':
      return graphFiles(value as Graph);
    case 'matrix.integer@1':
      return matrixFiles(value as Matrix, 'integer');
    case 'optimization.linear_program@1':
      return [freeLine, fixedLine].map((line) => ['mps', mpsText(value as LinearProgram, line)]);
    default:
      return [];
  }
}

/** graph6 lists edges in an order of its own: the one it has them in must be the file's. */
function graphFiles(graph: Graph): File[] {
  const numbered = (first: number) => graph.vertices.every((label, index) => label === String(index + first));
  if (numbered(1)) return [['dimacs-col', colText(graph)]];
  return numbered(0) && inGraph6Order(graph) ? [['graph6', graph6Text(graph)]] : [];
}

function inGraph6Order({ edges }: Graph): boolean {
  const positions = edges.map(([u, v]) => (Number(u) < Number(v) ? Number(v) * 1e6 + Number(u) : Number.NaN));
  return positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0));
}

function matrixFiles(matrix: Matrix, field: 'integer'): File[] {
  if ('row_labels' in matrix || 'column_labels' in matrix) return [];
  return [
    ['matrix-market', coordinateText(matrix, field)],
    ['matrix-market', arrayText(matrix, field)],
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
    filesOf(document).map((file) => ({ name, document, format: file[0], text: file[1] })),
  );

  test.each(rebuilt)('$name by $format', ({ document, format, text }) => {
    const { type, value } = imported(format, text, 4096);
    expect(prepare(type, value).bytes.digest).toBe(
      prepare(document.type, document.value as Parameters<typeof prepare>[1]).bytes.digest,
    );
  });

  test('files of every kind are among them', () => {
    const formats = new Set(rebuilt.map(({ format }) => format));
    expect([...formats].sort()).toEqual(['dimacs-cnf', 'dimacs-col', 'lrat', 'matrix-market', 'mps']);
  });
});
