import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import { pointer } from '../canonical/pointer.ts';
import { within } from '../certificate/within.ts';
import type { CapabilityContract, PortContract } from '../contracts/capability.ts';
import { requirePortNames, requirePorts } from '../contracts/ports.ts';
import { type PreparedDocument, prepareDocument } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { Basis, Invocation, NewReference, RecordedRun } from '../store/sessions.ts';
import { storedValue } from './assumptions.ts';
import type { Caller } from './caller.ts';
import type { Derived, Operand } from './handoff.ts';
import type { Instance } from './instance.ts';
import { requireLiveSession } from './open-session.ts';
import { readProducerSignature, type SignedRun } from './producer-signature.ts';
import { preview, roomBeside } from './references/preview.ts';
import { requireCapability } from './require-capability.ts';
import { noFiles, type ReadNamed, type ResolvedRole, resolveOperand } from './resolve.ts';
import type { Service } from './service.ts';

/** One run of a producer, as it is handed in. */
export interface InvocationRequest {
  /** Id with version. */
  readonly capability: string;
  readonly inputs: Readonly<Record<string, Operand | Derived>>;
  /** Complete documents by port; without them a built-in capability is run here. */
  readonly outputs?: Readonly<Record<string, JsonValue>> | undefined;
  /** The producer's own name of its run. */
  readonly run?: string | undefined;
  readonly signature?: { readonly public_key: string; readonly envelope: JsonValue } | undefined;
}

/** A run whose ports are all bound to checked values, not yet kept. */
export interface BoundRun {
  readonly capability: CapabilityContract;
  readonly invocation: Omit<Invocation, 'session'>;
  readonly outputs: Readonly<Record<string, PreparedDocument>>;
}

/** Where values that a request names are found, and what ends the work early. */
export interface InvokeContext {
  readonly readNamed: ReadNamed;
  readonly signal?: AbortSignal;
}

/**
 * Submits a run to a session, or runs a built-in capability there: both take the same path and give references that carry
 * no assurance.
 *
 * @throws AssayError SESSION_…, CAPABILITY_…, PORT_…, PRODUCER_SIGNATURE, QUOTA_EXCEEDED, or what a document is refused with;
 *   then nothing is kept.
 */
export async function invoke(
  request: InvocationRequest,
  session: string,
  caller: Caller,
  service: Service,
  context: InvokeContext,
  once?: Once<RecordedRun>,
): Promise<RecordedRun> {
  const instance = service.forTenant(caller.tenant);
  const { expiresAt } = await requireLiveSession(session, instance);
  const run = await bindRun(request, caller, service, context);
  const references = Object.entries(run.outputs).map(([port, value]) =>
    newReference(port, value, run, expiresAt, instance),
  );
  return instance.store.sessions.recordRun({ ...run.invocation, session }, references, once);
}

/** Resolves and checks all that stands at the ports of a run; runs a built-in capability whose outputs are not given. */
export async function bindRun(
  request: InvocationRequest,
  caller: Caller,
  service: Service,
  { readNamed, signal }: InvokeContext,
): Promise<BoundRun> {
  const instance = service.forTenant(caller.tenant);
  const startedAt = service.now();
  const { contract: capability } = await requireCapability(request.capability, instance);
  within('/inputs', () => requirePortNames(capability.inputs, Object.keys(request.inputs)));
  const inputs = await resolveInputs(capability, request, instance, readNamed);
  const ranHere = request.outputs === undefined;
  const outputs = ranHere
    ? await produce(capability, inputs, service, instance, signal)
    : readOutputs(capability, request.outputs, instance);
  const digests = digestsOf(inputs, ({ value }) => value);
  const evidence = evidenceOf(request, {
    capability: capability.id,
    inputs: digests,
    outputs: digestsOf(outputs, (value) => value),
  });
  return {
    capability,
    outputs,
    invocation: {
      id: service.serial(),
      capability: capability.id,
      basis: basisOf(ranHere, evidence),
      run: request.run ?? null,
      evidence,
      token: caller.token,
      startedAt,
      finishedAt: service.now(),
      inputs: Object.entries(inputs).map(([port, { value, arrived }]) => ({
        port,
        digest: value.bytes.digest,
        arrived,
      })),
    },
  };
}

