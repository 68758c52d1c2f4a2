import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Rate } from './limits.ts';
import { HttpRefusal } from './problem.ts';

/** Counts what each of many does, in the memory of this process. */
export class RateLimit {
  readonly #limiter: RateLimiterMemory;
  readonly #what: string;

  /** @param what is refused, in words */
  constructor({ points, seconds }: Rate, what: string) {
    this.#limiter = new RateLimiterMemory({ points, duration: seconds });
    this.#what = what;
  }

  /** @throws HttpRefusal RATE_LIMITED once it is too much, with Retry-After */
  async count(who: string): Promise<void> {
    try {
      await this.#limiter.consume(who);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw refusalFor(this.#what, refusal.msBeforeNext);
      throw refusal;
    }
  }
}

function refusalFor(what: string, milliseconds: number): HttpRefusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  return new HttpRefusal(
    'RATE_LIMITED',
    what,
    { 'retry-after': String(seconds) },
    { next: 'wait as long as Retry-After says' },
  );
}
