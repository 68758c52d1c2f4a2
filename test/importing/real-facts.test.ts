import { describe, expect, test } from 'vitest';
import { permutations } from '../checkers/graph/support/twins.ts';
import { readCnf, readCol, readGraph6, readMatrix, readMps } from './readers.ts';
import { READ, readable, realText } from './real-files.ts';
import { colour, satisfy } from './searches.ts';
import { valueIn } from './support.ts';
import type { Cnf, Graph, LinearProgram, Matrix } from './writers.ts';

/** What is known of the real files, and what readers of their own find in them. */

describe('formulas and proofs', () => {
  test.each([
    ['uf20-01.cnf', 20, 91, true],
    ['hole6.cnf', 42, 133, false],
    ['full6.cnf', 6, 64, false],
    ['example-5-vars.cnf', 5, 8, false],
    ['uuf-50-3.cnf', 50, 213, false],
  ])('%s', (name, variables, clauses, satisfiable) => {
    const value = valueIn('dimacs-cnf', readable(name)) as Cnf;
    expect(value).toEqual(readCnf(readable(name)));
    expect([value.variables, value.clauses.length]).toEqual([variables, clauses]);
    const literals = satisfy(value);
    expect(literals !== undefined).toBe(satisfiable);
    if (satisfiable)
      expect(value.clauses.every((clause) => clause.some((one) => literals?.includes(one)))).toBe(true);
  });

  test.each(['full6.lrat', 'example-5-vars.lrat', 'uuf-50-3.lrat'])('%s is taken as it stands', (name) => {
    expect(valueIn('lrat', realText(name))).toEqual({ lrat: realText(name) });
  });
});

describe('graphs', () => {
  test.each([
    ['myciel4.col', 23, 71, 5],
    ['queen5_5.col', 25, 160, 5],
  ])('%s', (name, vertices, edges, colors) => {
    const value = valueIn('dimacs-col', readable(name)) as Graph;
    expect(value).toEqual(readCol(readable(name)));
    expect([value.vertices.length, value.edges.length]).toEqual([vertices, edges]);
    expect(colour(value, colors - 1)).toBeUndefined();
    expect(colour(value, colors)).toHaveLength(vertices);
  });

  test('gp40_3.g6 is cubic and bipartite', () => {
    const value = valueIn('graph6', readable('gp40_3.g6')) as Graph;
    expect(value).toEqual(readGraph6(readable('gp40_3.g6').trimEnd()));
    const degrees = value.vertices.map(
      (vertex) => value.edges.filter((edge) => edge.includes(vertex)).length,
    );
    expect(degrees).toEqual(new Array(80).fill(3));
    expect(colour(value, 2)).toHaveLength(80);
  });

  test('graphs5.g6 has every graph on 5 vertices once', () => {
    const graphs = READ.flatMap(([, name, text]) => (name === 'graphs5.g6' ? [text] : [])).map((text) => {
      const value = valueIn('graph6', text) as Graph;
      expect(value).toEqual(readGraph6(text.trimEnd()));
      return value;
    });
    expect(graphs).toHaveLength(34);
    expect(new Set(graphs.map(smallestForm)).size).toBe(34);
    expect(graphs.filter(({ edges }) => edges.length === 5)).toHaveLength(6);
    expect(valueIn('graph6', readable('graphs5-header.g6'))).toEqual(graphs[0]);
  });
});

/** The same for two graphs just where they are isomorphic: the least of their edge lists under all orders of the vertices. */
function smallestForm({ edges }: Graph): string {
  const forms = permutations(['0', '1', '2', '3', '4']).map((order) =>
    edges
      .map((edge) =>
        edge
          .map((vertex) => order[Number(vertex)])
          .sort()
          .join(''),
      )
      .sort()
      .join(' '),
  );
  return forms.sort()[0] ?? '';
}

