// A process of test/store/migrate.test.ts: migrates FILE with the given steps as soon as it is told to.
import Sqlite from 'better-sqlite3';
import { migrate } from '../../src/store/sqlite/migrate.ts';

const [file = '', steps = '[]'] = process.argv.slice(2);
const database = new Sqlite(file, { timeout: 10_000 });
process.once('message', () => {
  migrate(database, JSON.parse(steps) as string[]);
  database.close();
  process.disconnect();
});
process.send?.('ready');
