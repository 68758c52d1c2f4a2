import type { Digest } from '../../canonical/digest.ts';
import type { CheckRequest } from '../messages.ts';

/** What an executable is sent on its standard input, and the digests that its answer must have. */
export interface ExecutableRequest {
  readonly text: string;
  /** By role, and `ROLE.source` for the source of a transform that the checker replays. */
  readonly digests: ReadonlyMap<string, Digest>;
}

/**
 * The request in JSON, the same as a program in JavaScript is given: the claim, and the canonical text of each document.
 * The digests are not sent: a program can only have them from the bytes it read.
 */
export function executableRequest({ claim, roles, sources }: CheckRequest): ExecutableRequest {
  const digests = new Map<string, Digest>();
  const texts: [string, string][] = [];
  for (const [role, { text, digest }] of Object.entries(roles)) {
    texts.push([role, text]);
    digests.set(role, digest);
  }
  const given: [string, object][] = [];
  for (const [role, { transform, document }] of Object.entries(sources)) {
    given.push([role, { transform, document: document.text }]);
    digests.set(`${role}.source`, document.digest);
  }
  const request = { claim, roles: Object.fromEntries(texts), sources: Object.fromEntries(given) };
  return { text: `${JSON.stringify(request)}\n`, digests };
}
