import { type Digest, digestOf } from '../../canonical/digest.ts';
import { AssayError } from '../../errors.ts';
import type { Once } from '../answers.ts';
import { corrupt } from '../failure.ts';
import type { Page, PageRequest } from '../page.ts';
import {
  type Collected,
  hasExpired,
  type Invocation,
  type KeptContract,
  type NewPromotion,
  type NewReference,
  type Promotion,
  type RecordedRun,
  type Session,
  type SessionStore,
  type StoredReference,
} from '../sessions.ts';
import type { StoredValue } from '../store.ts';
import { type Access, answered, jsonText, pageOf, readJsonText } from './access.ts';
import { collect } from './collect.ts';
import { keepHeldValue } from './durable.ts';
import type * as schema from './service-schema.ts';
import { pageParameters } from './service-statements.ts';

/** Sessions, runs and references of one tenant, and the collection of all tenants' old ones. */
export class SqliteSessions implements SessionStore {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  openSession(
    session: Omit<Session, 'usage'>,
    once?: Once<Session>,
    most = Number.POSITIVE_INFINITY,
  ): Promise<Session> {
    const { tenant, statements, write } = this.#access;
    const { limits, ...row } = session;
    return write(() =>
      answered(this.#access, once, () => {
        if ((statements.service.heldSessions.get({ tenant })?.count ?? 0) >= most) {
          throw exceeded(`a tenant may have ${most} sessions`);
        }
        statements.service.addSession({
          tenant,
          ...row,
          mostValues: limits.values,
          mostBytes: limits.bytes,
          heldValues: 0,
          heldBytes: 0,
          handles: 0,
          collected: false,
        });
        return { ...session, usage: { values: 0, bytes: 0 } };
      }),
    );
  }

  session(id: string): Promise<Session | null> {
    return this.#access.read(() => this.#session(id));
  }

  sessions(page: PageRequest): Promise<Page<Session>> {
    const { tenant, statements, read } = this.#access;
    return read(() =>
      pageOf(statements.service.sessions.all({ tenant, ...pageParameters(page) }), page, readSession),
    );
  }

  endSession(id: string, at: string): Promise<Session | null> {
    const { tenant, statements, write } = this.#access;
    return write(() => {
      statements.service.endSession.run({ tenant, id, at });
      return this.#session(id);
    });
  }

  recordRun(
    invocation: Invocation,
    outputs: readonly NewReference[],
    once?: Once<RecordedRun>,
  ): Promise<RecordedRun> {
    return this.#access.write(() =>
      answered(this.#access, once, () => {
        const first = this.#makeRoom(invocation, outputs);
        addRun(this.#access, invocation);
        const references = outputs.map((output, index) =>
          this.#addOutput(invocation, output, first === null ? null : first + index),
        );
        return { invocation, references };
      }),
    );
  }

  invocation(id: string): Promise<RecordedRun | null> {
    const { tenant, statements, read } = this.#access;
    return read(() => {
      const row = statements.service.invocation.get({ tenant, id });
      if (row === undefined) return null;
      const references = statements.service.outputs
        .all({ tenant, invocation: id })
        .map((row) => this.#readReference(row));
      return { invocation: this.#readInvocation(row), references };
    });
  }

  invocations(session: string, page: PageRequest): Promise<Page<Invocation>> {
    const { tenant, statements, read } = this.#access;
    return read(() =>
      pageOf(statements.service.invocations.all({ tenant, session, ...pageParameters(page) }), page, (row) =>
        this.#readInvocation(row),
      ),
    );
  }

  reference(id: string): Promise<StoredReference | null> {
    return this.#access.read(() => this.#reference(id));
  }

  referenceOf(session: string, handle: number): Promise<StoredReference | null> {
    const { tenant, statements, read } = this.#access;
    return read(() => {
      const row = statements.service.referenceOf.get({ tenant, session, handle });
      return row === undefined ? null : this.#readReference(row);
    });
  }

  references(session: string, page: PageRequest): Promise<Page<StoredReference>> {
    const { tenant, statements, read } = this.#access;
    return read(() =>
      pageOf(statements.service.references.all({ tenant, session, ...pageParameters(page) }), page, (row) =>
        this.#readReference(row),
      ),
    );
  }

  promote(promotion: NewPromotion, once?: Once<StoredReference>): Promise<StoredReference> {
    return this.#access.write(() => answered(this.#access, once, () => this.#promote(promotion)));
  }

  promotion(artifact: string): Promise<Promotion | null> {
    const { tenant, statements, read } = this.#access;
    return read(() => {
      const row = statements.service.promotion.get({ tenant, reference: artifact });
      if (row === undefined) return null;
      return {
        id: row.reference,
        source: row.source,
        token: row.token,
        at: row.promotedAt,
        valueType: this.#contract(row.valueType),
        capability: this.#contract(row.capability),
      };
    });
  }

  collect(at: string, retention: string, limit: number): Promise<Collected> {
    const { statements, write } = this.#access;
    return write(() => collect(statements, { at, retention, limit }));
  }

  withdrawal(capability: string): Promise<string | null> {
    const { statements, read } = this.#access;
    return read(() => statements.service.withdrawal.get({ capability })?.reason ?? null);
  }

  withdraw(capability: string, reason: string, at: string): Promise<string> {
    const { statements, write } = this.#access;
    return write(() => {
      statements.service.addWithdrawal({ capability, reason, withdrawnAt: at });
      return statements.service.withdrawal.get({ capability })?.withdrawnAt ?? at;
    });
  }

  #promote({ id, source, token, at, valueType, capability }: NewPromotion): StoredReference {
    const { tenant, statements } = this.#access;
    const from = this.#reference(source);
    if (from === null) throw new AssayError('VALUE_REFERENCE_UNKNOWN', 'there is no such value');
    if (hasExpired(from, at)) {
      throw new AssayError(
        'VALUE_REFERENCE_EXPIRED',
        'the value has expired; an artifact cannot be made of it',
      );
    }
    const artifact: StoredReference = {
      ...from,
      id,
      session: null,
      handle: null,
      lifetime: 'DURABLE_ARTIFACT',
      createdAt: at,
      expiresAt: null,
      liveUntil: null,
    };
    keepHeldValue(this.#access, from, from.size);
    this.#addReference(artifact);
    for (const contract of [valueType, capability]) statements.service.addContract({ ...contract });
    statements.service.addPromotion({
      reference: id,
      source,
      tenant,
      token,
      promotedAt: at,
      valueType: valueType.digest,
      capability: capability.digest,
    });
    return artifact;
  }

  #contract(digest: Digest | null): KeptContract | null {
    if (digest === null) return null;
    const bytes = this.#access.statements.service.contract.get({ digest })?.bytes;
    if (bytes === undefined || digestOf(bytes) !== digest)
      throw corrupt('a contract no longer has its digest');
    return { digest, bytes };
  }

  /** Gives the number of the first new handle, null for a run outside of sessions. */
  #makeRoom({ session: id, finishedAt }: Invocation, outputs: readonly NewReference[]): number | null {
    if (id === null) {
      if (outputs.length > 0) throw new Error('outside of a session nobody would collect a value');
      return null;
    }
    const { tenant, statements } = this.#access;
    const row = statements.service.session.get({ tenant, id });
    if (row === undefined) throw new AssayError('SESSION_UNKNOWN', 'there is no such session');
    const { expiresAt, limits, usage } = readSession(row);
    // What is added after the collection would never be collected.
    if (row.collected || expiresAt <= finishedAt) {
      throw new AssayError('SESSION_EXPIRED', 'the session has expired; nothing was kept', {
        next: 'open another one and run it again there',
      });
    }
    const bytes = outputs.reduce((sum, { size }) => sum + size, 0);
    if (usage.values + outputs.length > limits.values) {
      throw exceeded(`the session may hold ${limits.values} values`);
    }
    if (usage.bytes + bytes > limits.bytes) throw exceeded(`the session may hold ${limits.bytes} bytes`);
    statements.service.holdValues.run({ tenant, id, values: outputs.length, bytes });
    return row.handles + 1;
  }

  #addOutput(
    { id, session }: Invocation,
    { value, ...output }: NewReference,
    handle: number | null,
  ): StoredReference {
    const { tenant, statements } = this.#access;
    requireAgreement(output, value);
    statements.addValue({ tenant, ...value, durable: false });
    const liveUntil = output.expiresAt;
    const reference: StoredReference = {
      ...output,
      invocation: id,
      session,
      handle,
      liveUntil,
      evicted: false,
    };
    this.#addReference(reference);
    return reference;
  }

  #addReference({ preview, liveUntil: _, ...reference }: StoredReference): void {
    const { tenant, statements } = this.#access;
    statements.service.addReference({ tenant, ...reference, preview: jsonText(preview) });
  }

  #session(id: string): Session | null {
    const { tenant, statements } = this.#access;
    const row = statements.service.session.get({ tenant, id });
    return row === undefined ? null : readSession(row);
  }

  #reference(id: string): StoredReference | null {
    const { tenant, statements } = this.#access;
    const row = statements.service.reference.get({ tenant, id });
    return row === undefined ? null : this.#readReference(row);
  }

  #readReference(row: typeof schema.valueReferences.$inferSelect): StoredReference {
    const { seq: _, tenant, preview, ...reference } = row;
    const { service } = this.#access.statements;
    const session = row.session === null ? undefined : service.session.get({ tenant, id: row.session });
    // A session can only be ended earlier, and is forgotten long after it has expired.
    const liveUntil = session === undefined ? row.expiresAt : session.expiresAt;
    return { ...reference, preview: readJsonText(preview), liveUntil };
  }

  #readInvocation(stored: typeof schema.invocations.$inferSelect): Invocation {
    const { seq: _, tenant: __, inCertificate: ___, ...row } = stored;
    const inputs = this.#access.statements.service.inputs.all({ invocation: row.id });
    return { ...row, inputs: inputs.map(({ port, digest, arrived }) => ({ port, digest, arrived })) };
  }
}

