import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AssayClient, Document, Operand, Place, Value } from '../../src/client/index.ts';
import { ask, newId } from './asking.ts';
import { bezout, handIn, integer, matrix, outputOf } from './samples.ts';
import { all, codeOf, openTestService, problemOf, type TestService, type TestTenant } from './support.ts';

const VALUES: Readonly<Record<string, Document>> = {
  integer: integer(7),
  /** The very members of an integer: only its type says that it is another value. */
  rational: { type: 'number.rational@1', value: { value: '7' } },
  bezout: bezout(1, 1, 0),
  integers: matrix([[7]]),
  rationals: { type: 'matrix.rational@1', value: { rows: 1, columns: 1, entries: [['7']] } },
  graph: { type: 'graph.labelled@1', value: { vertices: ['a', 'b'], edges: [['a', 'b']] } },
  distances: {
    type: 'graph.distance_matrix@1',
    value: {
      vertices: ['a', 'b'],
      distances: [
        [0, 1],
        [1, 0],
      ],
    },
  },
  polynomial: { type: 'polynomial@1', value: { variables: ['x'], terms: [['1', [2]]] } },
};

let service: TestService;
let tenant: TestTenant;
let client: AssayClient;
let session: string;
const held: Record<string, Value> = {};

beforeAll(async () => {
  service = await openTestService();
  tenant = await service.tenant('compatible');
  ({ client } = tenant);
  session = (await client.openSession()).id;
  for (const [name, document] of Object.entries(VALUES)) held[name] = await handIn(client, session, document);
}, 60_000);

afterAll(() => service.close());

interface Fitting {
  readonly place: Place;
  readonly fits: readonly string[];
  readonly through: Readonly<Record<string, readonly string[]>>;
}

const TRANSPOSE = ['MATRIX_TRANSPOSE'];
const MATRICES = { integers: TRANSPOSE, rationals: TRANSPOSE };

const FITTING: readonly Fitting[] = [
  { place: { claim: 'number.gcd@1', role: 'a' }, fits: ['integer'], through: {} },
  { place: { claim: 'number.gcd@1', role: 'bezout' }, fits: ['bezout'], through: {} },
  { place: { capability: 'number.gcd@1', port: 'b' }, fits: ['integer'], through: {} },
  {
    place: { claim: 'matrix.product@1', role: 'left' },
    fits: ['integers', 'rationals'],
    through: { ...MATRICES, graph: ['GRAPH_INCIDENCE'] },
  },
  // The candidate takes no transform.
  { place: { claim: 'matrix.product@1', role: 'product' }, fits: ['integers', 'rationals'], through: {} },
  {
    place: { capability: 'matrix.transpose@1', port: 'matrix' },
    fits: ['integers', 'rationals'],
    through: { ...MATRICES, graph: ['GRAPH_INCIDENCE'] },
  },
  {
    place: { capability: 'matrix.smith_normal_form@1', port: 'matrix' },
    fits: ['integers'],
    through: { integers: TRANSPOSE, graph: ['GRAPH_INCIDENCE'] },
  },
  { place: { claim: 'graph.distances@1', role: 'distances' }, fits: ['distances'], through: {} },
  { place: { claim: 'graph.distances@1', role: 'graph' }, fits: ['graph'], through: {} },
  { place: { capability: 'polynomial.gradient@1', port: 'polynomial' }, fits: ['polynomial'], through: {} },
];

const nameOf = ({ id }: Value) => Object.entries(held).find(([, value]) => value.id === id)?.[0] ?? 'unknown';

