import { describe, expect, it, test } from 'vitest';
import { Budget } from '../../../checkers/exact/budget.ts';
import { DIGITS } from '../../../checkers/exact/integer.ts';
import { equalMultiples } from '../../../checkers/exact/polynomial-equality.ts';
import { Monomials } from '../../../checkers/exact/polynomial-monomials.ts';
import { sumOfProducts } from '../../../checkers/exact/polynomial-product.ts';
import { parseIntegers } from '../../../checkers/exact/polynomial-terms.ts';
import { check as factorization } from '../../../checkers/polynomial/factorization/check.ts';
import { check as gradient } from '../../../checkers/polynomial/gradient/check.ts';
import { check as membership } from '../../../checkers/polynomial/ideal_membership/check.ts';
import { check as jacobian } from '../../../checkers/polynomial/jacobian_syzygy/check.ts';
import { check as syzygy } from '../../../checkers/polynomial/syzygy/check.ts';
import { readTerms } from '../../../checkers/polynomial/terms.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { request } from '../support/request.ts';
import {
  type Factor,
  factors,
  polynomial,
  type Term,
  type Terms,
  vector,
  vectors,
} from './support/documents.ts';

const short = (answer: Answer): string => (answer.verdict === 'INCONCLUSIVE' ? answer.bound : answer.verdict);
const STEPS = '10000000000 steps of exact arithmetic';
const TOO_LONG = 'numbers of at most 1000000 digits';

function isFactorization(names: readonly string[], form: Terms, list: readonly Factor[]): string {
  const roles = { polynomial: polynomial(names, form), factors: factors(names, '1', list) };
  return short(factorization(request('polynomial.factorization@1', roles)));
}

function isMember(names: readonly string[], generator: Terms, target: Terms, cofactor: Terms): string {
  return short(
    membership(
      request('polynomial.ideal_membership@1', {
        generators: vector(names, [generator]),
        target: polynomial(names, target),
        cofactors: vector(names, [cofactor]),
      }),
    ),
  );
}

/** Σ x^i y^(i² mod p) for i below the prime p: no two differences of its exponents are equal. */
function scattered(p: number): Terms {
  return Array.from({ length: p }, (_, i): Term => ['1', [i, (i * i) % p]]);
}

const ones = (length: number): Terms => Array.from({ length }, (_, i): Term => ['1', [i]]);

