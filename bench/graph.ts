/** Time against size for every claim about graphs, in one warm process. Needs `dist/checkers`. */
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import type { Answer, CheckRequest } from '../checkers/protocol.ts';

type Check = (request: CheckRequest) => Answer;
type Edge = readonly [string, string];
type Values = Readonly<Record<string, readonly [type: string, value: unknown]>>;

const RUNS = 7;

/** Prints the table to standard output. */
export function run(): void {
  print('| checker | size | best of runs, ms |\n|---|---|---|');
  for (const n of [10, 100, 300, 1_000, 2_000]) row('distances', `cycle of ${n}`, distances(n));
  for (const n of [100, 1_000, 10_000, 100_000]) {
    const grid = circulant(n, 3);
    const size = `${n} vertices, ${grid.edges.length} edges`;
    row('coloring', size, { graph: labelled(grid), coloring: ['graph.coloring@1', coloring(grid)] });
    row('chromatic_number', size, {
      graph: labelled(grid),
      certificate: [
        'graph.chromatic_certificate@1',
        { ...coloring(grid), clique: grid.vertices.slice(0, 4) },
      ],
    });
    row('isomorphism', size, {
      first: labelled(grid),
      second: labelled(grid),
      map: ['graph.vertex_map@1', { map: grid.vertices.map((v, i) => [v, grid.vertices[(i + 1) % n]]) }],
    });
    row('hamiltonian_cycle', size, {
      graph: labelled(grid),
      cycle: ['graph.cycle@1', { cycle: grid.vertices }],
    });
    row('maximum_matching', `${n} vertices, path`, matching(n));
    row('planar_embedding', `${n} vertices, wheel`, wheel(n));
    row('nonplanar', `K5, ${n} vertices`, subdivision(n));
  }
  for (const n of [10, 100, 300, 1_000]) row('incidence', `cycle of ${n}`, incidence(n));
}

interface Graph {
  readonly vertices: readonly string[];
  readonly edges: readonly Edge[];
}

/** Vertex i is joined with the next `width` vertices, all around. */
function circulant(n: number, width: number): Graph {
  const vertices = names(n);
  const steps = Array.from({ length: width }, (_, k) => k + 1);
  const edges = vertices.flatMap((v, i) => steps.map((k): Edge => [v, vertices[(i + k) % n] as string]));
  return { vertices, edges };
}

/** Of a circulant of width 3 and a multiple of 4 vertices. */
function coloring({ vertices }: Graph) {
  return { colors: 4, assignment: vertices.map((vertex, i) => [vertex, i % 4]) };
}

function distances(n: number): Values {
  const graph = circulant(n, 1);
  const table = graph.vertices.map((_, i) =>
    graph.vertices.map((__, j) => Math.min(Math.abs(i - j), n - Math.abs(i - j))),
  );
  const value = { vertices: graph.vertices, distances: table };
  return { graph: labelled(graph), distances: ['graph.distance_matrix@1', value] };
}

function matching(n: number): Values {
  const { vertices, edges } = circulant(n, 1);
  const path = { vertices, edges: edges.slice(0, n - 1) };
  const even = edges.filter((_, i) => i % 2 === 0);
  const cover = even.map(([, second]) => second);
  return { graph: labelled(path), certificate: ['graph.matching_cover@1', { matching: even, cover }] };
}

function wheel(n: number): Values {
  const rim = circulant(n - 1, 1);
  const edges = [...rim.edges, ...rim.vertices.map((vertex): Edge => ['hub', vertex])];
  const around = (i: number) => rim.vertices.at(i % (n - 1)) as string;
  const rotation = [
    ['hub', rim.vertices],
    ...rim.vertices.map((vertex, i) => [vertex, ['hub', around(i - 1), around(i + 1)]]),
  ];
  return {
    graph: labelled({ vertices: ['hub', ...rim.vertices], edges }),
    embedding: ['graph.rotation_system@1', { rotation }],
  };
}

/** K5 with one edge made long. */
function subdivision(n: number): Values {
  const corners = ['a', 'b', 'c', 'd', 'e'].map((corner) => `corner ${corner}`);
  const all = corners.flatMap((one, i) => corners.slice(0, i).map((other): Edge => [other, one]));
  const path = [corners[0] as string, ...names(n - 5), corners[1] as string];
  const edges = [...all.slice(1), ...path.slice(1).map((vertex, i): Edge => [path[i] as string, vertex])];
  const graph = { vertices: [...corners, ...names(n - 5)], edges };
  return { graph: labelled(graph), subgraph: ['graph.edge_set@1', { edges }] };
}

function incidence(n: number): Values {
  const { vertices, edges } = circulant(n, 1);
  const entries = vertices.map((_, i) =>
    vertices.map((__, j) => (j === i ? '-1' : j === (i + 1) % n ? '1' : '0')),
  );
  const labels = { row_labels: edges.map((edge) => edge.join('→')), column_labels: vertices };
  const matrix = { rows: n, columns: n, entries, ...labels };
  return { graph: labelled({ vertices, edges }), incidence: ['matrix.integer@1', matrix] };
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `v${i}`);
}

function labelled(graph: Graph): readonly [string, unknown] {
  return ['graph.labelled@1', graph];
}

function row(checker: string, size: string, values: Values): void {
  const roles = Object.entries(values).map(([role, [type, value]]) => [role, document(type, value)]);
  const request = { claim: `graph.${checker}@1`, roles: Object.fromEntries(roles), sources: {} };
  print(`| graph.${checker} | ${size} | ${milliseconds(load(checker), request).toFixed(2)} |`);
}

/** The shortest of `RUNS` accepted checks: others on the machine only make them longer. */
function milliseconds(check: Check, request: CheckRequest): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    const { verdict } = check(request);
    best = Math.min(best, performance.now() - start);
    if (verdict !== 'ACCEPTED') throw new Error(`a benchmark of ${request.claim} is not accepted`);
  }
  return best;
}

function load(checker: string): Check {
  const bundle = readFileSync(new URL(`../dist/checkers/graph/${checker}/check.js`, import.meta.url), 'utf8');
  return runInThisContext(`${bundle}\nchecker.check`);
}

function document(type: string, value: unknown): string {
  const contract = `artifact://sha256/${'0'.repeat(64)}`;
  return JSON.stringify({ schema: contract, semantics: contract, type, value });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) run();
