/** Time against size for determinants, ranks, normal forms and linear equations, each check in a new realm of a warm process. Needs `dist/checkers`. */
import { readFileSync } from 'node:fs';
import { constants, createContext, Script } from 'node:vm';
import type { Answer, CheckRequest } from '../checkers/protocol.ts';
import {
  determinantOf,
  hermiteFormOf,
  linearInfeasibleOf,
  linearSolutionOf,
  type Roles,
  rankOf,
  smithFormOf,
} from '../test/checkers/matrix/support/sized.ts';
import { request } from '../test/checkers/support/request.ts';

const RUNS = 5;

/** What is checked, in which sizes: elimination takes the fourth power of n and more, as its numbers grow; a product the third. */
const TABLE: readonly (readonly [checker: string, of: (size: number) => Roles, sizes: readonly number[]])[] =
  [
    ['determinant', determinantOf, [10, 20, 40, 80, 160]],
    ['rank', rankOf, [10, 20, 40, 60]],
    ['smith_normal_form', smithFormOf, [10, 50, 100, 200, 300]],
    ['hermite_normal_form', hermiteFormOf, [10, 50, 100, 200, 300]],
    ['linear_solution', linearSolutionOf, [10, 100, 300, 1000]],
    ['linear_infeasible', linearInfeasibleOf, [10, 100, 300, 1000]],
  ];

/** Prints the table to standard output. */
export function run(): void {
  print('| checker | size | best of runs, ms |\n|---|---|---|');
  for (const [checker, of, sizes] of TABLE) {
    for (const n of sizes) {
      const best = milliseconds(checker, request(`matrix.${checker}@1`, of(n)));
      print(`| matrix.${checker} | n = ${n}${checker === 'rank' ? ', n × 2n' : ''} | ${best} |`);
    }
  }
}

/** The shortest of `RUNS` accepted checks: others on the machine only make them longer. An undecided one says so. */
function milliseconds(checker: string, asked: CheckRequest): string {
  const file = new URL(`../dist/checkers/matrix/${checker}/check.js`, import.meta.url);
  const script = new Script(`${readFileSync(file, 'utf8')}\nchecker.check`);
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const check: (asked: CheckRequest) => Answer = script.runInContext(
      createContext(constants.DONT_CONTEXTIFY),
    );
    const start = performance.now();
    const { verdict } = check(asked);
    best = Math.min(best, performance.now() - start);
    if (verdict === 'INCONCLUSIVE') return 'beyond the bound';
    if (verdict !== 'ACCEPTED') throw new Error(`a benchmark of ${asked.claim} is not accepted`);
  }
  return best.toFixed(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) run();
