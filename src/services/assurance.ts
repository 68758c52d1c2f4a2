import type { Digest } from '../canonical/digest.ts';
import type { Page, PageRequest } from '../store/page.ts';
import type { Instance } from './instance.ts';
import { type Standing, standingsOf } from './standing.ts';

/** A certificate in which a value stands, and in which of its roles. */
export interface Assurance {
  readonly standing: Standing;
  readonly roles: readonly string[];
}

/**
 * What is certified of a value: only certificates in which that very digest stands in a role. Not what it was made from, not
 * what was made of it.
 */
export async function assuranceOf(
  digest: Digest,
  page: PageRequest,
  instance: Instance,
  signal?: AbortSignal,
): Promise<Page<Assurance>> {
  const { items, next } = await instance.store.certificatesWith(digest, page);
  const standings = await standingsOf(items, instance, signal);
  const assurances = standings.map((standing): Assurance => {
    const roles = Object.entries(standing.predicate.roles).filter(([, value]) => value.digest === digest);
    return { standing, roles: roles.map(([role]) => role) };
  });
  return { items: assurances, next };
}
