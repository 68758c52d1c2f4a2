import { AssayError } from '../errors.ts';
import type { Scope } from '../store/tenants.ts';

/** Who asks, as the token that came with the request says. */
export interface Caller {
  /** 32 hex digits. */
  readonly tenant: string;
  /** Id of the token, 32 hex digits. */
  readonly token: string;
  readonly scopes: readonly Scope[];
  /** Whether the tenant is the one that runs the instance, which alone sees tenants. */
  readonly operator: boolean;
}

/** @throws AssayError `SCOPE_MISSING` */
export function requireScope({ scopes }: Caller, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new AssayError('SCOPE_MISSING', `the token has not the scope ${scope}`, {
    next: 'use a token that has it; POST /v1/tokens makes one',
  });
}
