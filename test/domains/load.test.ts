import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from './rules.ts';

const folders = readdirSync(new URL('../../src/domains/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

test.each(folders)(
  'the domain %s bears the name of its folder, and its code belongs to contracts',
  async (name) => {
    const { domain } = await import(`../../src/domains/${name}/index.ts`);
    expect(domain.name).toBe(name);
    for (const id of Object.keys(domain.values)) rules.contracts.valueType(id);
    for (const id of Object.keys(domain.transforms))
      expect(rules.domains.transform(id)).toBe(domain.transforms[id]);
  },
);

test('every built-in transform has code', () => {
  for (const { contract } of rules.contracts.list()) {
    if (contract.kind === 'transform') expect(rules.domains.transform(contract.id)).toBeDefined();
  }
});
