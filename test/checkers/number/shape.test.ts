import { describe, expect, it, test } from 'vitest';
import { check as checkFactorization } from '../../../checkers/number/factorization/check.ts';
import { check as checkPrime } from '../../../checkers/number/prime/check.ts';
import type { Answer } from '../../../checkers/protocol.ts';
import { document, request, type Typed } from '../support/request.ts';

/** The places and reasons of the rejections of certificates that are not of their types' shape. */

type Case = readonly [what: string, value: unknown, place: string, reason: string];

const OBJECT = 'an object is required';
const LIST = 'an array is required';
const UNKNOWN = 'a member that the type does not have';
const INTEGER = 'an integer in canonical form is required';
const COUNT = 'an integer from 0 to 2^53 - 1 is required';
const MISSING = (name: string) => `the member "${name}" is missing`;

const NO_OBJECTS = [null, true, 7, 'x', []];
const NO_LISTS = [null, true, 7, 'x', {}, { length: 2, 0: '2', 1: 1 }];
const NO_INTEGERS = [null, true, 7, '', '07', '-0', '1/2', '7 ', ['7'], {}];
const NO_COUNTS = [null, true, '1', -1, 1.5, 2 ** 53, [1], {}];

/** These in the same place, all for the same reason. */
function all(
  wrong: readonly unknown[],
  place: string,
  reason: string,
  put: (value: unknown) => unknown,
): Case[] {
  return wrong.map((value) => [JSON.stringify(value), put(value), place, reason]);
}

/** What is no list of powers, whose place is that of the list. */
const NO_POWERS: readonly Case[] = [
  ...all(NO_LISTS, '', LIST, (value) => value),
  ...all(NO_LISTS, '/1', LIST, (pair) => [['2', 1], pair]),
  ...all(NO_INTEGERS, '/1/0', INTEGER, (prime) => [
    ['2', 1],
    [prime, 1],
  ]),
  ...all(NO_COUNTS, '/1/1', COUNT, (exponent) => [
    ['2', 1],
    ['3', exponent],
  ]),
  ...all([[], ['3'], ['3', 1, 1]], '/1', 'the array has not the length that the dimensions say', (pair) => [
    ['2', 1],
    pair,
  ]),
  ...all(['1', '0', '-1', '-2'], '/1/0', 'a factor is at least 2', (prime) => [
    ['2', 1],
    [prime, 1],
  ]),
  ...all([0], '/1/1', 'an exponent is at least 1', (exponent) => [
    ['2', 1],
    ['3', exponent],
  ]),
  ...all(['2'], '/1/0', 'the factor stands in the list twice', (prime) => [
    ['2', 1],
    [prime, 1],
  ]),
];

const ENTRY = { n: '7', witness: '3', factors: [] };

/** What is no list of entries; its first entry is right. */
const NO_ENTRIES: readonly Case[] = [
  ...all(NO_LISTS, '', LIST, (value) => value),
  ...[
    ...all(NO_OBJECTS, '', OBJECT, (value) => value),
    ...all(NO_INTEGERS, '/n', INTEGER, (n) => ({ ...ENTRY, n })),
    ...all(NO_INTEGERS, '/witness', INTEGER, (witness) => ({ ...ENTRY, witness })),
    ...all(['2', '1', '0', '-7'], '/n', 'an entry is for a number of at least 3', (n) => ({ ...ENTRY, n })),
    ...all(['3'], '/n', 'the number has an entry already', (n) => ({ ...ENTRY, n })),
    ...all([{}, { witness: '3', factors: [] }], '', MISSING('n'), (value) => value),
    ...all([{ n: '7', factors: [] }], '', MISSING('witness'), (value) => value),
    ...all([{ n: '7', witness: '3' }], '', MISSING('factors'), (value) => value),
    ...all([{ ...ENTRY, more: 1 }], '', UNKNOWN, (value) => value),
    ...NO_POWERS.map(([what, factors, place, reason]): Case => {
      return [what, { ...ENTRY, factors }, `/factors${place}`, reason];
    }),
  ].map(([what, entry, place, reason]): Case => {
    return [what, [{ n: '3', witness: '2', factors: [['2', 1]] }, entry], `/1${place}`, reason];
  }),
];

const NO_CERTIFICATES: readonly Case[] = [
  ...all(NO_OBJECTS, '', OBJECT, (value) => value),
  ...all([{}, { entries: [] }], '', MISSING('primes'), (value) => value),
  ...all([{ primes: [], more: 1 }], '', UNKNOWN, (value) => value),
  ...NO_ENTRIES.map(([what, primes, place, reason]): Case => {
    return [what, { primes }, `/primes${place}`, reason];
  }),
];

const SIX = {
  unit: '1',
  factors: [
    ['2', 1],
    ['3', 1],
  ],
};

