/**
 * Time against size for every claim about polynomials, each check in a new realm of a warm process as the pool runs it, and
 * 95 KB of syzygies between the partial derivatives of a form against Singular multiplying them out (design §9: at most twice its
 * time). Needs `dist/checkers`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, createContext, Script } from 'node:vm';
import type { Answer, CheckRequest } from '../checkers/protocol.ts';

type Check = (request: CheckRequest) => Answer;
/** Gives the check of a bundle in a new realm: nothing of it has been optimised yet. */
type Open = () => Check;
type Term = readonly [coefficient: bigint, exponents: readonly number[]];
type Polynomial = readonly Term[];
type Roles = Readonly<Record<string, string>>;

const RUNS = 15;

/** Prints the tables to standard output. */
export function run(): void {
  print('| checker | size | best of runs, ms |\n|---|---|---|');
  for (const degree of [2, 5, 10, 20]) {
    const [g, h] = [form(degree, 1n), form(degree, 2n)];
    const size = `${g.length} × ${h.length} terms, dense`;
    row('syzygy', size, { generators: vector(3, [g, h]), syzygies: vectors(3, [[h, negative(g)]]) });
  }
  for (const count of [10, 100, 300, 1_000]) {
    const [g, h] = [scattered(count, 3n), scattered(count, 4n)];
    const size = `${count} × ${count} terms, sparse`;
    row('syzygy', size, { generators: vector(3, [g, h]), syzygies: vectors(3, [[h, negative(g)]]) });
  }
  for (const digits of [10, 100, 400, 1_000])
    row('jacobian_syzygy', `4 vectors, ${digits} digits`, jacobian(digits).roles);
  for (const count of [10, 100, 1_000, 5_000]) {
    const ones = Array.from({ length: count }, (_, i): Term => [1n, [i]]);
    const target = Array.from(
      { length: 2 * count - 1 },
      (_, i): Term => [BigInt(Math.min(i + 1, 2 * count - 1 - i)), [i]],
    );
    const roles = {
      generators: vector(1, [ones]),
      target: polynomial(1, target),
      cofactors: vector(1, [ones]),
    };
    row('ideal_membership', `${count} × ${count} terms`, roles);
  }
  for (const exponent of [10, 100, 300, 1_000]) {
    const factors = [
      {
        multiplicity: exponent,
        terms: [
          [1n, [1]],
          [1n, [0]],
        ] as const,
      },
    ];
    row('factorization', `(x + 1)^${exponent}`, {
      polynomial: polynomial(1, binomial(exponent)),
      factors: product(factors),
    });
  }
  for (const degree of [60, 720, 5_040]) {
    const factors = cyclotomic(degree).map((terms) => ({ multiplicity: 1, terms }));
    const whole: Polynomial = [
      [1n, [degree]],
      [-1n, [0]],
    ];
    row('factorization', `x^${degree} - 1, irreducible factors`, {
      polynomial: polynomial(1, whole),
      factors: product(factors),
    });
  }
  for (const degree of [5, 20, 50]) {
    const f = form(degree, 5n);
    const gradient = [0, 1, 2].map((v) => derivative(f, v));
    row('gradient', `${f.length} terms`, { polynomial: polynomial(3, f), gradient: vector(3, gradient) });
  }
  compareWithSingular();
}

function compareWithSingular(): void {
  const { roles, form, syzygies } = jacobian(400);
  const size = Math.round(Object.values(roles).reduce((sum, text) => sum + text.length, 0) / 1000);
  print(`\n| syzygies of partial derivatives, ${size} KB | best of runs, ms | ratio |\n|---|---|---|`);
  const singular = singularMilliseconds(form, syzygies);
  if (singular === undefined) {
    print('| skipped: Singular is not installed | | |');
    return;
  }
  const { multiplying, reading } = singular;
  const open = load('polynomial/jacobian_syzygy');
  const request = { claim: 'polynomial.jacobian_syzygy@1', roles, sources: {} };
  const check = open();
  const times = [
    ['Singular: syzygies * jacob(form), both read before', multiplying],
    ['Singular: reading both, then the same', reading],
    ['polynomial.jacobian_syzygy with its reading, each in a new realm', milliseconds(open, request)],
    ['the same, all in one realm, as often as Singular', milliseconds(() => check, request, TIMES)],
  ] as const;
  for (const [what, time] of times) {
    print(`| ${what} | ${time.toFixed(2)} | ${(time / multiplying).toFixed(2)} |`);
  }
}

