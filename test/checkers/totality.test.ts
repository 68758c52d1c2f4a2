import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check as gram } from '../../checkers/matrix/gram/check.ts';
import { check as product } from '../../checkers/matrix/product/check.ts';
import { check as productReplay } from '../../checkers/matrix/product_replay/check.ts';
import { check as transpose } from '../../checkers/matrix/transpose/check.ts';
import { check as gcd } from '../../checkers/number/gcd/check.ts';
import type { Answer } from '../../checkers/protocol.ts';
import { document, request } from './support/request.ts';

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
        2,
        -1,
        1.5,
        2 ** 53,
        '',
        '0',
        '1',
        '-0',
        '1/2',
        '2/4',
        'matrix.integer@1',
        'é',
      ),
      fc.string(),
      fc.double(),
      fc.bigInt().map(String),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom(
          'type',
          'schema',
          'value',
          'rows',
          'columns',
          'entries',
          'row_labels',
          'gcd',
          'x',
          'y',
          '__proto__',
        ),
        fc.string(),
      ),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));

const count = fc.oneof(fc.constantFrom(0, 1, 2, 2 ** 53 - 1), anyValue);
const list = fc.oneof(fc.array(fc.constantFrom('a', 'b', '1', '2/3'), { maxLength: 2 }), anyValue);
const matrixValue = fc.record(
  {
    rows: count,
    columns: count,
    entries: fc.oneof(fc.array(list, { maxLength: 2 }), anyValue),
    row_labels: list,
    column_labels: list,
  },
  { requiredKeys: [] },
);
const type = fc.constantFrom('matrix.integer@1', 'matrix.rational@1', 'number.integer@1', 'number.bezout@1');
const typed = fc
  .record({ type, value: fc.oneof(matrixValue, fc.record({ value: anyValue }), anyValue) })
  .map(document);
const text = fc.oneof(
  { weight: 4, arbitrary: typed },
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
  ['matrix.product', product, 'matrix.product@1', ['left', 'right', 'product']],
  ['matrix.product_replay', productReplay, 'matrix.product@1', ['left', 'right', 'product']],
  ['matrix.gram', gram, 'matrix.gram@1', ['matrix', 'gram']],
  ['matrix.transpose', transpose, 'matrix.transpose@1', ['matrix', 'transpose']],
  ['number.gcd', gcd, 'number.gcd@1', ['a', 'b', 'bezout']],
] as const)('%s', (_, check, claim, names) => {
  it('gives a verdict, and the same one twice, whatever JSON the roles and sources hold', () => {
    const roles = fc.record(Object.fromEntries(names.map((name) => [name, text])));
    const transform = fc.constantFrom('MATRIX_TRANSPOSE', '');
    const sources = fc.dictionary(
      fc.constantFrom<string[]>(...names),
      fc.record({ transform, document: text }),
    );
    fc.assert(
      fc.property(roles, sources, (roles, sources) => {
        const asked = { ...request(claim, roles), sources };
        const answer = check(asked);
        expect(isVerdict(answer)).toBe(true);
        expect(check(asked)).toEqual(answer);
      }),
      { numRuns: 800 },
    );
  });
});
