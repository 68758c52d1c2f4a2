import type { Answer } from './protocol.ts';

/** Carries a verdict out of the step that reached it. Not an error: nothing else is ever caught. */
class Verdict {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** Ends the check: the request is not what the claim says. `at` is a JSON pointer into the request. */
export function reject(reason: string, at: string): never {
  throw new Verdict({ verdict: 'REJECTED', reason, at });
}

/** Ends the check undecided: the job is larger than the checker takes on. `bound` names the limit. */
export function unsupported(bound: string): never {
  throw new Verdict({ verdict: 'INCONCLUSIVE', reason: 'UNSUPPORTED', bound });
}

/**
 * Runs the steps of a check. Steps that all return mean ACCEPTED; a step that fails ends them by `reject` or `unsupported`.
 * Anything else that is thrown passes through, so that a fault of the checker shows as a crash and never as a verdict.
 */
export function decide(steps: () => void): Answer {
  try {
    steps();
  } catch (thrown) {
    if (thrown instanceof Verdict) return thrown.answer;
    throw thrown;
  }
  return { verdict: 'ACCEPTED' };
}
