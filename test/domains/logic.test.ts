import { describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import { prepareDocument } from '../../src/domains/prepare.ts';
import { prepare, refusal, rules } from './rules.ts';

/** From the bytes at the door, as every door does it. */
function open(type: string, value: string): string {
  return refusal(() =>
    prepareDocument(parse(new TextEncoder().encode(`{"type":"${type}","value":${value}}`)), rules),
  );
}

const LITERAL = 'must be a literal: a whole number other than 0, without quotes';

describe('a formula', () => {
  test.each<[string, string, string]>([
    ['usual', '{"variables":3,"clauses":[[1,-2],[-3]]}', 'accepted'],
    ['without clauses', '{"variables":0,"clauses":[]}', 'accepted'],
    ['with an empty clause', '{"variables":0,"clauses":[[]]}', 'accepted'],
    [
      'with repeated clauses and literals, and a tautology',
      '{"variables":1,"clauses":[[1,1],[1,1],[-1,1]]}',
      'accepted',
    ],
    [
      'with variables that do not occur',
      '{"variables":9007199254740991,"clauses":[[-9007199254740991]]}',
      'accepted',
    ],
    [
      'with a variable it does not have',
      '{"variables":3,"clauses":[[1],[2,4]]}',
      'DOCUMENT_SCHEMA /value/clauses/1/1: this variable is greater than `variables`',
    ],
    [
      'with a negated variable it does not have',
      '{"variables":0,"clauses":[[-1]]}',
      'DOCUMENT_SCHEMA /value/clauses/0/0: this variable is greater than `variables`',
    ],
    [
      'with the end of a DIMACS clause',
      '{"variables":1,"clauses":[[1,0]]}',
      `DOCUMENT_SCHEMA /value/clauses/0/1: ${LITERAL}`,
    ],
    [
      'with a literal in quotes',
      '{"variables":1,"clauses":[["1"]]}',
      `DOCUMENT_SCHEMA /value/clauses/0/0: ${LITERAL}`,
    ],
    [
      'with a literal that is true',
      '{"variables":1,"clauses":[[true]]}',
      `DOCUMENT_SCHEMA /value/clauses/0/0: ${LITERAL}`,
    ],
    ['with a literal written 1.0', '{"variables":1,"clauses":[[1.0]]}', 'DOCUMENT_NUMBER'],
    ['with a literal written -0', '{"variables":1,"clauses":[[-0]]}', 'DOCUMENT_NUMBER'],
    ['with a literal of 2^53', '{"variables":1,"clauses":[[9007199254740992]]}', 'DOCUMENT_NUMBER'],
    [
      'with a clause that is no array',
      '{"variables":1,"clauses":[1]}',
      'DOCUMENT_SCHEMA /value/clauses/0: must be a clause: an array of literals',
    ],
    ['without variables', '{"clauses":[]}', 'DOCUMENT_SCHEMA /value: the member variables is missing'],
    [
      'with fewer than no variables',
      '{"variables":-1,"clauses":[]}',
      'DOCUMENT_SCHEMA /value/variables: must be a count',
    ],
    [
      'with a comment',
      '{"variables":1,"clauses":[],"comment":"p cnf 1 0"}',
      'DOCUMENT_SCHEMA /value/comment: unknown member',
    ],
  ])('%s', (_, value, expected) => {
    expect(open('logic.cnf@1', value).startsWith(expected)).toBe(true);
  });

  test('of a million literals is prepared; the last of them is looked at', () => {
    const clauses = Array.from({ length: 250_000 }, (_, i) => [i + 1, -i - 2, i + 3, -i - 4]);
    expect(prepare('logic.cnf@1', { variables: 250_003, clauses }).bytes.size).toBeGreaterThan(5_000_000);
    expect(refusal(() => prepare('logic.cnf@1', { variables: 250_002, clauses }))).toMatch(
      /^DOCUMENT_SCHEMA \/value\/clauses\/249999\/3: /,
    );
  });
});

describe('an assignment and a proof', () => {
  test.each<[string, string, string]>([
    ['logic.assignment@1', '{"literals":[1,-2,1]}', 'accepted'],
    ['logic.assignment@1', '{"literals":[1,-1]}', 'accepted'],
    ['logic.assignment@1', '{"literals":[]}', 'accepted'],
    ['logic.assignment@1', '{"literals":[0]}', `DOCUMENT_SCHEMA /value/literals/0: ${LITERAL}`],
    ['logic.assignment@1', '{"literals":["-1"]}', `DOCUMENT_SCHEMA /value/literals/0: ${LITERAL}`],
    [
      'logic.assignment@1',
      '{"literals":{"1":true}}',
      'DOCUMENT_SCHEMA /value/literals: must be an array of literals',
    ],
    ['logic.assignment@1', '[1]', 'DOCUMENT_SCHEMA /value: must be an assignment with the member literals'],
    ['logic.lrat_proof@1', '{"lrat":""}', 'accepted'],
    ['logic.lrat_proof@1', '{"lrat":"no proof at all"}', 'accepted'],
    [
      'logic.lrat_proof@1',
      '{"lrat":["1 0 0"]}',
      'DOCUMENT_SCHEMA /value/lrat: must be an LRAT proof as a string',
    ],
    ['logic.lrat_proof@1', '{"lrat":"","drat":""}', 'DOCUMENT_SCHEMA /value/drat: unknown member'],
  ])('%s %s', (type, value, expected) => {
    expect(open(type, value)).toBe(expected);
  });
});
