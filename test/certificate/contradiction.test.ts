import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import {
  type Checker,
  checker,
  claim,
  digest,
  PRIME,
  SUM,
  SUM_CHECKER,
  SUM_REPLAY_CHECKER,
  TURN,
} from './demo.ts';
import { edit, mutations, places, read, same, without } from './edit.ts';
import { payloadOf } from './payload.ts';
import { closed, forge, issuer, judgePayload, OTHER, open, prime, refuses } from './signed-payloads.ts';
import { CLOSED, PRIME_PROVEN, TURN_PROVEN, TURNED } from './sketches.ts';

/** What the check takes on the issuer's word: nothing in a certificate tells whether it is so. */
const WORD = new Set([
  '/predicate', // serial and tenant exchanged
  '/predicate/checker/runtime',
  '/predicate/checker/runtime/name',
  '/predicate/checker/runtime/version',
  '/predicate/lineage',
  '/predicate/lineage/0',
  '/predicate/lineage/0/capability',
  '/predicate/lineage/0/run',
  '/predicate/obligations/1', // an assumption left out, which shows on replay
  '/predicate/roles/constructor/size', // wrong beside the document, see below
  '/predicate/roles/left/size',
  '/predicate/roles/left/transform/source/size',
  '/predicate/roles/total/size',
  '/predicate/serial',
  '/predicate/started_at',
  '/predicate/tenant',
]);

test('all that a true signature can say is what only the issuer knows; the rest follows and is refused if changed', () => {
  const passed = new Set<string>();
  // Below `embedded` a digest is over everything, so there a few kinds of change are as good as all.
  const few = /^(null|empty|reverse|first character|delete|unknown member __proto__)$/;
  for (const { what, at, value } of mutations(open)) {
    if (at.startsWith('/predicate/embedded/') && !few.test(what)) continue;
    if (/^(certified|conditional)$/.test(judgePayload(value))) passed.add(at);
  }
  expect([...passed].sort()).toEqual([...WORD].sort());
});

test('nothing of another true certificate fits in', () => {
  const others = [closed, prime, payloadOf(TURN_PROVEN, issuer), payloadOf(PRIME_PROVEN, issuer)];
  const transplants = others.flatMap((other) =>
    places(other)
      .filter((at) => at !== '' && places(open).includes(at) && !same(read(other, at), read(open, at)))
      .map((at) => ({ other, at })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...transplants), ({ other, at }) => {
      const outcome = judgePayload(edit(open, at, read(other, at)));
      expect(WORD.has(at) || outcome.startsWith('STATEMENT_INVALID /certificate'), `${at} ${outcome}`).toBe(
        true,
      );
    }),
    { numRuns: 200 },
  );
});

/** Honest about everything but what `change` does, and with every digest that follows made to fit. */
function consistent(payload: JsonValue, change: (payload: JsonValue) => JsonValue): JsonValue {
  const changed = change(payload);
  const embedded = (name: string): JsonValue => read(changed, `/predicate/embedded/${name}`);
  const identity = digest({ manifest: digest(embedded('manifest')), programs: embedded('programs') });
  return edit(
    edit(changed, '/predicate/checker/identity', identity),
    '/predicate/claim/contract',
    digest(embedded('claim')),
  );
}

