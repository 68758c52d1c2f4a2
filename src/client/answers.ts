import type { Digest, JsonObject } from './json.ts';
import type { Reference, Value } from './values.ts';

type ByName<T> = Readonly<Record<string, T>>;

export type Scope = 'produce' | 'verify' | 'audit' | 'admin';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

export interface Token {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
}

export interface CreatedToken {
  readonly token: Token;
  /** Shown this once; null where the first answer was lost and the request repeated. */
  readonly bearer: string | null;
}

export interface Holding {
  /** That were not collected yet. */
  readonly sessions: number;
  /** Of the values of certificates and artifacts. */
  readonly durable_bytes: number;
}

export interface TenantUsage {
  readonly usage: Holding;
  readonly limits: Holding;
}

export interface Usage {
  readonly values: number;
  readonly bytes: number;
}

export interface Session {
  readonly id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly limits: Usage;
  readonly usage: Usage;
}

/** A run as the list of a session shows it. */
export interface InvocationEntry {
  readonly id: string;
  readonly uri: string;
  readonly session: string | null;
  readonly capability: string;
  readonly basis: 'declared' | 'producer_signed' | 'ran_here';
  readonly run: string | null;
  readonly started_at: string;
  readonly finished_at: string;
  readonly inputs: readonly { readonly port: string; readonly digest: Digest; readonly arrived: string }[];
}

export interface Invocation extends InvocationEntry {
  readonly outputs: ByName<Value>;
  /** Where one run is shown: id of the token that submitted it. */
  readonly token?: string;
  /** Where one run is shown that its producer signed. */
  readonly signature?: ProducerSignature;
}

/** What a producer signed of its run: evidence of who said so, and nothing about the values. */
export interface ProducerSignature {
  readonly public_key: string;
  readonly envelope: JsonObject;
}

/** A contract as it was in force. */
export interface KeptContract {
  readonly digest: Digest;
  readonly contract: JsonObject;
}

/** How a durable artifact came to be one. */
export interface Promotion {
  readonly value: string;
  /** Id of the value it was made of. */
  readonly source: string;
  /** URI of the run that gave it. */
  readonly invocation: string;
  readonly port: string;
  /** Id of the token that promoted it. */
  readonly token: string;
  readonly promoted_at: string;
  /** Null where none was kept yet. */
  readonly value_type: KeptContract | null;
  readonly capability: KeptContract | null;
}

/** What a value of a session is to a place. */
export interface Compatible {
  readonly value: Value;
  readonly fits: boolean;
  /** Transforms that make it fit. */
  readonly through: readonly string[];
  /** Why it does not fit as it is. */
  readonly reason: string | null;
}

export interface Obligation {
  readonly proposition: Digest;
  readonly claim: string;
  readonly roles: ByName<Digest>;
  readonly cause: { readonly transform: string } | { readonly assumption: string };
}

export interface IssuedCertificate {
  readonly serial: string;
  readonly log_index: number;
  readonly conditional: boolean;
  readonly obligations: readonly Obligation[];
}

/** What a verification came to. Only an acceptance has a certificate; a rejection asserts nothing. */
export interface Verification {
  readonly id: string;
  readonly verdict: 'ACCEPTED' | 'REJECTED' | 'INCONCLUSIVE';
  readonly claim: string;
  readonly statement: Digest;
  readonly roles: ByName<Digest>;
  readonly checker: { readonly id: string; readonly identity: Digest } | null;
  readonly certificate?: IssuedCertificate;
  /** Why there is no certificate. */
  readonly reason?: string;
  readonly detail?: string;
  readonly at?: string;
}

/** A verification that is carried out while its client does something else. */
export type Job = { readonly id: string; readonly created_at: string } & (
  | { readonly state: 'running'; readonly answer: null; readonly finished_at: null }
  | { readonly state: 'done' | 'cancelled'; readonly answer: Verification; readonly finished_at: string }
  | { readonly state: 'failed'; readonly answer: JsonObject; readonly finished_at: string }
);

/** A value that an output port gave in a pipeline; it is gone with the request. */
export interface PassingValue {
  readonly type: string;
  readonly size: number;
  readonly lifetime: Extract<Reference['lifetime'], 'REQUEST'>;
}

export interface PipelineRun {
  readonly invocation: string;
  readonly uri: string;
  readonly capability: string;
  readonly basis: string;
  readonly outputs: ByName<PassingValue>;
}

/** What became of a step: one of the three. */
export interface PipelineStep {
  readonly name: string;
  readonly run?: PipelineRun;
  readonly verification?: Verification;
  readonly not_run?: true;
}

export interface CertifiedRole {
  readonly digest: Digest;
  readonly type: string;
  readonly size: number;
  readonly arrived: string;
  readonly transform?: JsonObject;
}

/** A certificate with what it amounts to now. The certificate itself never changes. */
export interface Certificate {
  readonly serial: string;
  readonly log_index: number;
  readonly claim: string;
  readonly status: 'certified' | 'conditional' | 'void';
  readonly statement: Digest;
  readonly proposition: Digest;
  readonly roles: ByName<CertifiedRole>;
  readonly checker: { readonly id: string; readonly version: string; readonly identity: Digest };
  readonly lineage: readonly JsonObject[];
  readonly finished_at: string;
  /** What nothing discharges. */
  readonly open?: readonly Obligation[];
  /** Serials. */
  readonly discharged_by?: readonly string[];
  /** Why it is void. */
  readonly reason?: string;
}

/** A certificate in which a value stands, and in which of its roles. */
export interface Assurance {
  readonly roles: readonly string[];
  readonly certificate: Certificate;
}

export interface Citation {
  readonly certificate: string;
  readonly proposition: Digest;
  readonly cited: string;
  readonly discharged_at: string;
}

export type ContractKind = 'value-type' | 'claim' | 'transform' | 'capability';

export interface ContractEntry {
  readonly kind: ContractKind;
  readonly id: string;
  readonly title: string;
  readonly digest: Digest;
}

export interface CheckerEntry {
  readonly id: string;
  readonly version: string;
  readonly claim: string;
  readonly identity: Digest;
  /** Whether it may decide its claim for this tenant now. */
  readonly authorised: boolean;
  /** Whether it decides where none is named. */
  readonly default: boolean;
  readonly revoked: boolean;
}

/** Of a change of the trust root. */
export interface Published {
  /** Whether the trust root did not say so already. */
  readonly changed: boolean;
  /** Of the trust root that says it. */
  readonly version: number;
}

export interface Withdrawal {
  readonly capability: string;
  readonly withdrawn_at: string;
}
