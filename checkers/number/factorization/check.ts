import { decide, reject, unsupported } from '../../decide.ts';
import { readInteger } from '../../documents/number.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import { isProduct } from '../../exact/prime-powers.ts';
import { isStrongProbablePrime } from '../../exact/strong-probable-prime.ts';
import type { Answer, CheckRequest, OpenAssumption } from '../../protocol.ts';
import type { ListedPower } from '../powers.ts';
import { provenPrimes } from '../pratt.ts';
import { readFactors } from './factors.ts';

const BASES = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];

/** Factors that may be left open: an answer has at most 1 MiB, of which so many that are tested take less than half. */
const OPEN = 1024;

/**
 * Decides `number.factorization@1`: n = unit · Π p^e, every Pratt entry is right, no factor is proved composite. That a factor
 * without an entry is prime is left open.
 */
export function check(request: CheckRequest): Answer {
  let open: readonly OpenAssumption[] = [];
  const answer = decide(() => {
    const roles = readRequest(request, 'number.factorization@1', ['n', 'factors']);
    const n = readInteger(roles[0], '/roles/n');
    const { negative, powers, primes, at } = readFactors(roles[1], '/roles/factors');
    const budget = new Budget();
    if (n === 0n) reject('0 has no factorisation', '/roles/n/value/value');
    if (negative !== n < 0n) reject('the unit is not the sign of n', `${at}/unit`);
    if (!isProduct(powers, negative ? -n : n, budget)) {
      reject('the product of the factors is not n', `${at}/factors`);
    }
    const proven = provenPrimes(primes, `${at}/primes`, budget);
    const unproven = powers.filter(({ text }) => !proven.has(text));
    if (unproven.length > OPEN) unsupported(`at most ${OPEN} factors without an entry`);
    for (const factor of unproven) refuseComposite(factor, budget);
    open = unproven.map(({ text }) => ({
      assumption: 'prime',
      values: { n: { type: 'number.integer@1', value: { value: text } } },
    }));
  });
  return answer.verdict === 'ACCEPTED' && open.length > 0 ? { ...answer, open } : answer;
}

function refuseComposite({ prime, at }: ListedPower, budget: Budget): void {
  for (const base of BASES) {
    if (base !== prime && !isStrongProbablePrime(prime, base, budget)) {
      reject('the factor is composite', `${at}/0`);
    }
  }
}