/** How often Singular does each before it looks at its clock, which counts milliseconds. */
const TIMES = 40;

/** The time of one multiplication, and of one with the reading of its operands. */
function singularMilliseconds(
  form: Polynomial,
  syzygies: Jacobian['syzygies'],
): { readonly multiplying: number; readonly reading: number } | undefined {
  const text = (terms: Polynomial) =>
    terms.map(([c, [x, y, z]]) => `(${c})*x^${x}*y^${y}*z^${z}`).join('+') || '0';
  const loop = (body: string) =>
    `for (k = 0; k < ${RUNS}; k++) { t = rtimer; for (i = 0; i < ${TIMES}; i++) { ${body} } print(rtimer - t); }`;
  const script = [
    'ring r = 0,(x,y,z),dp; system("--ticks-per-sec",1000); int i; int k; int t;',
    `poly f; matrix s[${syzygies.length}][3]; matrix m;`,
    `string operands = "f = ${text(form)}; s = ${syzygies.flat().map(text).join(',')};"; execute(operands);`,
    `matrix g = transpose(jacob(f)); ${loop('m = s * g;')}`,
    loop('execute(operands); m = s * transpose(jacob(f));'),
    'if (size(ideal(m)) == 0) { print("zero"); } quit;',
  ];
  const { status, stdout } = spawnSync('Singular', ['-q'], { input: script.join('\n'), encoding: 'utf8' });
  if (status !== 0) return undefined;
  const lines = stdout.trim().split('\n');
  if (lines.pop() !== 'zero' || lines.length !== 2 * RUNS) throw new Error('Singular disagrees');
  const best = (times: readonly string[]) => Math.min(...times.map(Number)) / TIMES;
  return { multiplying: best(lines.slice(0, RUNS)), reading: best(lines.slice(RUNS)) };
}

interface Jacobian {
  readonly form: Polynomial;
  readonly syzygies: readonly (readonly Polynomial[])[];
  readonly roles: Roles;
}

/**
 * A quintic in three variables with coefficients of 90 digits, and four syzygies of its partial derivatives: their cross products
 * with vectors of integers of this many digits.
 */
function jacobian(digits: number): Jacobian {
  const next = random(6n);
  const quintic = form(5, 7n).map(([, exponents]): Term => [next(90), exponents]);
  const gradient = [0, 1, 2].map((v) => derivative(quintic, v));
  const syzygies = Array.from({ length: 4 }, () => {
    const h = [next(digits), next(digits), next(digits)];
    return [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      return sum(
        times(gradient[k] as Polynomial, h[j] as bigint),
        times(gradient[j] as Polynomial, -(h[k] as bigint)),
      );
    });
  });
  return {
    form: quintic,
    syzygies,
    roles: { form: polynomial(3, quintic), syzygies: vectors(3, syzygies) },
  };
}

/**
 * The shortest of `RUNS` accepted checks, others on the machine only make them longer; or, of as many as one reading of the
 * clock is for, their mean.
 */
function milliseconds(open: Open, request: CheckRequest, checks = 1): number {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < RUNS; i++) {
    const check = open();
    const start = performance.now();
    for (let n = 0; n < checks; n++) {
      if (check(request).verdict !== 'ACCEPTED') throw new Error('a benchmark is not accepted');
    }
    best = Math.min(best, (performance.now() - start) / checks);
  }
  return best;
}

function load(checker: string): Open {
  const bundle = readFileSync(new URL(`../dist/checkers/${checker}/check.js`, import.meta.url), 'utf8');
  const script = new Script(`${bundle}\nchecker.check`);
  return () => script.runInContext(createContext(constants.DONT_CONTEXTIFY));
}

function row(claim: string, size: string, roles: Roles): void {
  const request = { claim: `polynomial.${claim}@1`, roles, sources: {} };
  print(
    `| polynomial.${claim} | ${size} | ${milliseconds(load(`polynomial/${claim}`), request).toFixed(2)} |`,
  );
}

/** Integers of so many digits and a sign, the same on every run. */
function random(seed: bigint): (digits: number) => bigint {
  let state = seed;
  return (digits) => {
    let number = 0n;
    for (let length = 0; length < digits; length += 18) {
      state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
      number = number * 10n ** 18n + 1n + ((state >> 4n) % (10n ** 18n - 1n));
    }
    return (
      (state >> 63n === 0n ? 1n : -1n) * (number / 10n ** BigInt(Math.ceil(digits / 18) * 18 - digits) + 1n)
    );
  };
}

