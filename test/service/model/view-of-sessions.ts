import { expect } from 'vitest';
import { all, codeOf } from '../support.ts';
import { expectUnknown } from './strangers.ts';
import type { Session } from './things.ts';
import type { World } from './world.ts';

/** What its own tenant sees of a session: what it holds and which runs gave it, as long as it lives, and nothing afterwards. */
export async function lookAtSession(session: Session, pick: number, world: World): Promise<void> {
  const { owner, id, held, runs } = session;
  const { auditor } = owner;
  const unknown = { code: 'SESSION_UNKNOWN', owner, pick, world };
  await expectUnknown(unknown, (stranger) => stranger.auditor.showSession(id));
  const refusal = world.refusalOfSession(session, owner);
  if (session.fate === 'forgotten') {
    expect(await codeOf(auditor.showSession(id))).toBe('SESSION_UNKNOWN');
    return;
  }
  const bytes = held.reduce((sum, { answer }) => sum + answer.reference.size, 0);
  const { usage } = await auditor.showSession(id);
  expect(usage).toEqual({ values: held.length, bytes });
  if (refusal !== null) {
    expect(await codeOf(all(auditor.listValues(id)))).toBe(refusal.code);
    return;
  }
  const values = await all(auditor.listValues(id));
  expect(values.toReversed().map((value) => value.id)).toEqual(held.map(({ answer }) => answer.id));
  const invocations = await all(auditor.listInvocations(id));
  expect(invocations.toReversed().map((run) => run.id)).toEqual(runs);
}
