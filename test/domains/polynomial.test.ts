import { describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import { prepareDocument } from '../../src/domains/prepare.ts';
import { prepare, refusal, rules } from './rules.ts';

/** From the bytes at the door, as every door does it. */
function open(type: string, value: string): string {
  const text = `{"type":"${type}","value":${value}}`;
  return refusal(() => prepareDocument(parse(new TextEncoder().encode(text)), rules));
}

const VARIABLES = '"variables":["x","y"]';

/** The four types that hold a polynomial, each with these terms in it, and the pointer of the terms. */
const HOLDERS: readonly (readonly [type: string, value: (terms: string) => string, at: string])[] = [
  ['polynomial@1', (terms) => `{${VARIABLES},"terms":${terms}}`, '/value/terms'],
  ['polynomial.vector@1', (terms) => `{${VARIABLES},"components":[[],${terms}]}`, '/value/components/1'],
  ['polynomial.vectors@1', (terms) => `{${VARIABLES},"vectors":[[],[[],${terms}]]}`, '/value/vectors/1/1'],
  [
    'polynomial.factors@1',
    (terms) =>
      `{${VARIABLES},"unit":"1","factors":[{"multiplicity":1,"terms":[]},{"multiplicity":0,"terms":${terms}}]}`,
    '/value/factors/1/terms',
  ],
];

describe.each(HOLDERS)('%s with', (type, value, at) => {
  test.each([
    ['no terms', '[]'],
    ['terms in any order', '[["1",[0,1]],["-2/3",[1,0]],["5",[0,0]]]'],
    ['exponents that exchange', '[["1",[0,1]],["1",[1,0]]]'],
    ['exponents that join alike', '[["1",[1,11]],["1",[11,1]]]'],
    ['the highest exponent', '[["1",[9007199254740991,9007199254740991]]]'],
    ['a long coefficient', `[["-${'9'.repeat(30_000)}",[0,0]]]`],
  ])('%s is accepted', (_, terms) => {
    expect(open(type, value(terms))).toBe('accepted');
  });

  const TERM = 'must be a term: a coefficient and its exponents, such as ["-2/3", [1, 0]]';
  const COEFFICIENT = 'must be a coefficient: a rational string such as "-12" or "2/3", not "0"';
  const EXPONENT = 'must be an exponent: a whole number from 0 to 9007199254740991, without quotes';
  test.each([
    ['an exponent too few', '[["1",[1]]]', '/0/1', 'this array is shorter than `variables`'],
    ['an exponent too many', '[["1",[1,0]],["1",[1,0,0]]]', '/1/1', 'this array is longer than `variables`'],
    [
      'a monomial twice',
      '[["1",[1,0]],["1",[0,1]],["2",[1,0]]]',
      '/2',
      'an earlier term has the same exponents',
    ],
    ['terms that cancel', '[["1",[0,0]],["-1",[0,0]]]', '/1', 'an earlier term has the same exponents'],
    ['a fraction not in lowest terms', '[["2/4",[1,0]]]', '/0/0', 'a fraction is in lowest terms'],
    [
      'a fraction too long to examine',
      `[["1/${'3'.repeat(20_000)}",[1,0]]]`,
      '/0/0',
      'a fraction has at most 20000 characters',
    ],
    ['a coefficient 0', '[["0",[1,0]]]', '/0/0', COEFFICIENT],
    ['a coefficient -0', '[["-0",[1,0]]]', '/0/0', COEFFICIENT],
    ['a coefficient 0/5', '[["0/5",[1,0]]]', '/0/0', COEFFICIENT],
    ['a coefficient over 1', '[["3/1",[1,0]]]', '/0/0', COEFFICIENT],
    ['a coefficient with a leading zero', '[["01",[1,0]]]', '/0/0', COEFFICIENT],
    ['a decimal coefficient', '[["0.5",[1,0]]]', '/0/0', COEFFICIENT],
    ['a number for a coefficient', '[[1,[1,0]]]', '/0/0', COEFFICIENT],
    ['a negative exponent', '[["1",[-1,0]]]', '/0/1/0', EXPONENT],
    ['a text for an exponent', '[["1",["1",0]]]', '/0/1/0', EXPONENT],
    ['true for an exponent', '[["1",[true,0]]]', '/0/1/0', EXPONENT],
    ['a number for exponents', '[["1",1]]', '/0/1', 'must be an array of exponents, one for each variable'],
    ['a term of one', '[["1"]]', '/0', TERM],
    ['a term of three', '[["1",[1,0],"x"]]', '/0', TERM],
    ['an object for a term', '[{"1":[1,0]}]', '/0', TERM],
    ['an object for terms', '{}', '', 'must be an array of terms'],
  ])('%s is refused', (_, terms, place, message) => {
    expect(open(type, value(terms))).toBe(`DOCUMENT_SCHEMA ${at}${place}: ${message}`);
  });

  test.each(['9007199254740992', '1.0', '1e2', '-0'])(
    'the exponent %s is refused by the parser',
    (exponent) => {
      expect(open(type, value(`[["1",[0,${exponent}]]]`))).toMatch(/^DOCUMENT_NUMBER /);
    },
  );

  test('variables that differ only before NFC, or not at all, is refused', () => {
    const named = (variables: string) => open(type, value('[]').replace('["x","y"]', variables));
    expect(named('["x","x"]')).toBe(
      'LABEL_AMBIGUOUS /value/variables/1: this label stands in the list twice',
    );
    expect(named('["\\u00e9","e\\u0301"]')).toMatch(/^LABEL_AMBIGUOUS \/value\/variables\/1: /);
    expect(named('["x",""]')).toMatch(/^DOCUMENT_SCHEMA \/value\/variables\/1: must be a label/);
    expect(named('["x","X"]')).toBe('accepted');
    expect(named('[]')).toBe('accepted');
  });

  test('an unknown member is refused', () => {
    expect(open(type, value('[]').replace(VARIABLES, `${VARIABLES},"order":"lex"`))).toBe(
      'DOCUMENT_SCHEMA /value/order: unknown member',
    );
    expect(open(type, value('[]').replace(`${VARIABLES},`, ''))).toBe(
      'DOCUMENT_SCHEMA /value: the member variables is missing',
    );
  });
});

describe('factors with', () => {
  const factors = (unit: string, factor: string) =>
    open('polynomial.factors@1', `{${VARIABLES},"unit":${unit},"factors":[${factor}]}`);

  test.each([
    ['a unit 0, which is false and not unusable', '"0"', '', 'accepted'],
    ['a fraction for a unit', '"-2/3"', '', 'accepted'],
    ['a unit not in lowest terms', '"2/4"', '', 'DOCUMENT_SCHEMA /value/unit: a fraction is in lowest terms'],
    [
      'a number for a unit',
      '1',
      '',
      'DOCUMENT_SCHEMA /value/unit: must be a rational string such as "-12" or "2/3"',
    ],
    ['multiplicity 0, which is false and not unusable', '"1"', '{"multiplicity":0,"terms":[]}', 'accepted'],
    [
      'a negative multiplicity',
      '"1"',
      '{"multiplicity":-1,"terms":[]}',
      'DOCUMENT_SCHEMA /value/factors/0/multiplicity: must be a multiplicity: a whole number from 0 to 9007199254740991, without quotes',
    ],
    [
      'no multiplicity',
      '"1"',
      '{"terms":[]}',
      'DOCUMENT_SCHEMA /value/factors/0: the member multiplicity is missing',
    ],
    [
      'an array for a factor',
      '"1"',
      '[1,[]]',
      'DOCUMENT_SCHEMA /value/factors/0: must be a factor with multiplicity and terms',
    ],
  ])('%s', (_, unit, factor, expected) => {
    expect(factors(unit, factor)).toBe(expected);
  });
});

describe('large polynomials are prepared', () => {
  test('200,000 terms, and the last repeats the first', () => {
    const terms = Array.from({ length: 200_000 }, (_, i): [string, number[]] => [`${i + 1}`, [i, 7]]);
    const value = { variables: ['x', 'y'], terms };
    expect(prepare('polynomial@1', value).bytes.size).toBeGreaterThan(3_000_000);
    terms[terms.length - 1] = ['1', [0, 7]];
    expect(refusal(() => prepare('polynomial@1', value))).toBe(
      'DOCUMENT_SCHEMA /value/terms/199999: an earlier term has the same exponents',
    );
  });
});