async function resolveInputs(
  { inputs: ports }: CapabilityContract,
  request: InvocationRequest,
  { rules }: Instance,
  readNamed: ReadNamed,
): Promise<Record<string, ResolvedRole>> {
  const inputs: Record<string, ResolvedRole> = {};
  for (const port of ports) {
    const operand = request.inputs[port.name];
    if (operand === undefined) continue;
    const at = `/inputs${pointer(port.name)}`;
    const resolved = await resolveOperand(operand, at, { rules, readFile: noFiles, readNamed });
    inputs[port.name] = resolved;
  }
  within('/inputs', () =>
    requirePorts(
      ports,
      typesOf(inputs, ({ value }) => value),
    ),
  );
  return inputs;
}

function readOutputs(
  { outputs: ports }: CapabilityContract,
  given: Readonly<Record<string, JsonValue>> = {},
  { rules }: Instance,
): Record<string, PreparedDocument> {
  return within('/outputs', () => {
    requirePortNames(ports, Object.keys(given));
    return prepareOutputs(ports, ({ name }) =>
      within(pointer(name), () => prepareDocument(given[name] ?? null, rules)),
    );
  });
}

async function produce(
  capability: CapabilityContract,
  inputs: Readonly<Record<string, ResolvedRole>>,
  { producers, runs, serial }: Service,
  { rules, store }: Instance,
  stop: AbortSignal | undefined,
): Promise<Record<string, PreparedDocument>> {
  if (rules.domains.producer(capability.id) === undefined) {
    throw new AssayError(
      'PORT_MISSING',
      'this capability does not run here: its outputs are to be handed in',
      {
        at: '/outputs',
        next: `give a document for ${capability.outputs.map(({ name }) => name).join(', ')}`,
      },
    );
  }
  const bytes: Record<string, CanonicalBytes> = {};
  for (const [port, { value }] of Object.entries(inputs)) bytes[port] = value.bytes;
  const size = Object.values(bytes).reduce((sum, { size }) => sum + size, 0);
  const given = await runs.run({ id: serial(), tenant: store.tenant, bytes: size, stop }, (signal) =>
    producers.run(capability.id, bytes, { tenant: store.tenant, signal }),
  );
  return prepareOutputs(capability.outputs, ({ name }) => prepareDocument(given[name] ?? null, rules));
}

function prepareOutputs(
  ports: readonly PortContract[],
  make: (port: PortContract) => PreparedDocument,
): Record<string, PreparedDocument> {
  const values = Object.fromEntries(ports.map((port) => [port.name, make(port)]));
  requirePorts(
    ports,
    typesOf(values, (value) => value),
  );
  return values;
}

function typesOf<T>(
  values: Readonly<Record<string, T>>,
  read: (value: T) => PreparedDocument,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([port, value]) => [port, read(value).meaning.type]));
}

function evidenceOf({ outputs, signature }: InvocationRequest, run: SignedRun): Uint8Array | null {
  if (signature === undefined) return null;
  if (outputs !== undefined) return readProducerSignature(signature, run);
  throw new AssayError('PRODUCER_SIGNATURE', 'a run that is made here has no producer to sign it', {
    at: '/signature',
  });
}

function basisOf(ranHere: boolean, evidence: Uint8Array | null): Basis {
  if (ranHere) return 'ran_here';
  return evidence === null ? 'declared' : 'producer_signed';
}

function digestsOf<T>(
  values: Readonly<Record<string, T>>,
  read: (value: T) => PreparedDocument,
): Record<string, Digest> {
  return Object.fromEntries(Object.entries(values).map(([port, value]) => [port, read(value).bytes.digest]));
}

function newReference(
  port: string,
  value: PreparedDocument,
  { capability, invocation }: BoundRun,
  expiresAt: string,
  { serial }: Instance,
): NewReference {
  const { bytes, document } = value;
  const described = {
    id: serial(),
    digest: bytes.digest,
    type: document.type,
    schema: document.schema,
    semantics: document.semantics,
    size: bytes.size,
    capability: capability.id,
    port,
    lifetime: 'SESSION',
    expiresAt,
  } as const;
  const room = roomBeside({ ...described, invocation: invocation.id });
  return {
    ...described,
    preview: preview(document.value, room),
    createdAt: invocation.finishedAt,
    value: storedValue(value),
  };
}
