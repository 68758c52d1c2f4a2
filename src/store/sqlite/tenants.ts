import type { Once } from '../answers.ts';
import type { Page, PageRequest } from '../page.ts';
import { SCOPES, type Tenant, type TenantStore, type TenantUsage, type Token } from '../tenants.ts';
import { type Access, answered, pageOf } from './access.ts';
import { durableBytesOf } from './durable.ts';
import type * as schema from './service-schema.ts';
import { pageParameters } from './service-statements.ts';

/** Tenants and tokens, in SQLite. */
export class SqliteTenants implements TenantStore {
  readonly #access: Access;

  constructor(access: Access) {
    this.#access = access;
  }

  addTenant(tenant: Tenant, once?: Once<Tenant>): Promise<Tenant> {
    const { statements, write } = this.#access;
    return write(() =>
      answered(this.#access, once, () => {
        statements.service.addTenant(tenant);
        return tenant;
      }),
    );
  }

  tenant(id: string): Promise<Tenant | null> {
    return this.#access.read(() => this.#tenant(id));
  }

  tenants(page: PageRequest): Promise<Page<Tenant>> {
    const { statements, read } = this.#access;
    return read(() => pageOf(statements.service.tenants.all(pageParameters(page)), page, readTenant));
  }

  revokeTenant(id: string, at: string): Promise<Tenant | null> {
    const { statements, write } = this.#access;
    return write(() => {
      statements.service.revokeTenant.run({ id, at });
      return this.#tenant(id);
    });
  }

  addToken(token: Token, once?: Once<Token>): Promise<Token> {
    const { statements, write } = this.#access;
    return write(() =>
      answered(this.#access, once, () => {
        statements.service.addToken({ ...token, scopes: token.scopes.join(' ') });
        return token;
      }),
    );
  }

  token(id: string): Promise<Token | null> {
    return this.#access.read(() => this.#token(id));
  }

  tokens(page: PageRequest): Promise<Page<Token>> {
    const { tenant, statements, read } = this.#access;
    return read(() =>
      pageOf(statements.service.tokens.all({ tenant, ...pageParameters(page) }), page, readToken),
    );
  }

  revokeToken(id: string, at: string): Promise<Token | null> {
    const { tenant, statements, write } = this.#access;
    return write(() => {
      statements.service.revokeToken.run({ tenant, id, at });
      const token = this.#token(id);
      return token?.tenant === tenant ? token : null;
    });
  }

  usage(): Promise<TenantUsage> {
    const { tenant, statements, read } = this.#access;
    return read(() => ({
      sessions: statements.service.heldSessions.get({ tenant })?.count ?? 0,
      durableBytes: durableBytesOf(this.#access),
    }));
  }

  secret(name: string, make: () => Uint8Array): Promise<Uint8Array> {
    const { statements, write } = this.#access;
    return write(() => {
      const kept = statements.service.secret.get({ name });
      if (kept !== undefined) return kept.bytes;
      const bytes = make();
      statements.service.addSecret({ name, bytes });
      return bytes;
    });
  }

  #tenant(id: string): Tenant | null {
    const { statements, remember } = this.#access;
    const row = remember(`tenant ${id}`, () => statements.service.tenant.get({ id }));
    return row === undefined ? null : readTenant(row);
  }

  #token(id: string): Token | null {
    const { statements, remember } = this.#access;
    const row = remember(`token ${id}`, () => statements.service.token.get({ id }));
    return row === undefined ? null : readToken(row);
  }
}

function readTenant({ id, name, createdAt, revokedAt }: typeof schema.tenants.$inferSelect): Tenant {
  return { id, name, createdAt, revokedAt };
}

function readToken({ seq: _, scopes, ...token }: typeof schema.tokens.$inferSelect): Token {
  const held = scopes.split(' ');
  return { ...token, scopes: SCOPES.filter((scope) => held.includes(scope)) };
}
