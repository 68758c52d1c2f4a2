import { COUNT, ID, named, nullable, object, ROLE, TIME, VERSIONED } from './json-schema.ts';
import type { JsonSchema } from './operation.ts';
import { PROBLEM_SCHEMA } from './problem.ts';

/** Of a released contract or of a value: what names bytes everywhere. */
const DIGEST: JsonSchema = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };
const ARTIFACT: JsonSchema = { type: 'string', pattern: '^artifact://sha256/[0-9a-f]{64}$' };
const HANDLE: JsonSchema = { type: 'string', maxLength: 32, description: 'Such as m12-k7.' };

const DOCUMENT: JsonSchema = {
  type: 'object',
  description:
    'A complete document: type and value; schema and semantics are filled in where they are left out. What its type demands is checked besides.',
  required: ['type', 'value'],
  additionalProperties: true,
  properties: { type: { type: 'string' }, value: {} },
};

const REFERENCE = object(
  {
    value_ref_version: { const: '1' },
    value_uri: { type: 'string' },
    value_type: VERSIONED,
    schema_uri: ARTIFACT,
    semantics_uri: ARTIFACT,
    value_digest: ref('Digest'),
    size: COUNT,
    source_invocation_uri: { type: 'string' },
    source_capability: VERSIONED,
    source_port: ROLE,
    lifetime: { enum: ['REQUEST', 'SESSION', 'DURABLE_ARTIFACT'] },
    expires_at: nullable(TIME),
    tenant_binding: { type: 'string' },
  },
  {},
  {
    description: 'A typed, tenant-bound name of one value. It carries no assurance and grants no authority.',
  },
);

/** Looked at member by member by the service, so that a fault has its own code: ROLE_AMBIGUOUS, VALUE_REFERENCE_TAMPERED. */
const OPERAND: JsonSchema = {
  type: 'object',
  description:
    'One value: {"document"}, {"reference"}, {"handle"}, {"output"} in a pipeline, or {"source": one of these, "transform": {"kind"}}.',
  additionalProperties: false,
  minProperties: 1,
  properties: {
    document: {},
    reference: {},
    handle: HANDLE,
    output: object({ step: ROLE, port: ROLE }),
    source: { type: 'object' },
    transform: object({ kind: { type: 'string', maxLength: 640 } }),
  },
};

const VALUE = object(
  {
    id: ID,
    handle: nullable(HANDLE),
    reference: ref('Reference'),
    preview: {
      description: 'The members of the value, long ones by how many items they have and the first few.',
    },
    expired: { type: 'boolean', description: 'Its bytes can no longer be had.' },
  },
  {},
  { description: 'At most 1 KiB, whatever the size of the value.' },
);

const VERDICT: JsonSchema = { enum: ['ACCEPTED', 'REJECTED', 'INCONCLUSIVE'] };

const OBLIGATION = object({
  proposition: ref('Digest'),
  claim: VERSIONED,
  roles: named(ref('Digest'), 'By given role.'),
  cause: { type: 'object', description: '{"transform": ROLE} or {"assumption": ID}.' },
});

const VERIFICATION = object(
  {
    id: ID,
    verdict: VERDICT,
    claim: VERSIONED,
    statement: ref('Digest'),
    roles: named(ref('Digest'), 'The digest that stood in each role.'),
    checker: nullable(object({ id: { type: 'string' }, identity: ref('Digest') })),
  },
  {
    certificate: object({
      serial: ID,
      log_index: COUNT,
      conditional: { type: 'boolean' },
      obligations: { type: 'array', items: ref('Obligation') },
    }),
    reason: { type: 'string', description: 'Why there is no certificate.' },
    detail: { type: 'string' },
    at: { type: 'string', description: 'Where in the values: a JSON pointer.' },
  },
  {
    description:
      'Only an acceptance has a certificate; a rejection asserts nothing, least of all the opposite.',
  },
);

const SESSION = object({
  id: ID,
  created_at: TIME,
  expires_at: TIME,
  limits: object({ values: COUNT, bytes: COUNT }),
  usage: object({ values: COUNT, bytes: COUNT }),
});

const PRODUCER_SIGNATURE = object({
  public_key: { type: 'string', maxLength: 64, description: 'Base64 of 32 raw bytes of Ed25519.' },
  envelope: {
    type: 'object',
    description:
      'DSSE over {"capability", "inputs", "outputs"} with a digest for each port, in its RFC 8785 form, of type application/vnd.assay.run+json.',
  },
});

const INVOCATION = object(
  {
    id: ID,
    uri: { type: 'string' },
    session: nullable(ID),
    capability: VERSIONED,
    basis: { enum: ['declared', 'producer_signed', 'ran_here'] },
    run: nullable({ type: 'string' }),
    started_at: TIME,
    finished_at: TIME,
    inputs: {
      type: 'array',
      items: object({ port: ROLE, digest: ref('Digest'), arrived: { type: 'string' } }),
    },
    outputs: named(ref('Value'), 'By output port.'),
  },
  {
    token: { ...ID, description: 'Of the token that submitted it; where one run is shown.' },
    signature: ref('ProducerSignature'),
  },
);

const CERTIFICATE = object(
  {
    serial: ID,
    log_index: COUNT,
    claim: VERSIONED,
    status: { enum: ['certified', 'conditional', 'void'] },
    statement: ref('Digest'),
    proposition: ref('Digest'),
    roles: named(
      object(
        { digest: ref('Digest'), type: VERSIONED, size: COUNT, arrived: { type: 'string' } },
        { transform: { type: 'object' } },
      ),
      'All its roles.',
    ),
    checker: object({ id: { type: 'string' }, version: { type: 'string' }, identity: ref('Digest') }),
    lineage: { type: 'array', items: { type: 'object' } },
    finished_at: TIME,
  },
  {
    open: { type: 'array', items: ref('Obligation'), description: 'What nothing discharges.' },
    discharged_by: { type: 'array', items: ID, description: 'Serials.' },
    reason: { type: 'string', description: 'Why it is void.' },
  },
  { description: 'Its status is worked out now; the certificate itself never changes.' },
);

/** The schemas that others refer to, as `#/components/schemas/<name>`. */
export const COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  Problem: PROBLEM_SCHEMA,
  Digest: DIGEST,
  Document: DOCUMENT,
  Reference: REFERENCE,
  Operand: OPERAND,
  Value: VALUE,
  Session: SESSION,
  ProducerSignature: PRODUCER_SIGNATURE,
  Invocation: INVOCATION,
  Obligation: OBLIGATION,
  Verification: VERIFICATION,
  Certificate: CERTIFICATE,
};

/** A reference to one of them. */
export function component(name: string): JsonSchema {
  if (!Object.hasOwn(COMPONENTS, name)) throw new TypeError(`there is no schema ${name}`);
  return ref(name);
}

function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
