import { expect } from 'vitest';
import type { Digest } from '../../../src/canonical/digest.ts';
import { all } from '../support.ts';
import { assuranceOf, standingOf } from './assurance.ts';
import { expectUnknown } from './strangers.ts';
import type { Fact, Tenant } from './things.ts';
import type { World } from './world.ts';

/** All that a tenant was certified, and what each comes to. */
export async function lookAtCertificates(tenant: Tenant, world: World): Promise<void> {
  const seen = await all(tenant.auditor.listCertificates());
  expect(
    seen.toReversed().map(({ serial, claim, roles, proposition, status, open }) => ({
      serial,
      claim,
      proposition,
      roles: Object.fromEntries(Object.entries(roles).map(([role, { digest }]) => [role, digest])),
      status,
      open: open?.map((obligation) => obligation.proposition),
    })),
  ).toEqual(tenant.facts.map((fact) => standingOf(fact, tenant, world)));
}

/** To another tenant there is no such certificate. */
export function lookAtForeignFact(
  { serial }: Fact,
  tenant: Tenant,
  pick: number,
  world: World,
): Promise<void> {
  const unknown = { code: 'CERTIFICATE_UNKNOWN', owner: tenant, pick, world };
  return expectUnknown(unknown, ({ auditor }) => auditor.showCertificate(serial));
}

/** From a tenant's own certificates, and only where that very digest stands: to it and to another one, each their own. */
export async function lookAtAssurance(
  digest: Digest,
  tenant: Tenant,
  pick: number,
  world: World,
): Promise<void> {
  for (const each of new Set([tenant, world.other(tenant, pick)])) {
    if (each.revoked) continue;
    const found = await all(each.auditor.showAssuranceOfDigest(digest));
    expect(
      found
        .toReversed()
        .map(({ roles, certificate: { serial, status } }) => ({ serial, roles: roles.toSorted(), status })),
    ).toEqual(assuranceOf(digest, each, world));
  }
}
