import { type Case, document, exactly, type Instance, type LimitsOf, STEPS } from './instance.ts';

const integer = (text: string): string => document('number.integer@1', `{"value":"${text}"}`);
const entry = (
  n: number | bigint,
  witness: string,
  factors: readonly (readonly [number, number])[],
): string =>
  `{"factors":[${factors.map(([p, e]) => `["${p}",${e}]`).join(',')}],"n":"${n}","witness":"${witness}"}`;

/** Entries for all primes from 3, in so many bytes, and `padding` more: 2·10^k is 2 modulo 3. */
function entries(bytes: number): { readonly last: number; readonly text: (padding: number) => string } {
  const found: string[] = [];
  let last = 3;
  const least = leastFactors(2_000_000);
  for (let n = 5, size = 0; ; n += 2) {
    if (least[n] !== n) continue;
    const text = entry(n, rootOf(n, least), powersOf(n - 1, least));
    size += text.length + 1;
    if (size > bytes) break;
    found.push(text);
    last = n;
  }
  const rest = found.join(',');
  return { last, text: (padding) => `[${entry(3, `2${'0'.repeat(padding)}`, [[2, 1]])},${rest}]` };
}

function leastFactors(below: number): Uint32Array {
  const least = new Uint32Array(below);
  for (let p = 2; p < below; p++) {
    if (least[p] !== 0) continue;
    for (let multiple = p; multiple < below; multiple += p) if (least[multiple] === 0) least[multiple] = p;
  }
  return least;
}

function powersOf(n: number, least: Uint32Array): [number, number][] {
  const powers = new Map<number, number>();
  for (let rest = n; rest > 1; rest /= least[rest] as number) {
    const p = least[rest] as number;
    powers.set(p, (powers.get(p) ?? 0) + 1);
  }
  return [...powers];
}

/** A number of order p − 1 modulo p. In doubles, unlike `prattEntries`: there are 150,000 of them. */
function rootOf(p: number, least: Uint32Array): string {
  const exponents = powersOf(p - 1, least).map(([q]) => (p - 1) / q);
  let root = 2;
  while (exponents.some((exponent) => power(root, exponent, p) === 1)) root++;
  return `${root}`;
}

/** Of small numbers. */
function power(base: number, exponent: number, n: number): number {
  let [result, square] = [1, base];
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2), square = (square * square) % n) {
    if (rest % 2 === 1) result = (result * square) % n;
  }
  return result;
}

function proven(bytes: number): Instance {
  const { last, text } = entries(bytes - 2000);
  return exactly(bytes, (padding) => ({
    roles: { n: integer(`${last}`), certificate: document('number.pratt@1', `{"primes":${text(padding)}}`) },
  }));
}

function factored(bytes: number): Instance {
  const { last, text } = entries(bytes - 2000);
  return exactly(bytes, (padding) => ({
    roles: {
      n: integer(`${last}`),
      factors: document(
        'number.factors@1',
        `{"factors":[["${last}",1]],"primes":${text(padding)},"unit":"1"}`,
      ),
    },
  }));
}

function divisor(a: string, b: string, gcd: string, x: string, y: string): Instance {
  const bezout = document('number.bezout@1', `{"gcd":"${gcd}","x":"${x}","y":"${y}"}`);
  return { roles: { a: integer(a), b: integer(b), bezout } };
}

const DIGITS = 1_000_000;

export const NUMBER: LimitsOf = {
  'number.factorization': {
    largest: (bytes) => ({
      what: '150,000 entries of small primes',
      expected: 'ACCEPTED',
      of: () => factored(bytes),
    }),
    dearest: [
      {
        what: 'a Mersenne prime of 2,917 digits left open',
        expected: STEPS,
        of: () => {
          const n = `${2n ** 9689n - 1n}`;
          const factors = document('number.factors@1', `{"factors":[["${n}",1]],"unit":"1"}`);
          return { roles: { n: integer(n), factors } };
        },
      },
    ],
  },
  'number.gcd': {
    largest: (bytes) => ({
      what: 'a number of 8 million digits',
      expected: 'numbers of at most 1000000 characters',
      of: () => exactly(bytes, (padding) => divisor('7'.repeat(padding), '1', '1', '0', '1')),
    }),
    dearest: [
      {
        what: 'five numbers of a million digits',
        expected: 'REJECTED',
        of: () => {
          const long = (digit: string) => digit.repeat(DIGITS);
          return divisor(long('6'), long('3'), long('3'), long('7'), long('9'));
        },
      } satisfies Case,
    ],
  },
  'number.prime': {
    largest: (bytes) => ({
      what: '150,000 entries of small primes',
      expected: 'ACCEPTED',
      of: () => proven(bytes),
    }),
    dearest: [
      {
        what: '3·2^20909 + 1',
        expected: STEPS,
        of: () => {
          const n = 3n * 2n ** 20909n + 1n;
          const primes = [
            entry(n, '5', [
              [2, 20909],
              [3, 1],
            ]),
            entry(3, '2', [[2, 1]]),
          ];
          const certificate = document('number.pratt@1', `{"primes":[${primes.join(',')}]}`);
          return { roles: { n: integer(`${n}`), certificate } };
        },
      },
    ],
  },
};
