/** One command of a page's `console` blocks, the output printed under it, and the exit code a line `# exit N` names. */
export interface ConsoleExample {
  readonly command: string;
  readonly args: readonly string[];
  readonly expected: string;
  readonly exit: number;
}

export function consoleExamples(page: string): ConsoleExample[] {
  return [...page.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [command = '', ...lines] = part.trimEnd().split('\n');
        const exit = lines.flatMap((line) => /^# exit (\d+)$/.exec(line)?.[1] ?? []);
        const expected = lines.filter((line) => !line.startsWith('# exit ')).join('\n');
        return { command, args: command.split(' ').slice(1), expected, exit: Number(exit[0] ?? 0) };
      }),
  );
}

export function programs(page: string): string[] {
  return [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
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
