import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { Budget } from '../../checkers/exact/budget.ts';
import { chunkWidths, cut, residues as residuesInto } from '../../checkers/exact/chunks.ts';
import { wrongEntryByResidues } from '../../checkers/exact/modular-product.ts';
import { wrongEntry, wrongEntryByBigInts } from '../../checkers/exact/product.ts';
import { moduliAbove, residue } from '../../checkers/exact/residue.ts';

/** The longest number that is cut into chunks. */
const CHARACTERS = 64 * 7;

type Grid = readonly (readonly bigint[])[];

const texts = (grid: Grid) => grid.map((row) => row.map(String));
const abs = (value: bigint) => (value < 0n ? -value : value);
const mod = (value: bigint, m: number) => ((value % BigInt(m)) + BigInt(m)) % BigInt(m);

function multiply(rows: Grid, columns: Grid): bigint[][] {
  return rows.map((row) =>
    columns.map((column) => row.reduce((sum, x, k) => sum + x * (column[k] as bigint), 0n)),
  );
}

/** A grid that is the same on every run: digits of a linear congruential sequence. */
function grid(rows: number, columns: number, digits: number, seed: bigint): bigint[][] {
  let state = seed;
  return Array.from({ length: rows }, () =>
    Array.from({ length: columns }, () => {
      state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
      const value = state ** 24n % 10n ** BigInt(digits);
      return state & (2n ** 40n) ? value : -value;
    }),
  );
}

function both(rows: Grid, columns: Grid, product: Grid) {
  const given = [texts(rows), texts(columns), texts(product)] as const;
  return {
    residues: wrongEntryByResidues(...given, chunkWidths(given) ?? [], new Budget()),
    bigints: wrongEntryByBigInts(...given, new Budget()),
    chosen: wrongEntry(...given, new Budget()),
  };
}

/** The residues of a list of integers. */
function residues(values: readonly bigint[], m: number, size = values.length): number[] {
  const list = [values.map(String)];
  const [width = 0] = chunkWidths([list]) ?? [];
  const result = new Float64Array(size);
  residuesInto(cut(list, width, size), m, result);
  return [...result];
}

function bound(values: readonly bigint[]): bigint {
  const list = [values.map(String)];
  return cut(list, chunkWidths([list])?.[0] ?? 0, values.length).bound;
}

const change = (product: Grid, row: number, column: number, by: bigint): bigint[][] =>
  product.map((entries, i) => entries.map((x, j) => (i === row && j === column ? x + by : x)));

