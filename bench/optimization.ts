/**
 * Time against size for the checkers of linear programs, each check in a new realm of a warm process as the pool runs it.
 * Needs `dist/checkers`.
 */
import { readFileSync } from 'node:fs';
import { constants, createContext, Script } from 'node:vm';
import type { Answer, CheckRequest } from '../checkers/protocol.ts';

type Check = (request: CheckRequest) => Answer;
type Table = readonly (readonly number[])[];

const RUNS = 9;

/** Prints the table to standard output. */
export function run(): void {
  print('| checker | size | best of runs, ms |\n|---|---|---|');
  for (const rows of [10, 30, 100, 300, 500]) {
    const size = `${rows} rows, ${2 * rows} columns, ${2 * rows * rows} coefficients`;
    row('optimization.lp_optimal', size, best('lp_optimal', optimal(rows)));
    row('optimization.lp_infeasible', size, best('lp_infeasible', infeasible(rows)));
  }
  for (const digits of [10, 100, 1_000, 3_000]) {
    const size = `30 rows, 60 columns, solution over a denominator of ${digits} digits`;
    row('optimization.lp_optimal', size, best('lp_optimal', optimal(30, `1${'0'.repeat(digits - 2)}1`)));
  }
}

/**
 * Least c·x with A·x ≥ b, x ≥ 0, where the first half of the columns is positive with reduced cost 0, the rest is zero with a
 * reduced cost above 0, and every row is tight.
 */
function optimal(size: number, denominator = '7'): CheckRequest {
  const A = table(size, 2 * size);
  const q = BigInt(denominator);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, entry) => total + entry, 0);
  const over = (numerator: bigint) => fraction(numerator, q);
  // Every positive column is 1/q, every multiplier 1/q as well.
  const b = A.map((entries) => BigInt(sum(entries.slice(0, size))));
  const costs = names('x', 2 * size).map((_, j) => BigInt(sum(A.map((entries) => entries[j] as number))));
  const columns = names('x', 2 * size).map((name, j) => ({
    lower: '0',
    name,
    objective: over((costs[j] as bigint) + (j < size ? 0n : 1n)),
    upper: null,
  }));
  const objective = costs.slice(0, size).reduce((total, cost) => total + cost, 0n);
  const solution = {
    dual: names('r', size).map((name) => [name, fraction(1n, q)]),
    objective: fraction(objective, q * q),
    primal: names('x', size).map((name) => [name, fraction(1n, q)]),
  };
  const value = { columns, rows: rowsOf(A, b.map(over)), sense: 'min' };
  return {
    claim: 'optimization.lp_optimal@1',
    roles: {
      program: document('optimization.linear_program@1', value),
      solution: document('optimization.primal_dual@1', solution),
    },
    sources: {},
  };
}

/** Every row asks for 1/3 more than the bounds 0 and 1 of the columns allow; all together are the contradiction. */
function infeasible(size: number): CheckRequest {
  const A = table(size, 2 * size);
  const b = A.map((entries) => entries.reduce((total, entry) => total + Math.max(0, entry), 0));
  const columns = names('x', 2 * size).map((name) => ({ lower: '0', name, objective: '0', upper: '1' }));
  const multipliers = names('r', size).map((name, i) => [name, fraction(BigInt(i + 1), 7n)]);
  const right = b.map((most) => fraction(3n * BigInt(most) + 1n, 3n));
  const value = { columns, rows: rowsOf(A, right), sense: 'min' };
  return {
    claim: 'optimization.lp_infeasible@1',
    roles: {
      program: document('optimization.linear_program@1', value),
      witness: document('optimization.row_multipliers@1', { multipliers }),
    },
    sources: {},
  };
}

function rowsOf(A: Table, b: readonly string[]) {
  return A.map((entries, i) => ({
    coefficients: entries.map((entry, j) => [`x${j}`, `${entry}`]),
    name: `r${i}`,
    rhs: b[i],
    type: 'G',
  }));
}

function names(letter: string, size: number): string[] {
  return Array.from({ length: size }, (_, index) => `${letter}${index}`);
}

/** Integers from −99 to 99, the same on every run. */
function table(rows: number, columns: number): Table {
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state % 199) - 99;
  };
  return Array.from({ length: rows }, () => Array.from({ length: columns }, next));
}

function fraction(numerator: bigint, denominator: bigint): string {
  let [a, b] = [numerator < 0n ? -numerator : numerator, denominator];
  while (b > 0n) [a, b] = [b, a % b];
  return a === denominator ? `${numerator / a}` : `${numerator / a}/${denominator / a}`;
}

/** The shortest of `RUNS` accepted checks, each in a new realm: others on the machine only make them longer. */
function best(checker: string, request: CheckRequest): number {
  const file = new URL(`../dist/checkers/optimization/${checker}/check.js`, import.meta.url);
  const script = new Script(`${readFileSync(file, 'utf8')}\nchecker.check`);
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

if (import.meta.main) run();
