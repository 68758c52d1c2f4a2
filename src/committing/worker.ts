/** The process that commits batches. Its words are the data folder, and the origin and the public key of its log. */
import { serve } from '../processes/serve.ts';
import type { Batch } from '../store/batch.ts';
import { noteCheckpoint } from '../store/checkpoint-file.ts';
import { databaseFile } from '../store/files.ts';
import { loadKey } from '../store/keys.ts';
import { commitBatch } from '../store/sqlite/commit-batch.ts';
import { openForWriting } from '../store/sqlite/connection.ts';
import { LogTables } from '../store/sqlite/log.ts';
import { prepareStatements } from '../store/sqlite/statements.ts';

const [folder = '', origin = '', publicKey = ''] = process.argv.slice(2);
const signer = loadKey(folder, 'log', Buffer.from(publicKey, 'hex'));
const database = openForWriting(databaseFile(folder));
const statements = prepareStatements(database);
const log = new LogTables(statements, origin, database.name);

// They are sent to the whole group too (Ctrl-C, a supervisor): the service ends this process when it has drained.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

// Whoever sent a batch that is not kept tries by itself, and tells what is wrong.
serve<Batch, boolean>(process, (batch) => {
  try {
    const checkpoint = commitBatch({ database, statements, log, signer }, batch);
    if (checkpoint !== undefined) noteCheckpoint(folder, checkpoint);
    return true;
  } catch {
    return false;
  }
});
