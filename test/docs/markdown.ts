/** One command of a page's `console` blocks, the output printed under it, and the exit code a line `# exit N` names. */
export interface ConsoleExample {
  readonly command: string;
  readonly args: readonly string[];
  readonly expected: string;
  readonly exit: number;
}

/** A program of a page, in a block `ts`. */
export interface Program {
  readonly program: string;
}

export function isProgram(example: ConsoleExample | Program): example is Program {
  return 'program' in example;
}

/** Commands and programs in the order in which they stand, each with a name for its test. */
export function examples(page: string): (readonly [name: string, ConsoleExample | Program])[] {
  const found: (readonly [string, ConsoleExample | Program])[] = [];
  for (const [, kind, block = ''] of page.matchAll(/^```(console|ts)\n([\s\S]*?)^```/gm)) {
    if (kind === 'ts') found.push([`program after ${found.length} examples`, { program: block }]);
    else found.push(...commandsOf(block).map((example) => [example.command, example] as const));
  }
  return found;
}

function commandsOf(block: string): ConsoleExample[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...lines] = part.trimEnd().split('\n');
      const exit = lines.flatMap((line) => /^# exit (\d+)$/.exec(line)?.[1] ?? []);
      const expected = lines.filter((line) => !line.startsWith('# exit ')).join('\n');
      return { command, args: command.split(' ').slice(1), expected, exit: Number(exit[0] ?? 0) };
    });
}

/** Whether output fits what a page shows: `…` stands for anything, and runs of spaces count as one. */
export function matchesOutput(output: string, expected: string): boolean {
  const pattern = expected
    .trim()
    .split(/…|\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const glue = [...expected.trim().matchAll(/…|\s+/g)].map(([separator]) =>
    separator === '…' ? '[\\s\\S]*' : '\\s+',
  );
  const source = pattern.map((word, at) => word + (glue[at] ?? '')).join('');
  return new RegExp(
    `^${source.replaceAll('\\s+[\\s\\S]*', '[\\s\\S]*').replaceAll('[\\s\\S]*\\s+', '[\\s\\S]*')}`,
  ).test(output.replace(/^checking .*\n/m, ''));
}
