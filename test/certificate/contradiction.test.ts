import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/canonical/json.ts';
import { type Change, edit, mutations, places, read, same, without } from './edit.ts';
import {
  type Checker,
  checker,
  claim,
  digest,
  document,
  FOREIGN,
  Forge,
  judge,
  obligation,
  PRIME,
  payloadOf,
  type Sketch,
  SUM,
  SUM_CHECKER,
  SUM_REPLAY_CHECKER,
  TURN,
  TURN_CLAIM,
  TURNED as TURNED_TYPE,
  transform,
} from './forge.ts';
import {
  CLOSED,
  D,
  FACTOR,
  HINT,
  OPEN,
  PRIME_OPEN,
  PRIME_PROVEN,
  RIGHT,
  TURN_PROVEN,
  TURNED,
  TURNED_D,
} from './sketches.ts';

const forge = new Forge();
const trust = forge.trust();
const issuer = forge.certificate.keyid;
const closed = payloadOf(CLOSED, issuer);
const turned = payloadOf(TURNED, issuer);
const open = payloadOf(OPEN, issuer);
const prime = payloadOf(PRIME_OPEN, issuer);
const OTHER = digest('something else');

function judgePayload(payload: JsonValue): string {
  return judge(forge.bundle(forge.issue(payload)), trust);
}

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

type Case = readonly [
  name: string,
  where: string,
  payload: JsonValue,
  at: string,
  change: Change | JsonValue,
];

function refuses(cases: readonly Case[]): void {
  test.each(cases)('%s: %s', (_name, where, payload, at, change) => {
    const changed = edit(payload, at, change);
    expect(same(changed, payload)).toBe(false);
    expect(judgePayload(changed)).toBe(`STATEMENT_INVALID /certificate${where}`);
  });
}

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

