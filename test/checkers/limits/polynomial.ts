import { accepted, document, exactly, type Instance, type LimitsOf, listOf } from './instance.ts';

const X = '["x"]';
const single = (variables: string, terms: string): string =>
  document('polynomial@1', `{"terms":${terms},"variables":${variables}}`);
const vector = (variables: string, components: string): string =>
  document('polynomial.vector@1', `{"components":${components},"variables":${variables}}`);
const vectors = (variables: string, list: string): string =>
  document('polynomial.vectors@1', `{"variables":${variables},"vectors":${list}}`);
const ONE = '[["1",[0]]]';

/** Six digits in every exponent. */
const FIRST = 100_000;
const powers = (count: number, coefficient: string): string =>
  listOf(count, (i) => `["${coefficient}",[${FIRST + i}]]`);
/** Bytes of a term with its comma, the coefficient being one digit. */
const TERM = 15;
const constant = (padding: number): string => `[["1${'0'.repeat(padding)}",[0]]]`;

function gradient(bytes: number): Instance {
  // The derivative of each has a coefficient of six digits, and the same six in its exponent or one less.
  const count = Math.floor((bytes - 2000) / (2 * TERM + 5));
  const terms = powers(count, '1').slice(1);
  const derived = listOf(count, (i) => `["${FIRST + i}",[${FIRST + i - 1}]]`);
  return exactly(bytes, (padding) => ({
    roles: {
      polynomial: single(X, `[${constant(padding).slice(1, -1)},${terms}`),
      gradient: vector(X, `[${derived}]`),
    },
  }));
}

/** The third generator, as long as the padding, is multiplied with nothing. */
function syzygy(bytes: number): Instance {
  const count = Math.floor((bytes - 2000) / (2 * TERM));
  const terms = powers(count, '1');
  const syzygies = vectors(X, `[[${ONE},[["-1",[0]]],[]]]`);
  return exactly(bytes, (padding) => ({
    roles: { generators: vector(X, `[${terms},${terms},${constant(padding)}]`), syzygies },
  }));
}

/** In three variables, of which the third does not occur; as many coefficients as the padding says have two digits. */
function jacobian(bytes: number): Instance {
  const count = Math.floor((bytes - 2000) / (TERM + 4));
  const term = (coefficient: string) => (i: number) => `["${coefficient}",[${FIRST + (i >> 1)},${i % 2},0]]`;
  const terms = Array.from({ length: count }, (_, i) => term('1')(i));
  const names = '["x","y","z"]';
  const syzygies = vectors(names, '[[[],[],[["1",[0,0,0]]]]]');
  return exactly(bytes, (padding) => {
    const longer = Array.from({ length: padding }, (_, i) => term('10')(i));
    return {
      roles: { form: single(names, `[${[...longer, ...terms.slice(padding)].join(',')}]`), syzygies },
    };
  });
}

function member(bytes: number): Instance {
  const count = Math.floor((bytes - 2000) / (2 * TERM));
  const terms = powers(count, '1');
  return exactly(bytes, (padding) => ({
    roles: {
      generators: vector(X, `[${ONE},${constant(padding)}]`),
      target: single(X, terms),
      cofactors: vector(X, `[${terms},[]]`),
    },
  }));
}

/** Twice a polynomial is it times a unit of 2; where it has a 5, the double has a digit more. */
function factored(bytes: number): Instance {
  const count = Math.floor((bytes - 2000) / (2 * TERM));
  const terms = (padding: number, few: string, many: string) =>
    listOf(count, (i) => `["${i < padding ? few : many}",[${FIRST + i - (i === 0 ? FIRST : 0)}]]`);
  return exactly(bytes, (padding) => ({
    roles: {
      polynomial: single(X, terms(padding, '10', '2')),
      factors: document(
        'polynomial.factors@1',
        `{"factors":[{"multiplicity":1,"terms":${terms(padding, '5', '1')}}],"unit":"2","variables":${X}}`,
      ),
    },
  }));
}

/** 1 + x + … + x^(n − 1), and its square. */
const run = (count: number): string => listOf(count, (i) => `["1",[${i}]]`);
const square = (count: number): string =>
  listOf(2 * count - 1, (i) => `["${Math.min(i + 1, 2 * count - 1 - i)}",[${i}]]`);

const [DENSE, SQUARED, RELATED, KOSZUL] = [57_000, 56_000, 40_000, 3_500];
const long = (digits: number): string => `1${'0'.repeat(digits - 1)}`;

/** Of x + … + x^n + y + … + y^n the derivative by y, and by x with the other sign. */
function koszul(size: number): Instance {
  const form = [
    ...Array.from({ length: size }, (_, i) => `["1",[${i + 1},0]]`),
    ...Array.from({ length: size }, (_, i) => `["1",[0,${i + 1}]]`),
  ];
  const byY = listOf(size, (i) => `["${i + 1}",[0,${i}]]`);
  const byX = listOf(size, (i) => `["-${i + 1}",[${i},0]]`);
  const names = '["x","y"]';
  return {
    roles: { form: single(names, `[${form.join(',')}]`), syzygies: vectors(names, `[[${byY},${byX}]]`) },
  };
}

export const POLYNOMIAL: LimitsOf = {
  'polynomial.factorization': {
    largest: (bytes) => accepted('840,000 terms and their halves', () => factored(bytes)),
    dearest: [
      accepted(`the square of ${SQUARED} terms`, () => ({
        roles: {
          polynomial: single(X, square(SQUARED)),
          factors: document(
            'polynomial.factors@1',
            `{"factors":[{"multiplicity":2,"terms":${run(SQUARED)}}],"unit":"1","variables":${X}}`,
          ),
        },
      })),
    ],
  },
  'polynomial.gradient': {
    largest: (bytes) => accepted('720,000 terms', () => gradient(bytes)),
    dearest: [
      accepted('coefficients of 1,000,000 and 880,000 digits', () => ({
        roles: {
          polynomial: single(X, `[["${long(1_000_000)}",[1]],["${long(880_000)}",[10]]]`),
          gradient: vector(X, `[[["${long(1_000_000)}",[0]],["${long(880_001)}",[9]]]]`),
        },
      })),
    ],
  },
  'polynomial.ideal_membership': {
    largest: (bytes) => accepted('840,000 terms times 1', () => member(bytes)),
    dearest: [
      accepted(`the square of ${DENSE} terms`, () => ({
        roles: {
          generators: vector(X, `[${run(DENSE)}]`),
          target: single(X, square(DENSE)),
          cofactors: vector(X, `[${run(DENSE)}]`),
        },
      })),
    ],
  },
  'polynomial.jacobian_syzygy': {
    largest: (bytes) => accepted('1.3 million terms', () => jacobian(bytes)),
    dearest: [accepted(`twice ${KOSZUL} terms and their Koszul relation`, () => koszul(KOSZUL))],
  },
  'polynomial.syzygy': {
    largest: (bytes) => accepted('twice 840,000 terms', () => syzygy(bytes)),
    dearest: [
      accepted(`a relation of ${RELATED.toLocaleString('en')} terms between two equal polynomials`, () => ({
        roles: {
          generators: vector(X, `[${run(RELATED)},${run(RELATED)}]`),
          syzygies: vectors(X, `[[${run(RELATED)},${run(RELATED).replaceAll('"1"', '"-1"')}]]`),
        },
      })),
    ],
  },
};
