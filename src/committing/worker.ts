/** The process that commits batches. Its words are the folder, the log's origin and its public key: the process that started it made them. */
import { serve } from '../processes/serve.ts';
import type { Batch, Piece } from '../store/batch.ts';
import { noteCheckpoint } from '../store/checkpoint-file.ts';
import { databaseFile } from '../store/files.ts';
import { loadKey } from '../store/keys.ts';
import { addAnswer, requireUnanswered } from '../store/sqlite/access.ts';
import { openForWriting, requireDurable } from '../store/sqlite/connection.ts';
import { LogTables } from '../store/sqlite/log.ts';
import { addRun } from '../store/sqlite/sessions.ts';
import { prepareStatements } from '../store/sqlite/statements.ts';
import { keepVerification } from '../store/sqlite/verifications.ts';

const [folder = '', origin = '', publicKey = ''] = process.argv.slice(2);
const signer = loadKey(folder, 'log', Buffer.from(publicKey, 'hex'));
const database = openForWriting(databaseFile(folder));
const statements = prepareStatements(database);
const log = new LogTables(statements, origin, database.name);

/** In one durable transaction. Gives the checkpoint that was signed. */
function commit({ trustDigest, size, pieces }: Batch): string | undefined {
  const write = database.transaction(() => {
    log.hold();
    if (statements.newestTrustDigest.get()?.envelopeDigest !== trustDigest || log.size() !== size) {
      throw new Error('the batch was made for another trust root or another log');
    }
    for (const piece of pieces) keep(piece);
    requireDurable(database);
    return log.seal(signer);
  });
  try {
    return write.immediate();
  } finally {
    log.release();
  }
}

function keep({ tenant, durableBytes, runs, verifications, answer }: Piece): void {
  if (answer !== null) requireUnanswered({ tenant, statements }, answer);
  for (const run of runs) addRun({ tenant, statements }, run);
  for (const { record, certificate } of verifications) {
    keepVerification({ tenant, statements, log, durableBytes }, record, certificate);
  }
  if (answer !== null) addAnswer({ tenant, statements }, answer);
}

// They are sent to the whole group too (Ctrl-C, a supervisor): the service ends this process when it has drained.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

// Whoever sent a batch that is not kept tries by itself, and tells what is wrong.
serve<Batch, boolean>(process, (batch) => {
  try {
    const checkpoint = commit(batch);
    if (checkpoint !== undefined) noteCheckpoint(folder, checkpoint);
    return true;
  } catch {
    return false;
  }
});