describe('values and transforms', () => {
  const LEFT = '/predicate/roles/left';
  const typed =
    (type: JsonObject): Change =>
    (old) => ({ ...(isJsonObject(old) ? old : {}), ...type });
  const flat = read(closed, LEFT);
  refuses([
    ['a type the role does not take', LEFT, closed, LEFT, typed(FOREIGN)],
    ['a type under another schema', LEFT, closed, `${LEFT}/schema`, FOREIGN.schema],
    ['a type under another semantics', LEFT, closed, `${LEFT}/semantics`, FOREIGN.semantics],
    [
      'a source the transform does not take',
      `${LEFT}/transform`,
      turned,
      `${LEFT}/transform/source`,
      typed(FOREIGN),
    ],
    ['a target the transform does not make', `${LEFT}/transform`, turned, LEFT, typed(TURNED_TYPE)],
    [
      'a transform that is not embedded',
      '/predicate/embedded/transforms/DEMO_TURN',
      turned,
      '/predicate/embedded/transforms',
      {},
    ],
    [
      'another kind',
      '/predicate/embedded/transforms/DEMO_FLIP',
      turned,
      `${LEFT}/transform/kind`,
      'DEMO_FLIP',
    ],
    [
      'an inherited name as kind',
      '/predicate/embedded/transforms/toString',
      turned,
      `${LEFT}/transform/kind`,
      'toString',
    ],
    [
      'a contract under a name not its own',
      '/predicate/embedded/transforms/DEMO_FLIP',
      edit(turned, '/predicate/embedded/transforms', { DEMO_FLIP: TURN.json }),
      `${LEFT}/transform/kind`,
      'DEMO_FLIP',
    ],
    ['another contract digest', `${LEFT}/transform/contract`, turned, `${LEFT}/transform/contract`, OTHER],
    [
      'a word in the embedded contract',
      `${LEFT}/transform/contract`,
      turned,
      '/predicate/embedded/transforms/DEMO_TURN/title',
      'Other',
    ],
    [
      'a transform no role uses',
      '/predicate/embedded/transforms/DEMO_TURN',
      closed,
      '/predicate/embedded/transforms/DEMO_TURN',
      TURN.json,
    ],
    [
      'two transforms, one used',
      '/predicate/embedded/transforms/DEMO_FLIP',
      turned,
      '/predicate/embedded/transforms/DEMO_FLIP',
      transform('DEMO_FLIP', TURN_CLAIM).json,
    ],
    [
      'something that is no contract',
      '/predicate/embedded',
      turned,
      '/predicate/embedded/transforms/DEMO_TURN',
      {},
    ],
    ['arrived by a transform that is not there', `${LEFT}/transform`, closed, `${LEFT}/arrived`, 'transform'],
    ['a transform that it did not arrive by', `${LEFT}/transform`, turned, `${LEFT}/arrived`, 'document'],
    [
      'a source that arrived by a transform',
      `${LEFT}/transform/source/arrived`,
      turned,
      `${LEFT}/transform/source/arrived`,
      'transform',
    ],
    [
      'a transform of a transform',
      `${LEFT}/transform/source/transform`,
      turned,
      `${LEFT}/transform/source/transform`,
      read(turned, `${LEFT}/transform`),
    ],
    [
      'one value, two sizes',
      '/predicate/roles',
      payloadOf({ ...CLOSED, roles: { ...CLOSED.roles, constructor: D } }, issuer),
      '/predicate/roles/constructor/size',
      1,
    ],
    [
      'one value, two types',
      '/predicate/roles',
      payloadOf({ ...CLOSED, roles: { ...CLOSED.roles, constructor: D } }, issuer),
      '/predicate/roles/constructor',
      typed(TURNED_TYPE),
    ],
    ['a negative size', `${LEFT}/size`, closed, `${LEFT}/size`, -1],
    ['arrived by air', `${LEFT}/arrived`, closed, `${LEFT}/arrived`, 'air'],
    ['a role that is a digest', LEFT, closed, LEFT, read(flat, '/digest')],
    ['lineage of another role', '/predicate/lineage/0/role', closed, '/predicate/lineage/0/role', 'left'],
    [
      'lineage by another basis',
      '/predicate/lineage/0/basis',
      closed,
      '/predicate/lineage/0/basis',
      'guessed',
    ],
    [
      'an end before the start',
      '/predicate/finished_at',
      closed,
      '/predicate/finished_at',
      '2025-12-31T23:59:59.999Z',
    ],
    [
      'a time elsewhere',
      '/predicate/finished_at',
      closed,
      '/predicate/finished_at',
      '2026-01-01T01:00:01.000+01:00',
    ],
  ]);

  test('a transform on the candidate', () => {
    const roles = { ...CLOSED.roles, total: { source: D, target: TURNED_D } };
    expect(judgePayload(payloadOf({ ...CLOSED, roles }, issuer))).toBe(
      'STATEMENT_INVALID /certificate/predicate/roles/total',
    );
  });

  test('beside the document, size and type must be true', () => {
    const bundle = (at: string, value: JsonValue): JsonValue =>
      forge.bundle(forge.issue(edit(closed, at, value)), [], [D]);
    expect(judge(bundle(`${LEFT}/arrived`, 'file'), trust)).toBe('certified');
    expect(judge(bundle(`${LEFT}/size`, 0), trust)).toBe('VALUE_DIFFERS /documents/0');
    expect(judge(bundle(LEFT, typed(TURNED_TYPE)(flat) ?? null), trust)).toBe('VALUE_DIFFERS /documents/0');
  });

  test('two certificates of one bundle may not describe one value in two ways', () => {
    const proven = payloadOf(TURN_PROVEN, issuer);
    const discharge = forge.issue(edit(proven, '/predicate/roles/target/size', 1));
    expect(judge(forge.bundle(forge.issue(turned), [discharge]), trust)).toBe('VALUE_DIFFERS /discharges');
    expect(judge(forge.bundle(forge.issue(turned), [forge.issue(proven)]), trust)).toBe('certified');
  });

  test('the value of an open assumption has the type the claim declares', () => {
    const foreign = document('factor', FOREIGN);
    const bundle = (value: JsonObject): JsonValue =>
      forge.bundle(
        forge.certify({ ...CLOSED, open: [{ id: 'left_is_prime', roles: { n: value } }] }),
        [],
        [value],
      );
    expect(judge(bundle(FACTOR), trust)).toBe('conditional');
    expect(judge(bundle(foreign), trust)).toBe('VALUE_DIFFERS /documents/0');
  });
});

