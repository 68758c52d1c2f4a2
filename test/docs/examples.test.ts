import { spawnSync } from 'node:child_process';
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
import { type ConsoleExample, consoleExamples, matchesOutput, programs } from './markdown.ts';

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

function node(...args: string[]): { status: number | null; output: string } {
  const { ASSAY_DATA: _data, ASSAY_TRUST: _trust, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  return { status, output: stdout + stderr };
}

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8');

  test.each(consoleExamples(text))('$command', ({ args, expected, exit }: ConsoleExample) => {
    const { status, output } = node(command, ...args);
    expect(status, output).toBe(exit);
    expect(matchesOutput(output, expected), `${output}\n--- does not fit ---\n${expected}`).toBe(true);
  });

  test.each(programs(text))('program %#', (program) => {
    writeFileSync(join(folder, 'example.ts'), program);
    const { status, output } = node('example.ts');
    expect(status, output).toBe(0);
  });

  test.runIf(/^```json\n/m.test(text))('JSON examples are JSON', () => {
    for (const [, block = ''] of text.matchAll(/^```json\n([\s\S]*?)^```/gm))
      expect(() => JSON.parse(block)).not.toThrow();
  });
});
