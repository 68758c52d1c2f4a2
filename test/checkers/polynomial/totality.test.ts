import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check as factorization } from '../../../checkers/polynomial/factorization/check.ts';
import { check as gradient } from '../../../checkers/polynomial/gradient/check.ts';
import { check as membership } from '../../../checkers/polynomial/ideal_membership/check.ts';
import { check as jacobian } from '../../../checkers/polynomial/jacobian_syzygy/check.ts';
import { check as syzygy } from '../../../checkers/polynomial/syzygy/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { document, request } from '../support/request.ts';

/** JSON that looks like what the checkers read, wrong in any depth. */
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(
        null,
        true,
        0,
        1,
        -1,
        -0,
        1.5,
        2 ** 53,
        '',
        '0',
        '1',
        '-0',
        '1/2',
        '2/4',
        'x',
        'polynomial@1',
      ),
      fc.string(),
      fc.double(),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'type',
        'value',
        'variables',
        'terms',
        'components',
        'unit',
        'multiplicity',
        '__proto__',
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));

const exponent = fc.oneof(
  { weight: 5, arbitrary: fc.nat(2) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 52, 2 ** 53 - 1, 2 ** 53, -1, 0.5) },
);
const coefficient = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('1', '-1', '2', '1/2', '-3/4') },
  anyValue,
);
const term = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(coefficient, fc.array(exponent, { minLength: 1, maxLength: 2 })) },
  anyValue,
);
const terms = fc.oneof({ weight: 8, arbitrary: fc.array(term, { maxLength: 3 }) }, anyValue);
const components = fc.oneof({ weight: 8, arbitrary: fc.array(terms, { maxLength: 2 }) }, anyValue);
const names = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(['x'], ['x', 'y']) }, anyValue);
const factor = fc.oneof({ weight: 8, arbitrary: fc.record({ multiplicity: exponent, terms }) }, anyValue);
const typed = fc
  .oneof(
    fc.record({ type: fc.constant('polynomial@1'), value: fc.record({ variables: names, terms }) }),
    fc.record({
      type: fc.constant('polynomial.vector@1'),
      value: fc.record({ variables: names, components }),
    }),
    fc.record({
      type: fc.constant('polynomial.vectors@1'),
      value: fc.record({
        variables: names,
        vectors: fc.oneof(fc.array(components, { maxLength: 2 }), anyValue),
      }),
    }),
    fc.record({
      type: fc.constant('polynomial.factors@1'),
      value: fc.record({
        variables: names,
        unit: coefficient,
        factors: fc.oneof(fc.array(factor, { maxLength: 2 }), anyValue),
      }),
    }),
    fc.record({ type: fc.constant('polynomial@1'), value: anyValue }),
  )
  .map(document);
const text = fc.oneof(
  { weight: 9, arbitrary: typed },
  { weight: 1, arbitrary: anyValue.map((value) => JSON.stringify(value)) },
);

function isVerdict(answer: Answer): boolean {
  if (answer.verdict === 'ACCEPTED') return Object.keys(answer).length === 1;
  if (answer.verdict === 'INCONCLUSIVE') return answer.reason === 'UNSUPPORTED' && answer.bound.length > 0;
  return (
    answer.reason.length > 0 &&
    answer.reason.length <= 500 &&
    /^\/(claim|roles|sources)/.test(answer.at ?? '')
  );
}

describe.each([
  ['polynomial.syzygy', syzygy, ['generators', 'syzygies']],
  ['polynomial.jacobian_syzygy', jacobian, ['form', 'syzygies']],
  ['polynomial.ideal_membership', membership, ['generators', 'target', 'cofactors']],
  ['polynomial.factorization', factorization, ['polynomial', 'factors']],
  ['polynomial.gradient', gradient, ['polynomial', 'gradient']],
] as const)('%s', (claim, check, roles) => {
  it('gives a verdict, and the same one twice, whatever JSON the roles and sources hold', () => {
    const documents = fc.record(Object.fromEntries(roles.map((name) => [name, text])));
    const sources = fc.dictionary(
      fc.constantFrom<string[]>(...roles),
      fc.record({ transform: fc.constantFrom('POLYNOMIAL_GRADIENT', ''), document: text }),
      { maxKeys: 1 },
    );
    fc.assert(
      fc.property(
        documents,
        fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, sources),
        (documents, sources) => {
          const asked = { ...request(`${claim}@1`, documents), sources };
          const answer = check(asked);
          expect(isVerdict(answer)).toBe(true);
          expect(check(asked)).toEqual(answer);
        },
      ),
      { numRuns: 500 },
    );
  });
});
