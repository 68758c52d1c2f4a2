import { loadRules } from '../../domains/load-rules.ts';
import { matchStatement } from '../../services/match.ts';
import type { Run } from '../command.ts';
import { EXIT, worstExit } from '../exit.ts';
import { readHandoffFile, resolveHandoff } from '../handoff.ts';
import { type JudgeOptions, judge } from '../judge.ts';
import { judgementJson, judgementText } from '../render/check.ts';
import { differenceJson, differenceText } from '../render/match.ts';
import { json } from '../terminal.ts';

/** `assay match ANSWER BUNDLE…`: checks each bundle as `check` does, then compares statements. */
export const run: Run<JudgeOptions> = async (
  [answerFile = '', ...files],
  options,
  { terminal, environment },
) => {
  const answer = await resolveHandoff(
    answerFile,
    await readHandoffFile(answerFile),
    await loadRules(options.contracts),
  );
  const judgements = await judge(files, options, environment);
  const results = judgements.map((judgement) => {
    const { checked } = judgement;
    return { judgement, difference: checked === undefined ? undefined : matchStatement(answer, checked) };
  });
  const exit = worstExit(
    results.map(({ judgement, difference }) => (difference ? EXIT.refused : judgement.exit)),
  );
  terminal.out(
    options.json
      ? json({
          exit,
          bundles: results.map(({ judgement, difference }) => ({
            ...judgementJson(judgement),
            ...differenceJson(difference),
          })),
        })
      : results
          .map(({ judgement, difference }) => differenceText(difference) + judgementText(judgement))
          .join('\n'),
  );
  return exit;
};
