import { describe, expect, test } from 'vitest';
import { verifyCertificate } from '../../src/certificate/certificate.ts';
import { firstDifference, type HeldStatement } from '../../src/certificate/match.ts';
import { digest, PRIME, SUM } from './demo.ts';
import { Forge, verify } from './forge.ts';
import { CLOSED, D, RIGHT, TOTAL, TURNED } from './sketches.ts';

const forge = new Forge();
const ORDER = ['left', 'constructor', 'total'];
const OTHER = digest('something else');

function difference(held: HeldStatement, sketch = CLOSED, order = ORDER): string {
  const { envelope, index } = forge.certify(sketch);
  const { predicate } = verifyCertificate({ envelope, proof: forge.proof(index) }, forge.trust(), verify);
  const found = firstDifference(held, predicate, order);
  return found === null ? 'none' : `${found.at}: ${found.what}`;
}

const roles = { left: digest(D), constructor: digest(RIGHT), total: digest(TOTAL) };
const held: HeldStatement = { claim: { id: SUM.id, contract: SUM.digest }, roles };

test('the very statement', () => {
  expect(difference(held)).toBe('none');
});

describe('the first difference', () => {
  test.each<[string, string, HeldStatement]>([
    ['another claim', '/claim: another claim', { ...held, claim: { id: PRIME.id, contract: PRIME.digest } }],
    [
      'another contract',
      '/claim: another version of the claim contract',
      { ...held, claim: { id: SUM.id, contract: OTHER } },
    ],
    [
      'another id for the contract is the same claim',
      'none',
      { ...held, claim: { id: 'x@1', contract: SUM.digest } },
    ],
    [
      'two roles',
      '/roles/constructor: another value',
      { ...held, roles: { ...roles, total: OTHER, constructor: OTHER } },
    ],
    [
      'roles exchanged',
      '/roles/left: another value',
      { ...held, roles: { ...roles, left: roles.total, total: roles.left } },
    ],
    ['no roles', '/roles/left: another value', { ...held, roles: {} }],
    ['a role more', '/roles/extra: another value', { ...held, roles: { ...roles, extra: OTHER } }],
    [
      'an inherited name more',
      '/roles/toString: another value',
      { ...held, roles: { ...roles, toString: OTHER } },
    ],
  ])('%s', (_name, outcome, statement) => {
    expect(difference(statement)).toBe(outcome);
  });

  test('never none because the caller named too few roles', () => {
    for (const order of [[], ['left'], ['toString']]) {
      expect(difference({ ...held, roles: { ...roles, total: OTHER } }, CLOSED, order)).toBe(
        '/roles/total: another value',
      );
      expect(difference(held, CLOSED, order)).toBe('none');
    }
  });

  test('the source of a transform is not the value that stood in the role', () => {
    expect(difference(held, TURNED)).toBe('/roles/left: another value');
  });
});
