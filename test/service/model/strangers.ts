import { expect } from 'vitest';
import { codeOf } from '../support.ts';
import type { Tenant } from './things.ts';
import type { World } from './world.ts';

/** Whose something is, and what others are told of it. */
export interface Unknown {
  readonly code: string;
  readonly owner: Tenant;
  /** Which of the others looks. */
  readonly pick: number;
  readonly world: World;
}

/** To another tenant, what is this one's is as what never was; to one that was revoked nothing is said at all. */
export async function expectUnknown(
  { code, owner, pick, world }: Unknown,
  view: (stranger: Tenant) => Promise<unknown>,
): Promise<void> {
  const stranger = world.other(owner, pick);
  expect(await codeOf(view(stranger))).toBe(stranger.revoked ? 'TOKEN_INVALID' : code);
}