describe('powers that expand', () => {
  const x = ['x'];
  const power = 2 ** 50;

  it('are decided without being expanded', () => {
    const binomial: Terms = [
      ['1', [1]],
      ['1', [0]],
    ];
    expect(
      isFactorization(
        x,
        [
          ['1', [power]],
          ['1', [0]],
        ],
        [{ multiplicity: power, terms: binomial }],
      ),
    ).toBe('REJECTED');
    expect(isFactorization(x, ones(1000), [{ multiplicity: power, terms: binomial }])).toBe('REJECTED');
    expect(isFactorization(x, [['1', [power]]], [{ multiplicity: power, terms: [['1', [1]]] }])).toBe(
      'ACCEPTED',
    );
    expect(isFactorization(x, [['1', [power]]], [{ multiplicity: power, terms: [['2', [1]]] }])).toBe(
      'REJECTED',
    );
  });

  /** 2 to this power, modulo the prime of the first comparison. */
  function powerOfTwo(exponent: bigint): string {
    const prime = 8388593n;
    let [power, square] = [1n, 2n];
    for (let rest = exponent; rest > 0n; rest /= 2n) {
      if (rest % 2n === 1n) power = (power * square) % prime;
      square = square ** 2n % prime;
    }
    return `${power}`;
  }

  it('of a number are undecided at once where they might be right', () => {
    const form: Terms = [[powerOfTwo(BigInt(power)), [power]]];
    expect(isFactorization(x, form, [{ multiplicity: power, terms: [['2', [1]]] }])).toBe(TOO_LONG);
  });

  it('of a number are taken up to 830,000 hexadecimal digits', () => {
    const number = 16 ** 7;
    const terms: Terms = [[`${number}`, [1]]];
    const right = (multiplicity: number): Terms => [
      [`${BigInt(number) ** BigInt(multiplicity)}`, [multiplicity]],
    ];
    expect(isFactorization(x, right(103_750), [{ multiplicity: 103_750, terms }])).toBe('ACCEPTED');
    expect(isFactorization(x, right(103_751), [{ multiplicity: 103_751, terms }])).toBe(TOO_LONG);
    // As many together with those of another.
    const form: Terms = [[powerOfTwo(28n * 123_750n), [103_750, 20_000]]];
    const both = [
      { multiplicity: 103_750, terms: [[`${number}`, [1, 0]]] },
      { multiplicity: 20_000, terms: [[`${number}`, [0, 1]]] },
    ] as const;
    expect(isFactorization(['x', 'y'], form, both)).toBe(TOO_LONG);
  });

  it('and units are taken up to as many, factors up to a million characters over their denominator', () => {
    const unit = (hexDigits: number): string => {
      const text = `${16n ** BigInt(hexDigits - 1)}`;
      const roles = { polynomial: polynomial(x, [[text, [0]]]), factors: factors(x, text, []) };
      return short(factorization(request('polynomial.factorization@1', roles)));
    };
    expect(unit(829_999)).toBe('ACCEPTED');
    expect(unit(830_000)).toBe(TOO_LONG);
    // 5 modulo the prime of the first comparison.
    const long = (zeros: number) => {
      const terms: Terms = [
        [`8388593${'0'.repeat(zeros - 1)}5`, [1]],
        ['1/3', [0]],
      ];
      return isFactorization(
        x,
        [
          ['5', [1]],
          ['1/3', [0]],
        ],
        [{ multiplicity: 1, terms }],
      );
    };
    expect(long(999_992)).toBe('REJECTED');
    expect(long(999_993)).toBe('numbers of at most 1000000 characters over a common denominator');
  });

  it('are refuted modulo a prime, whatever they would take', () => {
    const names = Array.from({ length: 20 }, (_, v) => `x${v}`);
    const unit = (v: number, exponent: number) => names.map((_, k) => (k === v ? exponent : 0));
    const terms: Terms = [['1', unit(-1, 0)], ...names.map((_, v): Term => ['1', unit(v, 1)])];
    const form: Terms = names.flatMap((_, v) =>
      Array.from({ length: 100 }, (_, e): Term => ['1', unit(v, e + 1)]),
    );
    expect(isFactorization(names, form, [{ multiplicity: 100, terms }])).toBe('REJECTED');
  });

  it('that are right are accepted: a binomial to the power 300', () => {
    let coefficient = 1n;
    const form = Array.from({ length: 301 }, (_, k): Term => {
      const term: Term = [`${coefficient}`, [k]];
      coefficient = (coefficient * BigInt(300 - k)) / BigInt(k + 1);
      return term;
    });
    const terms: Terms = [
      ['1', [1]],
      ['1', [0]],
    ];
    expect(isFactorization(x, form, [{ multiplicity: 300, terms }])).toBe('ACCEPTED');
    const wrong = form.with(150, ['1', [150]]);
    expect(isFactorization(x, wrong, [{ multiplicity: 300, terms }])).toBe('REJECTED');
  });

  it('that telescope are accepted: 49 factors of two terms', () => {
    const list: Factor[] = [
      {
        multiplicity: 1,
        terms: [
          ['1', [1]],
          ['-1', [0]],
        ],
      },
    ];
    for (let k = 0; k < 49; k++)
      list.push({
        multiplicity: 1,
        terms: [
          ['1', [2 ** k]],
          ['1', [0]],
        ],
      });
    expect(
      isFactorization(
        x,
        [
          ['1', [2 ** 49]],
          ['-1', [0]],
        ],
        list,
      ),
    ).toBe('ACCEPTED');
  });
});

describe('a million products', () => {
  it('of terms in one variable', () => {
    const target = Array.from({ length: 1999 }, (_, k): Term => [`${Math.min(k + 1, 1999 - k)}`, [k]]);
    expect(isMember(['x'], ones(1000), target, ones(1000))).toBe('ACCEPTED');
    expect(isMember(['x'], ones(1000), target.with(1998, ['2', [1998]]), ones(1000))).toBe('REJECTED');
  });

  it('with scattered monomials', () => {
    const terms = scattered(499);
    expect(isMember(['x', 'y'], terms, [], terms)).toBe('REJECTED');
  });

  it('and ten thousand times more are undecided at once', () => {
    const terms = ones(100_000);
    expect(isMember(['x'], terms, [], terms)).toBe(STEPS);
  });
});

describe('a term of a million digits', () => {
  const digits = (count: number): Terms => [[`1${'0'.repeat(count - 1)}`, [1]]];

  it('is read, a longer one is not', () => {
    const names = ['x'];
    const verdict = (terms: Terms) => {
      const roles = {
        polynomial: polynomial(names, terms),
        gradient: vector(names, [[[terms[0]?.[0] ?? '', [0]]]]),
      };
      return short(gradient(request('polynomial.gradient@1', roles)));
    };
    expect(verdict(digits(DIGITS))).toBe('ACCEPTED');
    expect(verdict(digits(DIGITS + 1))).toBe('numbers of at most 1000000 characters');
  });

  it('among many is not multiplied with as many', () => {
    const long = Array.from({ length: 100 }, (_, i): Term => [`1${'0'.repeat(20_000)}`, [i]]);
    expect(isMember(['x'], long, [], long)).toBe(STEPS);
  });
});

