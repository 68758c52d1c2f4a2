import { expect, test } from 'vitest';
import { EXAMPLE_KINDS, readExamples } from '../../src/contracts/examples.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { BUILT_IN_CONTRACTS } from '../../src/installation.ts';
import { readHandoff } from '../../src/services/handoff.ts';
import { assay } from './support.ts';

const claims = (await loadContracts()).claims();
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

test.each(claims.map((claim) => [claim.contract.id, claim] as const))(
  'contracts show %s says what is claimed, of what, and shows an accepted example and a refused one',
  async (id, claim) => {
    const { statement, scope, roles } = claim.contract;
    const { exit, out } = await assay(['contracts', 'show', id]);
    expect(exit).toBe(0);
    const shown = inOneLine(out);
    for (const part of [statement, scope, ...roles.flatMap(({ name, description }) => [name, description])]) {
      expect(shown).toContain(inOneLine(part));
    }
    const examples = await readExamples(claim, [BUILT_IN_CONTRACTS]);
    expect(examples.map(({ kind }) => kind)).toEqual([...EXAMPLE_KINDS]);
    for (const { kind, handoff } of examples) {
      const after = shown.slice(shown.indexOf(`${kind} example`));
      for (const value of Object.values(readHandoff(handoff).roles)) {
        expect(after).toContain(inOneLine(JSON.stringify('document' in value ? value.document : value)));
      }
      const alone = await assay(['contracts', 'show', id, '--example', kind]);
      expect(JSON.parse(alone.out)).toEqual(handoff);
    }
  },
);
