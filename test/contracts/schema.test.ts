import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readCapabilityContract } from '../../src/contracts/capability.ts';
import { readClaimContract } from '../../src/contracts/claim.ts';
import { CONTRACT_SCHEMAS } from '../../src/contracts/schema.ts';
import { readTransformContract } from '../../src/contracts/transform.ts';
import { readValueTypeContract } from '../../src/contracts/value-type.ts';
import { builtIn, type Loose, refusal } from './folder.ts';

const ajv = new Ajv2020({ strict: true, logger: false });
const kinds = {
  values: { read: readValueTypeContract, file: 'matrix/values/integer.json' },
  claims: { read: readClaimContract, file: 'matrix/claims/product.json' },
  transforms: { read: readTransformContract, file: 'matrix/transforms/transpose.json' },
  capabilities: { read: readCapabilityContract, file: 'matrix/capabilities/multiply.json' },
};
type Kind = keyof typeof kinds;

/** `schema`: the JSON Schema refuses it too; `reader`: a rule that only the reader can say. */
const broken: [Kind, 'schema' | 'reader', string, (contract: Loose) => void][] = [
  ['values', 'schema', '/kind', (c) => (c.kind = 'value')],
  ['values', 'schema', '/id', (c) => (c.id = 'matrix.integer')],
  ['values', 'schema', '/id', (c) => (c.id = 'Matrix.integer@1')],
  ['values', 'schema', '/id', (c) => (c.id = 'matrix.integer@01')],
  ['values', 'schema', '/id', (c) => (c.id = 'matrix.integer@1\n')],
  ['values', 'schema', '/id', (c) => (c.id = 'matrix.integer.dense@1')],
  ['values', 'schema', '/id', (c) => (c.id = 7)],
  ['values', 'schema', '/title', (c) => (c.title = '')],
  ['values', 'schema', '/title', (c) => (c.title = 'a\u001b[2Jb')],
  ['values', 'schema', '/schema', (c) => (c.schema = true)],
  ['values', 'schema', '/schema', (c) => (c.schema = [])],
  ['values', 'schema', '/schema', (c) => delete c.schema.$schema],
  [
    'values',
    'schema',
    '/schema/$schema',
    (c) => (c.schema.$schema = 'http://json-schema.org/draft-07/schema#'),
  ],
  ['values', 'reader', '/schema/$id', (c) => (c.schema.$id = 'https://example.org/')],
  ['values', 'reader', '/schema/$defs/count/$id', (c) => (c.schema.$defs.count.$id = 'x')],
  [
    'values',
    'reader',
    '/schema/properties/rows/$ref',
    (c) => (c.schema.properties.rows.$ref = 'other.json#/x'),
  ],
  [
    'values',
    'reader',
    '/schema/allOf/0/$dynamicRef',
    (c) => (c.schema.allOf = [{ $dynamicRef: 'https://example.org/#m' }]),
  ],
  ['values', 'schema', '/semantics', (c) => (c.semantics = {})],
  ['values', 'schema', '/semantics', (c) => (c.semantics = 'rows and columns')],
  ['values', 'schema', '/semantics/labels', (c) => (c.semantics.labels = ['x'])],
  ['values', 'schema', '', (c) => delete c.semantics],
  ['claims', 'schema', '/kind', (c) => (c.kind = 'transform')],
  ['claims', 'schema', '/extra', (c) => (c.extra = null)],
  ['claims', 'schema', '/…', (c) => (c['x'.repeat(1 << 20)] = 1)],
  [
    'claims',
    'schema',
    '/__proto__',
    (c) => Object.defineProperty(c, '__proto__', { value: 1, enumerable: true }),
  ],
  ['claims', 'schema', '', (c) => delete c.assumptions],
  ['claims', 'schema', '', (c) => delete c.scope],
  ['claims', 'schema', '/roles', (c) => (c.roles = [])],
  ['claims', 'schema', '/roles', (c) => (c.roles = { ...c.roles })],
  ['claims', 'schema', '/roles/1', (c) => (c.roles[1] = null)],
  ['claims', 'schema', '/roles/1/mode', (c) => (c.roles[1].mode = 'optional')],
  ['claims', 'schema', '/roles/1/mode', (c) => (c.roles[1].mode = ['given'])],
  ['claims', 'schema', '/roles/0/name', (c) => (c.roles[0].name = 'left.source')],
  ['claims', 'schema', '/roles/0/name', (c) => (c.roles[0].name = '__proto__')],
  ['claims', 'schema', '/roles/0/types', (c) => (c.roles[0].types = [])],
  [
    'claims',
    'schema',
    '/roles/0/types/0/schema',
    (c) => (c.roles[0].types[0].schema = c.roles[0].types[0].schema.toUpperCase()),
  ],
  ['claims', 'schema', '/roles/0/types/0/digest', (c) => (c.roles[0].types[0].digest = 'x')],
  [
    'claims',
    'schema',
    '/assumptions/0/claim/contract',
    (c) => (c.assumptions = [{ ...anAssumption(c), claim: { id: 'a@1', contract: 'x' } }]),
  ],
  ['claims', 'schema', '/assumptions/0/roles', (c) => (c.assumptions = [{ ...anAssumption(c), roles: [] }])],
  ['claims', 'reader', '/assumptions/1/id', (c) => (c.assumptions = [anAssumption(c), anAssumption(c)])],
  [
    'claims',
    'reader',
    '/assumptions/0/roles/1/name',
    (c) =>
      (c.assumptions = [{ ...anAssumption(c), roles: [...anAssumption(c).roles, ...anAssumption(c).roles] }]),
  ],
  ['claims', 'reader', '/candidate', (c) => (c.candidate = 'produkt')],
  ['claims', 'reader', '/roles/1/name', (c) => (c.roles[1].name = 'left')],
  ['claims', 'reader', '/roles/0/types/1/type', (c) => (c.roles[0].types[1] = c.roles[0].types[0])],
  [
    'claims',
    'reader',
    '/roles',
    (c) => (c.roles = c.roles.map((role: Loose) => ({ ...role, mode: 'witness' }))),
  ],
  ['transforms', 'schema', '/id', (c) => (c.id = 'matrix.transpose@1')],
  ['transforms', 'schema', '/id', (c) => (c.id = 'MATRIX')],
  ['transforms', 'schema', '/maps', (c) => (c.maps = [])],
  ['transforms', 'schema', '/maps/0', (c) => delete c.maps[0].target],
  ['transforms', 'schema', '/proof', (c) => (c.proof = null)],
  ['transforms', 'schema', '/proof/contract', (c) => (c.proof.contract = 'sha256:abc')],
  ['transforms', 'reader', '/maps/1/source/type', (c) => (c.maps[1].source = c.maps[0].source)],
  ['transforms', 'reader', '/proof/target_role', (c) => (c.proof.target_role = 'matrix')],
  ['capabilities', 'schema', '/kind', (c) => (c.kind = 'claim')],
  ['capabilities', 'schema', '/id', (c) => (c.id = 'MATRIX_MULTIPLY')],
  ['capabilities', 'schema', '/roles', (c) => (c.roles = [])],
  ['capabilities', 'schema', '', (c) => delete c.inputs],
  ['capabilities', 'schema', '', (c) => delete c.description],
  ['capabilities', 'schema', '/inputs', (c) => (c.inputs = { ...c.inputs })],
  ['capabilities', 'schema', '/outputs', (c) => (c.outputs = [])],
  ['capabilities', 'schema', '/inputs/0/name', (c) => (c.inputs[0].name = '/left')],
  ['capabilities', 'schema', '/inputs/0/name', (c) => (c.inputs[0].name = '__proto__')],
  ['capabilities', 'schema', '/inputs/1/mode', (c) => (c.inputs[1].mode = 'given')],
  ['capabilities', 'schema', '/inputs/1/types', (c) => (c.inputs[1].types = [])],
  ['capabilities', 'schema', '/outputs/0', (c) => delete c.outputs[0].types],
  [
    'capabilities',
    'schema',
    '/outputs/0/types/0/schema',
    (c) => (c.outputs[0].types[0].schema = 'https://example.org/matrix'),
  ],
  ['capabilities', 'reader', '/inputs/1/name', (c) => (c.inputs[1].name = 'left')],
  ['capabilities', 'reader', '/outputs/1/name', (c) => c.outputs.push(c.outputs[0])],
  ['capabilities', 'reader', '/inputs/0/types/1/type', (c) => (c.inputs[0].types[1] = c.inputs[0].types[0])],
];

