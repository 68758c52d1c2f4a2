import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedCommand } from '../published.ts';
import { type ConsoleExample, examples, isProgram, matchesOutput } from './markdown.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-docs-'));
const command = publishedCommand();

// The README comes first: what its examples make, those of docs/ use.
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

beforeAll(() => {
  for (const name of ['fixtures', 'examples']) symlinkSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/assay'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a page's service is reached by, for the programs that follow. */
let service: { readonly ASSAY_URL: string; readonly ASSAY_TOKEN: string } | undefined;
let serving: ChildProcess | undefined;

function environment(): NodeJS.ProcessEnv {
  const { ASSAY_DATA: _data, ASSAY_TRUST: _trust, ...env } = process.env;
  return { ...env, ...service };
}

function node(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: environment(),
  });
  return { status, output: stdout + stderr };
}

/** Starts a service on a port that is free, and gives what it printed until it served. */
async function serve(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [command, ...args, '--port', '0'], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  serving = child;
  let output = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += chunk;
    const [, url] = /^assay serves at (\S+)\n/m.exec(output) ?? [];
    if (url === undefined) continue;
    service = { ASSAY_URL: url, ASSAY_TOKEN: /shown this once: (\S+)/.exec(output)?.[1] ?? '' };
    return output;
  }
  throw new Error(`the service ended: ${output}`);
}

/** Tells the service of a page to end, as an operator does, and gives its exit code. */
async function stop(): Promise<number | null> {
  const child = serving;
  if (child === undefined) return 0;
  serving = undefined;
  service = undefined;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  return child.exitCode;
}

async function runCommand({ args, expected, exit }: ConsoleExample): Promise<void> {
  const { status, output } =
    args[0] === 'serve' ? { status: 0, output: await serve(args) } : node(command, ...args);
  expect(status, output).toBe(exit);
  expect(matchesOutput(output, expected), `${output}\n--- does not fit ---\n${expected}`).toBe(true);
}

function runProgram(program: string): void {
  writeFileSync(join(folder, 'example.ts'), program);
  const { status, output } = node('example.ts');
  expect(status, output).toBe(0);
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');

  afterAll(async () => expect(await stop()).toBe(0));

  test.each(examples(text))('%s', async (_, example) =>
    isProgram(example) ? runProgram(example.program) : runCommand(example),
  );

  test.runIf(/^```json\n/m.test(text))('JSON examples are JSON', () => {
    for (const [, block = ''] of text.matchAll(/^```json\n([\s\S]*?)^```/gm))
      expect(() => JSON.parse(block)).not.toThrow();
  });
});
