/** Time against size for the claims about primes, each check in a new realm of a warm process. Needs `dist/checkers`. */
import { readFileSync } from 'node:fs';
import { constants, createContext, Script } from 'node:vm';
import type { Answer, CheckRequest } from '../checkers/protocol.ts';

type Check = (request: CheckRequest) => Answer;
type Entry = { readonly n: string; readonly witness: string; readonly factors: readonly [string, number][] };

const RUNS = 7;

/** Mersenne primes 2^q − 1: from 19 to 1,332 digits. */
const EXPONENTS = [61, 521, 1279, 2281, 4423];

/** Primes n = 3 · 2^m + 1 (Proth), each with the least number of order n − 1. */
const PROTH: readonly (readonly [m: number, witness: number])[] = [
  [41, 5],
  [209, 7],
  [534, 5],
  [2208, 11],
];

/** Prints the table to standard output. */
export function run(): void {
  print('| checker | size | best of runs, ms |\n|---|---|---|');
  for (const [m, witness] of PROTH) {
    const n = 3n * 2n ** BigInt(m) + 1n;
    const entries = [
      entry(n, witness, [
        ['2', m],
        ['3', 1],
      ]),
      entry(3n, 2, [['2', 1]]),
    ];
    row('prime', `one entry of ${digits(n)} digits`, { n: integer(n), certificate: pratt(entries) });
  }
  for (const count of [10, 100, 1_000, 10_000]) {
    const primes = smallPrimes(count);
    const last = BigInt(primes.at(-1) ?? 3);
    const entries = primes.map((p) => entry(BigInt(p), leastRoot(p), factorsOf(p - 1)));
    row('prime', `${count} entries of small primes`, { n: integer(last), certificate: pratt(entries) });
  }
  for (const q of EXPONENTS) {
    const n = 2n ** BigInt(q) - 1n;
    row('factorization', `a factor of ${digits(n)} digits left open`, factored(n, [[`${n}`, 1]]));
  }
  for (const count of [10, 100, 1_000]) {
    const primes = smallPrimes(count);
    const n = primes.reduce((product, p) => product * BigInt(p), 1n);
    row(
      'factorization',
      `${count} factors left open`,
      factored(
        n,
        primes.map((p) => [`${p}`, 1]),
      ),
    );
  }
  for (const exponent of [1_000, 10_000, 100_000, 1_000_000]) {
    row('factorization', `2^${exponent}`, factored(2n ** BigInt(exponent), [['2', exponent]]));
  }
}

function factored(n: bigint, factors: readonly (readonly [string, number])[]): Record<string, string> {
  return { n: integer(n), factors: document('number.factors@1', { unit: '1', factors }) };
}

function entry(n: bigint, witness: number, factors: readonly [string, number][]): Entry {
  return { n: `${n}`, witness: `${witness}`, factors };
}

/** The first odd primes. */
function smallPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 3; primes.length < count; n += 2) {
    if (primes.every((p) => n % p !== 0 || p * p > n)) primes.push(n);
  }
  return primes;
}

function factorsOf(n: number): [string, number][] {
  const powers: [string, number][] = [];
  let rest = n;
  for (let p = 2; rest > 1; p = p * p > rest ? rest : p + 1) {
    let exponent = 0;
    for (; rest % p === 0; rest /= p) exponent++;
    if (exponent > 0) powers.push([`${p}`, exponent]);
  }
  return powers;
}

function leastRoot(p: number): number {
  const quotients = factorsOf(p - 1).map(([q]) => (p - 1) / Number(q));
  let root = 2;
  while (quotients.some((exponent) => power(root, exponent, p) === 1)) root++;
  return root;
}

/** Of small numbers. */
function power(base: number, exponent: number, n: number): number {
  let [result, square] = [1, base];
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2), square = (square * square) % n) {
    if (rest % 2 === 1) result = (result * square) % n;
  }
  return result;
}

function digits(n: bigint): number {
  return n.toString().length;
}

function integer(n: bigint): string {
  return document('number.integer@1', { value: `${n}` });
}

function pratt(primes: readonly Entry[]): string {
  return document('number.pratt@1', { primes });
}

function row(checker: string, size: string, roles: Readonly<Record<string, string>>): void {
  print(`| number.${checker} | ${size} | ${best(checker, roles).toFixed(2)} |`);
}

/** The shortest of `RUNS` accepted checks: others on the machine only make them longer. */
function best(checker: string, roles: Readonly<Record<string, string>>): number {
  const file = new URL(`../dist/checkers/number/${checker}/check.js`, import.meta.url);
  const script = new Script(`${readFileSync(file, 'utf8')}\nchecker.check`);
  const request = { claim: `number.${checker}@1`, roles, sources: {} };
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

function document(type: string, value: unknown): string {
  const contract = `artifact://sha256/${'0'.repeat(64)}`;
  return JSON.stringify({ schema: contract, semantics: contract, type, value });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) run();
