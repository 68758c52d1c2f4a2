import type { Digest } from '../../src/canonical/digest.ts';
import type { JsonObject } from '../../src/canonical/json.ts';
import { BASE_PRIME_CHECKER, digest, PRIME_CHECKER, SUM_CHECKER, TURN_CHECKER, TURN_CLAIM } from './demo.ts';
import { Forge } from './forge.ts';
import { document, type Sketch, type TurnedRole } from './payload.ts';

// One case with everything a certificate can have: a role made by a transform, an open assumption, and discharges of both,
// one of which rests on a third.

export const D = document({ rows: 1, entries: ['1', '2'] });
export const TURNED_D = document({ rows: 2, entries: ['1', '2'] });
export const RIGHT = document('right');
export const TOTAL = document('total');
export const PROOF = document('proof of D');
export const FACTOR = document('factor of D');
export const HINT = document('hint');

/** Nothing open. */
export const CLOSED: Sketch = { checker: SUM_CHECKER, roles: { left: D, constructor: RIGHT, total: TOTAL } };

/** Open: that left is D turned, and that left is prime. */
export const OPEN: Sketch = {
  checker: SUM_CHECKER,
  roles: { left: { source: D, target: TURNED_D }, constructor: RIGHT, total: TOTAL },
  open: [{ id: 'left_is_prime', roles: { n: TURNED_D } }],
};

/** Open: only that left is D turned. */
export const TURNED: Sketch = { checker: SUM_CHECKER, roles: OPEN.roles };

export const TURN_PROVEN: Sketch = {
  checker: TURN_CHECKER,
  roles: { source: D, target: TURNED_D, hint_1: HINT, hint_2: HINT, hint_3: HINT },
};

/** Proves that TURNED_D is prime, and leaves open that its factor is. */
export const PRIME_OPEN: Sketch = {
  checker: PRIME_CHECKER,
  roles: { n: TURNED_D, proof: PROOF },
  open: [{ id: 'factor_is_prime', roles: { n: FACTOR } }],
};

export const PRIME_PROVEN: Sketch = { checker: PRIME_CHECKER, roles: { n: TURNED_D, proof: PROOF } };

export const FACTOR_PROVEN: Sketch = { checker: BASE_PRIME_CHECKER, roles: { n: FACTOR } };

/** A world of its own, in which the whole case is issued. */
export function wholeCase() {
  const forge = new Forge();
  const certificate = forge.certify(OPEN);
  forge.appendOthers(2);
  const discharges = [TURN_PROVEN, PRIME_OPEN, FACTOR_PROVEN].map((sketch) => forge.certify(sketch));
  forge.appendOthers(1);
  const documents = [D, TURNED_D, RIGHT, TOTAL, PROOF, FACTOR, HINT];
  return {
    forge,
    certificate,
    discharges,
    documents,
    bundle: forge.bundle(certificate, discharges, documents),
  };
}

const value = (side: string, of: number): JsonObject => document(`${side} ${of}`);

/** The proposition of a node. */
export function nodeProposition(n: number): Digest {
  const roles = { source: digest(value('source', n)), target: digest(value('target', n)) };
  return digest({ claim: TURN_CLAIM.digest, roles });
}

/**
 * One node of a graph of propositions: a certificate that node `n` holds, which leaves open that the nodes in `needs`
 * hold (three at most). Any graph can be made of them, circles too.
 */
export function node(n: number, needs: readonly number[] = [], tenant?: string): Sketch {
  const hint = (need: number | undefined): JsonObject | TurnedRole =>
    need === undefined ? HINT : { source: value('source', need), target: value('target', need) };
  const [first, second, third] = needs;
  return {
    checker: TURN_CHECKER,
    roles: {
      source: value('source', n),
      target: value('target', n),
      hint_1: hint(first),
      hint_2: hint(second),
      hint_3: hint(third),
    },
    ...(tenant === undefined ? {} : { tenant }),
  };
}
