import { reject, unsupported } from '../decide.ts';
import type { CheckRequest } from '../protocol.ts';

/** All texts of a request together, in UTF-16 units: the memory of a check grows with them. */
const CHARACTERS = 67_108_864;

/**
 * The texts of the roles in the given order. Rejected unless the request is for this claim, has exactly these roles, and
 * sources at most for those in `replayed`; UNSUPPORTED when all its texts are longer than `CHARACTERS` together.
 */
export function readRequest<const Roles extends readonly string[]>(
  request: CheckRequest,
  claim: string,
  roles: Roles,
  replayed: readonly string[] = [],
): { readonly [Index in keyof Roles]: string } {
  if (request.claim !== claim) reject('the request is for another claim', '/claim');
  const missing = roles.find((role) => !Object.hasOwn(request.roles, role));
  if (missing !== undefined) reject(`the role "${missing}" is missing`, '/roles');
  if (Object.keys(request.roles).length !== roles.length)
    reject('a role that the claim does not have', '/roles');
  if (!Object.keys(request.sources).every((role) => replayed.includes(role))) {
    reject('a source for a role whose transform this checker does not replay', '/sources');
  }
  const sources = Object.values(request.sources).map((source) => source.document);
  const characters = [...Object.values(request.roles), ...sources].reduce(
    (sum, text) => sum + text.length,
    0,
  );
  if (characters > CHARACTERS) unsupported(`documents of at most ${CHARACTERS} characters together`);
  return roles.map((role) => request.roles[role]) as { readonly [Index in keyof Roles]: string };
}
