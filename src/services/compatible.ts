import { pointer } from '../canonical/pointer.ts';
import { sameType, type TypeReference } from '../contracts/value-type.ts';
import type { DocumentRules } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import type { PageRequest } from '../store/page.ts';
import type { StoredReference } from '../store/sessions.ts';
import type { Instance } from './instance.ts';
import { requireLiveSession } from './open-session.ts';
import { withdrawalOf } from './references/dereference.ts';
import { requireCapability } from './require-capability.ts';

/** A place for a value: a role of a claim, or an input port of a capability. */
export type Place =
  | { readonly claim: string; readonly role: string }
  | { readonly capability: string; readonly port: string };

/** What a value of the session is to a place. */
export interface Compatibility {
  readonly reference: StoredReference;
  readonly fits: boolean;
  /** Transforms that make it fit. */
  readonly through: readonly string[];
  /** Why it does not fit as it is; null where it does. */
  readonly reason: string | null;
}

/**
 * What a session holds, newest first, and which of it fits a place. Declared types alone decide, never names.
 *
 * @throws AssayError CLAIM_UNKNOWN, ROLE_UNKNOWN, CAPABILITY_…, PORT_UNDECLARED or SESSION_…
 */
export async function compatibleValues(
  session: string,
  place: Place,
  page: PageRequest,
  instance: Instance,
): Promise<{ readonly items: readonly Compatibility[]; readonly next: number | null }> {
  await requireLiveSession(session, instance);
  const { types, transformable } = await typesOf(place, instance);
  const { items, next } = await instance.store.sessions.references(session, page);
  const stale = new Map<string, string | null>();
  for (const { capability } of items) stale.set(capability, await withdrawalOf(capability, instance));
  const judged = items.map((reference): Compatibility => {
    const withdrawn = stale.get(reference.capability) ?? null;
    if (withdrawn !== null) {
      const reason = `${reference.capability} was withdrawn: ${withdrawn}`;
      return { reference, fits: false, through: [], reason };
    }
    const fits = types.some((type) => sameType(type, reference));
    const through = transformable ? transformsInto(types, reference, instance.rules) : [];
    return { reference, fits, through, reason: fits ? null : reasonFor(reference, types) };
  });
  return { items: judged, next };
}

/** What can be applied here: of a transform that a user declared there is no code. */
function transformsInto(
  types: readonly TypeReference[],
  reference: StoredReference,
  { contracts, domains }: DocumentRules,
): string[] {
  return contracts
    .transformsFrom(reference.type)
    .map(({ contract }) => contract)
    .filter(({ id }) => domains.transform(id) !== undefined)
    .filter(({ maps }) =>
      maps.some(
        ({ source, target }) => sameType(source, reference) && types.some((type) => sameType(type, target)),
      ),
    )
    .map(({ id }) => id);
}

function reasonFor({ type, evicted }: StoredReference, types: readonly TypeReference[]): string {
  if (evicted) return 'it has expired';
  if (types.some((wanted) => wanted.type === type))
    return `it is a ${type} under another schema or other semantics`;
  return `it is a ${type}; the place takes ${types.map((wanted) => wanted.type).join(' or ')}`;
}

async function typesOf(
  place: Place,
  instance: Instance,
): Promise<{ types: readonly TypeReference[]; transformable: boolean }> {
  if ('claim' in place) {
    const { contract } = instance.rules.contracts.claim(place.claim);
    const role = contract.roles.find(({ name }) => name === place.role);
    if (role !== undefined) return { types: role.types, transformable: role.name !== contract.candidate };
    throw new AssayError('ROLE_UNKNOWN', 'the claim has no such role', {
      at: pointer(place.role),
      next: `its roles are ${contract.roles.map(({ name }) => name).join(', ')}`,
    });
  }
  const { contract } = await requireCapability(place.capability, instance);
  const port = contract.inputs.find(({ name }) => name === place.port);
  if (port !== undefined) return { types: port.types, transformable: true };
  throw new AssayError('PORT_UNDECLARED', 'the capability has no such input port', {
    at: pointer(place.port),
    next: `its input ports are ${contract.inputs.map(({ name }) => name).join(', ') || 'none'}`,
  });
}
