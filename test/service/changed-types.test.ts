import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AssayClient, Document, Operand, Place, Run, Value } from '../../src/client/index.ts';
import { fillContracts } from '../../src/contracts/fill.ts';
import { edit, type Loose, put } from '../contracts/folder.ts';
import { handleOf, outputOf } from './samples.ts';
import { all, codeOf, openTestService, type TestService, testService } from './support.ts';

const EXAMPLE = new URL('../../examples/sorting/contracts', import.meta.url).pathname;
const TYPE = 'sequence/values/integers.json';
const ports = (...names: readonly string[]) =>
  names.map((name) => ({ name, description: 'A list.', types: [{ type: 'sequence.integers@1' }] }));

/** The contracts of an example, with capabilities for its lists, as somebody's own. */
async function ownContracts(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-contracts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(EXAMPLE, folder, { recursive: true });
  const capability = { kind: 'capability', title: 'Lists', description: 'Makes a list.' };
  const make = { ...capability, id: 'sequence.make@1', inputs: [], outputs: ports('list') };
  const sort = { ...capability, id: 'sequence.sort@1', inputs: ports('list'), outputs: ports('sorted') };
  put(folder, 'sequence/capabilities/make.json', make);
  put(folder, 'sequence/capabilities/sort.json', sort);
  await fillContracts(folder, []);
  return folder;
}

const LIST: Document = { type: 'sequence.integers@1', value: { items: ['2', '1'] } };
const SORTED: Document = { type: 'sequence.integers@1', value: { items: ['1', '2'] } };

const PLACES: readonly Place[] = [
  { claim: 'sequence.sorted@1', role: 'list' },
  { claim: 'sequence.sorted@1', role: 'sorted' },
  { capability: 'sequence.sort@1', port: 'list' },
];

/** What each place makes of some of the values that a session holds, newest first. */
function fitting(client: AssayClient, session: string, ...values: readonly Value[]) {
  const ids = values.map(({ id }) => id);
  return Promise.all(
    PLACES.map(async (place) =>
      (await all(client.listCompatible(session, place))).filter(({ value }) => ids.includes(value.id)),
    ),
  );
}

/** What a value is refused with: in a role, at a port, and in either step of a pipeline. */
function refusals(client: AssayClient, session: string, list: Operand): Promise<readonly string[]> {
  const verify = { claim: 'sequence.sorted@1', roles: { list, sorted: { document: SORTED } } };
  const run: Run = { capability: 'sequence.sort@1', inputs: { list }, outputs: { sorted: SORTED } };
  return Promise.all(
    [
      client.verify({ ...verify, session }),
      client.verifyLater({ ...verify, session }),
      client.submitInvocation(session, run),
      client.runPipeline({ session, steps: [{ name: 'one', run }] }),
      client.runPipeline({ session, steps: [{ name: 'one', verify }] }),
    ].map(codeOf),
  );
}

