import type { Digest } from '../../../src/canonical/digest.ts';
import type { Fact, Tenant } from './things.ts';
import type { World } from './world.ts';

export type Status = 'void' | 'certified' | 'conditional';

/** What a certificate comes to for its tenant, and what it leaves open. */
export function standingOf(fact: Fact, tenant: Tenant, world: World) {
  const { serial, claim, proposition, roles } = fact;
  const proven = provenFor(tenant, world);
  const status = statusOf(fact, tenant, world);
  const open = status === 'void' ? undefined : fact.open.filter((each) => !proven.has(each));
  return { serial, claim, proposition, roles, status, open };
}

export function statusOf(fact: Fact, tenant: Tenant, world: World): Status {
  if (world.revokedCheckers.has(fact.checker)) return 'void';
  const proven = provenFor(tenant, world);
  return fact.open.every((proposition) => proven.has(proposition)) ? 'certified' : 'conditional';
}

/** Only certificates in which that very digest stands, each with its roles and its status. */
export function assuranceOf(digest: Digest, tenant: Tenant, world: World) {
  return tenant.facts.flatMap((fact) => {
    const roles = Object.keys(fact.roles).filter((role) => fact.roles[role] === digest);
    if (roles.length === 0) return [];
    return [{ serial: fact.serial, roles: roles.toSorted(), status: statusOf(fact, tenant, world) }];
  });
}

/** The least fixed point of: what a valid certificate states whose obligations are all proven. */
function provenFor({ facts }: Tenant, { revokedCheckers }: World): ReadonlySet<Digest> {
  const valid = facts.filter(({ checker }) => !revokedCheckers.has(checker));
  const proven = new Set<Digest>();
  for (let size = -1; size !== proven.size; ) {
    size = proven.size;
    for (const { open, proposition } of valid) {
      if (open.every((each) => proven.has(each))) proven.add(proposition);
    }
  }
  return proven;
}
