import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import type { Once } from './answers.ts';
import type { Page, PageRequest } from './page.ts';
import type { StoredValue } from './store.ts';

export interface Session {
  /** 32 hex digits. */
  readonly id: string;
  readonly createdAt: string;
  /** From then on nothing in it can be used. */
  readonly expiresAt: string;
  readonly limits: Usage;
  /** What it holds now. */
  readonly usage: Usage;
}

export interface Usage {
  readonly values: number;
  readonly bytes: number;
}

export type Basis = 'declared' | 'producer_signed' | 'ran_here';
export type Lifetime = 'REQUEST' | 'SESSION' | 'DURABLE_ARTIFACT';

/** One run of a producer: what was bound to each of its ports, who said so, and when. */
export interface Invocation {
  /** 32 hex digits. */
  readonly id: string;
  /** Null for a run that belongs to no session. */
  readonly session: string | null;
  /** Id with version, `matrix.multiply@1`. */
  readonly capability: string;
  readonly basis: Basis;
  /** The producer's own name of the run. */
  readonly run: string | null;
  /** The producer's signed envelope, as it came. */
  readonly evidence: Uint8Array | null;
  /** Id of the token that asked. */
  readonly token: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly inputs: readonly {
    readonly port: string;
    readonly digest: Digest;
    readonly arrived: string;
  }[];
}

/** A reference as it is kept: one value from one output port. */
export interface StoredReference {
  readonly id: string;
  readonly session: string | null;
  /** Number within the session; null outside of one. */
  readonly handle: number | null;
  readonly digest: Digest;
  readonly type: string;
  readonly schema: string;
  readonly semantics: string;
  readonly size: number;
  /** Dimensions and a few entries. */
  readonly preview: JsonValue;
  readonly invocation: string;
  readonly capability: string;
  readonly port: string;
  readonly lifetime: Lifetime;
  readonly createdAt: string;
  /** As it was said when the reference was made; null for a durable artifact. */
  readonly expiresAt: string | null;
  /** When it expires: earlier than that where its session was ended. */
  readonly liveUntil: string | null;
  /** Its bytes were collected. */
  readonly evicted: boolean;
}

/** Whether a value can no longer be had at this time. */
export function hasExpired(
  { evicted, liveUntil }: Pick<StoredReference, 'evicted' | 'liveUntil'>,
  at: string,
): boolean {
  return evicted || (liveUntil !== null && liveUntil <= at);
}

/** An output to be kept: its handle is given by the session, its lifetime with it. */
export interface NewReference
  extends Omit<StoredReference, 'handle' | 'liveUntil' | 'evicted' | 'session' | 'invocation'> {
  readonly value: StoredValue;
}

/** A contract as it was in force, by its canonical bytes. */
export interface KeptContract {
  readonly digest: Digest;
  readonly bytes: Uint8Array;
}

/** That a durable artifact was made of a value: by whom, when, and under which contracts. */
export interface NewPromotion {
  /** Of the artifact. */
  readonly id: string;
  /** Of the value it was made of. */
  readonly source: string;
  /** Id of the token that asked. */
  readonly token: string;
  readonly at: string;
  readonly valueType: KeptContract;
  /** Of the run that gave it. */
  readonly capability: KeptContract;
}

/** As it is found again; the contracts of one made by an earlier version were not kept. */
export interface Promotion extends Omit<NewPromotion, 'valueType' | 'capability'> {
  readonly valueType: KeptContract | null;
  readonly capability: KeptContract | null;
}

export interface RecordedRun {
  readonly invocation: Invocation;
  readonly references: readonly StoredReference[];
}

/** What collection took away. */
export interface Collected {
  readonly sessions: number;
  readonly values: number;
  /** Sessions of which nothing is known any more. */
  readonly forgotten: number;
  readonly metadata: number;
  /** That belonged to no session. */
  readonly runs: number;
  readonly jobs: number;
  readonly answers: number;
}

/** Sessions, runs and references of one tenant. */
export interface SessionStore {
  /** Throws QUOTA_EXCEEDED where the tenant has `most` sessions that were not collected. */
  openSession(session: Omit<Session, 'usage'>, once?: Once<Session>, most?: number): Promise<Session>;
  session(id: string): Promise<Session | null>;
  sessions(page: PageRequest): Promise<Page<Session>>;
  /** Lets a session expire at `at` if it would later; null for an unknown one. */
  endSession(id: string, at: string): Promise<Session | null>;

  /**
   * Keeps a run with its values and references, all or nothing. Under the write lock the session must be there, live at
   * the time the run finished and with room for the new values.
   *
   * Throws SESSION_UNKNOWN, SESSION_EXPIRED (also where the session was collected meanwhile) or QUOTA_EXCEEDED.
   */
  recordRun(
    invocation: Invocation,
    outputs: readonly NewReference[],
    once?: Once<RecordedRun>,
  ): Promise<RecordedRun>;
  invocation(id: string): Promise<RecordedRun | null>;
  /** The runs of a session. */
  invocations(session: string, page: PageRequest): Promise<Page<Invocation>>;

  reference(id: string): Promise<StoredReference | null>;
  referenceOf(session: string, handle: number): Promise<StoredReference | null>;
  /** What a session holds, newest first. */
  references(session: string, page: PageRequest): Promise<Page<StoredReference>>;

  /**
   * Makes a new, durable reference to the value of another one, and records who did, with the contracts. Under the write lock neither the
   * source nor its session must have expired at `at`, nor the bytes be lost.
   *
   * Throws VALUE_REFERENCE_UNKNOWN or VALUE_REFERENCE_EXPIRED.
   */
  promote(promotion: NewPromotion, once?: Once<StoredReference>): Promise<StoredReference>;
  /** How an artifact was made; null for what is none. */
  promotion(artifact: string): Promise<Promotion | null>;

  /**
   * Of all tenants: takes away the values of sessions that have expired by `at`. Of what was over by `retention` nothing is
   * known any more: sessions with the metadata that explains their values, runs outside of sessions, jobs, and answers.
   * Nothing that is durable, and no run that a certificate names or an artifact came from. At most `limit` of each at once.
   */
  collect(at: string, retention: string, limit: number): Promise<Collected>;

  /** Why a version of a capability was withdrawn; null for one that is in use. */
  withdrawal(capability: string): Promise<string | null>;
  /** Withdraws it, unless it was; gives when it was. */
  withdraw(capability: string, reason: string, at: string): Promise<string>;
}
