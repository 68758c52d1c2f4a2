import { describe, expect, test } from 'vitest';
import { Budget } from '../../../checkers/exact/budget.ts';
import { compare, fraction, negative, product } from '../../../checkers/exact/fraction.ts';
import { isRational } from '../../../checkers/exact/rational.ts';
import { Sum } from '../../../checkers/exact/sum.ts';

/** The steps that the work takes from a budget, part by part. */
function parts(work: (budget: Budget) => void): readonly number[] {
  const spent: number[] = [];
  const budget = new Budget();
  budget.spend = (steps) => spent.push(steps);
  work(budget);
  return spent;
}

/** The integer of so many sevens: of one word for each 19 of them. */
const sevens = (digits: number) => '7'.repeat(digits);

/** Not taken from the budget of the work. */
const read = (text: string) => fraction(text, new Budget());

const CALL = 80;

describe('a step is paid for by the words of its operands', () => {
  test.each([
    ['1', 1 + 1 + 2 * CALL],
    [sevens(19), 1 + 1 + 2 * CALL],
    [sevens(20), 2 ** 2 + 1 + 2 * CALL],
    [sevens(40), 3 ** 2 + 1 + 2 * CALL],
    [`-${sevens(19)}`, 2 ** 2 + 1 + 2 * CALL],
    [`1/${sevens(19)}`, 1 + 1 + 2 * CALL],
    [`1/${sevens(40)}`, 1 + 3 ** 2 + 2 * CALL],
    [`${sevens(20)}/${sevens(40)}`, 2 ** 2 + 3 ** 2 + 2 * CALL],
  ])('reading %s', (text, steps) => {
    expect(parts((budget) => fraction(text, budget))).toEqual([steps]);
  });

  test.each([
    ['1', 2 + CALL],
    [sevens(40), 3 * 2 + CALL],
    [sevens(49_999), 2632 * 2 + CALL],
    [sevens(50_000), 2632 * 64 + CALL],
    [`1/${sevens(40)}`, 2 + CALL],
  ])('turning around', (text, steps) => {
    expect(parts((budget) => negative(read(text), budget))).toEqual([steps]);
  });

  test('multiplying: the numerators, then the denominators', () => {
    const [one, other] = [read(`${sevens(40)}/${sevens(58)}`), read(`${sevens(20)}/${sevens(77)}`)];
    const numerators = 3 * 2 + (4 * 2 + CALL);
    const denominators = 4 * 5 + (8 * 2 + CALL);
    expect(parts((budget) => product(one, other, budget))).toEqual([numerators + denominators]);
  });

  test('comparing: each numerator by the other denominator', () => {
    const [one, other] = [read(`${sevens(40)}/${sevens(58)}`), read(`${sevens(20)}/${sevens(77)}`)];
    const left = 3 * 5 + (7 * 2 + CALL);
    const right = 2 * 4 + (5 * 2 + CALL);
    expect(parts((budget) => compare(one, other, budget))).toEqual([left + right]);
  });

  test.each([
    ['12345678901234567', []],
    ['1/2', [200]],
    ['12345678/9012347', [200]],
    // Euclid's divisions, five for each digit of the shorter: the slash is counted with the denominator.
    ['12345678/90123457', [5 * 8 * (16 + CALL)]],
    [`1/${sevens(40)}`, [5 * 1 * (16 * 3 + CALL)]],
    [`${sevens(40)}/10`, [5 * 3 * (16 * 3 + CALL)]],
  ])('lowest terms of %s', (text, steps) => {
    expect(parts((budget) => isRational(text, budget))).toEqual(steps);
  });
});

describe('a sum is paid for term by term', () => {
  /** The parts that the last term takes. */
  function last(...texts: readonly string[]): readonly number[] {
    const budget = new Budget();
    const sum = new Sum(budget);
    for (const text of texts.slice(0, -1)) sum.add(read(text));
    const spent: number[] = [];
    budget.spend = (steps) => spent.push(steps);
    sum.add(read(texts.at(-1) ?? '0'));
    return spent;
  }

  // The numerator has the digits of the longest term, of the denominator, and 16 for what is carried.
  test.each([
    ['one', ['1'], 1 + 1 + 16],
    ['two', ['1', '1'], 1 + 1 + 16],
    ['a long one', [sevens(40)], 40 + 1 + 16],
    ['one behind a long one', [sevens(40), '1'], 40 + 1 + 16],
    ['one over the same denominator', ['1/6', '5/6'], 1 + 3 + 16],
  ])('%s: the numerator is written', (_, texts, digits) => {
    expect(last(...texts)).toEqual([Math.ceil(digits / 19) * 2 + CALL]);
  });

  /** A division of the denominator, which has one word, by a number of one word. */
  const short = 1 * (1 + 16) + (2 + CALL);

  test('over a denominator that divides the common one: two divisions, a product, the numerator', () => {
    expect(last('1/6', '1/3')).toEqual([short, short + (1 + 2 + CALL) + (2 * 2 + CALL)]);
  });

  test('over another denominator: the greatest common divisor, and a factor for both sides besides', () => {
    const gcd = 5 * (16 + CALL) + 1 + CALL;
    const factor = 1 * 2 + (2 * 2 + CALL) + (1 + 2 + CALL);
    const term = short + (1 + 2 + CALL) + (2 * 2 + CALL);
    expect(last('1/6', '1/4')).toEqual([short, gcd, factor, term]);
  });

  test('over a long denominator beside a longer one', () => {
    // The denominator has 41 digits at most, then 62, since its factor 3^41 has 21 at most.
    const division = 3 * (2 + 16) + (3 * 2 + CALL);
    const gcd = 5 * 20 * (16 * 2 + CALL) + 2 ** 2 + CALL;
    const factor = 2 * 7 + (8 * 2 + CALL) + 2 * 3 + (4 * 2 + CALL);
    const term = 4 * (2 + 16) + (4 * 2 + CALL) + 4 * 4 + (7 * 2 + CALL) + (8 * 2 + CALL);
    const texts = [`1/${10n ** 39n}`, `${sevens(60)}/${3n ** 41n}`];
    expect(last(...texts)).toEqual([division, gcd, factor, term]);
  });
});
