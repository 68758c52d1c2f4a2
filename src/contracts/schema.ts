import type { Schema } from './read-schema.ts';

const text: Schema = {
  title: 'a text of at least one character without control characters',
  type: 'string',
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$',
};

const id: Schema = {
  title: 'an id with its version, such as "matrix.product@1"',
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,63}(\\.[a-z][a-z0-9_]{0,63})?@[1-9][0-9]{0,8}$',
};

const roleName: Schema = {
  title: 'a role name such as "right_hand_side"',
  type: 'string',
  pattern: '^[a-z][a-z0-9_]{0,63}$',
};

const portName: Schema = { ...roleName, title: 'a port name such as "right_hand_side"' };

const digest: Schema = {
  title: 'a digest: sha256: and 64 lowercase hexadecimal digits',
  type: 'string',
  pattern: '^sha256:[0-9a-f]{64}$',
};

const uri: Schema = {
  title: 'an artifact URI: artifact://sha256/ and 64 lowercase hexadecimal digits',
  type: 'string',
  pattern: '^artifact://sha256/[0-9a-f]{64}$',
};

function closed(title: string, properties: Readonly<Record<string, Schema>>): Schema {
  return {
    title,
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function list(title: string, items: Schema, minItems = 0): Schema {
  return { title, type: 'array', items, minItems };
}

const typeReference = closed('a type reference with type, schema and semantics', {
  type: id,
  schema: uri,
  semantics: uri,
});

export const VALUE_TYPE_SCHEMA = closed('a value type', {
  kind: { title: '"value-type"', const: 'value-type' },
  id,
  title: text,
  schema: {
    title: 'a JSON Schema',
    type: 'object',
    properties: {
      $schema: {
        title: '"https://json-schema.org/draft/2020-12/schema"',
        const: 'https://json-schema.org/draft/2020-12/schema',
      },
    },
    required: ['$schema'],
    additionalProperties: true,
  },
  semantics: {
    title: 'an object of texts that say what the members of a value mean',
    type: 'object',
    properties: {},
    required: [],
    additionalProperties: text,
    minProperties: 1,
  },
});

export const CLAIM_SCHEMA = closed('a claim', {
  kind: { title: '"claim"', const: 'claim' },
  id,
  title: text,
  statement: text,
  scope: text,
  candidate: roleName,
  roles: list(
    'a list of at least one role',
    closed('a role with name, mode, description and types', {
      name: roleName,
      mode: { title: '"given" or "witness"', enum: ['given', 'witness'] },
      description: text,
      types: list('a list of at least one type reference', typeReference, 1),
    }),
    1,
  ),
  assumptions: list(
    'a list of assumptions',
    closed('an assumption with id, description, claim and roles', {
      id: roleName,
      description: text,
      claim: closed('the id and contract digest of a claim', { id, contract: digest }),
      roles: list(
        'a list of at least one role',
        closed('a role with name and type', { name: roleName, type: typeReference }),
        1,
      ),
    }),
  ),
});

export const TRANSFORM_SCHEMA = closed('a transform', {
  kind: { title: '"transform"', const: 'transform' },
  id: {
    title: 'a transform id such as "MATRIX_TRANSPOSE"',
    type: 'string',
    pattern: '^[A-Z][A-Z0-9]{0,63}(_[A-Z0-9]{1,64}){1,8}$',
  },
  title: text,
  description: text,
  maps: list(
    'a list of at least one map',
    closed('a map with source and target', { source: typeReference, target: typeReference }),
    1,
  ),
  proof: closed('the claim that proves the transform', {
    claim: id,
    contract: digest,
    source_role: roleName,
    target_role: roleName,
  }),
});

const port = closed('a port with name, description and types', {
  name: portName,
  description: text,
  types: list('a list of at least one type reference', typeReference, 1),
});

export const CAPABILITY_SCHEMA = closed('a capability', {
  kind: { title: '"capability"', const: 'capability' },
  id,
  title: text,
  description: text,
  inputs: list('a list of input ports', port),
  outputs: list('a list of at least one output port', port, 1),
});

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The JSON Schemas (2020-12) of the files under `contracts/`, by folder. What they cannot say, the readers beside them add:
 * unique names, a candidate that is a role, at least one given role, references that exist with these digests.
 */
export const CONTRACT_SCHEMAS = {
  values: { $schema: DRAFT, ...VALUE_TYPE_SCHEMA },
  claims: { $schema: DRAFT, ...CLAIM_SCHEMA },
  transforms: { $schema: DRAFT, ...TRANSFORM_SCHEMA },
  capabilities: { $schema: DRAFT, ...CAPABILITY_SCHEMA },
} as const;