describe.each(FITTING)('$place', ({ place, fits, through }) => {
  test('all of the session, newest first, by declared types alone, and why the others do not', async () => {
    const found = await all(client.listCompatible(session, place, { limit: 3 }));
    expect(found.map(({ value }) => nameOf(value))).toEqual(Object.keys(VALUES).toReversed());
    expect(
      found
        .filter((each) => each.fits)
        .map(({ value }) => nameOf(value))
        .toSorted(),
    ).toEqual(fits.toSorted());
    const ways = found.filter((each) => each.through.length > 0);
    expect(Object.fromEntries(ways.map((each) => [nameOf(each.value), each.through]))).toEqual(through);
    for (const { value, fits: fitting, reason } of found) {
      expect(value).toEqual(held[nameOf(value)]);
      if (fitting) expect(reason).toBeNull();
      else expect(reason).toContain(value.reference.value_type);
    }
  });

  test('what it says is what is done', async () => {
    for (const { value, fits: fitting, through: ways } of await all(client.listCompatible(session, place))) {
      const { reference } = value;
      expect(await isTaken(place, { reference }), nameOf(value)).toBe(fitting);
      for (const kind of ['MATRIX_TRANSPOSE', 'GRAPH_INCIDENCE', 'POLYNOMIAL_GRADIENT']) {
        const derived = { source: { reference }, transform: { kind } };
        expect(await isTaken(place, derived), `${kind} of ${nameOf(value)}`).toBe(ways.includes(kind));
      }
    }
  });
});

/** Whether an operand may stand at a place, whatever else is missing there. */
async function isTaken(place: Place, operand: Operand): Promise<boolean> {
  const refused = ['ROLE_TYPE', 'PORT_INCOMPATIBLE', 'TRANSFORM_NOT_DECLARED'];
  if ('claim' in place) {
    const { contract } = service.service.forTenant(tenant.id).rules.contracts.claim(place.claim);
    // What else is given is of no use; the roles are looked at one by one, in the order of the claim.
    const others = contract.roles.map(({ name }) => [name, { handle: 'none' }] as const);
    const before = contract.roles.slice(
      0,
      contract.roles.findIndex(({ name }) => name === place.role),
    );
    const roles: Record<string, Operand> = Object.fromEntries(others);
    for (const { name, types } of before) roles[name] = { reference: ofType(types[0]?.type).reference };
    roles[place.role] = operand;
    const problem = await problemOf(client.verify({ claim: place.claim, roles, session }));
    return !(refused.includes(problem?.code ?? '') && problem?.at?.startsWith(`/roles/${place.role}`));
  }
  const { contract } = service.service.forTenant(tenant.id).rules.contracts.capability(place.capability);
  const inputs: Record<string, Operand> = {};
  for (const { name, types } of contract.inputs)
    inputs[name] = { reference: ofType(types[0]?.type).reference };
  inputs[place.port] = operand;
  const run = { capability: place.capability, inputs };
  const asked = { method: 'POST', path: `/v1/sessions/${throwaway}/invocations`, body: run };
  const { text } = await ask(service, tenant.bearer, asked);
  const problem = JSON.parse(text);
  return !(refused.includes(problem.code) && String(problem.at).startsWith(`/inputs/${place.port}`));
}

/** Where runs are tried, so that the session holds what it held. */
let throwaway: string;
beforeAll(async () => {
  throwaway = (await client.openSession()).id;
});

function ofType(type: string | undefined): Value {
  const value = Object.values(held).find(({ reference }) => reference.value_type === type);
  if (value === undefined) throw new Error(`nothing of the type ${type} is held`);
  return value;
}

const REFUSED: readonly (readonly [string, string, string])[] = [
  ['an unknown claim', 'claim=number.lcm@1&role=a', 'CLAIM_UNKNOWN'],
  ['an unknown role', 'claim=number.gcd@1&role=c', 'ROLE_UNKNOWN'],
  ['an unknown capability', 'capability=number.lcm@1&port=a', 'CAPABILITY_UNKNOWN'],
  ['an unknown port', 'capability=number.gcd@1&port=c', 'PORT_UNDECLARED'],
  ['an output port', 'capability=number.gcd@1&port=bezout', 'PORT_UNDECLARED'],
  ['a capability without inputs', 'capability=number.document@1&port=document', 'PORT_UNDECLARED'],
  ['no place', '', 'REQUEST_INVALID'],
  ['half a place', 'claim=number.gcd@1', 'REQUEST_INVALID'],
  ['two halves', 'claim=number.gcd@1&port=a', 'REQUEST_INVALID'],
  ['two places', 'claim=number.gcd@1&role=a&capability=number.gcd@1&port=a', 'REQUEST_INVALID'],
];