test.each([
  [
    'another schema',
    'VALUE_REFERENCE_SCHEMA_MISMATCH',
    (type: Loose) => void Object.assign(type.schema, { title: 'another one' }),
  ],
  [
    'other semantics',
    'VALUE_REFERENCE_SEMANTICS_MISMATCH',
    (type: Loose) => void Object.assign(type.semantics, { order: 'The order says nothing.' }),
  ],
])('a value whose type has %s by now: %s, by reference and by handle', async (_, code, change) => {
  const folder = await ownContracts();
  const first = await openTestService({ contracts: [folder] });
  onTestFinished(() => rmSync(first.data, { recursive: true, force: true }));
  const { bearer, client: before } = await first.tenant('lists');
  const { id: session } = await before.openSession();
  const made = { capability: 'sequence.make@1', inputs: {}, outputs: { list: LIST } };
  const value = outputOf(await before.submitInvocation(session, made), 'list');
  const ways = [{ reference: value.reference }, { handle: handleOf(value) }];
  // No checker decides the claim here: that is what stands in the way of a value that is used as it was made.
  const usable = [
    'CHECKER_NOT_AUTHORISED',
    'CHECKER_NOT_AUTHORISED',
    'none',
    'none',
    'CHECKER_NOT_AUTHORISED',
  ];
  for (const way of ways) expect(await refusals(before, session, way)).toEqual(usable);
  await end(first);

  edit(folder, TYPE, change);
  await fillContracts(folder, []);
  const { data, clock } = first;
  const second = await openTestService({ contracts: [folder], data, clock });
  onTestFinished(() => end(second));
  const client = second.client(bearer);
  for (const way of ways) expect(await refusals(client, session, way)).toEqual(Array(5).fill(code));
  expect(await codeOf(client.promoteValue(value.id))).toBe(code);
  expect(await client.showValue(value.id)).toMatchObject({ reference: value.reference, expired: false });
  // What is made now is of the new type, and is used.
  const anew = outputOf(await client.submitInvocation(session, made), 'list');
  expect(await refusals(client, session, { handle: handleOf(anew) })).toEqual(usable);
  const fits = { fits: true, through: [], reason: null };
  const reason = 'it is a sequence.integers@1 under another schema or other semantics';
  expect(await fitting(client, session, value, anew)).toEqual(
    PLACES.map(() => [
      { value: anew, ...fits },
      { value, fits: false, through: [], reason },
    ]),
  );
});

test('a transform that is declared and has no code here makes nothing fit', async () => {
  const folder = await ownContracts();
  const map = { source: { type: 'sequence.integers@1' }, target: { type: 'sequence.integers@1' } };
  put(folder, 'sequence/transforms/sorted.json', {
    kind: 'transform',
    id: 'SEQUENCE_SORTED',
    title: 'Sorted',
    description: 'Sorts a list.',
    maps: [map],
    proof: { claim: 'sequence.sorted@1', contract: '', source_role: 'list', target_role: 'sorted' },
  });
  await fillContracts(folder, []);
  const { tenant } = await testService({ contracts: [folder] });
  const { client } = await tenant('lists');
  const { id: session } = await client.openSession();
  const made = { capability: 'sequence.make@1', inputs: {}, outputs: { list: LIST } };
  const value = outputOf(await client.submitInvocation(session, made), 'list');
  const fits = { value, fits: true, through: [], reason: null };
  expect(await fitting(client, session, value)).toEqual(PLACES.map(() => [fits]));
  const list = { source: { reference: value.reference }, transform: { kind: 'SEQUENCE_SORTED' } };
  expect(await refusals(client, session, list)).toEqual(Array(5).fill('TRANSFORM_NOT_DECLARED'));
});

test('a value whose capability is no longer installed fits nowhere', async () => {
  const folder = await ownContracts();
  const first = await openTestService({ contracts: [folder] });
  onTestFinished(() => rmSync(first.data, { recursive: true, force: true }));
  const { bearer, client: before } = await first.tenant('lists');
  const { id: session } = await before.openSession();
  const made = { capability: 'sequence.make@1', inputs: {}, outputs: { list: LIST } };
  const value = outputOf(await before.submitInvocation(session, made), 'list');
  await end(first);

  rmSync(join(folder, 'sequence/capabilities/make.json'));
  const { data, clock } = first;
  const second = await openTestService({ contracts: [folder], data, clock });
  onTestFinished(() => end(second));
  const client = second.client(bearer);
  const reason = 'sequence.make@1 was withdrawn: it is no longer installed';
  const fits = { value, fits: false, through: [], reason };
  expect(await fitting(client, session, value)).toEqual(PLACES.map(() => [fits]));
  const refused = await refusals(client, session, { reference: value.reference });
  expect(refused).toEqual(Array(5).fill('VALUE_REFERENCE_STALE_VERSION'));
});

async function end({ server, service }: TestService): Promise<void> {
  await server.stop();
  await service.close();
}
