import type { Run } from '../command.ts';
import { worstExit } from '../exit.ts';
import { type JudgeOptions, judge } from '../judge.ts';
import { judgementJson, judgementText } from '../render/check.ts';
import { json } from '../terminal.ts';

/** `assay check BUNDLE…`: offline; reads files and writes none. */
export const run: Run<JudgeOptions> = async (files, options, { terminal, environment }) => {
  const judgements = await judge(files, options, environment);
  const exit = worstExit(judgements.map((judgement) => judgement.exit));
  terminal.out(
    options.json
      ? json({ exit, bundles: judgements.map(judgementJson) })
      : judgements.map(judgementText).join('\n'),
  );
  return exit;
};
