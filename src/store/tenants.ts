import type { Once } from './answers.ts';
import type { Page, PageRequest } from './page.ts';

export type Scope = 'produce' | 'verify' | 'audit' | 'admin';

export const SCOPES: readonly Scope[] = ['produce', 'verify', 'audit', 'admin'];

export interface Tenant {
  /** 32 hex digits. */
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** What a tenant holds now. */
export interface TenantUsage {
  /** That were not collected yet. */
  readonly sessions: number;
  /** Of the values that are kept for good: by certificates, and as artifacts. */
  readonly durableBytes: number;
}

/** A bearer token as it is kept: of its secret only the SHA-256. */
export interface Token {
  /** 32 hex digits; stands in the token itself. */
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  readonly hash: Uint8Array;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** Tenants and tokens of the instance. Lists and revocations of tokens, and usage, are those of one tenant. */
export interface TenantStore {
  addTenant(tenant: Tenant, once?: Once<Tenant>): Promise<Tenant>;
  tenant(id: string): Promise<Tenant | null>;
  tenants(page: PageRequest): Promise<Page<Tenant>>;
  /** Gives the tenant as it is then; null for an unknown one. A tenant that was revoked stays so. */
  revokeTenant(id: string, at: string): Promise<Tenant | null>;

  addToken(token: Token, once?: Once<Token>): Promise<Token>;
  /** Whoever's it is: to find out who asks. */
  token(id: string): Promise<Token | null>;
  tokens(page: PageRequest): Promise<Page<Token>>;
  revokeToken(id: string, at: string): Promise<Token | null>;

  usage(): Promise<TenantUsage>;

  /** 32 random bytes under this name, which are made by the first who asks. */
  secret(name: string, make: () => Uint8Array): Promise<Uint8Array>;
}
