import { canonicalise } from '../../src/canonical/canonical.ts';
import { artifactUri, type Digest, digestOf } from '../../src/canonical/digest.ts';
import type { JsonObject, JsonValue } from '../../src/canonical/json.ts';

// Contracts and checkers of a made-up domain, with everything a real one may have.

export function digest(value: JsonValue): Digest {
  return canonicalise(value).digest;
}

/** Throws where a test fixture lacks what the test needs. */
export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the fixture lacks this');
  return value;
}

export type TypeRef = { readonly type: string; readonly schema: string; readonly semantics: string };

export function typeRef(type: string): TypeRef {
  const part = (name: string): string => artifactUri(digest(`${name} of ${type}`));
  return { type, schema: part('schema'), semantics: part('semantics') };
}

export const VALUE = typeRef('demo.value@1');
export const TURNED = typeRef('demo.turned@1');
export const FOREIGN = typeRef('demo.foreign@1');

export interface Contract {
  readonly json: JsonObject;
  readonly id: string;
  readonly digest: Digest;
}

function contract(json: JsonObject & { readonly id: string }): Contract {
  return { json, id: json.id, digest: digest(json) };
}

export type Mode = 'given' | 'witness';

export interface AssumptionSketch {
  readonly id: string;
  readonly claim: Contract;
  readonly roles: Readonly<Record<string, TypeRef>>;
}

export function claim(
  id: string,
  roles: Readonly<Record<string, Mode>>,
  candidate: string,
  assumptions: readonly AssumptionSketch[] = [],
): Contract {
  return contract({
    kind: 'claim',
    id,
    title: `Title of ${id}`,
    statement: `Statement of ${id}.`,
    scope: `Scope of ${id}.`,
    candidate,
    roles: Object.entries(roles).map(([name, mode]) => ({
      name,
      mode,
      description: `Role ${name}.`,
      types: [VALUE, TURNED],
    })),
    assumptions: assumptions.map((assumption) => ({
      id: assumption.id,
      description: `Assumption ${assumption.id}.`,
      claim: { id: assumption.claim.id, contract: assumption.claim.digest },
      roles: Object.entries(assumption.roles).map(([name, type]) => ({ name, type })),
    })),
  });
}

export function transform(id: string, proof: Contract): Contract {
  return contract({
    kind: 'transform',
    id,
    title: `Title of ${id}`,
    description: `Description of ${id}.`,
    maps: [
      { source: VALUE, target: VALUE },
      { source: TURNED, target: TURNED },
    ],
    proof: { claim: proof.id, contract: proof.digest, source_role: 'source', target_role: 'target' },
  });
}

/** "target is source turned", with room for three more values that are no part of it but may be turned themselves. */
export const TURN_CLAIM = claim(
  'demo.turn@1',
  { source: 'given', target: 'given', hint_1: 'witness', hint_2: 'witness', hint_3: 'witness' },
  'target',
);
export const TURN = transform('DEMO_TURN', TURN_CLAIM);
export const BASE_PRIME = claim('demo.base_prime@1', { n: 'given' }, 'n');
export const PRIME = claim('demo.prime@1', { n: 'given', proof: 'witness' }, 'proof', [
  { id: 'factor_is_prime', claim: BASE_PRIME, roles: { n: VALUE } },
]);
/** A role named as an inherited member of every object is. */
export const SUM = claim(
  'demo.sum@1',
  { left: 'given', constructor: 'given' as const, total: 'given' },
  'total',
  [
    { id: 'left_is_prime', claim: PRIME, roles: { n: VALUE } },
    { id: 'ordered', claim: TURN_CLAIM, roles: { source: VALUE, target: VALUE } },
  ],
);

export interface Checker {
  readonly manifest: JsonObject;
  readonly programs: Readonly<Record<string, Digest>>;
  readonly identity: Digest;
  readonly claim: Contract;
}

export function checker(
  decides: Contract,
  covers: readonly string[] = [],
  id = decides.id.slice(0, -2),
): Checker {
  const manifest = {
    id,
    version: '1.2.3',
    claim: decides.id,
    title: `Checker ${id}`,
    covers,
    method: `Method of ${id}.`,
    arithmetic: 'Exact.',
    limits: { time_ms: 1000, memory_mib: 64, input_bytes: 1_000_000 },
    programs: ['check.js'],
  };
  const programs = { 'check.js': digestOf(new TextEncoder().encode(`program of ${id}`)) };
  return {
    manifest,
    programs,
    identity: digest({ manifest: digest(manifest), programs }),
    claim: decides,
  };
}

export const SUM_CHECKER = checker(SUM);
export const SUM_REPLAY_CHECKER = checker(SUM, ['DEMO_TURN'], 'demo.sum_replay');
export const TURN_CHECKER = checker(TURN_CLAIM);
export const PRIME_CHECKER = checker(PRIME);
export const BASE_PRIME_CHECKER = checker(BASE_PRIME);
export const CHECKERS = [SUM_CHECKER, SUM_REPLAY_CHECKER, TURN_CHECKER, PRIME_CHECKER, BASE_PRIME_CHECKER];
