import { describe, expect, it } from 'vitest';
import { check as gram } from '../../../checkers/matrix/gram/check.ts';
import { check as product } from '../../../checkers/matrix/product/check.ts';
import { check as productReplay } from '../../../checkers/matrix/product_replay/check.ts';
import { check as transpose } from '../../../checkers/matrix/transpose/check.ts';
import type { Answer, CheckRequest } from '../../../checkers/protocol.ts';
import { document, integers, rationals, request, type TypedMatrix } from '../support/request.ts';
import { withinTime } from '../support/time.ts';

const STEPS = '10000000000 steps of exact arithmetic';
const ROOM = '67108864 digits of intermediate numbers';
const NUMBERS = 'numbers of at most 1000000 characters';
const CHARACTERS = 67_108_864;

interface Checker {
  readonly id: string;
  readonly claim: string;
  readonly check: (request: CheckRequest) => Answer;
  readonly roles: readonly string[];
}

const TRANSPOSE: Checker = {
  id: 'matrix.transpose',
  claim: 'matrix.transpose@1',
  check: transpose,
  roles: ['matrix', 'transpose'],
};
const GRAM: Checker = { id: 'matrix.gram', claim: 'matrix.gram@1', check: gram, roles: ['matrix', 'gram'] };
const PRODUCT: Checker = {
  id: 'matrix.product',
  claim: 'matrix.product@1',
  check: product,
  roles: ['left', 'right', 'product'],
};
const REPLAY: Checker = { ...PRODUCT, id: 'matrix.product_replay', check: productReplay };

function short(answer: Answer): string {
  if (answer.verdict !== 'INCONCLUSIVE') return answer.verdict;
  if (answer.reason !== 'UNSUPPORTED') throw new Error('another reason');
  return answer.bound;
}

type Roles = Readonly<Record<string, TypedMatrix | string>>;

function ask(
  { id, claim, check }: Checker,
  roles: Roles,
  sources: Readonly<Record<string, TypedMatrix>> = {},
) {
  return withinTime(id, () => short(check(request(claim, roles, sources))));
}

const ones = ({ roles }: Checker): Roles => Object.fromEntries(roles.map((role) => [role, integers([[1]])]));
/** Of this many digits. */
const long = (digits: number): string => `1${'0'.repeat(digits - 1)}`;
/** In lowest terms, which Euclid's algorithm finds at once and Lamé's theorem does not know. */
const fraction = (digits: number): string => `${long(digits).slice(0, -1)}1/${long(digits)}`;

describe.each([PRODUCT, REPLAY, GRAM, TRANSPOSE])('$id', (checker) => {
  it('takes numbers of 1,000,000 characters and no longer ones, in every role', () => {
    for (const role of checker.roles) {
      // With a row too many it is refused once it has been read.
      const verdict = (digits: number) =>
        ask(checker, { ...ones(checker), [role]: integers([[long(digits)], [1]]) });
      expect(verdict(1_000_000)).toBe('REJECTED');
      expect(verdict(1_000_001)).toBe(NUMBERS);
    }
  });

  it('takes documents of 67,108,864 characters together and no more', () => {
    const texts = Object.fromEntries(checker.roles.map((role) => [role, document(integers([[1]]))]));
    const size = Object.values(texts).join('').length;
    const [name = ''] = checker.roles;
    const verdict = (total: number) =>
      ask(checker, {
        ...texts,
        [name]: texts[name]?.padEnd(total - size + (texts[name]?.length ?? 0)) ?? '',
      });
    expect(verdict(CHARACTERS)).toBe('ACCEPTED');
    expect(verdict(CHARACTERS + 1)).toBe(`documents of at most ${CHARACTERS} characters together`);
  });

  it('compares fractions with their denominators as long as steps are left for all roles together', () => {
    const verdict = (...fractions: readonly string[]) => {
      const matrix = rationals([fractions]);
      const others = Object.fromEntries(checker.roles.map((role) => [role, matrix]));
      return ask(checker, others);
    };
    // Their dimensions do not fit.
    expect(verdict(fraction(20_001), '1')).toBe('REJECTED');
    expect(verdict(fraction(50_001), '1')).toBe(STEPS);
    expect(verdict(fraction(20_001), fraction(20_001), fraction(20_001))).toBe(STEPS);
  });
});

describe('sources', () => {
  const one = integers([[1]]);

  it('count among the documents, and among what is read', () => {
    const right = request(PRODUCT.claim, ones(PRODUCT), { left: one, right: one });
    const size = 5 * document(one).length;
    const padded = (total: number) => {
      const text = document(one);
      const source = { transform: 'MATRIX_TRANSPOSE', document: text.padEnd(total - size + text.length) };
      return short(productReplay({ ...right, sources: { ...right.sources, right: source } }));
    };
    expect(padded(CHARACTERS)).toBe('ACCEPTED');
    expect(padded(CHARACTERS + 1)).toBe(`documents of at most ${CHARACTERS} characters together`);

    for (const role of ['left', 'right']) {
      expect(ask(REPLAY, ones(REPLAY), { [role]: integers([[long(1_000_001)]]) })).toBe(NUMBERS);
      expect(ask(REPLAY, ones(REPLAY), { [role]: rationals([[fraction(50_001)]]) })).toBe(STEPS);
    }
  });
});

/** left · right and what it is, in the roles of a product with two factors, or as a Gram matrix of right. */
const statement = (checker: Checker, right: TypedMatrix, left: TypedMatrix, claimed: TypedMatrix): Roles =>
  checker === GRAM ? { matrix: right, gram: claimed } : { left, right, product: claimed };

describe.each([PRODUCT, REPLAY, GRAM])('$id', (checker) => {
  it('multiplies long numbers as long as steps are left', () => {
    const verdict = (digits: number) => {
      const entry = long(digits);
      const zeros = integers([
        [0, 0],
        [0, 0],
      ]);
      return ask(
        checker,
        statement(checker, integers([[entry, entry]]), integers([[entry], [entry]]), zeros),
      );
    };
    expect(verdict(949_981)).toBe('REJECTED');
    expect(verdict(949_982)).toBe(STEPS);
  });

  it('brings numbers over a common denominator as long as there is room for their digits', () => {
    const verdict = (length: number) => {
      const entries = [`1/${long(1000)}`, ...Array.from({ length: length - 1 }, () => '0')];
      const [row, column] = [rationals([entries]), rationals(entries.map((entry) => [entry]))];
      return ask(checker, statement(checker, column, row, rationals([[0]])));
    };
    expect(verdict(30_000)).toBe('REJECTED');
    expect(verdict(40_000)).toBe(ROOM);
  });

  it('brings them over both denominators up to 1,000,000 characters', () => {
    const half = rationals([['1/2']]);
    const verdict = (digits: number) =>
      ask(checker, statement(checker, half, half, integers([[long(digits)]])));
    // Two digits are counted for 2 · 2.
    expect(verdict(999_998)).toBe('REJECTED');
    expect(verdict(999_999)).toBe(`${NUMBERS} over a common denominator`);
  });
});