/** Within a transaction: keeps a run without the values it gave. */
export function addRun(
  { tenant, statements }: Pick<Access, 'tenant' | 'statements'>,
  { inputs, ...row }: Invocation,
): void {
  statements.service.addInvocation({ tenant, ...row, inCertificate: false });
  for (const input of inputs) statements.service.addInput({ invocation: row.id, ...input });
}

function readSession(row: typeof schema.sessions.$inferSelect): Session {
  return {
    id: row.id,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    limits: { values: row.mostValues, bytes: row.mostBytes },
    usage: { values: row.heldValues, bytes: row.heldBytes },
  };
}

function requireAgreement(output: Omit<NewReference, 'value'>, { bytes, digest, type }: StoredValue): void {
  if (output.lifetime === 'DURABLE_ARTIFACT') throw new Error('only a promotion makes an artifact');
  if (digestOf(bytes) !== digest) throw new Error('a value to be stored has another digest');
  if (output.digest !== digest || output.type !== type || output.size !== bytes.length) {
    throw new Error('a reference states what its value is');
  }
}

function exceeded(limit: string): AssayError {
  return new AssayError('QUOTA_EXCEEDED', `${limit}; nothing was kept`, {
    next: 'promote what is needed and end a session; what has expired is collected within minutes',
  });
}
