import { parentPort, workerData } from 'node:worker_threads';
import { noteCheckpoint } from '../checkpoint-file.ts';
import { databaseFile } from '../files.ts';
import { loadKey } from '../keys.ts';
import { addAnswer, requireUnanswered } from '../sqlite/access.ts';
import { openForWriting, requireDurable } from '../sqlite/connection.ts';
import { LogTables } from '../sqlite/log.ts';
import { addRun } from '../sqlite/sessions.ts';
import { prepareStatements } from '../sqlite/statements.ts';
import { keepVerification } from '../sqlite/verifications.ts';
import type { Batch, FromThread, Piece, ToThread } from './batch.ts';
import type { CommitterOptions } from './committer.ts';

// A thread that commits batches. The process has made the folder and holds it.

const { folder, origin, publicKey }: CommitterOptions = workerData;
const signer = loadKey(folder, 'log', publicKey);
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

function tell(message: FromThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', (message: ToThread) => {
  if (message === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  try {
    const checkpoint = commit(message);
    if (checkpoint !== undefined) noteCheckpoint(folder, checkpoint);
    tell('kept');
  } catch {
    // Whoever sent it tries by itself, and tells what is wrong.
    tell('not kept');
  }
});
tell('ready');
