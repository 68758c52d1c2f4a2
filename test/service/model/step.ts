import type { Scope } from '../../../src/client/index.ts';
import type { Claim, Small } from '../../services/universe.ts';

/** How a value is handed over. What is not at hand in that way is handed over as a document. */
export type Way = 'document' | 'reference' | 'handle' | 'foreign reference' | 'output';

export interface Handed {
  readonly value: Small;
  readonly way: Way;
  /** Which of several that hold the value. */
  readonly pick: number;
}

export const CHECKERS = [
  'matrix.product',
  'matrix.product_replay',
  'matrix.gram',
  'matrix.transpose',
] as const;
export type CheckerId = (typeof CHECKERS)[number];

/** A claim about values of the pool; `transpose` says of which roles the value comes as a transpose. */
export interface Asked {
  readonly claim: Claim;
  readonly roles: readonly (Handed & { readonly transpose: boolean })[];
  readonly requireLineage: boolean;
  /** Null for the default. */
  readonly checker: CheckerId | null;
}

/** Who asks. */
export interface Who {
  readonly tenant: number;
  readonly token: number;
  /** A tenant that was not revoked, with a token of the scopes that are needed; otherwise whatever token of whomever. */
  readonly fit: boolean;
  /** What is named belongs to another tenant. */
  readonly foreign: boolean;
}

/** An administrator: whoever runs the instance, or one of a tenant. */
export type Administrator = Who & { readonly operator: boolean };

/** One run of a producer. */
export type RunAsked =
  | { readonly run: 'hand in'; readonly value: Small }
  | {
      readonly run: 'multiply';
      readonly factors: readonly [Handed, Handed];
      readonly declared: Small | null;
    }
  | { readonly run: 'transpose'; readonly matrix: Handed };

export type Part = RunAsked | { readonly verify: Asked };

export type TenantStep =
  | (Administrator & { readonly do: 'make tenant' })
  | (Administrator & { readonly do: 'revoke tenant'; readonly which: number })
  | (Administrator & { readonly do: 'make token'; readonly which: number; readonly scopes: readonly Scope[] })
  | (Administrator & { readonly do: 'revoke token'; readonly which: number });

export type InstanceStep =
  | (Administrator & { readonly do: 'authorise'; readonly checker: CheckerId; readonly asDefault: boolean })
  | (Administrator & { readonly do: 'revoke'; readonly checker: CheckerId })
  | (Administrator & { readonly do: 'withdraw'; readonly capability: string });

export type ValueStep =
  | (Who & { readonly do: 'open'; readonly seconds: number; readonly values: number })
  | (Who & { readonly do: 'end'; readonly session: number })
  | (Who & { readonly do: 'run'; readonly session: number; readonly asked: RunAsked })
  | (Who & { readonly do: 'promote'; readonly value: number });

export type VerificationStep =
  | (Who & { readonly do: 'verify' | 'verify later'; readonly session: number | null; readonly ask: Asked })
  | (Who & { readonly do: 'cancel'; readonly job: number })
  | (Who & { readonly do: 'discharge'; readonly certificate: number; readonly cited: number | null })
  | (Who & { readonly do: 'pipeline'; readonly session: number | null; readonly parts: readonly Part[] });

export type Step =
  | TenantStep
  | InstanceStep
  | ValueStep
  | VerificationStep
  /** A checker that was held back gives its verdict. */
  | { readonly do: 'let end'; readonly job: number }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'collect' };
