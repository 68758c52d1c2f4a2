import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AssayClient, Document, Operand, Run } from '../../src/client/index.ts';
import { fillContracts } from '../../src/contracts/fill.ts';
import { edit, type Loose, put } from '../contracts/folder.ts';
import { handleOf, outputOf } from './samples.ts';
import { all, codeOf, openTestService, type TestService } from './support.ts';

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
  const list = { claim: 'sequence.sorted@1', role: 'list' };
  const port = { capability: 'sequence.sort@1', port: 'list' };
  for (const place of [list, port]) {
    const listed = await all(client.listCompatible(session, place));
    expect(listed.filter(({ value: { id } }) => id === value.id)).toEqual([
      {
        value: await client.showValue(value.id),
        fits: false,
        through: [],
        reason: 'it is a sequence.integers@1 under another schema or other semantics',
      },
    ]);
  }
  // What is made now is of the new type, and is used.
  const anew = outputOf(await client.submitInvocation(session, made), 'list');
  expect(await refusals(client, session, { handle: handleOf(anew) })).toEqual(usable);
  const fitting = await all(client.listCompatible(session, list));
  expect(fitting.map(({ value: { id }, fits }) => [id, fits])).toEqual(
    expect.arrayContaining([
      [anew.id, true],
      [value.id, false],
    ]),
  );
});

async function end({ server, service }: TestService): Promise<void> {
  await server.stop();
  await service.close();
}
