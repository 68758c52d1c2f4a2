import type { Digest } from '../../canonical/digest.ts';
import type { JsonValue } from '../../canonical/json.ts';
import type { Obligation } from '../../certificate/statement.ts';

/** The first 12 hexadecimal digits, for people. */
export function short(digest: Digest): string {
  return digest.slice('sha256:'.length, 'sha256:'.length + 12);
}

/** What an obligation says, in words. */
export function causeText({ cause, roles }: Obligation): string {
  const values = Object.entries(roles).map(([role, digest]) => `${role} ${short(digest)}…`);
  const what =
    'transform' in cause
      ? `the value in role ${cause.transform} is the transform of its source`
      : `the assumption ${cause.assumption} holds`;
  return `${what} (${values.join(', ')})`;
}

export function obligationJson({ proposition, claim, roles, cause }: Obligation): JsonValue {
  return { proposition, claim: { ...claim }, roles, cause: { ...cause } };
}
