import { canonicalise } from '../../src/canonical/canonical.ts';
import type { Digest } from '../../src/canonical/digest.ts';
import type { JsonObject, JsonValue } from '../../src/canonical/json.ts';

import {
  BASE_PRIME,
  type Checker,
  type Contract,
  digest,
  given,
  type Mode,
  PRIME,
  SUM_REPLAY_CHECKER,
  TURN,
  TURN_CLAIM,
  type TypeRef,
  VALUE,
} from './demo.ts';

export const TENANT = 'a'.repeat(32);

/** A complete document. */
export function document(value: JsonValue, type: TypeRef = VALUE): JsonObject {
  return { ...type, value };
}

export interface TurnedRole {
  readonly source: JsonObject;
  readonly target: JsonObject;
}

export interface Sketch {
  readonly checker: Checker;
  /** For each role a document, or source and target of DEMO_TURN. */
  readonly roles: Readonly<Record<string, JsonObject | TurnedRole>>;
  /** Assumptions left open: the id, and a document for each of its roles. */
  readonly open?: readonly { readonly id: string; readonly roles: Readonly<Record<string, JsonObject>> }[];
  readonly tenant?: string;
}

let serials = 0;

function isTurned(role: JsonObject | TurnedRole): role is TurnedRole {
  return 'target' in role;
}

function describe(json: JsonObject, arrived: string): JsonObject {
  const { bytes, digest: ofBytes } = canonicalise(json);
  const { type = null, schema = null, semantics = null } = json;
  return { digest: ofBytes, size: bytes.length, type, schema, semantics, arrived };
}

type ClaimJson = {
  readonly roles: readonly { readonly name: string; readonly mode: Mode }[];
  readonly candidate: string;
  readonly assumptions: readonly { readonly id: string; readonly claim: { id: string; contract: Digest } }[];
};

/** The honest payload of a certificate. */
export function payloadOf(
  { checker: run, roles, open = [], tenant = TENANT }: Sketch,
  issuer: Digest,
): JsonObject {
  const { json } = run.claim;
  const { roles: declared, candidate, assumptions }: ClaimJson = JSON.parse(canonicalise(json).text);
  const digests: Record<string, Digest> = {};
  const described: Record<string, JsonValue> = {};
  const obligations: JsonObject[] = [];
  let turned = false;
  for (const { name } of declared) {
    const role = given(roles[name]);
    if (!isTurned(role)) {
      digests[name] = digest(role);
      described[name] = describe(role, 'document');
      continue;
    }
    turned = true;
    digests[name] = digest(role.target);
    described[name] = {
      ...describe(role.target, 'transform'),
      transform: { kind: TURN.id, contract: TURN.digest, source: describe(role.source, 'document') },
    };
    if (run === SUM_REPLAY_CHECKER) continue;
    obligations.push(
      obligation(TURN_CLAIM, { source: role.source, target: role.target }, { transform: name }),
    );
  }
  for (const { id, roles: values } of open) {
    const assumption = given(assumptions.find((each) => each.id === id));
    const assumed = given([PRIME, BASE_PRIME, TURN_CLAIM].find((each) => each.id === assumption.claim.id));
    obligations.push(obligation(assumed, values, { assumption: id }));
  }
  const givenNames = declared.filter(({ mode }) => mode === 'given').map(({ name }) => name);
  const subject = givenNames.includes(candidate) ? candidate : given(givenNames[0]);
  const { manifest } = run;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: subject, digest: { sha256: given(digests[subject]).slice('sha256:'.length) } }],
    predicateType: `urn:assay:${obligations.length === 0 ? '' : 'conditional-'}certificate:v1`,
    predicate: {
      serial: (serials++).toString(16).padStart(32, '0'),
      tenant,
      claim: {
        id: run.claim.id,
        contract: run.claim.digest,
        statement: json.statement ?? null,
        scope: json.scope ?? null,
      },
      statement: digest({ claim: run.claim.digest, roles: digests }),
      proposition: digest({
        claim: run.claim.digest,
        roles: Object.fromEntries(givenNames.map((name) => [name, given(digests[name])])),
      }),
      roles: described,
      lineage: [{ role: candidate, basis: 'declared', capability: 'demo.make@1', run: 'run 7' }],
      checker: {
        id: manifest.id ?? null,
        version: manifest.version ?? null,
        identity: run.identity,
        limits: manifest.limits ?? null,
        runtime: { name: 'node', version: '24.0.0' },
      },
      method: manifest.method ?? null,
      arithmetic: manifest.arithmetic ?? null,
      ...(obligations.length === 0 ? {} : { obligations }),
      issuer,
      started_at: '2026-01-01T00:00:00.000Z',
      finished_at: '2026-01-01T00:00:01.000Z',
      embedded: {
        claim: json,
        transforms: turned ? { [TURN.id]: TURN.json } : {},
        manifest,
        programs: run.programs,
      },
    },
  };
}

export function obligation(
  { id, digest: of }: Contract,
  values: Readonly<Record<string, JsonObject>>,
  cause: JsonObject,
): JsonObject {
  const roles = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, digest(value)]));
  return { proposition: digest({ claim: of, roles }), claim: { id, contract: of }, roles, cause };
}
