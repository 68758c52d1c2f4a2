/** Fractions in lowest terms, with all operations written out. */
export interface Fraction {
  readonly n: bigint;
  /** At least 1. */
  readonly d: bigint;
}

export function fraction(n: bigint | number, d: bigint | number = 1n): Fraction {
  let [a, b] = [BigInt(n), BigInt(d)];
  if (b < 0n) [a, b] = [-a, -b];
  let [x, y] = [a < 0n ? -a : a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return { n: a / x, d: b / x };
}

export function parse(text: string): Fraction {
  const [n, d = '1'] = text.split('/');
  return fraction(BigInt(n as string), BigInt(d));
}

export function text({ n, d }: Fraction): string {
  return d === 1n ? `${n}` : `${n}/${d}`;
}

export const zero = fraction(0);
export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const minus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d);
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);
export const over = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n);
export const sign = ({ n }: Fraction): number => (n > 0n ? 1 : n < 0n ? -1 : 0);
export const equal = (a: Fraction, b: Fraction): boolean => a.n === b.n && a.d === b.d;
export const less = (a: Fraction, b: Fraction): boolean => sign(minus(a, b)) < 0;

export function dot(one: readonly Fraction[], other: readonly Fraction[]): Fraction {
  return one.reduce((sum, a, i) => plus(sum, times(a, other[i] as Fraction)), zero);
}

/** The solution of square · x = right, by Gauss and Jordan; undefined where there is not exactly one. */
export function solve(
  square: readonly (readonly Fraction[])[],
  right: readonly Fraction[],
): Fraction[] | undefined {
  const rows = square.map((row, i) => [...row, right[i] as Fraction]);
  for (let k = 0; k < rows.length; k++) {
    const pivot = rows.findIndex((row, i) => i >= k && sign(row[k] as Fraction) !== 0);
    if (pivot < 0) return undefined;
    [rows[k], rows[pivot]] = [rows[pivot] as Fraction[], rows[k] as Fraction[]];
    const top = rows[k] as Fraction[];
    const unit = top.map((entry) => over(entry, top[k] as Fraction));
    for (const [i, row] of rows.entries()) {
      const factor = row[k] as Fraction;
      rows[i] = i === k ? unit : row.map((entry, j) => minus(entry, times(factor, unit[j] as Fraction)));
    }
  }
  return rows.map((row) => row[rows.length] as Fraction);
}
