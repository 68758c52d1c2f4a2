import { expect } from 'vitest';
import { AssayClient, type Scope } from '../../../src/client/index.ts';
import type { Claim } from '../../services/universe.ts';
import { checkedFetch } from '../answers.ts';
import { codeOf } from '../support.ts';
import type { ModelService } from './service.ts';
import type { Administrator, CheckerId, Who } from './step.ts';
import { at, type Named, type Refusal, type Session, type Tenant, type Token } from './things.ts';

/** What each tenant has besides its auditor. */
const FIRST_TOKENS: readonly (readonly Scope[])[] = [
  ['produce'],
  ['verify'],
  ['produce', 'verify'],
  ['admin'],
];
const SCOPE_MISSING: Refusal = { code: 'SCOPE_MISSING' };

/** Whoever asks, by which token, and why they are refused whatever they ask. */
export interface Actor {
  readonly tenant: Tenant;
  readonly client: AssayClient;
  readonly refusal: Refusal | null;
}

/** What the model holds for true: who there is, and what was authorised and withdrawn. */
export class World {
  readonly service: ModelService;
  readonly operator: AssayClient;
  readonly tenants: Tenant[] = [];
  readonly revokedCheckers = new Set<CheckerId>();
  readonly withdrawn = new Set<string>();
  readonly defaults: Record<Claim, CheckerId> = {
    'matrix.product@1': 'matrix.product',
    'matrix.gram@1': 'matrix.gram',
    'matrix.transpose@1': 'matrix.transpose',
  };

  constructor(service: ModelService) {
    this.service = service;
    this.operator = this.#client(service.adminBearer);
  }

  get now(): number {
    return Date.parse(this.service.clock.now());
  }

  get living(): readonly Tenant[] {
    return this.tenants.filter(({ revoked }) => !revoked);
  }

  /** Who acts; one who is fit has all of the scopes. */
  actor({ tenant: tenantIndex, token: tokenIndex, fit }: Who, scopes: readonly Scope[]): Actor {
    const fitting = fit && this.living.length > 0 ? this.living : this.tenants;
    const tenant = at(fitting, tenantIndex);
    if (tenant === undefined) throw new Error('the model has not begun');
    const allows = (token: Token) => scopes.every((scope) => token.scopes.includes(scope));
    const able = tenant.tokens.filter((token) => fit && !token.revoked && allows(token));
    const token = at(able.length > 0 ? able : tenant.tokens, tokenIndex);
    if (token === undefined) throw new Error('every tenant has tokens');
    const invalid = tenant.revoked ? 'its tenant was revoked' : token.revoked ? 'it was revoked' : null;
    const missing = allows(token) ? null : SCOPE_MISSING;
    const refusal = invalid === null ? missing : { code: 'TOKEN_INVALID', why: invalid };
    return { tenant, client: token.client, refusal };
  }

  /** An administrator of a tenant may not what only the operator's may. */
  administrator(step: Administrator): Omit<Actor, 'tenant'> {
    if (step.operator) return { client: this.operator, refusal: null };
    const { client, refusal } = this.actor(step, ['admin']);
    return { client, refusal: refusal ?? { ...SCOPE_MISSING, why: 'it is not the operator’s' } };
  }

  /** Whose thing it is that a step names. */
  ownerNamed({ tenant: index, foreign }: Who, actor: Tenant): Tenant {
    return foreign ? this.other(actor, index) : actor;
  }

  /** Another tenant, also one that was revoked. */
  other(tenant: Tenant, pick = 0): Tenant {
    const others = this.tenants.filter((each) => each !== tenant);
    return at(others, pick) ?? tenant;
  }

  async addTenant(): Promise<void> {
    const { id } = await this.operator.createTenant(`tenant ${this.tenants.length}`);
    const auditor = await this.addToken(id, ['audit']);
    const tokens: Token[] = [];
    for (const scopes of FIRST_TOKENS) tokens.push(await this.addToken(id, scopes));
    const nothing = { sessions: [], named: [], facts: [], jobs: [], passed: [], durable: new Map() };
    this.tenants.push({ ...nothing, id, auditor: auditor.client, tokens, revoked: false });
  }

  async addToken(tenant: string, scopes: readonly Scope[], by = this.operator): Promise<Token> {
    const { token, bearer } = await by.createToken({ name: 'made', scopes, tenant });
    if (bearer === null) throw new Error('the token came without its secret');
    return { id: token.id, client: this.#client(bearer), scopes, revoked: false };
  }

  refusalOfSession({ owner, fate, expiresAt }: Session, asker: Tenant): Refusal | null {
    if (owner !== asker) return { code: 'SESSION_UNKNOWN', why: 'foreign' };
    if (fate === 'forgotten') return { code: 'SESSION_UNKNOWN', why: 'forgotten' };
    return expiresAt <= this.now ? { code: 'SESSION_EXPIRED' } : null;
  }

  isExpired({ session }: Named): boolean {
    return session !== null && session.expiresAt <= this.now;
  }

  #client(token: string): AssayClient {
    return new AssayClient({ url: this.service.url, token, fetch: checkedFetch(), attempts: 1 });
  }
}

/** What the call gives, or null where it is refused as it must be. */
export async function answerOf<T extends object>(
  call: Promise<T>,
  refusal: Refusal | null,
): Promise<T | null> {
  let given: T | null = null;
  const code = await codeOf(call.then((value) => (given = value)));
  expect(code).toBe(refusal?.code ?? 'none');
  return given;
}

/** How it is counted that a step was refused, or that it was done. */
export function told(refusal: Refusal | null, otherwise = 'done'): string {
  if (refusal === null) return otherwise;
  return refusal.why === undefined ? refusal.code : `${refusal.code}, ${refusal.why}`;
}