describe('residue', () => {
  it('is congruent, near zero, and zero exactly for multiples', () => {
    const largest = 2 ** 53 - 2 ** 23 - 1;
    const x = fc.oneof(
      fc.integer({ min: -largest, max: largest }),
      fc.constantFrom(0, 1, -1, largest, -largest),
    );
    const m = fc.oneof(fc.integer({ min: 2, max: 2 ** 23 - 1 }), fc.constant(2 ** 23 - 1));
    fc.assert(
      fc.property(x, m, (x, m) => {
        const r = residue(x, m);
        expect(Number.isSafeInteger(r)).toBe(true);
        expect(mod(BigInt(r), m)).toBe(mod(BigInt(x), m));
        expect(Math.abs(r)).toBeLessThanOrEqual(2 ** 22);
        expect(r === 0).toBe(BigInt(x) % BigInt(m) === 0n);
        const multiple = x - (x % m);
        expect(Math.abs(residue(multiple, m))).toBe(0);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('moduli', () => {
  it('are pairwise coprime, below 2^23, and no more than their product must exceed the bound', () => {
    for (const bits of [0, 1, 22, 23, 24, 45, 46, 47, 137, 1000, 4000]) {
      const bound = 2n ** BigInt(bits);
      const moduli = moduliAbove(bound);
      const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
      for (const [i, m] of moduli.entries()) {
        expect(m).toBeLessThan(2 ** 23);
        for (const other of moduli.slice(0, i)) expect(gcd(m, other)).toBe(1);
      }
      const product = moduli.reduce((product, m) => product * BigInt(m), 1n);
      expect(product > bound).toBe(true);
      expect(product / BigInt(moduli.at(-1) ?? 1) <= bound).toBe(true);
    }
  });

  it('exceed the bound and do not just reach it', () => {
    const first = 2n ** 23n - 1n;
    expect(moduliAbove(first - 1n)).toHaveLength(1);
    expect(moduliAbove(first)).toHaveLength(2);
    expect(moduliAbove(1n)).toHaveLength(1);
  });
});

describe('chunk widths', () => {
  const list = (length: number, size = 1) => [Array<string>(size).fill('7'.repeat(length))];

  it('are whole chunks for the longest number of each matrix', () => {
    expect(chunkWidths([list(1), list(7), list(8), list(14), [], [[], []]])).toEqual([1, 1, 2, 2, 1, 1]);
    expect(chunkWidths([[['1'], ['-123456'], ['12']], [['1', '-1234567']]])).toEqual([1, 2]);
  });

  it('are undefined for numbers too long, or too many beside a long one', () => {
    expect(chunkWidths([list(1), list(CHARACTERS)])).toEqual([1, 64]);
    expect(chunkWidths([list(CHARACTERS + 1), list(1)])).toBeUndefined();
    expect(chunkWidths([list(CHARACTERS, 2 ** 18)])).toEqual([64]);
    expect(chunkWidths([list(CHARACTERS, 2 ** 18), list(1)])).toBeUndefined();
    expect(chunkWidths([list(CHARACTERS, 2 ** 17), list(CHARACTERS, 2 ** 17)])).toEqual([64, 64]);
  });
});

describe('cut', () => {
  const integer = fc.oneof(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc
      .tuple(fc.nat({ max: CHARACTERS - 1 }), fc.bigInt(-2n, 2n))
      .map(([digits, by]) => 10n ** BigInt(digits) - 3n + by),
    fc
      .tuple(fc.nat({ max: CHARACTERS - 2 }), fc.bigInt(-2n, 2n))
      .map(([digits, by]) => 3n - 10n ** BigInt(digits) + by),
  );

  it('has the residues and the bound of the integers', () => {
    const m = fc.constantFrom(2 ** 23 - 1, 2 ** 23 - 2, 8388593, 8388587, 3, 2);
    fc.assert(
      fc.property(
        fc.array(integer, { minLength: 1, maxLength: 5 }),
        m,
        fc.nat({ max: 3 }),
        (values, m, more) => {
          const found = residues(values, m, values.length + more);
          expect(found.map((r) => mod(BigInt(r), m))).toEqual([
            ...values.map((x) => mod(x, m)),
            ...Array(more).fill(0n),
          ]);
          for (const r of found) expect(Math.abs(r)).toBeLessThanOrEqual(2 ** 22);
          for (const value of values) expect(bound(values) > abs(value)).toBe(true);
          const some = values.some((value) => 10n * abs(value) >= bound(values));
          expect(some || bound(values) === 1n).toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('takes the longest numbers without rounding', () => {
    const nines = '9'.repeat(CHARACTERS);
    for (const m of moduliAbove(2n ** 200n)) {
      const [r] = residues([BigInt(nines)], m);
      expect(mod(BigInt(r as number), m)).toBe(mod(BigInt(nines), m));
    }
  });
});

describe('the product by residues', () => {
  const shape = fc.tuple(
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 1, max: 9 }),
  );
  const instance = fc.tuple(shape, fc.integer({ min: 1, max: 60 }), fc.bigInt(1n, 2n ** 60n));

  it('finds nothing where there is nothing wrong, and the changed entry otherwise, as BigInts do', () => {
    const by = fc.oneof(fc.bigInt(-3n, 3n), fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }));
    fc.assert(
      fc.property(instance, by, fc.nat(), fc.nat(), ([[n, m, p], digits, seed], by, i, j) => {
        const [rows, columns] = [grid(n, m, digits, seed), grid(p, m, digits, seed + 1n)];
        const product = change(multiply(rows, columns), i % n, j % p, by);
        const expected = by === 0n ? undefined : { row: i % n, column: j % p };
        expect(both(rows, columns, product)).toEqual({
          residues: expected,
          bigints: expected,
          chosen: expected,
        });
      }),
      { numRuns: 600 },
    );
  });

  it('is not fooled by a difference that is a multiple of all moduli but one', () => {
    const [rows, columns] = [grid(5, 40, 19, 7n), grid(6, 40, 19, 8n)];
    const product = multiply(rows, columns);
    const moduli = moduliAbove(2n ** 400n);
    for (let used = 1; used < moduli.length; used++) {
      const difference = moduli.slice(0, used).reduce((product, m) => product * BigInt(m), 1n);
      const wrong = change(product, 3, 4, difference);
      expect(both(rows, columns, wrong).residues).toEqual({ row: 3, column: 4 });
    }
  });

  it('is not fooled when every factor is a multiple of the moduli', () => {
    const [a, b] = moduliAbove(2n ** 30n).map(BigInt) as [bigint, bigint];
    const rows = Array.from({ length: 4 }, () => Array.from({ length: 8 }, () => a * b));
    const product = multiply(rows, rows);
    expect(both(rows, rows, product).residues).toBeUndefined();
    expect(both(rows, rows, change(product, 0, 0, a * b)).residues).toEqual({ row: 0, column: 0 });
    expect(
      both(
        rows,
        rows,
        product.map((row) => row.map(() => 0n)),
      ).residues,
    ).toEqual({ row: 0, column: 0 });
  });

  it('finds a difference as large as the bound lets it be', () => {
    const all = (value: bigint) => Array.from({ length: 16 }, () => Array.from({ length: 16 }, () => value));
    const nines = 10n ** 14n - 1n;
    const product = multiply(all(nines), all(nines));
    for (const factor of [-1n, 0n, 2n]) {
      const wrong = product.map((row, i) => row.map((x, j) => (i === 15 && j === 15 ? x * factor : x)));
      expect(both(all(nines), all(nines), wrong).residues).toEqual({ row: 15, column: 15 });
    }
  });

  test.each([255, 256, 257, 511, 513, 1024])('adds up %i extreme terms exactly', (length) => {
    // Residues of the largest absolute value for the first modulus, all of one sign.
    const m = 2n ** 23n - 1n;
    const rows = [Array.from({ length }, () => m / 2n), Array.from({ length }, () => -(m / 2n))];
    const product = multiply(rows, rows);
    expect(both(rows, rows, product).residues).toBeUndefined();
    for (const by of [1n, -1n, m, 2n ** 53n]) {
      expect(both(rows, rows, change(product, 1, 0, by)).residues).toEqual({ row: 1, column: 0 });
    }
  });

  test.each([
    [1, 1, 1],
    [1, 1, 4],
    [1, 3, 5],
    [3, 2, 8],
    [2, 0, 3],
    [7, 5, 13],
  ])('compares every entry of %i × %i × %i', (n, m, p) => {
    const [rows, columns] = [grid(n, m, 30, 3n), grid(p, m, 30, 4n)];
    const product = multiply(rows, columns);
    expect(both(rows, columns, product)).toEqual({
      residues: undefined,
      bigints: undefined,
      chosen: undefined,
    });
    for (let row = 0; row < n; row++) {
      for (let column = 0; column < p; column++) {
        const wrong = { row, column };
        expect(both(rows, columns, change(product, row, column, -1n))).toEqual({
          residues: wrong,
          bigints: wrong,
          chosen: wrong,
        });
      }
    }
  });
});
