import { digestOf } from '../../canonical/digest.ts';
import type { NewTrustRoot, StoredTrustRoot } from '../store.ts';
import type { LogTables } from './log.ts';
import type { Statements } from './statements.ts';

/** Logs and keeps one version of the trust root, inside the caller's transaction. */
export function recordTrustRoot(statements: Statements, log: LogTables, next: NewTrustRoot): StoredTrustRoot {
  const { version, envelope, payloadDigest } = next;
  const logIndex = log.append('trust-root', payloadDigest);
  statements.addTrustRoot({ version, logIndex, envelope, envelopeDigest: digestOf(envelope) });
  return { version, logIndex, envelope };
}
