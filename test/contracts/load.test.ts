import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { DocumentValidator } from '../../src/contracts/validate.ts';
import { BUILT_IN_CONTRACTS } from '../../src/installation.ts';
import { builtIn, copyOfFewContracts, edit, emptyFolder, type Loose, put, refusal } from './folder.ts';

const PRODUCT = 'matrix/claims/product.json';
const INTEGER = 'matrix/values/integer.json';
const TRANSPOSE = 'matrix/transforms/transpose.json';
const MULTIPLY = 'matrix/capabilities/multiply.json';
const OTHER = 'f'.repeat(64);

describe('the built-in contracts', () => {
  test('load, and their schemas compile', async () => {
    const contracts = await loadContracts();
    const validator = new DocumentValidator();
    for (const type of contracts.valueTypes()) validator.compile(type);
    const locked = Object.values(builtIn('lock.json')).flatMap((kind) => Object.keys(kind as object));
    expect(
      contracts
        .list()
        .map(({ contract }) => contract.id)
        .toSorted(),
    ).toEqual(locked.toSorted());
    expect(contracts.list().filter(({ contract }) => contract.kind === 'claim')).toHaveLength(32);
  });

  test('are found by id, by digest and by the type a transform gives', async () => {
    const contracts = await loadContracts();
    const claim = contracts.claim('matrix.product@1');
    expect(contracts.byDigest(claim.digest)).toBe(claim);
    expect(claim.bytes.digest).toBe(claim.digest);
    expect(contracts.transformsTo('matrix.rational@1')).toEqual([contracts.transform('MATRIX_TRANSPOSE')]);
    expect(contracts.transformsTo('number.integer@1')).toEqual([]);
    const capability = contracts.capability('matrix.multiply@1');
    expect(contracts.byDigest(capability.digest)).toBe(capability);
    expect(contracts.capabilities()).toContain(capability);
    expect(contracts.byDigest(`sha256:${OTHER}`)).toBeUndefined();
    for (const id of ['matrix.product', 'matrix.product@2', 'matrix.integer@1', '__proto__', 'constructor']) {
      expect(await refusal(() => contracts.claim(id))).toMatch(/^CLAIM_UNKNOWN/);
    }
    expect(await refusal(() => contracts.valueType('matrix.product@1'))).toMatch(/^TYPE_UNKNOWN/);
    expect(await refusal(() => contracts.transform('TRANSPOSE'))).toMatch(/^TRANSFORM_NOT_DECLARED/);
    for (const id of ['matrix.product@1', 'matrix.multiply', 'matrix.multiply@2', 'constructor']) {
      expect(await refusal(() => contracts.capability(id))).toMatch(/^CAPABILITY_UNKNOWN/);
    }
  });

  test('keep their digests whatever their spacing and the order of members', async () => {
    const folder = copyOfFewContracts();
    const { kind, ...rest } = builtIn(PRODUCT);
    put(folder, PRODUCT, JSON.stringify({ ...rest, kind }, null, 7));
    const [ours, theirs] = [await loadContracts(), await loadContracts([folder])];
    expect(theirs.claim('matrix.product@1').digest).toBe(ours.claim('matrix.product@1').digest);
  });
});

