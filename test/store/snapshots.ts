// A process of test/store/first-use.test.ts. Makes a data folder in FOLDER and, before every write to its files and
// before every statement or transaction of its database, copies it to SNAPSHOTS/0, 1, … if it has changed: what a kill
// there would leave. (Closing the copied database file drops SQLite's locks on it, which nobody else asks for here.)
import { createHash } from 'node:crypto';
import fs, { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

const [folder = '', snapshots = ''] = process.argv.slice(2);
let taken = 0;
let last = '';
let copying = false;

function snapshot(): void {
  if (copying) return;
  copying = true;
  const state = stateOf();
  if (state !== last) cpSync(folder, join(snapshots, String(taken++)), { recursive: true, force: true });
  last = state;
  copying = false;
}

function stateOf(): string {
  if (!existsSync(folder)) return '';
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    hash.update(`${name}\n`).update(statSync(path).isFile() ? readFileSync(path) : '');
  }
  return hash.digest('hex');
}

/** Makes a snapshot before each call of a function. */
function watch<Name extends string>(owner: Record<Name, unknown>, name: Name): void {
  const original = owner[name];
  if (typeof original !== 'function') throw new Error(`${name} is no function`);
  owner[name] = function (this: unknown, ...args: unknown[]): unknown {
    snapshot();
    return Reflect.apply(original, this, args);
  };
}

for (const name of ['mkdirSync', 'openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'rmSync'] as const) {
  watch(fs, name);
}
syncBuiltinESMExports();
for (const name of ['exec', 'pragma', 'close'] as const) watch(Sqlite.prototype, name);
const probe = new Sqlite(':memory:');
const statement: { run: unknown } = Object.getPrototypeOf(probe.prepare('SELECT 1'));
watch(statement, 'run');
// Before a transaction ends, and after.
const transaction = Sqlite.prototype.transaction;
Sqlite.prototype.transaction = function (this: Sqlite.Database, work: Parameters<typeof transaction>[0]) {
  return transaction.call(this, (...args: unknown[]) => {
    const result: unknown = work(...args);
    snapshot();
    return result;
  });
} as typeof transaction;

const { openFolder } = await import('../../src/store/folder.ts');
const { genesis } = await import('./records.ts');
const { store } = await openFolder(folder, { genesis });
snapshot();
await store.close();
snapshot();
