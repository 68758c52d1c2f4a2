import type { JsonObject } from '../../canonical/json.ts';
import { formatHandle } from '../../services/references/handle.ts';
import { invocationUri } from '../../services/references/reference.ts';
import type { Service } from '../../services/service.ts';
import {
  hasExpired,
  type Invocation,
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