/** Every monomial of this degree in three variables, with a small coefficient. */
function form(degree: number, seed: bigint): Polynomial {
  const next = random(seed);
  const terms: Term[] = [];
  for (let i = degree; i >= 0; i--) {
    for (let j = degree - i; j >= 0; j--) terms.push([next(2), [i, j, degree - i - j]]);
  }
  return terms;
}

/** Monomials in three variables of degrees up to a million, with small coefficients. */
function scattered(count: number, seed: bigint): Polynomial {
  const next = random(seed);
  const exponent = () => Number(next(6) ** 2n % 1_000_003n);
  return Array.from({ length: count }, (): Term => [next(2), [exponent(), exponent(), exponent()]]);
}

function negative(terms: Polynomial): Polynomial {
  return times(terms, -1n);
}

function times(terms: Polynomial, factor: bigint): Polynomial {
  return terms.map(([coefficient, exponents]) => [coefficient * factor, exponents]);
}

/** Of polynomials with the same monomials in the same order. */
function sum(one: Polynomial, other: Polynomial): Polynomial {
  return one.map(([coefficient, exponents], k) => [coefficient + (other[k]?.[0] ?? 0n), exponents]);
}

function derivative(terms: Polynomial, variable: number): Polynomial {
  return terms.flatMap(([coefficient, exponents]): Term[] => {
    const exponent = exponents[variable] ?? 0;
    return exponent === 0 ? [] : [[coefficient * BigInt(exponent), exponents.with(variable, exponent - 1)]];
  });
}

function binomial(exponent: number): Polynomial {
  let coefficient = 1n;
  return Array.from({ length: exponent + 1 }, (_, k): Term => {
    const term: Term = [coefficient, [k]];
    coefficient = (coefficient * BigInt(exponent - k)) / BigInt(k + 1);
    return term;
  });
}

/** The irreducible factors of x^n - 1: for each divisor d of n, x^d - 1 divided by those of smaller divisors. */
function cyclotomic(n: number): readonly Polynomial[] {
  const found = new Map<number, readonly number[]>();
  for (let d = 1; d <= n; d++) {
    if (n % d !== 0) continue;
    let quotient: number[] = Array.from({ length: d + 1 }, (_, k) => (k === 0 ? -1 : k === d ? 1 : 0));
    for (const [divisor, factor] of found) if (d % divisor === 0) quotient = divided(quotient, factor);
    found.set(d, quotient);
  }
  return [...found.values()].map((coefficients) =>
    coefficients.flatMap((c, k): Term[] => (c === 0 ? [] : [[BigInt(c), [k]]])),
  );
}

/** The quotient by a monic divisor that leaves no remainder; the constant coefficient stands first. */
function divided(dividend: readonly number[], divisor: readonly number[]): number[] {
  const rest = [...dividend];
  const length = dividend.length - divisor.length + 1;
  const quotient = new Array<number>(length).fill(0);
  for (let k = length - 1; k >= 0; k--) {
    const factor = rest[k + divisor.length - 1] ?? 0;
    quotient[k] = factor;
    for (const [i, c] of divisor.entries()) rest[k + i] = (rest[k + i] ?? 0) - factor * c;
  }
  return quotient;
}

const VARIABLES = ['x', 'y', 'z'];

function polynomial(variables: number, terms: Polynomial): string {
  return document('polynomial@1', { variables: VARIABLES.slice(0, variables), terms: written(terms) });
}

function vector(variables: number, components: readonly Polynomial[]): string {
  const value = { variables: VARIABLES.slice(0, variables), components: components.map(written) };
  return document('polynomial.vector@1', value);
}

function vectors(variables: number, list: readonly (readonly Polynomial[])[]): string {
  const value = { variables: VARIABLES.slice(0, variables), vectors: list.map((one) => one.map(written)) };
  return document('polynomial.vectors@1', value);
}

function product(factors: readonly { multiplicity: number; terms: Polynomial }[]): string {
  const list = factors.map(({ multiplicity, terms }) => ({ multiplicity, terms: written(terms) }));
  return document('polynomial.factors@1', { variables: ['x'], unit: '1', factors: list });
}

function written(terms: Polynomial): readonly unknown[] {
  return terms.map(([coefficient, exponents]) => [`${coefficient}`, exponents]);
}

function document(type: string, value: unknown): string {
  const contract = `artifact://sha256/${'0'.repeat(64)}`;
  return JSON.stringify({ schema: contract, semantics: contract, type, value });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (import.meta.main) run();