const NO_FACTORS: readonly Case[] = [
  ...all(NO_OBJECTS, '', OBJECT, (value) => value),
  ...all([{}, { factors: [] }], '', MISSING('unit'), (value) => value),
  ...all([{ unit: '1' }], '', MISSING('factors'), (value) => value),
  ...all([{ ...SIX, more: 1 }], '', UNKNOWN, (value) => value),
  ...all([...NO_INTEGERS, '0', '6', '+1'], '/unit', 'the unit is "1" or "-1"', (unit) => ({ ...SIX, unit })),
  ...NO_POWERS.map(([what, factors, place, reason]): Case => {
    return [what, { unit: '1', factors }, `/factors${place}`, reason];
  }),
  ...NO_ENTRIES.map(([what, primes, place, reason]): Case => {
    return [what, { ...SIX, primes }, `/primes${place}`, reason];
  }),
];

const INTEGER_6: Typed = { type: 'number.integer@1', value: { value: '6' } };

describe.each([
  {
    id: 'number.prime',
    ask: (n: Typed | string, certificate: Typed | string) =>
      checkPrime(request('number.prime@1', { n, certificate })),
    role: 'certificate',
    right: { type: 'number.pratt@1', value: { primes: [] } },
    wrong: NO_CERTIFICATES,
    powers: (factors: unknown) => ({ primes: [{ ...ENTRY, factors }] }),
    place: '/primes/0/factors',
  },
  {
    id: 'number.factorization',
    ask: (n: Typed | string, factors: Typed | string) =>
      checkFactorization(request('number.factorization@1', { n, factors })),
    role: 'factors',
    right: { type: 'number.factors@1', value: SIX },
    wrong: NO_FACTORS,
    powers: (factors: unknown) => ({ unit: '1', factors }),
    place: '/factors',
  },
])('$id', ({ ask, role, right, wrong, powers, place }) => {
  const rejected = (reason: string, at: string): Answer => ({ verdict: 'REJECTED', reason, at });

  test.each(wrong)('is not of its type with %s', (_, value, at, reason) => {
    expect(ask(INTEGER_6, { ...right, value })).toEqual(rejected(reason, `/roles/${role}/value${at}`));
  });

  it('has no minus zero for an exponent, which no canonical text has', () => {
    const text = document({ ...right, value: powers([['2', 'minus zero']]) }).replace('"minus zero"', '-0');
    expect(ask(INTEGER_6, text)).toEqual(rejected(COUNT, `/roles/${role}/value${place}/0/1`));
  });

  it('is of an integer', () => {
    for (const value of NO_OBJECTS) {
      expect(ask({ ...INTEGER_6, value }, right)).toEqual(rejected(OBJECT, '/roles/n/value'));
    }
    for (const value of NO_INTEGERS) {
      expect(ask({ ...INTEGER_6, value: { value } }, right)).toEqual(
        rejected(INTEGER, '/roles/n/value/value'),
      );
    }
    expect(ask({ ...INTEGER_6, value: {} }, right)).toEqual(rejected(MISSING('value'), '/roles/n/value'));
    expect(ask({ ...INTEGER_6, value: { value: '6', more: 1 } }, right)).toEqual(
      rejected(UNKNOWN, '/roles/n/value'),
    );
  });

  it('comes in a document', () => {
    const whole: Readonly<Record<string, unknown>> = JSON.parse(document(right));
    for (const value of NO_OBJECTS) {
      expect(ask(INTEGER_6, JSON.stringify(value))).toEqual(rejected(OBJECT, `/roles/${role}`));
    }
    for (const name of Object.keys(whole)) {
      const { [name]: _, ...rest } = whole;
      expect(ask(INTEGER_6, JSON.stringify(rest))).toEqual(rejected(MISSING(name), `/roles/${role}`));
    }
    expect(ask(INTEGER_6, JSON.stringify({ ...whole, more: 1 }))).toEqual(
      rejected(UNKNOWN, `/roles/${role}`),
    );
    for (const name of ['schema', 'semantics']) {
      for (const uri of [null, '', 'artifact://sha256/']) {
        expect(ask(INTEGER_6, JSON.stringify({ ...whole, [name]: uri }))).toEqual(
          rejected('an artifact URI is required', `/roles/${role}/${name}`),
        );
      }
    }
    expect(ask(INTEGER_6, { ...right, type: 'number.integer@1' })).toEqual(
      rejected('the role does not take a value of this type', `/roles/${role}/type`),
    );
  });

  it('is not decided for a number of more than a million characters', () => {
    const value = { value: '1'.repeat(1_000_001) };
    expect(ask({ ...INTEGER_6, value }, right)).toEqual({
      verdict: 'INCONCLUSIVE',
      reason: 'UNSUPPORTED',
      bound: 'numbers of at most 1000000 characters',
    });
  });
});
