/** The claims a second time, word by word from the catalogue, for small numbers. A value of the wrong shape makes no claim true. */
import { type Entry, factorsOf, naivePower } from './primes.ts';

const BASES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];

export function isPrime(n: bigint): boolean {
  return n >= 2n && factorsOf(n)[0]?.[0] === n;
}

function integer(text: unknown): bigint | undefined {
  return typeof text === 'string' && /^(0|-?[1-9][0-9]*)$/.test(text) ? BigInt(text) : undefined;
}

function readPowers(value: unknown): [bigint, number][] | undefined {
  if (!Array.isArray(value)) return undefined;
  const powers: [bigint, number][] = [];
  for (const pair of value) {
    if (!Array.isArray(pair) || pair.length !== 2) return undefined;
    const prime = integer(pair[0]);
    if (prime === undefined || !Number.isInteger(pair[1]) || pair[1] < 0) return undefined;
    powers.push([prime, pair[1]]);
  }
  return powers;
}

/** Distinct, exponents at least 1, and their product. */
function isFactorisation(powers: readonly [bigint, number][], n: bigint): boolean {
  if (new Set(powers.map(([prime]) => prime)).size < powers.length) return false;
  let product = 1n;
  for (const [prime, exponent] of powers) {
    if (exponent < 1) return false;
    for (let i = 0; i < exponent; i++) {
      product *= prime;
      // Enough for the small numbers here.
      if (product > 10n ** 40n || product < -(10n ** 40n)) return false;
    }
  }
  return product === n;
}

function hasMembers(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).sort().join() === [...names].sort().join()
  );
}

/** Every entry, used or not. */
export function areRight(primes: unknown): primes is readonly Entry[] {
  if (!Array.isArray(primes)) return false;
  const listed = primes.map((entry) =>
    hasMembers(entry, ['n', 'witness', 'factors']) ? entry.n : undefined,
  );
  if (new Set(listed).size < listed.length) return false;
  return primes.every((entry) => {
    if (!hasMembers(entry, ['n', 'witness', 'factors'])) return false;
    const [n, witness, powers] = [integer(entry.n), integer(entry.witness), readPowers(entry.factors)];
    if (n === undefined || witness === undefined || powers === undefined || n < 3n) return false;
    if (!powers.every(([p]) => p === 2n || listed.includes(`${p}`))) return false;
    return (
      isFactorisation(powers, n - 1n) &&
      naivePower(witness, n - 1n, n) === 1n &&
      powers.every(([p]) => naivePower(witness, (n - 1n) / p, n) !== 1n)
    );
  });
}

export function isProvedPrime(n: bigint, primes: unknown): boolean {
  return areRight(primes) && (n === 2n || primes.some((entry) => entry.n === `${n}`));
}

export function isStrongProbablePrime(n: bigint, base: bigint): boolean {
  let [d, s] = [n - 1n, 0];
  for (; d % 2n === 0n; d /= 2n) s++;
  if (naivePower(base, d, n) === 1n) return true;
  for (let r = 0; r < s; r++) if (naivePower(base, d * 2n ** BigInt(r), n) === n - 1n) return true;
  return false;
}

/** What a true factorisation leaves open; undefined for a false one. */
export function openFactors(n: bigint, value: unknown): readonly string[] | undefined {
  if (!hasMembers(value, ['unit', 'factors']) && !hasMembers(value, ['unit', 'factors', 'primes']))
    return undefined;
  const { unit, factors, primes = [] } = value;
  const powers = readPowers(factors);
  if (powers === undefined || (unit !== '1' && unit !== '-1') || n === 0n || !areRight(primes))
    return undefined;
  if (!powers.every(([p]) => p >= 2n) || !isFactorisation(powers, n * BigInt(unit))) return undefined;
  const open = powers.map(([p]) => p).filter((p) => p !== 2n && !primes.some((entry) => entry.n === `${p}`));
  const passes = (p: bigint) => BASES.every((base) => base === p || isStrongProbablePrime(p, base));
  return open.every(passes) ? open.map(String) : undefined;
}