test('a capability may take nothing, and an input and an output may bear one name', () => {
  const capability = builtIn(kinds.capabilities.file);
  for (const inputs of [[], [{ ...capability.inputs[0], name: 'product' }]]) {
    const changed = { ...capability, inputs };
    expect(readCapabilityContract(changed)).toBe(changed);
    expect(ajv.validate(CONTRACT_SCHEMAS.capabilities, changed)).toBe(true);
  }
});

describe('the schemas of contracts and the readers agree', () => {
  test.each(Object.keys(kinds) as Kind[])('on the built-in %s', (kind) => {
    const contract = builtIn(kinds[kind].file);
    expect(ajv.validate(CONTRACT_SCHEMAS[kind], contract)).toBe(true);
    expect(kinds[kind].read(contract)).toBe(contract);
  });

  test.each(broken.map((row, index) => [index, ...row] as const))(
    'broken contract %i: %s, %s, %s',
    async (_, kind, by, at, change) => {
      const contract = builtIn(kinds[kind].file);
      change(contract);
      expect(await refusal(() => kinds[kind].read(contract))).toMatch(
        new RegExp(`^CONTRACT_INVALID ${at.replaceAll('$', '\\$')}: .`),
      );
      expect(ajv.validate(CONTRACT_SCHEMAS[kind], contract)).toBe(by === 'reader');
    },
  );

  test.each([null, true, 7, 'claim', [], [{}], {}])('on %j, which is no contract', async (value) => {
    for (const kind of Object.keys(kinds) as Kind[]) {
      expect(await refusal(() => kinds[kind].read(value))).toMatch(/^CONTRACT_INVALID/);
      expect(ajv.validate(CONTRACT_SCHEMAS[kind], value)).toBe(false);
    }
  });
});

function anAssumption(claim: Loose): Loose {
  return {
    id: 'x',
    description: 'x',
    claim: { id: 'a@1', contract: `sha256:${'0'.repeat(64)}` },
    roles: [{ name: 'n', type: claim.roles[0].types[0] }],
  };
}
