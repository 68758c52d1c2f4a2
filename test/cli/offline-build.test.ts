import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { main } from '../../src/cli/main.ts';
import type { Environment } from '../../src/cli/settings.ts';
import { assay, folderOf, PAW, put, type Ran, temporaryFolder } from './support.ts';

const offline: { readonly main: typeof main } = createRequire(import.meta.url)('../../dist/cli/offline.cjs');

async function built(argv: readonly string[], environment: Environment = {}): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  const exit = await offline.main(argv, { terminal, environment });
  return { exit, out: out.join(''), err: err.join('') };
}

test('the file that is built for `check` says what the sources say', async () => {
  const data = join(temporaryFolder(), 'data');
  const trust = join(data, 'assay-trust.json');
  const files = folderOf({ 'broken.assay.json': '{"bundle":"1"', 'empty.assay.json': '' });
  const bundle = join(files, 'g.assay.json');
  const conditional = join(files, 'open.assay.json');
  const certify = ['certify', join(PAW, 'handoff.json'), '--data', data];
  expect(await assay([...certify, '--discharge', '--out', bundle])).toMatchObject({ exit: 0 });
  expect(await assay([...certify, '--out', conditional])).toMatchObject({ exit: 4 });
  put(join(files, 'other.json'), { type: 'number.integer@1', value: { value: '1' } });

  const exits = new Set<number>();
  for (const words of [
    [bundle, '--trust', trust],
    [bundle, conditional, '--trust', trust, '--json'],
    [bundle, '--trust', trust, '--value', `product=${join(PAW, 'G.json')}`],
    [bundle, '--trust', trust, '--value', `product=${join(PAW, 'G-changed.json')}`],
    [bundle, '--trust', trust, '--value', `nothing=${join(files, 'other.json')}`],
    [join(files, 'broken.assay.json'), '--trust', trust, '--json'],
    [join(files, 'empty.assay.json'), '--trust', trust],
    [join(files, 'absent.assay.json'), '--trust', trust],
    [bundle],
    [bundle, '--trust', bundle],
    [bundle, '--data', data],
    [bundle, '--unknown'],
    [],
    ['--help'],
  ]) {
    const ran = await built(['check', ...words]);
    expect(ran).toEqual(await assay(['check', ...words]));
    exits.add(ran.exit);
  }
  expect(exits).toEqual(new Set([0, 1, 2, 4]));
});
