import type { Digest } from '../canonical/digest.ts';
import { AssayError } from '../errors.ts';
import type { VerifiedCertificate } from './certificate.ts';
import type { Obligation } from './statement.ts';

/** What a certificate amounts to, given the certificates verified beside it. */
export interface Settlement {
  readonly status: 'certified' | 'conditional';
  /** The obligations of the certificate that nothing here discharges. */
  readonly open: readonly Obligation[];
}

/**
 * Settles a certificate: an obligation is discharged by a certified certificate of the same tenant for
 * an equal proposition, and certified is the least fixed point of that, so no cycle helps.
 *
 * Every discharge must be needed and must itself be certified.
 *
 * @throws AssayError `DISCHARGE_INVALID` or `BUNDLE_SUPERFLUOUS` with the discharge's place in the bundle.
 */
export function settle(
  certificate: VerifiedCertificate,
  discharges: readonly VerifiedCertificate[],
): Settlement {
  const needed = neededPropositions(certificate, discharges);
  const proven = provenPropositions(discharges);
  const seen = new Set<Digest>();
  for (const [index, discharge] of discharges.entries()) {
    const { proposition, tenant } = discharge.predicate;
    const at = `/discharges/${index}`;
    if (tenant !== certificate.predicate.tenant) {
      throw new AssayError('DISCHARGE_INVALID', 'a discharge of another tenant does not count', { at });
    }
    if (!needed.has(proposition) || seen.has(proposition)) {
      throw new AssayError(
        'BUNDLE_SUPERFLUOUS',
        'this certificate discharges nothing that is open in the bundle',
        { at },
      );
    }
    if (!proven.has(proposition)) {
      throw new AssayError(
        'DISCHARGE_INVALID',
        'this discharge is not certified itself: it rests on itself or on something open',
        { at },
      );
    }
    seen.add(proposition);
  }
  const open = obligationsOf(certificate).filter(({ proposition }) => !proven.has(proposition));
  return { status: open.length === 0 ? 'certified' : 'conditional', open };
}

function obligationsOf({ predicate }: VerifiedCertificate): readonly Obligation[] {
  return predicate.obligations ?? [];
}

function neededPropositions(
  certificate: VerifiedCertificate,
  discharges: readonly VerifiedCertificate[],
): ReadonlySet<Digest> {
  const needed = new Set<Digest>();
  const pending = [certificate];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { proposition } of obligationsOf(next)) {
      if (needed.has(proposition)) continue;
      needed.add(proposition);
      pending.push(...discharges.filter((discharge) => discharge.predicate.proposition === proposition));
    }
  }
  return needed;
}

/** Least fixed point: rounds add what rests on nothing but what earlier rounds added. */
function provenPropositions(discharges: readonly VerifiedCertificate[]): ReadonlySet<Digest> {
  const proven = new Set<Digest>();
  for (let size = -1; size !== proven.size; ) {
    size = proven.size;
    for (const discharge of discharges) {
      if (obligationsOf(discharge).every(({ proposition }) => proven.has(proposition))) {
        proven.add(discharge.predicate.proposition);
      }
    }
  }
  return proven;
}
