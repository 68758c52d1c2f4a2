import { expect } from 'vitest';
import { builtInChecker } from '../../services/support.ts';
import type { Claim } from '../../services/universe.ts';
import type { CheckerId, InstanceStep } from './step.ts';
import { answerOf, told, type World } from './world.ts';

export const CLAIM_OF: Readonly<Record<CheckerId, Claim>> = {
  'matrix.product': 'matrix.product@1',
  'matrix.product_replay': 'matrix.product@1',
  'matrix.gram': 'matrix.gram@1',
  'matrix.transpose': 'matrix.transpose@1',
};

/** Changes what holds for all tenants: which checkers decide, and which versions of capabilities are withdrawn. */
export async function changeInstance(step: InstanceStep, world: World): Promise<string> {
  const { client, refusal } = world.administrator(step);
  switch (step.do) {
    case 'authorise': {
      const { checker, asDefault } = step;
      const answer = await answerOf(client.authoriseChecker(checker, { default: asDefault }), refusal);
      if (answer === null) return told(refusal);
      // All are authorised from the first; one that was revoked stays so, whatever it is besides.
      const changed = asDefault && world.defaults[CLAIM_OF[checker]] !== checker;
      expect(answer.changed).toBe(changed);
      if (asDefault) world.defaults[CLAIM_OF[checker]] = checker;
      return changed ? 'another default' : 'nothing new';
    }
    case 'revoke': {
      const { identity } = builtInChecker(step.checker);
      const answer = await answerOf(client.revokeChecker(identity, 'unsound'), refusal);
      if (answer === null) return told(refusal);
      expect(answer.changed).toBe(!world.revokedCheckers.has(step.checker));
      world.revokedCheckers.add(step.checker);
      return answer.changed ? 'done' : 'again';
    }
    case 'withdraw': {
      const answer = await answerOf(client.withdrawCapability(step.capability, 'wrong'), refusal);
      if (answer === null) return told(refusal);
      world.withdrawn.add(step.capability);
      return 'done';
    }
  }
}