describe('matrices', () => {
  test.each([
    ['pores_1.mtx', 30, 30, 180],
    ['incidence.mtx', 15, 10, 30],
    ['incidence-sparse.mtx', 15, 10, 30],
    ['laplacian.mtx', 10, 10, 40],
    ['skew.mtx', 3, 3, 6],
    ['skew-sparse.mtx', 3, 3, 6],
    ['hilbert.mtx', 4, 4, 16],
  ])('%s', (name, rows, columns, nonZeros) => {
    const { entries } = valueIn('matrix-market', realText(name)) as Matrix;
    expect(entries.map((row) => row.map(asDouble))).toEqual(readMatrix(realText(name)));
    expect([entries.length, entries[0]?.length]).toEqual([rows, columns]);
    expect(entries.flat().filter((entry) => entry !== '0')).toHaveLength(nonZeros);
  });

  test('array and coordinate say the same; a third in 16 digits is no third', () => {
    const value = (name: string) => valueIn('matrix-market', realText(name)) as Matrix;
    expect(value('incidence-sparse.mtx')).toEqual(value('incidence.mtx'));
    expect(value('skew-sparse.mtx')).toEqual(value('skew.mtx'));
    expect(value('hilbert.mtx').entries[0]).toEqual([
      '1',
      '1/2',
      '3333333333333333/10000000000000000',
      '1/4',
    ]);
  });
});

/** Exact where numerator and denominator are below 2^53, as they are in these files. */
function asDouble(rational: string): number {
  const [numerator, denominator = 1] = rational.split('/').map(Number);
  return Number(numerator) / denominator;
}

describe('linear programs', () => {
  const program = (name: string) => valueIn('mps', realText(name)) as LinearProgram;

  test.each([
    ['afiro.mps', 27, 32, 88],
    ['kb2.mps', 43, 41, 291],
    ['transport.mps', 7, 8, 26],
    ['transport-free.mps', 7, 8, 26],
    ['transport-lp_solve.mps', 7, 8, 26],
    ['transport-clp.mps', 7, 8, 26],
    ['maximise.mps', 4, 3, 13],
  ])('%s', (name, rows, columns, nonZeros) => {
    const value = program(name);
    expect([value.rows.length, value.columns.length]).toEqual([rows, columns]);
    const file = readMps(realText(name));
    const [objective = ''] = [...file.senses].flatMap(([row, type]) => (type === 'N' ? [row] : []));
    const entries = new Map(
      value.rows.flatMap((row) =>
        row.coefficients.map(([column, number]) => [`${column} ${row.name}`, asDouble(number)]),
      ),
    );
    for (const column of value.columns) {
      if (column.objective !== '0') entries.set(`${column.name} ${objective}`, asDouble(column.objective));
    }
    expect(entries).toEqual(file.entries);
    expect(entries.size).toBe(nonZeros);
    expect(value.rows.map((row) => [row.name, row.type])).toEqual(
      [...file.senses].filter(([row]) => row !== objective),
    );
    for (const row of value.rows) expect(asDouble(row.rhs)).toBe(file.rightHandSides.get(row.name) ?? 0);
    for (const { name: column, lower, upper } of value.columns) {
      const free = file.bounds.has(`FR ${column}`);
      expect(lower).toBe(free ? null : String(file.bounds.get(`LO ${column}`) ?? 0));
      expect(upper).toBe(file.bounds.get(`UP ${column}`)?.toString() ?? null);
    }
  });

  test('one model by three programs is one program, in free MPS by its own names', () => {
    const transport = program('transport.mps');
    expect(program('transport-lp_solve.mps')).toEqual(transport);
    expect(program('transport-clp.mps')).toEqual(transport);
    const free = program('transport-free.mps');
    expect(free.columns[0]?.name).toBe('x[SEATTLE,NEWYORK]');
    expect(unnamed(free)).toEqual(unnamed(transport));
  });

  test('a maximum as its writer says it: of the negative, or by OBJSENSE', () => {
    const [least, greatest] = [program('maximise.mps'), program('maximise-free.mps')];
    expect([least.sense, greatest.sense]).toEqual(['min', 'max']);
    expect(least.columns.map(({ objective }) => objective)).toEqual(['-143', '-60', '5/2']);
    expect(greatest.columns.map(({ objective }) => objective)).toEqual(['143', '60', '-5/2']);
    expect(greatest.rows).toEqual(least.rows);
  });

  /** Names by their places. */
  function unnamed({ columns, rows, sense }: LinearProgram) {
    const place = new Map(columns.map(({ name }, index) => [name, index]));
    return {
      sense,
      columns: columns.map(({ name: _, ...column }) => column),
      rows: rows.map(({ type, rhs, coefficients }) => [
        type,
        rhs,
        coefficients.map(([name, number]) => [place.get(name), number]),
      ]),
    };
  }
});
