import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sha256 } from '../canonical/sha256.ts';
import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { Scope, TenantStore, Token } from '../store/tenants.ts';
import type { Caller } from './caller.ts';
import type { Service } from './service.ts';
import { requireTenant } from './tenants.ts';

/** What a token is to be. */
export interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** RFC 3339; null for one that does not expire. */
  readonly expiresAt: string | null;
}

/** A token as it is shown once: `assay_<id>_<secret>`, the secret 256 random bits. */
export interface IssuedToken {
  readonly token: Token;
  readonly bearer: string;
}

const BEARER = /^Bearer (assay_([0-9a-f]{32})_([\w-]{43}))$/i;
/** Compared with where there is no token of the id, and the id looked up where none is said: that takes as long. */
const NOBODY = { hash: sha256(new Uint8Array(32)), id: '0'.repeat(32) } as const;

/**
 * Makes a token of the caller's tenant or, for the operator, of any.
 *
 * @throws AssayError SCOPE_MISSING or TENANT_UNKNOWN
 */
export async function createToken(
  tenant: string,
  request: TokenRequest,
  caller: Caller,
  service: Service,
  once?: Once<Token>,
): Promise<IssuedToken> {
  await requireTenant(tenant, caller, service, '/tenant');
  return issueToken(tenant, request, service, { asker: caller.tenant, once });
}

/**
 * Makes a token of a tenant. Of its secret only the hash is kept: 256 random bits need no slow one.
 *
 * @param asker the tenant that asks, whose request it is.
 */
export async function issueToken(
  tenant: string,
  { name, scopes, expiresAt }: TokenRequest,
  service: Service,
  { asker, once }: { readonly asker: string; readonly once?: Once<Token> | undefined },
): Promise<IssuedToken> {
  const secret = randomBytes(32).toString('base64url');
  const id = service.serial();
  const bearer = `assay_${id}_${secret}`;
  const token: Token = {
    id,
    tenant,
    name,
    hash: sha256(Buffer.from(secret)),
    scopes,
    createdAt: service.now(),
    expiresAt,
    revokedAt: null,
  };
  await service.forTenant(asker).store.tenants.addToken(token, once);
  return { token, bearer };
}

/**
 * Who asks, by the header `Authorization: Bearer …`. Whatever the header is, as much is read and compared.
 *
 * @throws AssayError TOKEN_INVALID, the same for every way in which a token is none.
 */
export async function authenticate(
  header: string | undefined,
  { tenants, operator, now }: { tenants: TenantStore; operator: string; now: () => string },
): Promise<Caller> {
  const [, , id = NOBODY.id, secret = ''] = BEARER.exec(header ?? '') ?? [];
  const token = await tenants.token(id);
  const matches = timingSafeEqual(sha256(Buffer.from(secret)), token?.hash ?? NOBODY.hash);
  const tenant = await tenants.tenant(token?.tenant ?? operator);
  const inForce =
    token !== null &&
    token.revokedAt === null &&
    (token.expiresAt === null || token.expiresAt > now()) &&
    tenant !== null &&
    tenant.revokedAt === null;
  if (!matches || !inForce) {
    throw new AssayError('TOKEN_INVALID', 'there is no valid token with the request', {
      next: 'send it as `Authorization: Bearer assay_…`',
    });
  }
  return { tenant: token.tenant, token: token.id, scopes: token.scopes, operator: token.tenant === operator };
}