describe('the claim', () => {
  refuses([
    ['another contract', '/predicate/claim/contract', closed, '/predicate/claim/contract', PRIME.digest],
    [
      'another contract embedded',
      '/predicate/claim/contract',
      closed,
      '/predicate/embedded/claim',
      PRIME.json,
    ],
    [
      'a word in the embedded contract',
      '/predicate/claim/contract',
      closed,
      '/predicate/embedded/claim/scope',
      'All.',
    ],
    ['another id', '/predicate/claim/id', closed, '/predicate/claim/id', 'demo.sum@2'],
    ['another statement', '/predicate/claim/statement', closed, '/predicate/claim/statement', 'Anything.'],
    ['another scope', '/predicate/claim/scope', closed, '/predicate/claim/scope', ''],
    ['no contract at all', '/predicate/embedded', closed, '/predicate/embedded/claim', {}],
    ['a contract of another kind', '/predicate/embedded', closed, '/predicate/embedded/claim', TURN.json],
    ['statement', '/predicate/statement', prime, '/predicate/statement', OTHER],
    ['proposition', '/predicate/proposition', prime, '/predicate/proposition', OTHER],
    [
      'the proposition as the statement',
      '/predicate/statement',
      prime,
      '/predicate/statement',
      read(prime, '/predicate/proposition'),
    ],
    [
      'the statement as the proposition',
      '/predicate/proposition',
      prime,
      '/predicate/proposition',
      read(prime, '/predicate/statement'),
    ],
    ['another digest in a role', '/predicate/statement', closed, '/predicate/roles/left/digest', OTHER],
    [
      'another digest in a witness role',
      '/predicate/statement',
      prime,
      '/predicate/roles/proof/digest',
      OTHER,
    ],
    [
      'a role more',
      '/predicate/roles/extra',
      closed,
      '/predicate/roles/extra',
      read(closed, '/predicate/roles/left'),
    ],
    ['a role less', '/predicate/roles/constructor', closed, '/predicate/roles/constructor', () => undefined],
    [
      'an inherited name for a role',
      '/predicate/roles/toString',
      closed,
      '/predicate/roles/toString',
      read(closed, '/predicate/roles/left'),
    ],
  ]);

  test('another contract under the same id, with all that follows, is one nobody authorised', () => {
    const weaker = claim(
      'demo.sum@1',
      { left: 'given', constructor: 'witness' as const, total: 'given' },
      'total',
    );
    const run: Checker = { ...SUM_CHECKER, claim: weaker };
    const payload = payloadOf({ ...CLOSED, checker: run }, issuer);
    expect(judgePayload(payload)).toBe('CHECKER_NOT_AUTHORISED /certificate/predicate/checker/identity');
  });
});

describe('the checker', () => {
  const AT = '/predicate/checker';
  const MANIFEST = '/predicate/embedded/manifest';
  const PROGRAMS = '/predicate/embedded/programs';
  refuses([
    ['identity', `${AT}/identity`, closed, `${AT}/identity`, SUM_REPLAY_CHECKER.identity],
    ['a program', `${AT}/identity`, closed, `${PROGRAMS}/check.js`, OTHER],
    ['a program more', `${AT}/identity`, closed, `${PROGRAMS}/more.js`, OTHER],
    ['no programs', `${AT}/identity`, closed, PROGRAMS, {}],
    ['the manifest covers more', `${AT}/identity`, closed, `${MANIFEST}/covers`, ['DEMO_TURN']],
    ['another manifest', `${AT}/identity`, closed, MANIFEST, SUM_REPLAY_CHECKER.manifest],
    ['no manifest', '/predicate/embedded', closed, MANIFEST, {}],
    ['id', `${AT}/id`, closed, `${AT}/id`, 'demo.other'],
    ['version', `${AT}/version`, closed, `${AT}/version`, '1.2.4'],
    ['a limit', `${AT}/limits`, closed, `${AT}/limits/time_ms`, 1001],
    ['a limit more', `${AT}/limits`, closed, `${AT}/limits/x`, 1],
    ['no limits', `${AT}/limits`, closed, `${AT}/limits`, {}],
    ['method', '/predicate/method', closed, '/predicate/method', 'Proven.'],
    ['arithmetic', '/predicate/arithmetic', closed, '/predicate/arithmetic', 'Floating.'],
    ['issuer', '/predicate/issuer', closed, '/predicate/issuer', forge.log.keyid],
  ]);

  test.each<[string, string, (payload: JsonValue) => JsonValue]>([
    [
      'programs the manifest does not list',
      '/predicate/embedded/programs',
      (p) => edit(p, `${PROGRAMS}/more.js`, OTHER),
    ],
    [
      'one program named as two joined',
      '/predicate/embedded/programs',
      (p) =>
        edit(edit(p, `${MANIFEST}/programs`, ['check.js', 'more.js']), PROGRAMS, {
          'check.js\nmore.js': OTHER,
        }),
    ],
    ['a checker of another claim', '/predicate/checker', (p) => edit(p, `${MANIFEST}/claim`, 'demo.other@1')],
  ])('%s, under its own identity', (_name, where, change) => {
    expect(judgePayload(consistent(closed, change))).toBe(`STATEMENT_INVALID /certificate${where}`);
  });

  test('a manifest that covers more, with all that follows, is one nobody authorised', () => {
    const run = checker(SUM, ['DEMO_TURN']);
    const payload = without(
      edit(payloadOf({ ...TURNED, checker: run }, issuer), '/predicateType', 'urn:assay:certificate:v1'),
      '/predicate/obligations',
    );
    expect(judgePayload(payload)).toBe('CHECKER_NOT_AUTHORISED /certificate/predicate/checker/identity');
  });
});
