import type { Database } from 'better-sqlite3';
import type { Signer } from '../../log/signature.ts';
import type { Batch, Piece } from '../batch.ts';
import { addAnswer, requireUnanswered } from './access.ts';
import { requireDurable } from './connection.ts';
import type { LogTables } from './log.ts';
import { addRun } from './sessions.ts';
import type { Statements } from './statements.ts';
import { keepVerification } from './verifications.ts';

/** A connection, and the key that signs checkpoints of its log. */
export interface Writer {
  readonly database: Database;
  readonly statements: Statements;
  readonly log: LogTables;
  readonly signer: Signer;
}

/**
 * Writes a batch in one durable transaction. Gives the checkpoint that was signed; undefined where nothing was logged.
 *
 * @throws whatever is in its way, and where trust root or log are not those it was made for; then nothing of it is kept.
 */
export function commitBatch(writer: Writer, { trustDigest, size, pieces }: Batch): string | undefined {
  const { database, statements, log, signer } = writer;
  const write = database.transaction(() => {
    log.hold();
    if (statements.newestTrustDigest.get()?.envelopeDigest !== trustDigest || log.size() !== size) {
      throw new Error('the batch was made for another trust root or another log');
    }
    for (const piece of pieces) keep(piece, writer);
    requireDurable(database);
    return log.seal(signer);
  });
  try {
    return write.immediate();
  } finally {
    log.release();
  }
}

function keep(
  { tenant, durableBytes, runs, verifications, answer }: Piece,
  { statements, log }: Writer,
): void {
  if (answer !== null) requireUnanswered({ tenant, statements }, answer);
  for (const run of runs) addRun({ tenant, statements }, run);
  for (const { record, certificate } of verifications) {
    keepVerification({ tenant, statements, log, durableBytes }, record, certificate);
  }
  if (answer !== null) addAnswer({ tenant, statements }, answer);
}
