import type { JsonValue } from '../canonical/json.ts';
import { AssayError } from '../errors.ts';
import type { VerifySignature } from '../log/signature.ts';
import type { Interval } from './interval.ts';
import { countSigners, openTrustRoot, readTrustRoot, type TrustRoot } from './trust-root.ts';
import type { Authorisation, TrustedKey } from './trust-root-content.ts';

/**
 * Reads the version that follows `current`: signed under the old and under the new rules, one version
 * later, of the same log, and without rewriting what was in force before its own entry.
 *
 * @throws AssayError `TRUST_ROOT_INVALID`.
 */
export function readSuccessor(current: TrustRoot, envelope: JsonValue, verify: VerifySignature): TrustRoot {
  const next = readTrustRoot(envelope, verify);
  const { payload, signatures } = openTrustRoot(envelope);
  const refuse = (what: string): AssayError =>
    new AssayError('TRUST_ROOT_INVALID', `the next trust root ${what}`);
  if (next.version !== current.version + 1) throw refuse('does not follow the current version');
  if (next.log !== current.log) throw refuse('speaks of another log');
  if (next.content.index <= current.content.index) throw refuse('does not stand later in the log');
  const signers = countSigners(current.content, next.content.index, payload, signatures, verify);
  if (signers < current.content.threshold)
    throw refuse('is not signed by a threshold of the current root keys');
  for (const old of current.content.revocations) {
    if (next.revocation(old.kind, old.digest) === undefined) throw refuse('drops a revocation');
  }
  const { authorisations, keys } = current.content;
  if (rewrites(authorisations, next.content.authorisations, next.content.index, sameAuthorisation, true)) {
    throw refuse('rewrites an authorisation, or gives one for the past');
  }
  if (rewrites(keys, next.content.keys, next.content.index, sameKey, false)) {
    throw refuse('rewrites a key, or gives one for the past');
  }
  return next;
}

/**
 * Whether `after` changes what `before` said of earlier positions. Entries may be added from `index` on
 * and open ones ended: from `index` on too when `forward`, else (a compromised key) at any position.
 */
function rewrites<T extends Interval>(
  before: readonly T[],
  after: readonly T[],
  index: number,
  same: (left: T, right: T) => boolean,
  forward: boolean,
): boolean {
  const continues = (old: T, entry: T): boolean =>
    same(old, entry) &&
    old.from === entry.from &&
    (old.until === entry.until ||
      (entry.until !== null &&
        (forward ? old.until === null && entry.until >= index : entry.until <= (old.until ?? entry.until))));
  const kept = before.every((old) => after.some((entry) => continues(old, entry)));
  const added = after.filter((entry) => !before.some((old) => continues(old, entry)));
  return !kept || added.some((entry) => entry.from < index);
}

function sameAuthorisation(left: Authorisation, right: Authorisation): boolean {
  return left.claim === right.claim && left.checker === right.checker && left.tenant === right.tenant;
}

function sameKey(left: TrustedKey, right: TrustedKey): boolean {
  return left.keyid === right.keyid && left.roles.join() === right.roles.join();
}
