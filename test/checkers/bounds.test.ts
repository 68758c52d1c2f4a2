import { describe, expect, it, test } from 'vitest';
import { decide } from '../../checkers/decide.ts';
import { Budget, CALL } from '../../checkers/exact/budget.ts';
import { chunkWidths } from '../../checkers/exact/chunks.ts';
import { clearDenominators } from '../../checkers/exact/common-denominator.ts';
import { DIGITS, gcdSteps } from '../../checkers/exact/integer.ts';
import { wrongEntryByResidues } from '../../checkers/exact/modular-product.ts';
import { wrongEntry, wrongEntryByBigInts } from '../../checkers/exact/product.ts';
import { isRational } from '../../checkers/exact/rational.ts';
import { wrongRationalEntry } from '../../checkers/exact/rational-product.ts';
import { check as product } from '../../checkers/matrix/product/check.ts';
import { check as transpose } from '../../checkers/matrix/transpose/check.ts';
import { check as gcd } from '../../checkers/number/gcd/check.ts';
import type { Answer } from '../../checkers/protocol.ts';
import { document, integers, rationals, request, type TypedMatrix } from './support/request.ts';

const STEPS = 10_000_000_000;
const ROOM = 67_108_864;
/** The longest number that is cut into chunks. */
const CHARACTERS = 64 * 7;

function short(answer: Answer): string {
  if (answer.verdict !== 'INCONCLUSIVE') return answer.verdict;
  if (answer.reason !== 'UNSUPPORTED') throw new Error('another reason');
  return answer.bound;
}

function productOf(left: TypedMatrix, right: TypedMatrix, claimed: TypedMatrix): string {
  return short(product(request('matrix.product@1', { left, right, product: claimed })));
}

describe('a budget', () => {
  it('can be spent to the last step and the last digit, and no further', () => {
    const steps = STEPS;
    const spend = (...amounts: number[]) => {
      const budget = new Budget();
      return short(decide(() => amounts.forEach((amount) => void budget.spend(amount))));
    };
    expect(spend(steps)).toBe('ACCEPTED');
    expect(spend(steps - 1, 1)).toBe('ACCEPTED');
    expect(spend(steps + 1)).toBe('10000000000 steps of exact arithmetic');
    expect(spend(steps, 1)).toBe('10000000000 steps of exact arithmetic');

    const digits = ROOM;
    const store = (...amounts: number[]) => {
      const budget = new Budget();
      return short(decide(() => amounts.forEach((amount) => void budget.store(amount))));
    };
    expect(store(digits)).toBe('ACCEPTED');
    expect(store(digits - 1, 1)).toBe('ACCEPTED');
    expect(store(digits + 1)).toBe('67108864 digits of intermediate numbers');
    expect(store(digits, 1)).toBe('67108864 digits of intermediate numbers');
  });
});

describe('the size of the documents', () => {
  it('is accepted at the limit, undecided above it, whatever role or source it stands in', () => {
    const one = document(integers([[1]]));
    const padded = (length: number) => one.padEnd(length);
    const verdict = (length: number) =>
      short(transpose(request('matrix.transpose@1', { matrix: one, transpose: padded(length) })));
    const limit = 67_108_864 - one.length;
    expect(verdict(limit)).toBe('ACCEPTED');
    expect(verdict(limit + 1)).toBe('documents of at most 67108864 characters together');
  });
});