describe("a user's folder", () => {
  test('adds value types, claims about built-in types and capabilities that give them', async () => {
    const folder = emptyFolder();
    put(folder, 'acme/values/count.json', valueType('acme.count@1', { type: 'integer', minimum: 0 }));
    put(folder, 'acme/claims/product.json', { ...builtIn(PRODUCT), id: 'acme.product@1' });
    put(folder, 'acme/capabilities/multiply.json', { ...builtIn(MULTIPLY), id: 'acme.multiply@1' });
    put(folder, 'README.md', '# ours');
    put(folder, '.DS_Store', 'x');
    const contracts = await loadContracts([BUILT_IN_CONTRACTS, folder]);
    expect(contracts.valueType('acme.count@1').file).toBe('acme/values/count.json');
    expect(contracts.claim('acme.product@1').contract.candidate).toBe('product');
    expect(contracts.capability('acme.multiply@1').contract.outputs[0]?.name).toBe('product');
  });

  test('never replaces a contract', async () => {
    expect(await refusal(() => loadContracts([BUILT_IN_CONTRACTS, copyOfFewContracts()]))).toBe(
      'CONTRACT_INVALID matrix/values/integer.json: /id: this id stands in matrix/values/integer.json too',
    );
  });

  test('may be a link', async () => {
    const folder = emptyFolder();
    symlinkSync(join(BUILT_IN_CONTRACTS, 'vector'), join(folder, 'vector'));
    const [type, capability, ...rest] = (await loadContracts([folder])).list();
    expect([type?.contract.id, capability?.contract.id, rest]).toEqual([
      'vector.rational@1',
      'vector.document@1',
      [],
    ]);
  });
});

