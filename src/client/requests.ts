import type { ProducerSignature, Scope } from './answers.ts';
import type { Digest } from './json.ts';
import type { Document, Operand } from './values.ts';

type ByName<T> = Readonly<Record<string, T>>;

export interface NewSession {
  /** How long it lives. */
  readonly seconds?: number | undefined;
  readonly limits?: { readonly values?: number | undefined; readonly bytes?: number | undefined } | undefined;
}

/** One run of a producer. */
export interface Run {
  /** Id with version, `matrix.multiply@1`. */
  readonly capability: string;
  readonly inputs: ByName<Operand>;
  /** By output port; left out, a built-in capability runs in the service. */
  readonly outputs?: ByName<Document> | undefined;
  /** The producer's own name of it. */
  readonly run?: string | undefined;
  readonly signature?: ProducerSignature | undefined;
}

/** A claim with a value for each of its roles. */
export interface StatementRequest {
  readonly claim: string;
  readonly roles: ByName<Operand>;
  /** Id or identity; left out, the default of the claim decides. */
  readonly checker?: string | undefined;
  /** The candidate must come by reference from a run whose inputs were exactly the other given values. */
  readonly require_lineage?: boolean | undefined;
}

export interface VerificationRequest extends StatementRequest {
  /** Whose handles are used. */
  readonly session?: string | undefined;
  readonly producer?: { readonly capability: string; readonly run?: string | undefined } | undefined;
}

export interface Pipeline {
  readonly session?: string | undefined;
  readonly steps: readonly ({ readonly name: string } & (
    | { readonly run: Run }
    | { readonly verify: StatementRequest }
  ))[];
}

/** By a checker, with values for the witness roles if there are any; or by citing a certificate. */
export type Discharge = { readonly proposition: Digest } & (
  | { readonly certificate: string }
  | {
      readonly witness?: ByName<Operand> | undefined;
      readonly session?: string | undefined;
      readonly checker?: string | undefined;
    }
);

/** A role of a claim, or an input port of a capability. */
export type Place =
  | { readonly claim: string; readonly role: string }
  | { readonly capability: string; readonly port: string };

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expires_at?: string | undefined;
  /** Of another tenant than one's own: for whoever runs the instance. */
  readonly tenant?: string | undefined;
}
