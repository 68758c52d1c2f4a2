/**
 * Time against size for every checker, each check in a new realm of a warm process as the pool runs it, and the product of
 * two matrices of 64-bit entries against PARI/GP computing and comparing it (design §9: n = 200, at most twice PARI's
 * time). Needs `dist/checkers`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, createContext, Script } from 'node:vm';
import type { Answer, CheckRequest } from '../checkers/protocol.ts';

type Check = (request: CheckRequest) => Answer;
/** Gives the check of a bundle in a new realm: nothing of it has been optimised yet. */
type Open = () => Check;
type Table = readonly (readonly bigint[])[];

const RUNS = 15;

/** Prints the tables to standard output. */
export function run(): void {
  print('| checker | size | best of runs, ms |\n|---|---|---|');
  const product = load('matrix/product');
  const replay = load('matrix/product_replay');
  for (const n of [10, 50, 100, 200, 400]) {
    const [left, right] = [table(n, 1n), table(n, 2n)];
    const roles = { left: matrix(left), right: matrix(right), product: matrix(multiply(left, right)) };
    const request = { claim: 'matrix.product@1', roles, sources: {} };
    row('matrix.product', `n = ${n}, 64-bit`, milliseconds(product, request));
    const source = { transform: 'MATRIX_TRANSPOSE', document: matrix(transpose(left)) };
    row(
      'matrix.product_replay',
      `n = ${n}, 64-bit`,
      milliseconds(replay, { ...request, sources: { left: source } }),
    );
  }
  for (const n of [10, 50, 100, 200, 400]) {
    const entries = table(n, 3n);
    const roles = { matrix: matrix(entries), gram: matrix(multiply(transpose(entries), entries)) };
    row(
      'matrix.gram',
      `n = ${n}, 64-bit`,
      milliseconds(load('matrix/gram'), { claim: 'matrix.gram@1', roles, sources: {} }),
    );
  }
  for (const n of [10, 100, 200, 400, 800]) {
    const entries = table(n, 4n);
    const roles = { matrix: matrix(entries), transpose: matrix(transpose(entries)) };
    const request = { claim: 'matrix.transpose@1', roles, sources: {} };
    row('matrix.transpose', `n = ${n}, 64-bit`, milliseconds(load('matrix/transpose'), request));
  }
  for (const digits of [10, 1_000, 10_000, 100_000, 500_000]) {
    row('number.gcd', `${digits} digits`, milliseconds(load('number/gcd'), divisor(digits)));
  }
  compareWithPari(product);
}

function compareWithPari(product: Open): void {
  print('\n| product, n = 200, 64-bit entries | best of runs, ms | ratio |\n|---|---|---|');
  const [left, right] = [table(200, 5n), table(200, 6n)];
  const claimed = multiply(left, right);
  const roles = { left: matrix(left), right: matrix(right), product: matrix(claimed) };
  const request = { claim: 'matrix.product@1', roles, sources: {} };
  const ours = milliseconds(product, request);
  const check = product();
  const warm = milliseconds(() => check, request);
  const pari = pariMilliseconds(left, right, claimed);
  if (pari === undefined) {
    print('| skipped: gp (PARI/GP) is not installed | | |');
    return;
  }
  print(`| PARI/GP: left * right == product | ${pari.toFixed(1)} | 1 |`);
  print(`| matrix.product, each in a new realm | ${ours.toFixed(1)} | ${(ours / pari).toFixed(2)} |`);
  print(`| matrix.product, all in one realm | ${warm.toFixed(1)} | ${(warm / pari).toFixed(2)} |`);
}

function pariMilliseconds(left: Table, right: Table, product: Table): number | undefined {
  const gp = (entries: Table) => `[${entries.map((row) => row.join(',')).join(';')}]`;
  const script = [
    `A=${gp(left)};`,
    `B=${gp(right)};`,
    `C=${gp(product)};`,
    // Ten at a time: the clock of gp counts milliseconds.
    `for(i=1,${RUNS},t=getwalltime();for(k=1,10,if(A*B!=C,error("wrong")));print(getwalltime()-t));`,
  ];
  const { status, stdout } = spawnSync('gp', ['-q', '-f', '-s', '512M'], {
    input: script.join('\n'),
    encoding: 'utf8',
  });
  return status === 0 ? Math.min(...stdout.trim().split('\n').map(Number)) / 10 : undefined;
}

/** The shortest of `RUNS` accepted checks: others on the machine only make them longer. */
function milliseconds(open: Open, request: CheckRequest): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const check = open();
    const start = performance.now();
    const { verdict } = check(request);
    best = Math.min(best, performance.now() - start);
    if (verdict !== 'ACCEPTED') throw new Error('a benchmark is not accepted');
  }
  return best;
}

function load(checker: string): Open {
  const bundle = readFileSync(new URL(`../dist/checkers/${checker}/check.js`, import.meta.url), 'utf8');
  const script = new Script(`${bundle}\nchecker.check`);
  return () => script.runInContext(createContext(constants.DONT_CONTEXTIFY));
}

/** n × n integers of 64 bits and a sign, the same on every run. */
function table(n: number, seed: bigint): Table {
  let state = seed;
  const next = (): bigint => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 128n;
    return (state >> 127n === 0n ? 1n : -1n) * ((state >> 40n) % 2n ** 64n);
  };
  return Array.from({ length: n }, () => Array.from({ length: n }, next));
}

function transpose(entries: Table): Table {
  return entries.map((_, i) => entries.map((row) => row[i] as bigint));
}

function multiply(left: Table, right: Table): Table {
  const columns = transpose(right);
  return left.map((row) =>
    columns.map((column) => row.reduce((sum, x, k) => sum + x * (column[k] as bigint), 0n)),
  );
}

/** Two coprime numbers of this many digits: 3a − b = 1. */
function divisor(digits: number): CheckRequest {
  const a = 2n ** BigInt(Math.floor(digits * 3.32));
  const b = 3n * a - 1n;
  const integer = (value: bigint) => document('number.integer@1', { value: `${value}` });
  const bezout = document('number.bezout@1', { gcd: '1', x: '3', y: '-1' });
  return { claim: 'number.gcd@1', roles: { a: integer(a), b: integer(b), bezout }, sources: {} };
}

function matrix(entries: Table): string {
  const size = { columns: entries.length, rows: entries.length };
  return document('matrix.integer@1', { ...size, entries: entries.map((row) => row.map(String)) });
}

function document(type: string, value: unknown): string {
  const contract = `artifact://sha256/${'0'.repeat(64)}`;
  return JSON.stringify({ schema: contract, semantics: contract, type, value });
}

function row(checker: string, size: string, best: number): void {
  print(`| ${checker} | ${size} | ${best.toFixed(2)} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) run();