describe('a broken folder is refused with file and pointer:', () => {
  const edits: [string, string, (contract: Loose) => void, string][] = [
    [
      'a type nobody declares',
      PRODUCT,
      (c) => (c.roles[1].types[0].type = 'matrix.octonion@1'),
      '/roles/1/types/0/type: no value type has this id',
    ],
    [
      'an old schema digest',
      PRODUCT,
      (c) => (c.roles[2].types[1].schema = `artifact://sha256/${OTHER}`),
      '/roles/2/types/1/schema: the schema of this type has another digest',
    ],
    [
      'an old semantics digest',
      PRODUCT,
      (c) => (c.roles[0].types[0].semantics = `artifact://sha256/${OTHER}`),
      '/roles/0/types/0/semantics: the semantics of this type have another digest',
    ],
    [
      'an id of another domain',
      PRODUCT,
      (c) => (c.id = 'matrixx.product@1'),
      '/id: an id in this folder belongs to the domain matrix',
    ],
    [
      'an id twice',
      PRODUCT,
      (c) => (c.id = 'matrix.gram@1'),
      '/id: this id stands in matrix/claims/gram.json too',
    ],
    [
      'a transform of another domain',
      TRANSPOSE,
      (c) => (c.id = 'MATRIXTRANSPOSE_X'),
      '/id: an id in this folder belongs to the domain matrix',
    ],
    [
      'a proof by an unknown claim',
      TRANSPOSE,
      (c) => (c.proof.claim = 'matrix.transpose@2'),
      '/proof/claim: no claim has this id',
    ],
    [
      'a proof by another edition of the claim',
      TRANSPOSE,
      (c) => (c.proof.contract = `sha256:${OTHER}`),
      '/proof/contract: the claim of this id has another digest',
    ],
    [
      'a source role the claim lacks',
      TRANSPOSE,
      (c) => (c.proof.source_role = 'left'),
      '/proof/source_role: the claim has no such given role',
    ],
    [
      'a target role the claim lacks',
      TRANSPOSE,
      (c) => (c.proof.target_role = 'right'),
      '/proof/target_role: the claim has no such given role',
    ],
    [
      'a proof by a claim with more roles',
      TRANSPOSE,
      (c) => Object.assign(c.proof, productProof()),
      '/proof/claim: the proving claim has given roles besides source and target',
    ],
    [
      'a map the proof does not take',
      TRANSPOSE,
      (c) => (c.maps[1].target = reference('number.integer@1', 'number/claims/gcd.json')),
      '/proof/target_role: the role does not take values of this type',
    ],
    [
      'an input of a type nobody declares',
      MULTIPLY,
      (c) => (c.inputs[1].types[0].type = 'matrix.octonion@1'),
      '/inputs/1/types/0/type: no value type has this id',
    ],
    [
      'an output of an old schema',
      MULTIPLY,
      (c) => (c.outputs[0].types[1].schema = `artifact://sha256/${OTHER}`),
      '/outputs/0/types/1/schema: the schema of this type has another digest',
    ],
    [
      'an input of old semantics',
      MULTIPLY,
      (c) => (c.inputs[0].types[0].semantics = `artifact://sha256/${OTHER}`),
      '/inputs/0/types/0/semantics: the semantics of this type have another digest',
    ],
    [
      'two inputs of one name',
      MULTIPLY,
      (c) => (c.inputs[1].name = 'left'),
      '/inputs/1/name: this name stands twice',
    ],
    [
      'a capability that gives nothing',
      MULTIPLY,
      (c) => (c.outputs = []),
      '/outputs: must be a list of at least one output port',
    ],
    [
      'a capability of another domain',
      MULTIPLY,
      (c) => (c.id = 'number.multiply@1'),
      '/id: an id in this folder belongs to the domain matrix',
    ],
    ['an unknown member', INTEGER, (c) => (c.note = 'x'), '/note: unknown member'],
    [
      'a schema that is none',
      INTEGER,
      (c) => (c.schema.properties.rows = { type: 'number-ish' }),
      '/schema/properties/rows/type: the schema is no JSON Schema: must match a schema in anyOf',
    ],
    [
      'a keyword nobody knows',
      INTEGER,
      (c) => (c.schema.$defs.label.maxlength = 3),
      '/schema: the schema does not compile: strict mode: unknown keyword: "maxlength"',
    ],
    [
      'a keyword that would let everything pass',
      INTEGER,
      (c) => (c.schema.$async = true),
      '/schema: the schema does not compile: strict mode: unknown keyword: "$async"',
    ],
    [
      'a keyword that is none of JSON Schema',
      INTEGER,
      (c) => (c.schema.$defs.count.nullable = true),
      '/schema: the schema does not compile: strict mode: unknown keyword: "nullable"',
    ],
    [
      'a reference to nothing',
      INTEGER,
      (c) => (c.schema.properties.rows.$ref = '#/$defs/size'),
      "/schema: the schema does not compile: can't resolve reference #/$defs/size from id #",
    ],
    [
      'an external reference',
      INTEGER,
      (c) => (c.schema.properties.rows.$ref = 'https://example.org/count.json'),
      '/schema/properties/rows/$ref: a schema refers only to its own parts: a reference starts with #',
    ],
  ];
  test.each(edits)('%s', async (_, file, change, expected) => {
    const folder = copyOfFewContracts();
    if (file === INTEGER)
      for (const gone of ['claims', 'transforms', 'capabilities'])
        rmSync(join(folder, 'matrix', gone), { recursive: true });
    edit(folder, file, change);
    expect(await refusal(() => loadContracts([folder]))).toBe(`CONTRACT_INVALID ${file}: ${expected}`);
  });

  const layouts: [string, (folder: string) => void, string][] = [
    [
      'nothing in it',
      (f) => rmSync(join(f, 'matrix'), { recursive: true }) ?? rmSync(join(f, 'number'), { recursive: true }),
      'CONTRACT_INVALID <folder>: this folder holds no contracts',
    ],
    [
      'a misspelt kind',
      (f) => renameSync(join(f, 'matrix/claims'), join(f, 'matrix/claim')),
      'CONTRACT_INVALID matrix/claim: a domain holds only the folders values, claims, transforms, capabilities',
    ],
    [
      'a file where a domain belongs',
      (f) => put(f, 'product.json', {}),
      'CONTRACT_INVALID product.json: must be a folder',
    ],
    [
      'a file that is not JSON by name',
      (f) => put(f, 'matrix/claims/product.jsonc', {}),
      'CONTRACT_INVALID matrix/claims/product.jsonc: a contract is a .json file',
    ],
    [
      'a folder that looks like a file',
      (f) => mkdirSync(join(f, 'matrix/claims/x.json')),
      'CONTRACT_INVALID matrix/claims/x.json: a contract is a .json file',
    ],
    [
      'a link to nothing',
      (f) => symlinkSync('gone.json', join(f, 'matrix/claims/x.json')),
      'FILE_UNREADABLE matrix/claims/x.json: this file or folder cannot be read',
    ],
    [
      'a file of megabytes',
      (f) => put(f, PRODUCT, ' '.repeat(300_000)),
      `CONTRACT_INVALID ${PRODUCT}: a contract has at most 262144 bytes`,
    ],
  ];
  test.each(layouts)('%s', async (_, change, expected) => {
    const folder = copyOfFewContracts();
    change(folder);
    const found = await refusal(() => loadContracts([folder]));
    expect(found.replace(folder, '<folder>')).toBe(expected);
  });

  test.each([
    ['empty', ''],
    ['not JSON', '{"kind": "claim",}'],
    ['a duplicate key', '{"kind":"claim","kind":"claim"}'],
    ['a byte order mark', '\ufeff{}'],
    ['a fraction', '{"kind": 1.5}'],
  ])('a file that is %s', async (_, text) => {
    const folder = copyOfFewContracts();
    put(folder, PRODUCT, text);
    expect(await refusal(() => loadContracts([folder]))).toMatch(
      /^CONTRACT_INVALID matrix\/claims\/product\.json: /,
    );
  });

  test('a folder that is not there', async () => {
    expect(await refusal(() => loadContracts(['/nowhere/contracts']))).toBe(
      'FILE_UNREADABLE /nowhere/contracts: this file or folder cannot be read',
    );
  });
});

