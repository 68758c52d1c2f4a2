import { expect } from 'vitest';
import { digestOfValue } from '../../services/universe.ts';
import { codeOf } from '../support.ts';
import { expectUnknown } from './strangers.ts';
import type { Named, PassedRun, Tenant } from './things.ts';
import type { World } from './world.ts';

/** What its own tenant has of a value by its reference, and those of its tokens that may only use it. */
export async function lookAtValue(named: Named, pick: number, world: World): Promise<void> {
  const { owner, answer, value } = named;
  for (const view of ['showValue', 'showDocument'] as const) {
    const unknown = { code: 'VALUE_UNKNOWN', owner, pick, world };
    await expectUnknown(unknown, ({ auditor }) => auditor[view](answer.id));
  }
  if (named.forgotten) {
    expect(await codeOf(owner.auditor.showValue(answer.id))).toBe('VALUE_UNKNOWN');
    return;
  }
  const { reference, handle, expired } = await owner.auditor.showValue(answer.id);
  expect({ reference, handle }).toEqual({ reference: answer.reference, handle: answer.handle });
  expect(expired).toBe(world.isExpired(named));
  if (world.isExpired(named)) {
    expect(await codeOf(owner.auditor.showDocument(answer))).toBe('VALUE_REFERENCE_EXPIRED');
    return;
  }
  expect((await owner.auditor.showDocument(answer)).digest).toBe(digestOfValue(value));
  const user = owner.tokens.find(({ scopes, revoked }) => !revoked && !scopes.includes('audit'));
  const stale = world.withdrawn.has(named.capability) ? 'VALUE_REFERENCE_STALE_VERSION' : 'none';
  if (user !== undefined) expect(await codeOf(user.client.showDocument(answer))).toBe(stale);
}

/** The record of a pipeline's run, without what it gave. */
export async function lookAtPassedRun(
  { id, forgotten }: PassedRun,
  owner: Tenant,
  pick: number,
  world: World,
): Promise<void> {
  const unknown = { code: 'INVOCATION_UNKNOWN', owner, pick, world };
  await expectUnknown(unknown, ({ auditor }) => auditor.showInvocation(id));
  if (forgotten) {
    expect(await codeOf(owner.auditor.showInvocation(id))).toBe('INVOCATION_UNKNOWN');
    return;
  }
  expect(await owner.auditor.showInvocation(id)).toMatchObject({ session: null, outputs: {} });
}
