/** Time against size for the claims about matroids, each check in a new realm of a warm process. Needs `dist/checkers`. */
import { readFileSync } from 'node:fs';
import { constants, createContext, Script } from 'node:vm';
import type { Answer, CheckRequest } from '../checkers/protocol.ts';

type Check = (request: CheckRequest) => Answer;

const RUNS = 7;

/** Prints the table to standard output. */
export function run(): void {
  print('| checker | size | best of runs, ms |\n|---|---|---|');
  const fixture = (name: string) =>
    readFileSync(new URL(`../fixtures/flats/${name}.json`, import.meta.url), 'utf8');
  const [lines, flats] = [completed(fixture('large')), completed(fixture('large-flats'))];
  row('flats', 'the 64 lines of the fifth hand-over case', { vectors: lines, flats });
  row('flat_axioms', 'the 64 lines of the fifth hand-over case', { flats });
  for (const [rank, n] of [
    [3, 16],
    [3, 64],
    [3, 256],
    [3, 512],
    [4, 16],
    [4, 32],
    [4, 64],
    [8, 12],
    [8, 16],
  ] as const) {
    const listed = uniform(rank, n);
    const count = listed.flats_by_rank.flat().length;
    const roles = { flats: document('matroid.flats@1', listed) };
    row('flats', `${n} points, rank ${rank}, ${count} flats`, { vectors: moments(rank, n, 1n), ...roles });
    row('flat_axioms', `${n} points, rank ${rank}, ${count} flats`, roles);
  }
  for (const digits of [10, 30, 100, 300]) {
    const roles = { flats: document('matroid.flats@1', uniform(3, 64)) };
    const size = `64 points, rank 3, ${digits} digits`;
    row('flats', size, { vectors: moments(3, 64, 10n ** BigInt(digits)), ...roles });
  }
}

function names(n: number): string[] {
  return Array.from({ length: n }, (_, i) => `${i}`);
}

/** All sets of fewer than `rank` points, and the whole: the flats of points in general position. */
function uniform(rank: number, n: number): { ground_set: string[]; flats_by_rank: string[][][] } {
  const sets = (size: number, from: number): string[][] => {
    if (size === 0) return [[]];
    return Array.from({ length: n - from }, (_, k) => from + k).flatMap((first) =>
      sets(size - 1, first + 1).map((rest) => [`${first}`, ...rest]),
    );
  };
  const proper = Array.from({ length: rank }, (_, size) => sets(size, 0));
  return { ground_set: names(n), flats_by_rank: [...proper, [names(n)]] };
}

/** Points on the moment curve, in general position; the second coordinate times the scale. */
function moments(rank: number, n: number, scale: bigint): string {
  const points = names(n).map((label, i) => ({
    label,
    coordinates: Array.from({ length: rank }, (_, k) => `${BigInt(i) ** BigInt(k) * (k === 1 ? scale : 1n)}`),
  }));
  return document('matroid.vectors@1', { field: 'Q', dimension: rank, points });
}

function row(checker: string, size: string, roles: Readonly<Record<string, string>>): void {
  print(`| matroid.${checker} | ${size} | ${best(checker, roles).toFixed(2)} |`);
}

/** The shortest of `RUNS` accepted checks: others on the machine only make them longer. */
function best(checker: string, roles: Readonly<Record<string, string>>): number {
  const file = new URL(`../dist/checkers/matroid/${checker}/check.js`, import.meta.url);
  const script = new Script(`${readFileSync(file, 'utf8')}\nchecker.check`);
  const request = { claim: `matroid.${checker}@1`, roles, sources: {} };
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const check: Check = script.runInContext(createContext(constants.DONT_CONTEXTIFY));
    const start = performance.now();
    const { verdict } = check(request);
    shortest = Math.min(shortest, performance.now() - start);
    if (verdict !== 'ACCEPTED') throw new Error(`a benchmark of ${request.claim} is not accepted`);
  }
  return shortest;
}

/** The text of a fixture as checkers get it. */
function completed(text: string): string {
  const { type, value }: { readonly type: string; readonly value: unknown } = JSON.parse(text);
  return document(type, value);
}

function document(type: string, value: unknown): string {
  const contract = `artifact://sha256/${'0'.repeat(64)}`;
  return JSON.stringify({ schema: contract, semantics: contract, type, value });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) run();
