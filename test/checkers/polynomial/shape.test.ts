import { describe, expect, it, test } from 'vitest';
import { check as factorization } from '../../../checkers/polynomial/factorization/check.ts';
import { check as gradient } from '../../../checkers/polynomial/gradient/check.ts';
import { check as membership } from '../../../checkers/polynomial/ideal_membership/check.ts';
import { check as jacobian } from '../../../checkers/polynomial/jacobian_syzygy/check.ts';
import { check as syzygy } from '../../../checkers/polynomial/syzygy/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { document, request, type Typed, where } from '../support/request.ts';
import { factors, polynomial, type Terms, univariate, vector, vectors } from './support/documents.ts';

/** Where a document is refused that stands in for a polynomial; its gradient in one variable is 1. */
function polynomialIs(value: unknown, type = 'polynomial@1'): string {
  const roles = { polynomial: { type, value }, gradient: vector(['x'], [univariate(1)]) };
  return where(gradient(request('polynomial.gradient@1', roles)));
}

const AT = '/roles/polynomial/value';
const good = { variables: ['x'], terms: [['1', [1]]] };
const termIs = (term: unknown) => polynomialIs({ ...good, terms: [['5', [0]], term] });

const NO_OBJECTS = [null, true, 0, '', 'x', [], ['terms']];
const NO_ARRAYS = [null, true, 0, '', 'x', {}, { length: 0 }];

describe('a polynomial', () => {
  it('has variables and terms and nothing else', () => {
    expect(polynomialIs(good)).toBe('ACCEPTED');
    for (const name of ['variables', 'terms']) {
      expect(polynomialIs({ ...good, [name]: undefined })).toBe(`REJECTED ${AT}`);
    }
    for (const name of ['', 'Terms', 'components', 'length', 'constructor']) {
      expect(polynomialIs({ ...good, [name]: null })).toBe(`REJECTED ${AT}`);
    }
  });

  test.each(NO_OBJECTS)('is not %j', (value) => {
    expect(polynomialIs(value)).toBe(`REJECTED ${AT}`);
  });

  test.each(['polynomial.vector@1', 'polynomial@2', 'polynomial', '', null])('is not of type %j', (type) => {
    expect(polynomialIs(good, type as string)).toBe('REJECTED /roles/polynomial/type');
  });

  const answer = (role: Typed | string) =>
    gradient(
      request('polynomial.gradient@1', { polynomial: role, gradient: vector(['x'], [univariate(1)]) }),
    );

  test.each<[string, object, string, string]>([
    ['a number for a value', { value: 1 }, '/value', 'an object is required'],
    ['a text for a value', { value: 'x' }, '/value', 'an object is required'],
    ['no digest of a schema', { schema: 'x' }, '/schema', 'an artifact URI is required'],
    ['no digest of a meaning', { semantics: null }, '/semantics', 'an artifact URI is required'],
  ])('has not %s', (_, changed, place, reason) => {
    const role = JSON.parse(document({ type: 'polynomial@1', value: good }));
    expect(answer(JSON.stringify({ ...role, ...changed }))).toEqual({
      verdict: 'REJECTED',
      reason,
      at: `/roles/polynomial${place}`,
    });
  });

  it('is not decided with a coefficient of more than a million characters', () => {
    const terms = [['1'.repeat(1_000_001), [1]]];
    expect(answer({ type: 'polynomial@1', value: { ...good, terms } })).toEqual({
      verdict: 'INCONCLUSIVE',
      reason: 'UNSUPPORTED',
      bound: 'numbers of at most 1000000 characters',
    });
  });

  test.each(NO_ARRAYS)('has not %j for variables or terms', (list) => {
    expect(polynomialIs({ ...good, variables: list })).toBe(`REJECTED ${AT}/variables`);
    expect(polynomialIs({ ...good, terms: list })).toBe(`REJECTED ${AT}/terms`);
  });

  test.each([
    [['x', 'x'], '/1'],
    [['é', 'e\u0301'], '/1'],
    [['x', ''], '/1'],
    [['x', 'a\u0000'], '/1'],
    [['x', 'a\u0085'], '/1'],
    [['x', '\ud800'], '/1'],
    [[1], '/0'],
    [[null], '/0'],
    [['x', 'a'.repeat(257)], '/1'],
  ])('has not the variables %j', (variables, place) => {
    expect(polynomialIs({ variables, terms: [] })).toBe(`REJECTED ${AT}/variables${place}`);
  });

  it('has variables of any other name', () => {
    const names = [
      'x',
      'X',
      '𝕏',
      '1',
      '01',
      '__proto__',
      'constructor',
      ' ',
      'a'.repeat(256),
      '𝕏'.repeat(256),
    ];
    const roles = {
      polynomial: polynomial(names, []),
      gradient: vector(
        names,
        names.map(() => []),
      ),
    };
    expect(where(gradient(request('polynomial.gradient@1', roles)))).toBe('ACCEPTED');
  });
});

