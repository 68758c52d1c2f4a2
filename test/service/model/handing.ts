import type { Digest } from '../../../src/canonical/digest.ts';
import type { Operand } from '../../../src/client/index.ts';
import { digestOfValue, documentOf, type Small, transposed } from '../../services/universe.ts';
import type { Asked, Handed } from './step.ts';
import { at, type Named, type Refusal, type Session, type Tenant } from './things.ts';
import type { World } from './world.ts';

/** What an earlier step of the same pipeline gives. */
export interface Passing {
  readonly step: string;
  readonly port: string;
  readonly value: Small;
  readonly inputs: readonly Digest[];
  inCertificate: boolean;
}

/** Where a value is looked for that is handed over. */
export interface Reach {
  readonly world: World;
  readonly tenant: Tenant;
  readonly session: Session | undefined;
  readonly passing: readonly Passing[];
}

/** What a way of handing over comes to. */
export interface Operated {
  readonly operand: Operand;
  readonly refusal: Refusal | null;
  /** Of the run the value came from; null for a document. */
  readonly inputs: readonly Digest[] | null;
  readonly from?: Named | Passing;
}

export function handOver(handed: Handed, value: Small, reach: Reach): Operated {
  const digest = digestOfValue(value);
  if (handed.way === 'output') {
    const holding = reach.passing.filter((passing) => digestOfValue(passing.value) === digest);
    const passing = at(holding, handed.pick);
    if (passing === undefined) return asDocument(value);
    const { step, port, inputs } = passing;
    return { operand: { output: { step, port } }, refusal: null, inputs, from: passing };
  }
  const named = at(namedFor(handed, digest, reach), handed.pick);
  if (named === undefined) return asDocument(value);
  const { handle, reference } = named.answer;
  const operand = handed.way === 'handle' && handle !== null ? { handle } : { reference };
  return { operand, refusal: refusalOfValue(named, reach), inputs: named.inputs, from: named };
}

/** One of a claim's roles; what comes as a transpose is the candidate of no run. */
export function handOverRole(role: Asked['roles'][number], reach: Reach): Operated {
  if (!role.transpose) return handOver(role, role.value, reach);
  const { operand, refusal } = handOver(role, transposed(role.value), reach);
  if ('source' in operand) throw new Error('a transform of a transform');
  return {
    operand: { source: operand, transform: { kind: 'MATRIX_TRANSPOSE' } },
    refusal,
    inputs: null,
  };
}

function namedFor({ way, pick }: Handed, digest: Digest, { world, tenant, session }: Reach): Named[] {
  if (way === 'document') return [];
  const owner = way === 'foreign reference' ? world.other(tenant, pick) : tenant;
  return owner.named.filter(
    (named) =>
      named.answer.reference.value_digest === digest &&
      (way !== 'handle' || (named.session === session && session !== undefined)),
  );
}

function asDocument(value: Small): Operated {
  return { operand: { document: documentOf(value) }, refusal: null, inputs: null };
}

function refusalOfValue(named: Named, { world, tenant }: Reach): Refusal | null {
  if (named.owner !== tenant) return { code: 'VALUE_REFERENCE_TENANT_MISMATCH' };
  if (named.forgotten) return { code: 'VALUE_REFERENCE_UNKNOWN' };
  if (world.isExpired(named)) return { code: 'VALUE_REFERENCE_EXPIRED' };
  return world.withdrawn.has(named.capability) ? { code: 'VALUE_REFERENCE_STALE_VERSION' } : null;
}
