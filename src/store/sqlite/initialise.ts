import type { Database } from 'better-sqlite3';
import type { KeyRole } from '../../certificate/trust-root-content.ts';
import type { Signer } from '../../log/signature.ts';
import { corrupt } from '../failure.ts';
import type { NewTrustRoot } from '../store.ts';
import { requireDurable } from './connection.ts';
import { LogTables } from './log.ts';
import type { Instance } from './reader.ts';
import type { Statements } from './statements.ts';
import { recordTrustRoot } from './trust-root.ts';

export type PublicKeys = Readonly<Record<KeyRole, Uint8Array>>;

/** An instance as the database knows it: who it is, and the public halves of its keys. */
export interface KnownInstance extends Instance {
  readonly publicKeys: PublicKeys;
}

export interface NewInstance extends Instance {
  readonly signers: Readonly<Record<KeyRole, Signer>>;
  /** Version 1, for entry 0 of the log. */
  readonly trustRoot: NewTrustRoot;
}

/** The instance in a migrated database; undefined where first use has not been completed. */
export function readInstance(statements: Statements, at: string): KnownInstance | undefined {
  const instance = statements.instance.get();
  if (instance === undefined) return undefined;
  const keys = new Map(statements.signingKeys.all().map(({ role, publicKey }) => [role, publicKey]));
  const key = (role: KeyRole): Uint8Array => {
    const known = keys.get(role);
    if (known === undefined) throw corrupt('a public key of the instance is missing', at);
    return known;
  };
  const publicKeys = { root: key('root'), certificate: key('certificate'), log: key('log') };
  return { tenant: instance.tenant, origin: instance.origin, publicKeys };
}

/**
 * Writes a new instance with its first log entry, unless there is one, in one transaction. `make` is called under
 * the write lock, so of several first users one makes the instance and the others find it.
 */
export function initialise(
  database: Database,
  statements: Statements,
  make: () => NewInstance,
): KnownInstance {
  const known = readInstance(statements, database.name);
  if (known !== undefined) return known;
  database
    .transaction(() => {
      if (readInstance(statements, database.name) !== undefined) return;
      const { tenant, origin, signers, trustRoot } = make();
      statements.addInstance({ id: 1, tenant, origin });
      const createdAt = new Date().toISOString();
      statements.service.addTenant({ id: tenant, name: 'operator', createdAt, revokedAt: null });
      for (const role of ['root', 'certificate', 'log'] as const) {
        statements.addSigningKey({ role, publicKey: signers[role].publicKey });
      }
      const log = new LogTables(statements, origin, database.name);
      if (trustRoot.version !== 1 || log.size() !== 0)
        throw new Error('entry 0 is version 1 of the trust root');
      recordTrustRoot(statements, log, trustRoot);
      log.seal(signers.log);
      requireDurable(database);
    })
    .immediate();
  // Into the database file itself: what a lost write-ahead log then takes away is never the whole instance.
  database.pragma('wal_checkpoint(TRUNCATE)');
  return initialise(database, statements, make);
}