/** Statements that hold, or fail by degrees alone, whatever polynomial in x stands in them. */
const ABOUT_ANY: Readonly<Record<string, (terms: Terms) => Answer>> = {
  'polynomial.syzygy@1': (terms) => {
    const roles = { generators: vector(['x', 'y'], [terms, []]), syzygies: vectors(['x', 'y'], [[[], ONE]]) };
    return syzygy(request('polynomial.syzygy@1', roles));
  },
  'polynomial.jacobian_syzygy@1': (terms) => {
    const roles = { form: polynomial(['x', 'y'], terms), syzygies: vectors(['x', 'y'], [[[], ONE]]) };
    return jacobian(request('polynomial.jacobian_syzygy@1', roles));
  },
  'polynomial.ideal_membership@1': (terms) => {
    const generators = vector(['x', 'y'], [terms]);
    const roles = { generators, target: polynomial(['x', 'y'], []), cofactors: vector(['x', 'y'], [[]]) };
    return membership(request('polynomial.ideal_membership@1', roles));
  },
  'polynomial.factorization@1': (terms) => {
    const list = [{ multiplicity: 1, terms: [['1', [0, 1]] as const] }];
    const roles = { polynomial: polynomial(['x', 'y'], terms), factors: factors(['x', 'y'], '1', list) };
    return factorization(request('polynomial.factorization@1', roles));
  },
  'polynomial.gradient@1': (terms) => {
    const roles = { polynomial: polynomial(['x', 'y'], terms), gradient: vector(['x', 'y'], [[], []]) };
    return gradient(request('polynomial.gradient@1', roles));
  },
};
const ONE: Terms = [['1', [0, 0]]];

describe.each(Object.entries(ABOUT_ANY))('the numbers in %s', (claim, about) => {
  const verdict = (...coefficients: readonly string[]) =>
    short(about(coefficients.map((coefficient, i) => [coefficient, [i, 0]])));
  const read = claim === 'polynomial.factorization@1' ? 'REJECTED' : 'ACCEPTED';
  const integer = (digits: number) => `1${'0'.repeat(digits - 1)}`;
  const fraction = (digits: number) => `1${'0'.repeat(digits - 2)}1/${integer(digits)}`;

  it('have at most a million characters', () => {
    expect(verdict(integer(DIGITS))).toBe(read);
    expect(verdict(integer(DIGITS + 1))).toBe('numbers of at most 1000000 characters');
  });

  it('are compared with their denominators as long as steps are left', () => {
    expect(verdict(fraction(20_001))).toBe(read);
    expect(verdict(fraction(50_001))).toBe(STEPS);
    expect(verdict(...Array<string>(6).fill(fraction(20_001)))).toBe(STEPS);
  });

  it('have at most a million characters over a common denominator', () => {
    // Factors are compared modulo a prime first, derivatives term by term.
    if (claim === 'polynomial.factorization@1' || claim === 'polynomial.gradient@1') return;
    expect(verdict(integer(DIGITS - 1), '1/3')).toBe(read);
    expect(verdict(integer(DIGITS), '1/3')).toBe(
      'numbers of at most 1000000 characters over a common denominator',
    );
  });
});

describe('many variables', () => {
  const names = Array.from({ length: 500 }, (_, v) => `x${v}`);
  const dense = (term: number) => names.map((_, v) => 1 + ((term + v) % 2) + (v === 0 ? term : 0));

  it('do not make derivatives of a polynomial fill the memory', () => {
    const form = Array.from({ length: 500 }, (_, term): Term => ['1', dense(term)]);
    const one: Terms = [['1', names.map(() => 0)]];
    const roles = { form: polynomial(names, form), syzygies: vectors(names, [names.map(() => one)]) };
    expect(short(jacobian(request('polynomial.jacobian_syzygy@1', roles)))).toBe(
      '67108864 digits of intermediate numbers',
    );
  });

  it('and empty components cost no more than they take to write', () => {
    const many = Array.from({ length: 100_000 }, (): Terms => []);
    const roles = { generators: vector(names, many), syzygies: vectors(names, [many]) };
    expect(short(syzygy(request('polynomial.syzygy@1', roles)))).toBe('REJECTED');
  });

  it('with products that take many words are multiplied', () => {
    const terms = Array.from({ length: 20 }, (_, term): Term => ['1', dense(term)]);
    const roles = {
      generators: vector(names, [terms, terms]),
      syzygies: vectors(names, [[terms, terms.map(([, exponents]) => ['-1', exponents])]]),
    };
    expect(short(syzygy(request('polynomial.syzygy@1', roles)))).toBe('ACCEPTED');
  });
});

