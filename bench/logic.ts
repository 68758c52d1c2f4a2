/**
 * Time against size for the checkers of formulas, each check in a new realm of a warm process as the pool runs it, and the
 * proof that nine pigeons do not fit eight holes against lrat-trim (design §9: in a warm worker at most four times its time).
 * Needs `dist/checkers`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, createContext, Script } from 'node:vm';
import type { Answer, CheckRequest } from '../checkers/protocol.ts';
import { parse } from '../src/canonical/canonical.ts';
import { CheckerPool } from '../src/checking/pool.ts';
import { loadCheckers } from '../src/checking/registry.ts';
import { BUILT_IN_CHECKERS } from '../src/installation.ts';

type Check = (request: CheckRequest) => Answer;
type Clauses = readonly (readonly number[])[];

interface Refutation {
  readonly clauses: Clauses;
  readonly lrat: string;
}

const RUNS = 15;

/** Prints the tables to standard output. */
export async function run(): Promise<void> {
  print('| checker | size | best of runs, ms |\n|---|---|---|');
  for (const variables of [1_000, 10_000, 100_000, 250_000]) {
    const request = planted(variables, 4 * variables);
    row(
      'logic.satisfiable',
      `${variables} variables, ${4 * variables} clauses`,
      best('satisfiable', request),
    );
  }
  for (const holes of [4, 5, 6, 7, 8]) {
    const refutation = pigeons(holes);
    const size = `${holes + 1} pigeons, ${refutation.lrat.length} bytes`;
    row('logic.unsatisfiable', size, best('unsatisfiable', unsatisfiable(refutation)));
  }
  await compareWithLratTrim('written by the textbook', pigeons(8));
  const solved = bySolver(pigeons(8).clauses);
  if (solved === undefined) print('\nskipped: no cadical that writes LRAT is installed');
  else await compareWithLratTrim('written by cadical', { clauses: pigeons(8).clauses, lrat: solved });
}

async function compareWithLratTrim(source: string, refutation: Refutation): Promise<void> {
  print(
    `\n| 9 pigeons, 8 holes, ${refutation.lrat.length} bytes ${source} | best of runs, ms | ratio |\n|---|---|---|`,
  );
  const other = lratTrim(refutation);
  const ratio = (ours: number) => (other === undefined ? '' : (ours / other).toFixed(2));
  if (other === undefined) print('| skipped: lrat-trim is not installed | | |');
  else print(`| lrat-trim, whole process | ${other.toFixed(1)} | 1 |`);
  const worker = await inWarmWorker(unsatisfiable(refutation));
  print(`| logic.unsatisfiable in a warm worker, documents sent | ${worker.toFixed(1)} | ${ratio(worker)} |`);
  const realm = best('unsatisfiable', unsatisfiable(refutation));
  print(`| logic.unsatisfiable in a new realm | ${realm.toFixed(1)} | ${ratio(realm)} |`);
}

function lratTrim({ clauses, lrat }: Refutation): number | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const files = [join(folder, 'formula.cnf'), join(folder, 'proof.lrat')] as const;
    writeFileSync(files[0], dimacs(clauses));
    writeFileSync(files[1], lrat);
    const times = Array.from({ length: RUNS }, () => {
      const start = performance.now();
      const { stdout, error } = spawnSync('lrat-trim', files, { encoding: 'utf8' });
      if (error !== undefined) return undefined;
      if (!/^s VERIFIED/m.test(stdout)) throw new Error('lrat-trim does not accept a benchmark');
      return performance.now() - start;
    });
    return times.reduce((one, other) => one && other && Math.min(one, other));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bySolver(clauses: Clauses): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const files = [join(folder, 'formula.cnf'), join(folder, 'proof.lrat')] as const;
    writeFileSync(files[0], dimacs(clauses));
    const { status } = spawnSync('cadical', ['-q', '--lrat', '--no-binary', ...files]);
    return status === 20 ? readFileSync(files[1], 'utf8') : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function dimacs(clauses: Clauses): string {
  const variables = Math.max(...clauses.flat().map(Math.abs));
  return `p cnf ${variables} ${clauses.length}\n${clauses.map((clause) => `${clause.join(' ')} 0\n`).join('')}`;
}

/**
 * The textbook proof that one pigeon more than holes does not fit: for every way to seat the first pigeons, from the longest
 * down, the clause that it does not happen. Each follows from those of the next pigeon's holes by units; 109,601 for 8 holes.
 */
