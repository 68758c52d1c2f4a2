import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { prepare, refusal } from './rules.ts';

const EXPONENT = 'must be an exponent: a whole number from 0 to 9007199254740991, without quotes';
const INTEGER = 'must be an integer string such as "-12"';
const PAIR = 'must be a prime and its exponent: ["5", 2]';

describe('factors with', () => {
  test.each<[string, Record<string, JsonValue>, string]>([
    ['nothing wrong', {}, 'accepted'],
    ['the unit −1', { unit: '-1' }, 'accepted'],
    ['no factors', { factors: [] }, 'accepted'],
    ['no entries', { primes: [] }, 'accepted'],
    // These are usable, and false.
    ['an exponent 0', { factors: [['5', 0]] }, 'accepted'],
    ['an exponent of 2^53 − 1', { factors: [['5', 2 ** 53 - 1]] }, 'accepted'],
    [
      'a factor twice',
      {
        factors: [
          ['5', 1],
          ['5', 1],
        ],
      },
      'accepted',
    ],
    [
      'a factor that is none',
      {
        factors: [
          ['-1', 1],
          ['0', 1],
          ['4', 1],
        ],
      },
      'accepted',
    ],

    ['another unit', { unit: '2' }, 'DOCUMENT_SCHEMA /value/unit: must be "1" or "-1"'],
    ['a unit without quotes', { unit: 1 }, 'DOCUMENT_SCHEMA /value/unit: must be "1" or "-1"'],
    ['a negative exponent', { factors: [['5', -1]] }, `DOCUMENT_SCHEMA /value/factors/0/1: ${EXPONENT}`],
    ['an exponent in quotes', { factors: [['5', '1']] }, `DOCUMENT_SCHEMA /value/factors/0/1: ${EXPONENT}`],
    [
      'an exponent of 2^53',
      { factors: [['5', 2 ** 53]] },
      'DOCUMENT_NUMBER /value/factors/0/1: a whole number is beyond 2^53 - 1',
    ],
    ['a factor without an exponent', { factors: [['5']] }, `DOCUMENT_SCHEMA /value/factors/0: ${PAIR}`],
    ['a factor without quotes', { factors: [[5, 1]] }, `DOCUMENT_SCHEMA /value/factors/0/0: ${INTEGER}`],
    ['a factor with a plus sign', { factors: [['+5', 1]] }, `DOCUMENT_SCHEMA /value/factors/0/0: ${INTEGER}`],
    ['a list that is none', { primes: null }, 'DOCUMENT_SCHEMA /value/primes: must be an array of entries'],
    [
      'an entry without a witness',
      { primes: [{ n: '5', factors: [] }] },
      'DOCUMENT_SCHEMA /value/primes/0: the member witness is missing',
    ],
    [
      'an entry with a member more',
      { primes: [{ n: '5', witness: '2', factors: [], by: 'me' }] },
      'DOCUMENT_SCHEMA /value/primes/0/by: unknown member',
    ],
    ['a member more', { n: '5' }, 'DOCUMENT_SCHEMA /value/n: unknown member'],
  ])('%s', (_, changed, expected) => {
    const value = { unit: '1', factors: [['5', 2]], ...changed };
    expect(refusal(() => prepare('number.factors@1', value))).toBe(expected);
  });

  test('a third item in a pair', () => {
    const value = { unit: '1', factors: [['5', 2, 1]] };
    expect(refusal(() => prepare('number.factors@1', value))).toMatch(/^DOCUMENT_SCHEMA \/value\/factors\/0/);
  });
});

describe('Pratt certificates with', () => {
  const entry = {
    n: '7',
    witness: '3',
    factors: [
      ['2', 1],
      ['3', 1],
    ],
  };
  test.each<[string, JsonValue, string]>([
    ['nothing wrong', { primes: [entry] }, 'accepted'],
    ['nothing', { primes: [] }, 'accepted'],
    // These are usable, and false.
    ['an entry twice', { primes: [entry, entry] }, 'accepted'],
    ['an entry for −7', { primes: [{ ...entry, n: '-7' }] }, 'accepted'],

    [
      'a witness that is no integer',
      { primes: [{ ...entry, witness: '1/2' }] },
      `DOCUMENT_SCHEMA /value/primes/0/witness: ${INTEGER}`,
    ],
    ['n without quotes', { primes: [{ ...entry, n: 7 }] }, `DOCUMENT_SCHEMA /value/primes/0/n: ${INTEGER}`],
    ['an exponent of 1.5', { primes: [{ ...entry, factors: [['2', -0.5]] }] }, 'DOCUMENT_NUMBER'],
    ['an entry instead of a list', entry, 'DOCUMENT_SCHEMA /value: the member primes is missing'],
  ])('%s', (_, value, expected) => {
    expect(refusal(() => prepare('number.pratt@1', value))).toContain(expected);
  });
});
