import { describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/canonical/json.ts';
import { FOREIGN, TURN, TURN_CLAIM, TURNED as TURNED_TYPE, transform } from './demo.ts';
import { type Change, edit, read } from './edit.ts';
import { judge } from './forge.ts';
import { document, payloadOf } from './payload.ts';
import { closed, forge, issuer, judgePayload, OTHER, refuses, trust, turned } from './signed-payloads.ts';
import { CLOSED, D, FACTOR, TURN_PROVEN, TURNED_D } from './sketches.ts';

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