describe('the length of a number', () => {
  const power = (digits: number) => `1${'0'.repeat(digits - 1)}`;

  test.each(['matrix.integer@1', 'matrix.rational@1'] as const)('in a %s', (type) => {
    const verdict = (text: string) => {
      const matrix = { type, value: { rows: 1, columns: 1, entries: [[text]] } };
      return short(transpose(request('matrix.transpose@1', { matrix, transpose: matrix })));
    };
    expect(verdict(power(DIGITS))).toBe('ACCEPTED');
    expect(verdict(power(DIGITS + 1))).toBe('numbers of at most 1000000 characters');
  });

  it('in a divisor', () => {
    const verdict = (text: string) => {
      const integer = { type: 'number.integer@1', value: { value: text } };
      const bezout = { type: 'number.bezout@1', value: { gcd: text, x: '1', y: '0' } };
      return short(gcd(request('number.gcd@1', { a: integer, b: integer, bezout })));
    };
    expect(verdict(power(DIGITS))).toBe('ACCEPTED');
    expect(verdict(power(DIGITS + 1))).toBe('numbers of at most 1000000 characters');
  });

  it('in a number of which 1 is the divisor', () => {
    const integer = (value: string) => ({ type: 'number.integer@1', value: { value } });
    const bezout = { type: 'number.bezout@1', value: { gcd: '1', x: '0', y: '1' } };
    const verdict = (a: string) =>
      short(gcd(request('number.gcd@1', { a: integer(a), b: integer('1'), bezout })));
    expect(verdict(power(DIGITS))).toBe('ACCEPTED');
    expect(verdict(power(DIGITS + 1))).toBe('numbers of at most 1000000 characters');
  });

  it('over a common denominator', () => {
    const whole = power(DIGITS - 1);
    expect(productOf(rationals([['1/2', whole]]), rationals([[0], [0]]), rationals([[0]]))).toBe('ACCEPTED');
    expect(productOf(rationals([['1/2', power(DIGITS)]]), rationals([[0], [0]]), rationals([[0]]))).toBe(
      'numbers of at most 1000000 characters over a common denominator',
    );
  });

  it('makes residues give way to BigInts, with the same verdict', () => {
    for (const length of [CHARACTERS - 1, CHARACTERS, CHARACTERS + 1]) {
      const row = [power(length), ...Array<string>(15).fill('1')];
      const rows = integers(Array.from({ length: 16 }, () => row));
      const ones = integers(Array.from({ length: 16 }, () => Array<string>(16).fill('1')));
      const sum = BigInt(power(length)) + 15n;
      const right = Array.from({ length: 16 }, () => Array<bigint>(16).fill(sum));
      expect(productOf(rows, ones, integers(right))).toBe('ACCEPTED');
      const wrong = right.map((entries, i) =>
        entries.map((entry, j) => (i === 15 && j === 15 ? entry + 1n : entry)),
      );
      expect(productOf(rows, ones, integers(wrong))).toBe('REJECTED');
    }
  });
});

/** The least budget with which `run` comes to its end: what it costs. */
function cost(kind: 'spend' | 'store', run: (budget: Budget) => unknown): number {
  const all = kind === 'spend' ? STEPS : ROOM;
  let [enough, tooLittle] = [all, -1];
  while (enough - tooLittle > 1) {
    const left = Math.floor((enough + tooLittle) / 2);
    const answer = decide(() => {
      const budget = new Budget();
      budget[kind](all - left);
      run(budget);
    });
    if (answer.verdict === 'ACCEPTED') enough = left;
    else tooLittle = left;
  }
  return enough;
}

const square = (n: number, entry: string) => Array.from({ length: n }, () => Array<string>(n).fill(entry));

