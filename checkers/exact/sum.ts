import { type Budget, CALL, words } from './budget.ts';
import { type Fraction, multiplication, product, writing } from './fraction.ts';
import { gcd, gcdSteps } from './integer.ts';

/** Digits that adding up can make a number longer: there are fewer than 10^16 terms. */
const CARRY = 16;

/** What a division costs for each word of the dividend when the divisor has one word, measured. */
const DIVISION = 16;

/**
 * A sum of fractions, over the least common multiple of their denominators. A denominator that divides it already costs one
 * division, an equal one nothing: in linear programs and their solutions most are.
 */
export class Sum {
  readonly #budget: Budget;
  #numerator = 0n;
  #denominator = 1n;
  /** At least the digits of the denominator. */
  #bottom = 1;
  /** At least the digits of the longest numerator among the terms. */
  #longest = 1;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  get value(): Fraction {
    return {
      numerator: this.#numerator,
      denominator: this.#denominator,
      top: this.#top,
      bottom: this.#bottom,
    };
  }

  add({ numerator, denominator, top, bottom }: Fraction): void {
    const budget = this.#budget;
    this.#longest = Math.max(this.#longest, top);
    if (denominator === this.#denominator) {
      budget.spend(writing(this.#top));
      this.#numerator += numerator;
      return;
    }
    budget.spend(this.#division(bottom));
    const remainder = this.#denominator % denominator;
    if (remainder !== 0n) {
      budget.spend(gcdSteps(Math.min(bottom, this.#bottom), bottom) + words(bottom) ** 2 + CALL);
      this.#multiply(denominator / gcd(denominator, remainder));
    }
    budget.spend(this.#division(bottom) + multiplication(top, this.#bottom) + writing(this.#top));
    this.#numerator += numerator * (this.#denominator / denominator);
  }

  addProduct(one: Fraction, other: Fraction): void {
    this.add(product(one, other, this.#budget));
  }

  /** At least the digits of the numerator. */
  get #top(): number {
    return this.#longest + this.#bottom + CARRY;
  }

  /** Steps to divide the denominator by a number of these digits. */
  #division(digits: number): number {
    return words(this.#bottom) * (words(digits) + DIVISION) + writing(this.#bottom);
  }

  /** Goes over to a multiple of the denominator. */
  #multiply(factor: bigint): void {
    const digits = digitsOf(factor);
    this.#budget.spend(multiplication(digits, this.#top) + multiplication(digits, this.#bottom));
    this.#numerator *= factor;
    this.#denominator *= factor;
    this.#bottom += digits;
  }
}

/** At least the number of decimal digits, from the hexadecimal ones, which take linear time. */
function digitsOf(positive: bigint): number {
  return Math.ceil(positive.toString(16).length * Math.log10(16));
}