describe('a term', () => {
  test.each([
    null,
    true,
    1,
    '1',
    {},
    [],
    ['1'],
    [[1]],
    ['1', [1], null],
    [['1', [1]]],
    { 0: '1', 1: [1], length: 2 },
  ])('is not %j', (term) => {
    expect(termIs(term)).toMatch(/^REJECTED \/roles\/polynomial\/value\/terms\/1(\/0)?$/);
  });

  test.each([
    null,
    true,
    1,
    [],
    ['1'],
    '0',
    '-0',
    '00',
    '01',
    '+1',
    '',
    ' 1',
    '1 ',
    '1\n',
    '1.0',
    '1e2',
    '0x1',
    '1/1',
    '2/4',
    '0/5',
    '1/0',
    '1/-2',
    '1/2/3',
    '/2',
    '½',
    'NaN',
  ])('has not the coefficient %j', (coefficient) => {
    expect(termIs([coefficient, [1]])).toBe(`REJECTED ${AT}/terms/1/0`);
  });

  test.each([null, 1, '1', {}, [], [1, 0], [null], [true], ['1'], [[1]], [-1], [1.5], [2 ** 53], [1e300]])(
    'has not the exponents %j',
    (exponents) => {
      expect(termIs(['1', exponents])).toBe(`REJECTED ${AT}/terms/1/1`);
    },
  );

  it('has not the exponent -0, which no canonical text has', () => {
    const text = `{"schema":"artifact://sha256/${'0'.repeat(64)}","semantics":"artifact://sha256/${'0'.repeat(64)}"`;
    const role = `${text},"type":"polynomial@1","value":{"terms":[["1",[-0]]],"variables":["x"]}}`;
    const roles = { polynomial: role, gradient: vector(['x'], [[]]) };
    expect(where(gradient(request('polynomial.gradient@1', roles)))).toBe(`REJECTED ${AT}/terms/0/1`);
    const plus = { ...roles, polynomial: role.replace('-0', '0') };
    expect(where(gradient(request('polynomial.gradient@1', plus)))).toBe('ACCEPTED');
  });

  test.each([
    [
      [
        ['1', [1]],
        ['1', [1]],
      ],
      1,
    ],
    [
      [
        ['1', [1]],
        ['-1', [1]],
      ],
      1,
    ],
    [
      [
        ['1', [1]],
        ['2', [0]],
        ['3', [1]],
      ],
      2,
    ],
    [
      [
        ['1', [0]],
        ['2', [0]],
        ['3', [1]],
      ],
      1,
    ],
    [
      [
        ['1', [2 ** 53 - 1]],
        ['1', [2 ** 53 - 2]],
        ['1', [2 ** 53 - 1]],
      ],
      2,
    ],
  ])('does not stand twice: %j', (terms, place) => {
    expect(polynomialIs({ ...good, terms })).toBe(`REJECTED ${AT}/terms/${place}`);
  });

  it('does not stand twice among many variables with high exponents', () => {
    const exponents = Array.from({ length: 40 }, (_, v) => 2 ** 53 - 1 - v);
    const variables = exponents.map((_, v) => `x${v}`);
    const role = (last: readonly number[]) =>
      polynomialIs({
        variables,
        terms: [
          ['1', exponents],
          ['2', last],
        ],
      });
    expect(role(exponents)).toBe(`REJECTED ${AT}/terms/1`);
    for (const v of [0, 20, 39]) {
      const other = exponents.with(v, (exponents[v] as number) - 1);
      expect(role(other)).toBe('REJECTED /roles/gradient/value/variables');
    }
  });
});