describe('the work is paid for before it starts:', () => {
  it('a product of BigInts, by words and by calls', () => {
    const of = (n: number, digits: number) =>
      cost('spend', (budget) =>
        wrongEntryByBigInts(square(n, '7'.repeat(digits)), square(n, '7'), square(n, '7'), budget),
      );
    expect(of(1, 1)).toBe(1 + 2 * CALL);
    expect(of(4, 19)).toBe(64 + (64 + 16) * CALL);
    expect(of(4, 20)).toBe(128 + (64 + 16) * CALL);
    expect(of(4, 1900)).toBe(6400 + (64 + 16) * CALL);
  });

  it('a product by residues, by terms and by chunks', () => {
    const of = (n: number, digits: number) =>
      cost('spend', (budget) => {
        const nines = square(n, '9'.repeat(digits));
        const widths = chunkWidths([nines, nines, nines]) ?? [];
        wrongEntryByResidues(nines, nines, nines, widths, budget);
      });
    // 3 moduli for 16 · 10^14 + 10^7, 2 for 5 · 10^10; five columns are worked on as eight.
    expect(of(16, 7)).toBe(3 * (16 ** 3 + 3 * 16 ** 2));
    expect(of(5, 5)).toBe(2 * (5 * 5 * 8 + 5 * 5 + 8 * 5 + 5 * 5));
    expect(of(16, 8)).toBe(3 * (16 ** 3 + 6 * 16 ** 2));
  });

  it('the lowest terms of a rational, by its divisions', () => {
    const of = (text: string) => cost('spend', (budget) => isRational(text, budget));
    expect(of('7')).toBe(0);
    expect(of('1/2')).toBe(200);
    expect(of(`${'7'.repeat(14)}/2`)).toBe(200);
    expect(of(`${'7'.repeat(15)}/2`)).toBe(5 * 2 * (16 + CALL));
    expect(of(`1/${'3'.repeat(189)}`)).toBe(5 * (16 * 10 + CALL));
    expect(of(`1/${'3'.repeat(190)}`)).toBe(5 * (16 * 11 + CALL));
    expect(of(`${'7'.repeat(95)}/${'3'.repeat(190)}`)).toBe(5 * 95 * (16 * 11 + CALL));
  });

  const nines = '9'.repeat(190);

  it('common denominators, by work and by room', () => {
    const of = (kind: 'spend' | 'store', ...vector: string[]) =>
      cost(kind, (budget) => clearDenominators([vector], budget));
    expect(of('store', '1', '2')).toBe(0);
    // The denominators once, and every entry times the common one.
    expect(of('store', '1/2', '1/2')).toBe(1 + 2 * 4);
    expect(of('store', '1/2', '1/3')).toBe(2 + 2 * 4);
    expect(of('store', `1/${nines}`, '1')).toBe(190 + 192 + 190 + 191);
    expect(of('spend', '1', '2')).toBe(1);
    const one = gcdSteps(190, 191) + 2 * 10 * 11;
    const entry = 3 * 21 ** 2 + 4 * CALL;
    expect(of('spend', `1/${nines}`, `1/${nines}`)).toBe(one + 11 ** 2 + 2 * entry);
    const other = gcdSteps(190, 381) + 2 * 10 * 21;
    // The least common denominator is seven times nines.
    const long = 3 * 21 ** 2 + 4 * CALL;
    expect(of('spend', `1/${nines}`, `1/${'7'.repeat(190)}`)).toBe(one + other + 21 ** 2 + 2 * long);
  });

  it('the entries of a rational product, over both denominators', () => {
    const of = (kind: 'spend' | 'store', one: string, other: string) =>
      cost(kind, (budget) => wrongRationalEntry([[one]], [[other]], [['0']], budget));
    const long = `1/${nines}`;
    const cleared = 190 + 192 + 190;
    expect(of('store', long, '1')).toBe(cleared + 1 + 191);
    expect(of('store', '1', long)).toBe(cleared + 1 + 191);
    expect(of('store', long, long)).toBe(2 * cleared + 1 + 380);
    const clearing = gcdSteps(190, 191) + 2 * 10 * 11 + 11 ** 2 + 3 * 21 ** 2 + 4 * CALL;
    const multiplying = 1 + 2 * CALL;
    expect(of('spend', long, '1')).toBe(clearing + 1 + 10 + CALL + 3 * 11 ** 2 + 4 * CALL + multiplying);
    expect(of('spend', long, long)).toBe(
      2 * clearing + 10 * 10 + CALL + 3 * 21 ** 2 + 4 * CALL + multiplying,
    );
  });

  it('a product whichever way it is done: by residues from 4096 multiplications on', () => {
    const of = (rows: number, inner: number, columns: number) =>
      cost('spend', (budget) => {
        const vectors = (count: number) =>
          Array.from({ length: count }, () => Array<string>(inner).fill('1'));
        const product = Array.from({ length: rows }, () => Array<string>(columns).fill(`${inner}`));
        return wrongEntry(vectors(rows), vectors(columns), product, budget);
      });
    expect(of(16, 16, 16)).toBe(16 ** 3 + 3 * 16 ** 2);
    expect(of(1, 1024, 4)).toBe(1024 * 4 + 1024 * 5 + 4);
    expect(of(15, 16, 17)).toBe(15 * 16 * 17 + 15 * 17 * 17 * CALL);
    expect(of(64, 0, 64)).toBe(64 * 64 * CALL);
    expect(of(2, 0, 3)).toBe(2 * 3 * CALL);
  });
});

describe('a job that is too large', () => {
  it('is undecided at once: a greatest common divisor of long numbers', () => {
    const matrix = rationals([[`${'3'.repeat(400_000)}1/${'2'.repeat(400_000)}`]]);
    expect(short(transpose(request('matrix.transpose@1', { matrix, transpose: matrix })))).toBe(
      '10000000000 steps of exact arithmetic',
    );
  });

  it('is undecided at once: long numbers in a long product', () => {
    const long = integers(square(25, '7'.repeat(20_000)));
    expect(productOf(long, long, long)).toBe('10000000000 steps of exact arithmetic');
  });

  it('is decided at once when columns are only declared', () => {
    const wide = integers([], {}, 2 ** 53 - 1);
    expect(productOf(integers([]), wide, wide)).toBe('ACCEPTED');
  });
});