test.each(REFUSED)('%s', async (_, query, code) => {
  const path = `/v1/sessions/${session}/compatible?${query}`;
  const { text } = await ask(service, tenant.bearer, { method: 'GET', path });
  expect(JSON.parse(text).code).toBe(code);
});

test('what a capability gave that was withdrawn since fits nowhere, as it is or by a transform', async () => {
  const { id } = await client.openSession();
  const incidence = matrix([[-1, 1]], { row_labels: ['a→b'], column_labels: ['a', 'b'] });
  const inputs = { graph: { document: VALUES.graph ?? integer(0) } };
  const run = { capability: 'graph.incidence@1', inputs, outputs: { incidence } };
  const given = outputOf(await client.submitInvocation(id, run), 'incidence');
  const same = await handIn(client, id, incidence);
  const places: readonly Place[] = [
    { claim: 'matrix.transpose@1', role: 'matrix' },
    { capability: 'matrix.transpose@1', port: 'matrix' },
  ];
  const fitting = { fits: true, through: TRANSPOSE, reason: null };
  for (const place of places) {
    expect(await all(client.listCompatible(id, place))).toEqual([
      { value: same, ...fitting },
      { value: given, ...fitting },
    ]);
  }
  await service.admin.withdrawCapability('graph.incidence@1', 'it was wrong');
  const reason = 'graph.incidence@1 was withdrawn: it was wrong';
  for (const place of places) {
    // Equal bytes that another capability gave are as good as before.
    expect(await all(client.listCompatible(id, place))).toEqual([
      { value: same, ...fitting },
      { value: given, fits: false, through: [], reason },
    ]);
  }
});

test.each(['schema', 'semantics'])(
  'what was made of a type with another %s fits nowhere by a transform, too',
  async (changed) => {
    const { id } = await client.openSession();
    const graph = await handIn(client, id, VALUES.graph ?? integer(0));
    const place = { claim: 'matrix.product@1', role: 'left' };
    const [before] = await all(client.listCompatible(id, place));
    expect(before).toMatchObject({ fits: false, through: ['GRAPH_INCIDENCE'] });
    // As if it had been made under an earlier contract: those of the installation do not change.
    const database = new Database(join(service.data, 'assay.sqlite'));
    database
      .prepare(`UPDATE value_references SET ${changed} = ? WHERE id = ?`)
      .run(`artifact://sha256/${'0'.repeat(64)}`, graph.id);
    database.close();
    const [after] = await all(client.listCompatible(id, place));
    expect(after).toMatchObject({ fits: false, through: [], reason: before?.reason });
    const [itself] = await all(client.listCompatible(id, { claim: 'graph.distances@1', role: 'graph' }));
    const reason = 'it is a graph.labelled@1 under another schema or other semantics';
    expect(itself).toMatchObject({ fits: false, through: [], reason });
  },
);

test('of no session there is nothing to choose from', async () => {
  const place = { claim: 'number.gcd@1', role: 'a' };
  expect(await codeOf(all(client.listCompatible(newId(), place)))).toBe('SESSION_UNKNOWN');
  expect(await all(client.listCompatible((await client.openSession()).id, place))).toEqual([]);
});

test('a distance matrix has no port and no transform that could drop its labels', () => {
  const type = 'graph.distance_matrix@1';
  const { contracts } = service.service.forTenant(tenant.id).rules;
  expect(contracts.transformsFrom(type)).toEqual([]);
  const taking = contracts
    .capabilities()
    .flatMap(({ contract: { id, inputs } }) =>
      inputs
        .filter(({ types }) => types.some((each) => each.type === type))
        .map(({ name }) => `${id} ${name}`),
    );
  expect(taking).toEqual([]);
  const roles = contracts
    .claims()
    .flatMap(({ contract: { id, roles: declared } }) =>
      declared
        .filter(({ types }) => types.some((each) => each.type === type))
        .map(({ name }) => `${id} ${name}`),
    );
  expect(roles).toEqual(['graph.distances@1 distances']);
  // And the labels are part of the value: there is none without them.
  const schema = JSON.stringify(contracts.valueType(type).contract.schema);
  expect(JSON.parse(schema).required).toContain('vertices');
});