describe('a vector and vectors', () => {
  const right = { generators: vector(['x'], [[]]), syzygies: vectors(['x'], [[univariate(1)]]) };
  const verdict = (role: keyof typeof right, value: object): string =>
    where(syzygy(request('polynomial.syzygy@1', { ...right, [role]: { ...right[role], value } })));

  it('have variables and their list and nothing else', () => {
    expect(where(syzygy(request('polynomial.syzygy@1', right)))).toBe('ACCEPTED');
    for (const value of [
      { components: [[]] },
      { variables: ['x'] },
      { variables: ['x'], terms: [] },
      { variables: ['x'], components: [[]], terms: [] },
    ]) {
      expect(verdict('generators', value)).toBe('REJECTED /roles/generators/value');
    }
    for (const value of [
      { vectors: [[]] },
      { variables: ['x'] },
      { variables: ['x'], components: [[]] },
      { variables: ['x'], vectors: [[[]]], components: [] },
    ]) {
      expect(verdict('syzygies', value)).toBe('REJECTED /roles/syzygies/value');
    }
  });

  test.each(NO_ARRAYS)('have not %j for a list', (list) => {
    const variables = ['x'];
    expect(verdict('generators', { variables, components: list })).toBe(
      'REJECTED /roles/generators/value/components',
    );
    expect(verdict('generators', { variables, components: [list] })).toBe(
      'REJECTED /roles/generators/value/components/0',
    );
    expect(verdict('syzygies', { variables, vectors: list })).toBe('REJECTED /roles/syzygies/value/vectors');
    expect(verdict('syzygies', { variables, vectors: [list] })).toBe(
      'REJECTED /roles/syzygies/value/vectors/0',
    );
    expect(verdict('syzygies', { variables, vectors: [[list]] })).toBe(
      'REJECTED /roles/syzygies/value/vectors/0/0',
    );
  });

  it('have terms checked in every place', () => {
    const variables = ['x'];
    const wrong = [['1', [0, 0]]];
    expect(verdict('generators', { variables, components: [[], wrong] })).toBe(
      'REJECTED /roles/generators/value/components/1/0/1',
    );
    expect(verdict('syzygies', { variables, vectors: [[[]], [[], wrong]] })).toBe(
      'REJECTED /roles/syzygies/value/vectors/1/1/0/1',
    );
  });
});

describe('factors', () => {
  const linear = univariate(1, 1);
  const right = { variables: ['x'], unit: '1', factors: [{ multiplicity: 1, terms: linear }] };
  const verdict = (value: unknown): string => {
    const document: Typed = { ...factors([], '1', []), value };
    return where(
      factorization(
        request('polynomial.factorization@1', { polynomial: polynomial(['x'], linear), factors: document }),
      ),
    );
  };
  const VALUE = '/roles/factors/value';

  it('have variables, unit and factors and nothing else', () => {
    expect(verdict(right)).toBe('ACCEPTED');
    for (const name of ['variables', 'unit', 'factors']) {
      expect(verdict({ ...right, [name]: undefined })).toBe(`REJECTED ${VALUE}`);
    }
    expect(verdict({ ...right, terms: [] })).toBe(`REJECTED ${VALUE}`);
  });

  test.each([null, 1, '', '-0', '2/4', '1/1', '1.0', ['1']])('have not the unit %j', (unit) => {
    expect(verdict({ ...right, unit })).toBe(`REJECTED ${VALUE}/unit`);
  });

  test.each([null, '1', true, -1, 1.5, 2 ** 53, [1]])('have not the multiplicity %j', (multiplicity) => {
    expect(verdict({ ...right, factors: [{ multiplicity, terms: linear }] })).toBe(
      `REJECTED ${VALUE}/factors/0/multiplicity`,
    );
  });

  test.each(NO_ARRAYS)('have not %j for a list', (list) => {
    expect(verdict({ ...right, factors: list })).toBe(`REJECTED ${VALUE}/factors`);
    expect(verdict({ ...right, factors: [{ multiplicity: 1, terms: list }] })).toBe(
      `REJECTED ${VALUE}/factors/0/terms`,
    );
  });

  test.each([
    ...NO_OBJECTS,
    {},
    { multiplicity: 1 },
    { terms: linear },
    { multiplicity: 1, terms: linear, unit: '1' },
  ])('have not the factor %j', (factor) => {
    expect(verdict({ ...right, factors: [factor] })).toBe(`REJECTED ${VALUE}/factors/0`);
  });

  it('have terms checked', () => {
    expect(verdict({ ...right, factors: [right.factors[0], { multiplicity: 1, terms: [['0', [1]]] }] })).toBe(
      `REJECTED ${VALUE}/factors/1/terms/0/0`,
    );
  });
});