describe('assumptions', () => {
  const assumed = {
    id: 'divisor',
    description: 'The gcd is one.',
    claim: { id: 'number.gcd@1', contract: '' },
    roles: ['a', 'b', 'bezout'].map((name) => ({ name, type: {} as unknown })),
  };

  test.each<[string, (assumption: Loose) => void, string]>([
    ['as it should be', () => {}, 'accepted'],
    ['of an unknown claim', (a) => (a.claim.id = 'number.lcm@1'), '/claim/id: no claim has this id'],
    [
      'of another edition',
      (a) => (a.claim.contract = `sha256:${OTHER}`),
      '/claim/contract: the claim of this id has another digest',
    ],
    [
      'that leaves a role unbound',
      (a) => a.roles.pop(),
      '/roles: an assumption binds every given role of its claim',
    ],
    [
      'that binds a role the claim lacks',
      (a) => (a.roles[0].name = 'c'),
      '/roles/0/name: the claim has no such given role',
    ],
    [
      'of a type the role does not take',
      (a) => (a.roles[2].type = a.roles[0].type),
      '/roles/2/name: the role does not take values of this type',
    ],
  ])('%s', async (_, change, expected) => {
    const [folder, contracts] = [copyOfFewContracts(), await loadContracts()];
    const gcd = contracts.claim('number.gcd@1');
    const assumption = structuredClone(assumed);
    assumption.claim.contract = gcd.digest;
    for (const role of assumption.roles) {
      role.type = gcd.contract.roles.find(({ name }) => name === role.name)?.types[0];
    }
    change(assumption);
    edit(folder, PRODUCT, (claim) => claim.assumptions.push(assumption));
    rmSync(join(folder, 'lock.json'));
    const at = expected === 'accepted' ? expected : `CONTRACT_INVALID ${PRODUCT}: /assumptions/0${expected}`;
    expect(await refusal(() => loadContracts([folder]))).toBe(at);
  });
});

function valueType(id: string, schema: object): object {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return { kind: 'value-type', id, title: 'X', schema: { $schema, ...schema }, semantics: { value: 'x' } };
}

/** The product as the proof of a transform from left to product. */
function productProof(): object {
  const contract = canonicalise(builtIn(PRODUCT)).digest;
  return { claim: 'matrix.product@1', contract, source_role: 'left', target_role: 'product' };
}

function reference(type: string, claimFile: string): Loose {
  const types: Loose[] = builtIn(claimFile).roles.flatMap((role: Loose) => role.types);
  return types.find((candidate) => candidate.type === type);
}
