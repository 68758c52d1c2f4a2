import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { CheckedBundle } from '../certificate/check.ts';
import { assembleBundle, type EnclosedDocuments } from './assemble.ts';
import { type CertifyOptions, certify, type Issued, type Refused, type Terms } from './certify.ts';
import { type Discharge, dischargeObligations } from './discharge.ts';
import type { Handoff } from './handoff.ts';
import type { Instance } from './instance.ts';
import { noFiles, type ReadFile, type ResolvedStatement, resolveStatement } from './resolve.ts';

export interface BundleOptions extends CertifyOptions {
  /** Also run the authorised checker on each open obligation that needs no witness. */
  readonly discharge?: boolean;
  /** Which documents to enclose; those that fit in 1 MiB unless said otherwise. */
  readonly documents?: EnclosedDocuments;
}

export interface CertifyBundleOptions extends BundleOptions {
  readonly readFile?: ReadFile;
}

/** A certificate with its bundle, checked as a stranger would check it. */
export interface CertifiedBundle {
  readonly verdict: 'ACCEPTED';
  readonly issued: Issued;
  readonly discharges: readonly Discharge[];
  readonly bundle: CanonicalBytes;
  readonly checked: CheckedBundle;
}

/**
 * Resolves a handoff to exact bytes, then does as {@link certifyStatement}.
 *
 * @throws AssayError for input nothing can be run on; then nothing is stored.
 */
export async function certifyBundle(
  handoff: Handoff,
  instance: Instance,
  { readFile = noFiles, ...options }: CertifyBundleOptions = {},
): Promise<CertifiedBundle | Refused> {
  const statement = await resolveStatement(handoff, instance.rules, readFile);
  return certifyStatement(statement, handoff, instance, options);
}

/** Certifies a statement, discharges what it leaves open if asked to, and makes the bundle of it all. */
export async function certifyStatement(
  statement: ResolvedStatement,
  terms: Terms,
  instance: Instance,
  { discharge = false, documents = 'fitting', ...options }: BundleOptions = {},
): Promise<CertifiedBundle | Refused> {
  const issued = await certify(statement, terms, instance, options);
  if (issued.verdict !== 'ACCEPTED') return issued;
  const discharges = discharge ? await dischargeObligations(issued, instance, options) : [];
  const accepted = discharges.flatMap(({ result }) => (result.verdict === 'ACCEPTED' ? [result] : []));
  const { bytes, checked } = await assembleBundle(issued, accepted, documents, instance);
  return { verdict: 'ACCEPTED', issued, discharges, bundle: bytes, checked };
}