describe('a gradient', () => {
  it('is compared as long as steps are left for its numbers', () => {
    const verdict = (digits: number) => {
      const number = `1${'0'.repeat(digits - 1)}`;
      const form: Terms = [
        [number, [1, 0]],
        [number, [0, 1]],
      ];
      const component: Terms = [[number, [0, 0]]];
      const roles = {
        polynomial: polynomial(['x', 'y'], form),
        gradient: vector(['x', 'y'], [component, component]),
      };
      return short(gradient(request('polynomial.gradient@1', roles)));
    };
    expect(verdict(949_810)).toBe('ACCEPTED');
    expect(verdict(949_811)).toBe(STEPS);
  });
});

/** What is spent, in steps. */
function spent(run: (budget: Budget) => unknown): number {
  let steps = 0;
  class Counting extends Budget {
    override spend(amount: number): void {
      steps += amount;
    }
  }
  run(new Counting());
  return steps;
}

const packed = (terms: Terms, monomials: Monomials) => ({
  keys: monomials.pack(terms.map(([, exponents]) => exponents)),
  coefficients: parseIntegers(terms.map(([coefficient]) => coefficient)),
});

/** What a sum of products costs. */
function cost(pairs: readonly (readonly [Terms, Terms])[], degrees: readonly number[]): number {
  const monomials = new Monomials(degrees);
  const operands = pairs.map(([one, other]) => [packed(one, monomials), packed(other, monomials)] as const);
  return spent((budget) => sumOfProducts(operands, monomials, budget));
}

describe('the work is paid for before it starts:', () => {
  const big = (length: number, digits: number) =>
    Array.from({ length }, (_, i): Term => ['9'.repeat(digits), [i]]);

  test.each<[string, readonly (readonly [Terms, Terms])[], number[], number]>([
    ['nothing', [], [0], 1000 + 3],
    ['a sum for each monomial', [[ones(10), ones(20)]], [28], 1000 + 3 * 29 + 3 * 200],
    ['the same the other way round', [[ones(20), ones(10)]], [28], 1000 + 3 * 29 + 3 * 200],
    [
      'two pairs',
      [
        [ones(10), ones(20)],
        [ones(1), ones(1)],
      ],
      [28],
      1000 + 3 * 29 + 3 * 201,
    ],
    ['up to four monomials a product and some', [[ones(1), ones(1)]], [1027], 1000 + 3 * 1028 + 3],
    ['in order above', [[ones(1), ones(1)]], [1028], 1000 + (3 * 22 + 20) + 3],
    ['up to four monomials for each of four products', [[ones(2), ones(2)]], [1039], 1000 + 3 * 1040 + 3 * 4],
    ['in order above them', [[ones(2), ones(2)]], [1040], 1000 + 4 * (4 * 22 + 20) + 3 * 4],
    ['in order, by rows', [[ones(7), ones(8)]], [2 ** 40], 1000 + 56 * (5 * 22 + 20) + 3 * 56],
    [
      'in order, in two words',
      [[ones(7).map(([c, e]) => [c, [...e, 0]]), ones(8).map(([c, e]) => [c, [...e, 0]])]],
      [2 ** 40, 2 ** 40],
      1000 + 56 * (5 * 24 + 40) + 3 * 56,
    ],
    ['BigInts, by words and by calls', [[big(2, 19), big(3, 38)]], [3], 1000 + 3 * 4 + 6 * (160 + 2 + 3)],
    ['BigInts of a word each', [[big(2, 16), big(3, 16)]], [3], 1000 + 3 * 4 + 6 * (160 + 1 + 2)],
  ])('%s', (_, pairs, degrees, steps) => {
    expect(cost(pairs, degrees)).toBe(steps);
  });

  it('reading terms, by exponents, and sorting them', () => {
    const of = (terms: Terms, variables: number) =>
      spent((budget) => readTerms(terms, variables, '/terms', budget));
    expect(of([], 3)).toBe(0);
    expect(of([['1', []]], 0)).toBe(10 + 5);
    expect(of(ones(8), 1)).toBe(10 * 8 * 2 + 5 * 2 * 8 * 4);
    expect(of(scattered(5), 2)).toBe(10 * 5 * 3 + 5 * 3 * 5 * 4);
  });

  it('a comparison of multiples, by words and by calls', () => {
    const terms = packed(big(3, 38), new Monomials([2]));
    const factor = 2n ** 200n;
    // Two words times four, two words times one.
    expect(spent((budget) => equalMultiples(terms, factor, terms, 1n, budget))).toBe(
      3 + 3 * (160 + 8) + 3 * (160 + 2),
    );
    expect(spent((budget) => equalMultiples(terms, -factor, terms, -1n, budget))).toBe(3 + 3 * 168 + 3 * 162);
  });
});
