import { loadRules } from '../../domains/load-rules.ts';
import { BUILT_IN_CHECKERS, BUILT_IN_CONTRACTS } from '../../installation.ts';
import { type CheckerTest, testChecker } from '../../services/test-checker.ts';
import { type PlacedChecker, placedCheckers, readCases } from '../checker-cases.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { OwnFolders } from '../own.ts';
import { json, table } from '../terminal.ts';

/** `assay checkers test DIR|ID`: cases, determinism, limits and hostile inputs; 1 where a checker fails. */
export const run: Run<OwnFolders & { readonly json?: boolean }> = async (
  [name = ''],
  options,
  { terminal },
) => {
  const own = options.contracts ?? [];
  const rules = await loadRules(own);
  const placed = await placedCheckers(name, [BUILT_IN_CHECKERS, ...(options.checkers ?? [])]);
  const tested: { checker: PlacedChecker; test: CheckerTest }[] = [];
  for (const checker of placed) {
    if (!options.json) terminal.err(`testing ${checker.program.manifest.id} …\n`);
    const cases = await readCases(checker, rules, [BUILT_IN_CONTRACTS, ...own]);
    tested.push({ checker, test: await testChecker(checker.program, cases, rules) });
  }
  terminal.out(
    options.json
      ? json(tested.map(({ checker: { program }, test }) => ({ ...describe(program), ...test })))
      : tested.map(({ checker, test }) => testText(checker, test)).join('\n'),
  );
  return tested.every(({ test }) => test.faults.length === 0) ? EXIT.certified : EXIT.refused;
};

function describe({ manifest: { id, version }, identity }: PlacedChecker['program']) {
  return { id, version, identity };
}

function testText({ program: { manifest, identity } }: PlacedChecker, test: CheckerTest): string {
  const { time_ms, memory_mib } = manifest.limits;
  const memory = test.peakMib === 0 ? 'not told by this host' : `${test.peakMib} of ${memory_mib} MiB`;
  return table([
    [
      manifest.id,
      `${manifest.version}: ${test.faults.length === 0 ? 'passed' : `${test.faults.length} faults`}`,
    ],
    ...test.faults.map((fault): [string, string] => ['fault', fault]),
    ['cases', `${test.cases}, each run twice`],
    ['hostile inputs', String(test.hostile)],
    ['longest run', `${test.longestMs} of ${time_ms} ms`],
    ['memory', memory],
    ['identity', identity],
  ]);
}