describe('names of variables', () => {
  /** What is said of statements about zero and one that hold in any variables. */
  const verdicts = (...names: readonly string[]) => {
    const one: Terms = [['1', names.map(() => 0)]];
    const [none, zeros] = [polynomial(names, []), vector(names, [[]])];
    const [gradientOfOne, ofEach] = [
      vector(
        names,
        names.map(() => []),
      ),
      names.map(() => one),
    ];
    return [
      syzygy(request('polynomial.syzygy@1', { generators: zeros, syzygies: vectors(names, [[one]]) })),
      jacobian(request('polynomial.jacobian_syzygy@1', { form: none, syzygies: vectors(names, [ofEach]) })),
      membership(
        request('polynomial.ideal_membership@1', { generators: zeros, target: none, cofactors: zeros }),
      ),
      factorization(
        request('polynomial.factorization@1', {
          polynomial: polynomial(names, one),
          factors: factors(names, '1', []),
        }),
      ),
      gradient(
        request('polynomial.gradient@1', { polynomial: polynomial(names, one), gradient: gradientOfOne }),
      ),
    ].map(({ verdict }) => verdict);
  };

  it.each(['x', '\u{1d54f}'])('have at most 256 code points, in every claim: %s', (letter) => {
    expect(new Set(verdicts(letter.repeat(256)))).toEqual(new Set(['ACCEPTED']));
    expect(new Set(verdicts(letter.repeat(257)))).toEqual(new Set(['REJECTED']));
  });

  it('differ and are not empty, in every claim', () => {
    expect(new Set(verdicts('x', 'X'))).toEqual(new Set(['ACCEPTED']));
    for (const names of [['x', 'x'], ['\u00e9', 'e\u0301'], [''], ['x\u0000'], ['\ud800']]) {
      expect([names, new Set(verdicts(...names))]).toEqual([names, new Set(['REJECTED'])]);
    }
  });
});

describe('the terms of a polynomial', () => {
  const names = ['x', 'y'];
  const one: Terms = [['1', [0, 0]]];
  const sum: Terms = [
    ['2', [0, 0]],
    ['2', [1, 0]],
  ];

  test.each<[string, string, (terms: Terms) => Answer]>([
    [
      'polynomial.syzygy',
      '/roles/generators/value/components/0',
      (terms) =>
        syzygy(
          request('polynomial.syzygy@1', {
            generators: vector(names, [terms, sum]),
            syzygies: vectors(names, [[one, [['-1', [0, 0]]]]]),
          }),
        ),
    ],
    [
      'polynomial.jacobian_syzygy',
      '/roles/form/value/terms',
      (terms) =>
        jacobian(
          request('polynomial.jacobian_syzygy@1', {
            form: polynomial(names, terms),
            syzygies: vectors(names, [[[], one]]),
          }),
        ),
    ],
    [
      'polynomial.ideal_membership',
      '/roles/generators/value/components/0',
      (terms) =>
        membership(
          request('polynomial.ideal_membership@1', {
            generators: vector(names, [terms]),
            target: polynomial(names, sum),
            cofactors: vector(names, [one]),
          }),
        ),
    ],
    [
      'polynomial.factorization',
      '/roles/factors/value/factors/0/terms',
      (terms) =>
        factorization(
          request('polynomial.factorization@1', {
            polynomial: polynomial(names, sum),
            factors: factors(names, '1', [{ multiplicity: 1, terms }]),
          }),
        ),
    ],
    [
      'polynomial.gradient',
      '/roles/gradient/value/components/0',
      (terms) =>
        gradient(
          request('polynomial.gradient@1', {
            polynomial: polynomial(names, [
              ['2', [1, 0]],
              ['1', [2, 0]],
            ]),
            gradient: vector(names, [terms, []]),
          }),
        ),
    ],
  ])('stand there once, and none is 0, though their sum is right: %s', (_, at, about) => {
    expect(where(about(sum))).toBe('ACCEPTED');
    const twice: Terms = [...sum.slice(0, 1), ['1', [1, 0]], ['1', [1, 0]]];
    expect(where(about(twice))).toBe(`REJECTED ${at}/2`);
    expect(where(about([...sum, ['0', [0, 0]]]))).toBe(`REJECTED ${at}/2/0`);
    expect(where(about([['0', [1, 1]], ...sum]))).toBe(`REJECTED ${at}/0/0`);
  });
});

describe('a request', () => {
  const roles = { polynomial: polynomial(['x'], []), gradient: vector(['x'], [[]]) };
  const right = request('polynomial.gradient@1', roles);

  it('is for this claim, with exactly its roles and no sources', () => {
    expect(where(gradient(right))).toBe('ACCEPTED');
    expect(where(gradient({ ...right, claim: 'polynomial.syzygy@1' }))).toBe('REJECTED /claim');
    expect(where(gradient(request('polynomial.gradient@1', { polynomial: roles.polynomial })))).toBe(
      'REJECTED /roles',
    );
    expect(where(gradient(request('polynomial.gradient@1', { ...roles, target: roles.polynomial })))).toBe(
      'REJECTED /roles',
    );
    expect(where(gradient(request('polynomial.gradient@1', roles, { polynomial: roles.polynomial })))).toBe(
      'REJECTED /sources',
    );
  });
});
