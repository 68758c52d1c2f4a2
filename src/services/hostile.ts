import { type CanonicalBytes, canonicalise } from '../canonical/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts';
import type { CheckRequest } from '../checking/messages.ts';

/** A request as no door would let it through, made of one that is usable. */
export interface HostileRequest {
  readonly what: string;
  readonly role: string;
  /** Undefined where the role itself is left out. */
  readonly document: CanonicalBytes | undefined;
  readonly request: CheckRequest;
}

/** Deep enough to exhaust a careless recursion, and what the parser still lets through. */
const DEPTH = 60;
const DIGITS = 100_000;

/** For each role: the role left out, documents that are none, and values with one thing wrong in them. */
export function* hostileRequests(request: CheckRequest): Generator<HostileRequest> {
  for (const [role, { value: document }] of Object.entries(request.roles)) {
    const { [role]: _, ...others } = request.roles;
    yield { what: 'is missing', role, document: undefined, request: { ...request, roles: others } };
    for (const [what, changed] of hostileDocuments(document)) {
      const bytes = canonicalise(changed);
      const roles = { ...request.roles, [role]: bytes };
      yield { what, role, document: bytes, request: { ...request, roles } };
    }
  }
}

function* hostileDocuments(document: JsonValue): Generator<[string, JsonValue]> {
  yield ['is null instead of a document', null];
  yield ['is a text instead of a document', 'x'];
  if (!isJsonObject(document)) return;
  yield ['has no value', { type: document.type ?? null }];
  yield ['is of another type', { ...document, type: 'x@1' }];
  for (const [what, value] of hostileValues(document.value ?? null)) yield [what, { ...document, value }];
}

function* hostileValues(value: JsonValue): Generator<[string, JsonValue]> {
  yield ['has the value null', null];
  yield ['has a number for a value', 1];
  yield ['has a list for a value', []];
  yield ['has an empty value', {}];
  if (!isJsonObject(value)) return;
  yield ['has a member too many', { ...value, unknown: 1 }];
  yield ['has a member named __proto__', JSON.parse(`{"__proto__":${JSON.stringify(value)}}`)];
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    yield [`lacks ${name}`, rest];
    for (const [what, changed] of hostileMembers(member))
      yield [`${what} as ${name}`, withMember(value, name, changed)];
  }
}

function* hostileMembers(member: JsonValue): Generator<[string, JsonValue]> {
  yield ['has null', null];
  yield ['has a negative number', -1];
  yield ['has a huge number', Number.MAX_SAFE_INTEGER];
  yield ['has a text', 'x'];
  yield ['has digits without end', '9'.repeat(DIGITS)];
  yield ['has lists within lists', nested()];
  if (!Array.isArray(member)) return;
  yield ['has nothing', []];
  yield ['has an item less', member.slice(0, -1)];
  yield ['has an item twice', [...member, ...member.slice(-1)]];
  yield ['has null for an item', [...member.slice(0, -1), null]];
}

function withMember(value: JsonObject, name: string, member: JsonValue): JsonObject {
  return { ...value, [name]: member };
}

function nested(): JsonValue {
  let value: JsonValue = [];
  for (let depth = 0; depth < DEPTH; depth++) value = [value];
  return value;
}