describe('what must be open', () => {
  const AT = '/predicate/obligations';
  const turn = obligation(TURN_CLAIM, { source: D, target: TURNED_D }, { transform: 'left' });
  const assumed = obligation(PRIME, { n: TURNED_D }, { assumption: 'left_is_prime' });
  const another = obligation(PRIME, { n: FACTOR }, { assumption: 'left_is_prime' });
  const replayed = payloadOf({ ...TURNED, checker: SUM_REPLAY_CHECKER }, issuer);
  const conditional = edit(replayed, '/predicateType', 'urn:assay:conditional-certificate:v1');
  const both: Sketch = {
    ...TURNED,
    roles: { ...TURNED.roles, constructor: { source: D, target: TURNED_D } },
  };
  const twice = payloadOf(both, issuer);

  test('a checker that covers the transform leaves nothing open', () => {
    expect(judgePayload(replayed)).toBe('certified');
  });

  test('one proposition, open for two roles', () => {
    expect(judgePayload(twice)).toBe('conditional');
    expect(judge(forge.bundle(forge.issue(twice), [forge.certify(TURN_PROVEN)]), trust)).toBe('certified');
  });

  refuses([
    ['the transform is covered', AT, conditional, AT, [turn]],
    ['the transform left out for an assumption', AT, turned, AT, [assumed]],
    ['the transform twice', AT, turned, AT, [turn, turn]],
    ['one of two roles', AT, twice, AT, [turn]],
    ['the roles in another order', AT, twice, AT, [{ ...turn, cause: { transform: 'constructor' } }, turn]],
    ['an assumption before the transform', AT, open, AT, [assumed, turn]],
    [
      'an assumption between transforms',
      AT,
      twice,
      AT,
      [turn, assumed, { ...turn, cause: { transform: 'constructor' } }],
    ],
    ['an assumption twice', AT, open, AT, [turn, assumed, assumed]],
    [
      'the transform of another source',
      AT,
      turned,
      AT,
      [obligation(TURN_CLAIM, { source: RIGHT, target: TURNED_D }, { transform: 'left' })],
    ],
    [
      'the transform the other way round',
      AT,
      turned,
      AT,
      [obligation(TURN_CLAIM, { source: TURNED_D, target: D }, { transform: 'left' })],
    ],
    [
      'by another claim',
      AT,
      turned,
      AT,
      [obligation(PRIME, { source: D, target: TURNED_D }, { transform: 'left' })],
    ],
    ['with another proposition', AT, turned, `${AT}/0/proposition`, OTHER],
    ['with another proposition than its roles', AT, turned, `${AT}/0/roles/source`, OTHER],
    ['with a role more', AT, turned, `${AT}/0/roles/hint_1`, digest(HINT)],
    ['because of another role', AT, turned, `${AT}/0/cause/transform`, 'total'],
    ['because of an inherited name', AT, turned, `${AT}/0/cause/transform`, 'toString'],
    ['because of nothing', `${AT}/0/cause/assumption`, turned, `${AT}/0/cause`, {}],
    [
      'because of two things',
      `${AT}/0/cause/assumption`,
      turned,
      `${AT}/0/cause/assumption`,
      'left_is_prime',
    ],
    [
      'an assumption the claim does not declare',
      `${AT}/1/cause`,
      open,
      `${AT}/1/cause/assumption`,
      'riemann',
    ],
    ['an inherited name as assumption', `${AT}/1/cause`, open, `${AT}/1/cause/assumption`, 'constructor'],
    ['an assumption as another of the claim', `${AT}/1/claim`, open, `${AT}/1/cause/assumption`, 'ordered'],
    ['an assumption by another claim', `${AT}/1/claim`, open, `${AT}/1/claim/id`, 'demo.prime@2'],
    ['an assumption by another contract', `${AT}/1/claim`, open, `${AT}/1/claim/contract`, SUM.digest],
    ['an assumption of other values', `${AT}/1/proposition`, open, `${AT}/1/roles/n`, OTHER],
    ['an assumption with a role more', `${AT}/1/roles`, open, `${AT}/1/roles/m`, OTHER],
    ['an assumption without roles', `${AT}/1/roles`, open, `${AT}/1/roles`, {}],
    [
      'an assumption with an inherited role',
      `${AT}/1/roles`,
      open,
      `${AT}/1`,
      obligation(PRIME, { toString: D }, { assumption: 'left_is_prime' }),
    ],
    [
      'two roles joined to one',
      `${AT}/0/roles`,
      payloadOf({ ...CLOSED, open: [{ id: 'ordered', roles: { source: D, target: RIGHT } }] }, issuer),
      `${AT}/0`,
      obligation(TURN_CLAIM, { 'source\ntarget': D }, { assumption: 'ordered' }),
    ],
  ]);

  test('several values under one assumption, each once', () => {
    expect(judgePayload(edit(open, AT, [turn, assumed, another]))).toBe('conditional');
  });

  test('a thousand assumptions are read, and refused if one is wrong', () => {
    const many = Array.from({ length: 1000 }, (_, n) =>
      obligation(PRIME, { n: document(n) }, { assumption: 'left_is_prime' }),
    );
    expect(judgePayload(edit(open, AT, [turn, ...many]))).toBe('conditional');
    expect(judgePayload(edit(open, AT, [turn, ...many, ...many.slice(500, 501)]))).toBe(
      'STATEMENT_INVALID /certificate/predicate/obligations',
    );
  });

  test('nothing open where nothing may be', () => {
    expect(judgePayload(payloadOf(PRIME_PROVEN, issuer))).toBe('certified');
  });
});
