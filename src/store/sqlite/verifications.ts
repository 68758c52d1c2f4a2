import { canonicalise } from '../../canonical/canonical.ts';
import { digestOf } from '../../canonical/digest.ts';
import type { CertificateRecord, VerificationRecord } from '../store.ts';
import { type Keeper, keepValues } from './durable.ts';
import type { LogTables } from './log.ts';

/** Who keeps a tenant's verifications, and the log that their certificates stand in. */
export interface Issuer extends Keeper {
  readonly log: LogTables;
}

/**
 * Within a transaction: records one run of a checker and, with a certificate, logs and issues that. Gives its position in
 * the log, null without one.
 *
 * @throws AssayError QUOTA_EXCEEDED; then the transaction must not be kept.
 */
export function keepVerification(
  issuer: Issuer,
  record: VerificationRecord,
  certificate: CertificateRecord | null,
): number | null {
  keepRecord(issuer, record);
  return certificate === null ? null : issue(issuer, record, certificate);
}

/** Throws unless a certificate says what its verification examined. */
export function requireSameStatement(record: VerificationRecord, certificate: CertificateRecord): void {
  if (record.verdict !== 'ACCEPTED') throw new Error('only an acceptance gives a certificate');
  if (record.statement !== certificate.statement || record.proposition !== certificate.proposition) {
    throw new Error('a certificate states what its verification examined');
  }
  if (certificate.conditional !== certificate.obligations.length > 0) {
    throw new Error('a certificate is conditional exactly where it has obligations');
  }
}

function keepRecord(issuer: Issuer, record: VerificationRecord): void {
  const { tenant, statements } = issuer;
  const { roles, values, invocation: _, ...verification } = record;
  for (const value of values) {
    if (digestOf(value.bytes) !== value.digest) throw new Error('a value to be stored has another digest');
  }
  keepValues(issuer, values);
  statements.addVerification({ tenant, ...verification });
  for (const [position, { role, digest }] of roles.entries()) {
    statements.addRole({ tenant, verification: record.id, position, role, digest });
  }
}

function issue(
  { tenant, statements, log }: Issuer,
  { id: verification, invocation, roles }: VerificationRecord,
  { obligations, ...row }: CertificateRecord,
): number {
  if (invocation !== undefined) statements.service.keepInvocation.run({ tenant, id: invocation });
  const logIndex = log.append('certificate', row.payloadDigest);
  const envelopeDigest = digestOf(row.envelope);
  statements.addCertificate({ tenant, logIndex, verification, envelopeDigest, ...row });
  for (const digest of new Set(roles.map((role) => role.digest))) {
    const { changes } = statements.addCertifiedValue.run({ tenant, digest, logIndex });
    if (changes !== 1) throw new Error('a certificate speaks of values that are kept');
  }
  for (const [position, { proposition, cause }] of obligations.entries()) {
    const text = canonicalise(cause).text;
    statements.addObligation({ tenant, certificate: row.serial, position, proposition, cause: text });
  }
  return logIndex;
}
