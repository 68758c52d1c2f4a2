import { reject, unsupported } from '../decide.ts';
import type { CheckRequest } from '../protocol.ts';

/** All texts of a request together, in UTF-16 units: the memory of a check grows with them. */
const CHARACTERS = 67_108_864;

/**
 * Lists and objects of all texts together: one of a number takes 4 characters, and 100 bytes once it has been read. There is
 * room for a graph of 2^22 edges with a pair for each of its 2^20 vertices.
 */
const LISTS = 5_500_000;

/**
 * The texts of the roles in the given order. Rejected unless the request is for this claim, has exactly these roles, and
 * sources at most for those in `replayed`; UNSUPPORTED when all its texts are longer than `CHARACTERS` together, or have more than
 * `LISTS` brackets that open, those within strings included.
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
  const texts = [...Object.values(request.roles), ...sources];
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > CHARACTERS) unsupported(`documents of at most ${CHARACTERS} characters together`);
  const lists = texts.reduce((sum, text) => sum + occurrences(text, '[') + occurrences(text, '{'), 0);
  if (lists > LISTS) unsupported(`documents of at most ${LISTS} lists and objects together`);
  return roles.map((role) => request.roles[role]) as { readonly [Index in keyof Roles]: string };
}

function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}
