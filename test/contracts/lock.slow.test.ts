import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { builtIn, copyOfContracts, edit, put } from './folder.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/lock-contracts.ts', import.meta.url));
const PRODUCT = 'matrix/claims/product.json';

function lock(mode: string, ...folder: string[]): { status: number | null; text: string } {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, mode, ...folder], { encoding: 'utf8' });
  return { status, text: stderr };
}

test('the built-in contracts are as they were released', () => {
  expect(lock('--check')).toEqual({ status: 0, text: '' });
});

test('an edit of a released contract is refused, by --add too', () => {
  const folder = copyOfContracts();
  edit(folder, PRODUCT, (claim) => (claim.title = 'Matrix products'));
  const text = 'claim matrix.product@1 differs from the lock: an edit means a new @version\n';
  const before = readFileSync(join(folder, 'lock.json'), 'utf8');
  expect(lock('--check', folder)).toEqual({ status: 1, text });
  expect(lock('--add', folder)).toEqual({ status: 1, text });
  expect(readFileSync(join(folder, 'lock.json'), 'utf8')).toBe(before);
});

test('an edit of a released capability is refused', () => {
  const folder = copyOfContracts();
  edit(folder, 'matrix/capabilities/multiply.json', (capability) => (capability.inputs[0].name = 'first'));
  const text = 'capability matrix.multiply@1 differs from the lock: an edit means a new @version\n';
  expect(lock('--add', folder)).toEqual({ status: 1, text });
});

test('a contract that is gone is refused', () => {
  const folder = copyOfContracts();
  rmSync(join(folder, PRODUCT));
  expect(lock('--add', folder)).toEqual({ status: 1, text: 'claim matrix.product@1 is locked but gone\n' });
});

test('a new contract is added, and the rest stays', () => {
  const folder = copyOfContracts();
  put(folder, 'matrix/claims/product2.json', { ...builtIn(PRODUCT), id: 'matrix.product@2' });
  expect(lock('--check', folder)).toEqual({
    status: 1,
    text: 'claim matrix.product@2 is not locked yet: --add\n',
  });
  expect(lock('--add', folder).status).toBe(0);
  expect(lock('--check', folder).status).toBe(0);
});

test('--fill writes the digests of references, and changes nothing that is filled', () => {
  const folder = copyOfContracts();
  const nowhere = `artifact://sha256/${'0'.repeat(64)}`;
  edit(folder, PRODUCT, (claim) => (claim.roles[0].types[0].schema = nowhere));
  edit(folder, 'matrix/capabilities/multiply.json', (capability) => {
    for (const { types } of [...capability.inputs, ...capability.outputs]) {
      for (const reference of types) delete reference.schema;
    }
  });
  edit(folder, 'matrix/transforms/transpose.json', (transform) => (transform.proof.contract = 'sha256:'));
  expect(lock('--check', folder).text).toContain('transpose.json: /proof/contract: must be a digest');
  expect(lock('--fill', folder).status).toBe(0);
  expect(lock('--check', folder)).toEqual({ status: 0, text: '' });
});

test('without a mode it says how it is used', () => {
  expect(lock('--update').text).toMatch(/^usage: /);
});
