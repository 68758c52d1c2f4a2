import { expect } from 'vitest';
import type { TenantStep } from './step.ts';
import type { Refusal, Tenant } from './things.ts';
import { at, first } from './things.ts';
import { type Actor, answerOf, told, type World } from './world.ts';

/** More would share the steps of a play among too many. */
const MOST_TENANTS = 5;

/** Makes and revokes tenants and tokens. Gives what is counted; null where there is nothing to do it with. */
export async function changeTenants(step: TenantStep, world: World): Promise<string | null> {
  switch (step.do) {
    case 'make tenant': {
      const { client, refusal } = world.administrator(step);
      if (refusal === null && world.tenants.length >= MOST_TENANTS) return null;
      if (refusal === null) await world.addTenant();
      else await answerOf(client.createTenant('mine'), refusal);
      return told(refusal);
    }
    case 'revoke tenant': {
      const { client, refusal } = world.administrator(step);
      const tenant = at(world.tenants, step.which);
      if (tenant === undefined) return null;
      const answer = await answerOf(client.revokeTenant(tenant.id), refusal);
      if (answer === null) return told(refusal);
      expect(answer.revoked_at).not.toBeNull();
      const again = tenant.revoked;
      tenant.revoked = true;
      return again ? 'again' : 'done';
    }
    case 'make token':
      return makeToken(step, world);
    case 'revoke token':
      return revokeToken(step, world);
  }
}

/** An administrator of a tenant makes tokens of that tenant, the operator of all: they serve nobody once it is revoked. */
async function makeToken(
  step: Extract<TenantStep, { do: 'make token' }>,
  world: World,
): Promise<string | null> {
  const actor = step.operator ? null : world.actor(step, ['admin']);
  const tenant = actor === null ? at(world.tenants, step.which) : world.ownerNamed(step, actor.tenant);
  if (tenant === undefined) return null;
  const refusal = first(actor?.refusal ?? null, refusalToDealWith(tenant, actor));
  const client = actor?.client ?? world.operator;
  if (refusal === null) {
    tenant.tokens.push(await world.addToken(tenant.id, step.scopes, client));
    return told(null, tenant.revoked ? 'done, for nobody' : 'done');
  }
  const request = { name: 'made', scopes: step.scopes, tenant: tenant.id };
  await answerOf(client.createToken(request), refusal);
  return told(refusal);
}

/** Only one of the same tenant: even the operator has another one's ended with that tenant alone. */
async function revokeToken(
  step: Extract<TenantStep, { do: 'revoke token' }>,
  world: World,
): Promise<string | null> {
  const actor = step.operator ? null : world.actor(step, ['admin']);
  const tenant = actor === null ? at(world.tenants, step.which) : world.ownerNamed(step, actor.tenant);
  const token = at(tenant?.tokens ?? [], step.which);
  if (token === undefined) return null;
  const own = actor?.tenant === tenant;
  const refusal = first(actor?.refusal ?? null, own ? null : { code: 'TOKEN_UNKNOWN' });
  const answer = await answerOf((actor?.client ?? world.operator).revokeToken(token.id), refusal);
  if (answer === null) return told(refusal);
  token.revoked = true;
  return 'done';
}

function refusalToDealWith(tenant: Tenant, actor: Actor | null): Refusal | null {
  if (actor === null || actor.tenant === tenant) return null;
  return { code: 'SCOPE_MISSING', why: 'foreign' };
}
