/**
 * Writes an accepted and a refused example of every claim, contracts/<domain>/examples/<claim>.{accepted,refused}.json, from
 * their definitions; with --check fails where one differs. Spacing is Biome's.
 *
 *   node scripts/generate-examples.ts [--check]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_IN_CONTRACTS } from '../src/installation.ts';
import type { Examples, Given } from './examples/example.ts';
import { graphs } from './examples/graph.ts';
import { logic } from './examples/logic.ts';
import { matrices } from './examples/matrix.ts';
import { matroids } from './examples/matroid.ts';
import { numbers } from './examples/number.ts';
import { optimization } from './examples/optimization.ts';
import { polynomials } from './examples/polynomial.ts';

const domains: Readonly<Record<string, Examples>> = {
  graph: graphs,
  logic,
  matrix: matrices,
  matroid: matroids,
  number: numbers,
  optimization,
  polynomial: polynomials,
};
const check = process.argv.includes('--check');

for (const [domain, examples] of Object.entries(domains)) {
  for (const [name, { accepted, refused }] of Object.entries(examples)) {
    const { id } = JSON.parse(
      readFileSync(join(BUILT_IN_CONTRACTS, domain, 'claims', `${name}.json`), 'utf8'),
    );
    keep(`${domain}/examples/${name}.accepted.json`, handoff(id, accepted));
    keep(`${domain}/examples/${name}.refused.json`, handoff(id, { ...accepted, ...refused }));
  }
}

function handoff(claim: string, roles: Readonly<Record<string, Given>>): object {
  const documents = Object.entries(roles).map(([role, document]) => [role, { document }]);
  return { handoff: '1', claim, roles: Object.fromEntries(documents) };
}

function keep(path: string, content: object): void {
  const file = join(BUILT_IN_CONTRACTS, path);
  const found = existsSync(file) ? JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))) : '';
  if (found === JSON.stringify(content)) return;
  if (check) {
    process.stderr.write(
      `contracts/${path} differs from its definition; run node scripts/generate-examples.ts\n`,
    );
    process.exitCode = 1;
    return;
  }
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
