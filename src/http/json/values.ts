import { parse } from '../../canonical/canonical.ts';
import type { JsonObject } from '../../canonical/json.ts';
import { formatHandle } from '../../services/references/handle.ts';
import { invocationUri } from '../../services/references/reference.ts';
import type { Service } from '../../services/service.ts';
import type { Promoted } from '../../services/values.ts';
import {
  hasExpired,
  type Invocation,
  type KeptContract,
  type RecordedRun,
  type Session,
  type StoredReference,
} from '../../store/sessions.ts';

/** A value as it is answered: its reference, its handle, a look at it. */
export function valueJson(
  stored: StoredReference,
  tenant: string,
  { references, now }: Pick<Service, 'references' | 'now'>,
): JsonObject {
  return {
    id: stored.id,
    handle: stored.handle === null ? null : formatHandle(stored.type, stored.handle),
    reference: references.bind(stored, tenant),
    preview: stored.preview,
    expired: hasExpired(stored, now()),
  };
}

/** How a durable artifact came to be one: from which value of which run, by whom, and under which contracts. */
export function promotedJson({ artifact, promotion }: Promoted): JsonObject {
  const { invocation, port } = artifact;
  const { id, source, token, at, valueType, capability } = promotion;
  return {
    value: id,
    source,
    invocation: invocationUri(invocation),
    port,
    token,
    promoted_at: at,
    value_type: contractJson(valueType),
    capability: contractJson(capability),
  };
}

function contractJson(kept: KeptContract | null): JsonObject | null {
  return kept === null ? null : { digest: kept.digest, contract: parse(kept.bytes).value };
}

/** A session with its limits and what it holds. */
export function sessionJson({ id, createdAt, expiresAt, limits, usage }: Session): JsonObject {
  return {
    id,
    created_at: createdAt,
    expires_at: expiresAt,
    limits: { ...limits },
    usage: { ...usage },
  };
}

/** A run with the values at its output ports. */
export function runJson(
  { invocation, references }: RecordedRun,
  tenant: string,
  service: Pick<Service, 'references' | 'now'>,
): JsonObject {
  return {
    ...invocationJson(invocation),
    outputs: Object.fromEntries(
      references.map((reference) => [reference.port, valueJson(reference, tenant, service)]),
    ),
  };
}

/** The same for whoever looks into where a value comes from: who submitted it, and what its producer signed. */
export function runRecordJson(
  run: RecordedRun,
  tenant: string,
  service: Pick<Service, 'references' | 'now'>,
): JsonObject {
  const { token, evidence } = run.invocation;
  const signature = evidence === null ? {} : { signature: parse(evidence).value };
  return { ...runJson(run, tenant, service), token, ...signature };
}

/** A run without its outputs. */
export function invocationJson(invocation: Invocation): JsonObject {
  const { id, session, capability, basis, run, startedAt, finishedAt, inputs } = invocation;
  return {
    id,
    uri: invocationUri(id),
    session,
    capability,
    basis,
    run,
    started_at: startedAt,
    finished_at: finishedAt,
    inputs: inputs.map((input) => ({ ...input })),
  };
}
