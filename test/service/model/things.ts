import type { Digest } from '../../../src/canonical/digest.ts';
import type { AssayClient, Scope, Value } from '../../../src/client/index.ts';
import type { Claim, Small } from '../../services/universe.ts';
import type { Hold } from './hold.ts';
import type { CheckerId } from './step.ts';

/** All that the model knows of one tenant. */
export interface Tenant {
  readonly id: string;
  readonly tokens: Token[];
  /** One that no step revokes, by which it is looked at what the tenant sees. */
  readonly auditor: AssayClient;
  readonly sessions: Session[];
  readonly named: Named[];
  readonly facts: Fact[];
  readonly jobs: Job[];
  /** Runs of pipelines, which belong to no session. */
  readonly passed: PassedRun[];
  /** Sizes of what is kept for good. */
  readonly durable: Map<Digest, number>;
  revoked: boolean;
}

export interface Token {
  readonly id: string;
  readonly client: AssayClient;
  readonly scopes: readonly Scope[];
  revoked: boolean;
}

export interface Session {
  readonly owner: Tenant;
  readonly id: string;
  readonly values: number;
  readonly held: Named[];
  /** Ids of its runs. */
  readonly runs: string[];
  expiresAt: number;
  /** What it held was taken away, and later even what tells of it. */
  fate: 'kept' | 'collected' | 'forgotten';
}

/** A value that has a reference. */
export interface Named {
  readonly owner: Tenant;
  /** None for an artifact. */
  readonly session: Session | null;
  readonly answer: Value;
  readonly value: Small;
  readonly capability: string;
  /** Of the run that gave it. */
  readonly inputs: readonly Digest[];
  promoted: boolean;
  /** A certificate names the run that gave it. */
  inCertificate: boolean;
  forgotten: boolean;
}

export interface PassedRun {
  readonly id: string;
  readonly finishedAt: number;
  inCertificate: boolean;
  forgotten: boolean;
}

/** What one certificate says. */
export interface Fact {
  readonly serial: string;
  readonly claim: Claim;
  readonly checker: CheckerId;
  readonly roles: Readonly<Record<string, Digest>>;
  readonly proposition: Digest;
  readonly open: readonly Digest[];
}

/** A verification that is carried out later. */
export interface Job {
  readonly owner: Tenant;
  readonly id: string;
  readonly hold: Hold;
  readonly plan: Plan;
  /** What its checker says once it is let. */
  readonly promised: 'ACCEPTED' | 'REJECTED';
  state: 'running' | 'done' | 'failed' | 'cancelled';
  verdict: 'ACCEPTED' | 'REJECTED' | 'INCONCLUSIVE' | null;
  finishedAt: number | null;
  forgotten: boolean;
}

/** A verification whose values are bound: what is certified if its checker accepts. */
export interface Plan {
  readonly claim: Claim;
  readonly checker: CheckerId;
  readonly values: readonly Small[];
  /** Of the transforms. */
  readonly sources: readonly Small[];
  readonly open: readonly Digest[];
  /** Notes that a certificate names the run that gave the candidate. */
  readonly remember: () => void;
}

/** Why a request is refused: the code it is answered with, and what of several reasons for that one. */
export interface Refusal {
  readonly code: string;
  readonly why?: string;
}

/** One of them, whatever the number; undefined where there is none. */
export function at<T>(items: readonly T[], index: number): T | undefined {
  return items[index % items.length];
}

/** The first that there is. */
export function first(...refusals: readonly (Refusal | null)[]): Refusal | null {
  return refusals.find((refusal) => refusal !== null) ?? null;
}
