import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const CHECKERS = fileURLToPath(new URL('../../checkers', import.meta.url));
const TESTS = fileURLToPath(new URL('.', import.meta.url));

/** How many cases the tests compare with a twin, for each checker: what stands in their calls of `compareWithTwin`. */
const compared = globSync('**/*.test.ts', { cwd: TESTS }).reduce((runs, file) => {
  const text = readFileSync(`${TESTS}/${file}`, 'utf8');
  for (const [call, checker = ''] of text.matchAll(/compareWithTwin\(\s*'([^']*)',\s*\{[^}]*\},/g)) {
    const [, numRuns = '0'] = /numRuns: (\d+) \},$/.exec(call) ?? [];
    runs.set(checker, (runs.get(checker) ?? 0) + Number(numRuns));
  }
  return runs;
}, new Map<string, number>());

const ids = globSync('*/*/checker.json', { cwd: CHECKERS }).map((file) => {
  const manifest: { readonly id: string } = JSON.parse(readFileSync(`${CHECKERS}/${file}`, 'utf8'));
  return manifest.id;
});

describe('the twins of the checkers', () => {
  it.each(ids.toSorted())('%s is compared with one in at least 2,000 random cases', (id) => {
    expect(compared.get(id) ?? 0).toBeGreaterThanOrEqual(2000);
  });

  it('are those of the checkers, and of nothing else', () => {
    expect([...compared.keys()].toSorted()).toEqual(ids.toSorted());
  });
});
