import { check as checkFactorization } from '../../../../checkers/number/factorization/check.ts';
import { check as checkPrime } from '../../../../checkers/number/prime/check.ts';
import type { Answer } from '../../../../checkers/protocol.ts';
import { request, where } from '../../support/request.ts';

export type Powers = readonly (readonly [prime: string, exponent: number])[];

export interface Entry {
  readonly n: string;
  readonly witness: string;
  readonly factors: Powers;
}

export interface Factors {
  readonly unit: string;
  readonly factors: Powers;
  readonly primes?: readonly Entry[];
}

/** What the checker says of "n is prime" with these entries. */
export function prime(n: bigint | number | string, primes: unknown): string {
  const certificate = { type: 'number.pratt@1', value: { primes } };
  return where(checkPrime(request('number.prime@1', { n: integer(n), certificate })));
}

/** What the checker answers to a factorisation of n. */
export function factorization(n: bigint | number | string, value: unknown): Answer {
  const factors = { type: 'number.factors@1', value };
  return checkFactorization(request('number.factorization@1', { n: integer(n), factors }));
}

function integer(n: bigint | number | string) {
  return { type: 'number.integer@1', value: { value: String(n) } };
}

/** The factors that an answer leaves open, or where it rejects. */
export function open(answer: Answer): string | readonly unknown[] {
  if (answer.verdict !== 'ACCEPTED') return where(answer);
  return (answer.open ?? []).map(({ assumption, values }) => {
    const { n, ...others } = values;
    const { value } = (n?.value ?? {}) as { readonly value?: unknown };
    const plain =
      assumption === 'prime' && n?.type === 'number.integer@1' && Object.keys(others).length === 0;
    return plain ? value : 'something else';
  });
}

/** By trial division. */
export function factorsOf(n: bigint): [prime: bigint, exponent: number][] {
  const powers: [bigint, number][] = [];
  let rest = n;
  for (let p = 2n; p * p <= rest; p++) {
    let exponent = 0;
    for (; rest % p === 0n; rest /= p) exponent++;
    if (exponent > 0) powers.push([p, exponent]);
  }
  if (rest > 1n) powers.push([rest, 1]);
  return powers;
}

export function texts(powers: readonly (readonly [bigint, number])[]): Powers {
  return powers.map(([prime, exponent]) => [`${prime}`, exponent]);
}

/** base^exponent modulo n, multiplied out. */
export function naivePower(base: bigint, exponent: bigint, n: bigint): bigint {
  let result = 1n % n;
  for (let i = 0n; i < exponent; i++) result = (((result * base) % n) + n) % n;
  return result;
}

/** A right entry for each of these primes that is not 2, and for all that their entries need. */
export function prattEntries(...primes: readonly bigint[]): readonly Entry[] {
  const entries = new Map<bigint, Entry>();
  const add = (n: bigint): void => {
    if (n === 2n || entries.has(n)) return;
    const factors = factorsOf(n - 1n);
    const isRoot = (w: bigint) => factors.every(([p]) => quickPower(w, (n - 1n) / p, n) !== 1n);
    let witness = 2n;
    while (!isRoot(witness)) witness++;
    entries.set(n, { n: `${n}`, witness: `${witness}`, factors: texts(factors) });
    for (const [p] of factors) add(p);
  };
  for (const p of primes) add(p);
  return [...entries.values()];
}

function quickPower(base: bigint, exponent: bigint, n: bigint): bigint {
  if (exponent === 0n) return 1n % n;
  const half = quickPower((base * base) % n, exponent / 2n, n);
  return exponent % 2n === 0n ? half : (half * base) % n;
}