function pigeons(holes: number): Refutation {
  const sits = (pigeon: number, hole: number) => pigeon * holes + hole + 1;
  const clauses: number[][] = [];
  for (let pigeon = 0; pigeon <= holes; pigeon++) {
    clauses.push(Array.from({ length: holes }, (_, hole) => sits(pigeon, hole)));
  }
  const conflicts = new Map<string, number>();
  for (let hole = 0; hole < holes; hole++) {
    for (let first = 0; first <= holes; first++) {
      for (let second = first + 1; second <= holes; second++) {
        conflicts.set(`${first} ${second} ${hole}`, clauses.push([-sits(first, hole), -sits(second, hole)]));
      }
    }
  }
  const lines: string[] = [];
  let id = clauses.length;
  const refute = (seats: readonly number[]): number => {
    const next = seats.length;
    const derived: number[] = [];
    const hints = Array.from({ length: holes }, (_, hole) => {
      const sitter = seats.indexOf(hole);
      if (sitter >= 0) return conflicts.get(`${sitter} ${next} ${hole}`);
      derived.push(refute([...seats, hole]));
      return derived.at(-1);
    });
    id++;
    const literals = seats.map((hole, pigeon) => -sits(pigeon, hole));
    lines.push([id, ...literals, 0, ...hints, next + 1, 0].join(' '));
    if (derived.length > 0) lines.push([id, 'd', ...derived, 0].join(' '));
    return id;
  };
  refute([]);
  return { clauses, lrat: `${lines.join('\n')}\n` };
}

/** Random clauses of three literals, one of them true in a given assignment. */
function planted(variables: number, size: number): CheckRequest {
  let state = 1;
  const random = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const literals = Array.from({ length: variables }, (_, index) => (random(2) === 0 ? 1 : -1) * (index + 1));
  const clauses = Array.from({ length: size }, () => [
    random(variables) + 1,
    -random(variables) - 1,
    literals[random(variables)],
  ]);
  const formula = document('logic.cnf@1', { clauses, variables });
  const assignment = document('logic.assignment@1', { literals });
  return { claim: 'logic.satisfiable@1', roles: { formula, assignment }, sources: {} };
}

function unsatisfiable({ clauses, lrat }: Refutation): CheckRequest {
  const formula = document('logic.cnf@1', { clauses, variables: Math.max(...clauses.flat().map(Math.abs)) });
  const proof = document('logic.lrat_proof@1', { lrat });
  return { claim: 'logic.unsatisfiable@1', roles: { formula, proof }, sources: {} };
}

/** The shortest of `RUNS` jobs of a pool that ran one before: from the call to the outcome. */
async function inWarmWorker({ claim, roles }: CheckRequest): Promise<number> {
  const program = (await loadCheckers(BUILT_IN_CHECKERS)).byId('logic.unsatisfiable');
  if (program === undefined) throw new Error('dist/checkers does not hold the checker');
  const bytes = Object.entries(roles).map(([role, text]) => [role, parse(Buffer.from(text))] as const);
  const pool = new CheckerPool({ size: 1, spares: 0 });
  try {
    let shortest = Number.POSITIVE_INFINITY;
    for (let run = 0; run <= RUNS; run++) {
      const start = performance.now();
      const { verdict } = await pool.run(program, { claim, roles: Object.fromEntries(bytes), sources: {} });
      if (verdict !== 'ACCEPTED') throw new Error('a benchmark is not accepted');
      if (run > 0) shortest = Math.min(shortest, performance.now() - start);
    }
    return shortest;
  } finally {
    await pool.close();
  }
}

/** The shortest of `RUNS` accepted checks, each in a new realm: others on the machine only make them longer. */
function best(checker: string, request: CheckRequest): number {
  const bundle = readFileSync(new URL(`../dist/checkers/logic/${checker}/check.js`, import.meta.url), 'utf8');
  const script = new Script(`${bundle}\nchecker.check`);
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const check: Check = script.runInContext(createContext(constants.DONT_CONTEXTIFY));
    const start = performance.now();
    const { verdict } = check(request);
    shortest = Math.min(shortest, performance.now() - start);
    if (verdict !== 'ACCEPTED') throw new Error('a benchmark is not accepted');
  }
  return shortest;
}

function document(type: string, value: unknown): string {
  const contract = `artifact://sha256/${'0'.repeat(64)}`;
  return JSON.stringify({ schema: contract, semantics: contract, type, value });
}

function row(checker: string, size: string, shortest: number): void {
  print(`| ${checker} | ${size} | ${shortest.toFixed(2)} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) await run();
