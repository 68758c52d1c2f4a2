import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { prepare } from '../domains/rules.ts';
import { READ, readable, realPath, realText } from './real-files.ts';
import { imported, refused } from './support.ts';
import {
  arrayText,
  type Cnf,
  cnfText,
  colText,
  coordinateText,
  fixedLine,
  freeLine,
  type Graph,
  graph6Text,
  type LinearProgram,
  type Matrix,
  mpsText,
} from './writers.ts';

test('the files are what their table says, byte for byte', () => {
  const table = readFileSync(realPath('README.md'), 'utf8').matchAll(
    /^\| `(.+?)` \| (\d+) \| `([0-9a-f]{64})` \|/gm,
  );
  const said = [...table].map(([, name = '', bytes, sha256]) => [name, Number(bytes), sha256]);
  const names = readdirSync(realPath('.')).filter((name) => !['README.md', '.gitattributes'].includes(name));
  const found = names.map((name) => {
    const bytes = readFileSync(realPath(name));
    return [name, bytes.length, createHash('sha256').update(bytes).digest('hex')];
  });
  expect(found.sort()).toEqual(said.sort());
  expect(found.length).toBeGreaterThan(40);
});

const digestOf = (format: string, text: string, piece: number): string => {
  const { type, value } = imported(format, text, piece);
  return prepare(type, value).bytes.digest;
};

describe.each(READ)('%s: %s', (format, name, text) => {
  test('the pieces it comes in make no difference', () => {
    const digests = [1, 2, 13, 4093, 65_536].map((piece) => digestOf(format, text, piece));
    expect(new Set(digests).size).toBe(1);
  });

  test('what is written of it is the same document', () => {
    const { type, value } = imported(format, text, 4096);
    const { digest } = prepare(type, value).bytes;
    for (const written of filesOf(format, name, value)) expect(digestOf(format, written, 61)).toBe(digest);
  });

  test('a line in the middle that is broken is named', () => {
    const lines = text.split('\n');
    const data = lines.flatMap((line, index) =>
      /^[ e0-9~A-Z-]/.test(line) && line.trim() !== '' ? [index] : [],
    );
    const middle = data[Math.floor(data.length / 2)] ?? 0;
    const broken = lines.with(middle, `${lines[middle]?.trimEnd()} ,`).join('\n');
    expect(refused(format, broken, 19)).toMatch(new RegExp(`^line ${middle + 1}: `));
  });
});

function filesOf(format: string, name: string, value: unknown): string[] {
  switch (format) {
    case 'dimacs-cnf':
      return [cnfText(value as Cnf)];
    case 'lrat':
      return [(value as { lrat: string }).lrat];
    case 'dimacs-col':
      return [colText(value as Graph)];
    case 'graph6':
      return [graph6Text(value as Graph)];
    case 'matrix-market': {
      const field = name.startsWith('incidence') || name.startsWith('laplacian') ? 'integer' : 'real';
      return [coordinateText(value as Matrix, field), arrayText(value as Matrix, field)];
    }
    default: {
      // The long names of the free file do not fit into the columns of a fixed one.
      const layouts = name === 'transport-free.mps' ? [freeLine] : [freeLine, fixedLine];
      return layouts.map((line) => mpsText(value as LinearProgram, line));
    }
  }
}

describe('what is refused', () => {
  test.each([
    ['dimacs-cnf', 'uf20-01.cnf', 'line 100: a % is no part of the format'],
    ['lrat', 'full6.drat', 'line 1: a line begins with a literal'],
    ['lrat', 'full6-binary.drat', 'line 1: a line begins with a number'],
    ['lrat', 'full6.cnf', 'line 1: a whole number'],
    ['dimacs-col', 'queen5_5.col', 'line 28: this edge stands in the file already'],
    ['graph6', 'graphs5.g6', 'line 2: something follows the line of the graph'],
    ['graph6', 'graphs5-header.g6', 'line 2: something follows the line of the graph'],
    ['graph6', 'graphs5.s6', 'line 1: a byte is none of graph6'],
    ['graph6', 'digraphs3.d6', 'line 1: a byte is none of graph6'],
    ['matrix-market', 'jgl009.mtx', 'line 1: the first line must say integer or real'],
    ['matrix-market', 'complex.mtx', 'line 1: the first line must say integer or real'],
    ['mps', 'band.mps', 'line 20: ranges are not read'],
    ['mps', 'integer.mps', 'line 16: integer columns are no part'],
    ['mps-fixed', 'transport-free.mps', 'line 10: something stands outside'],
  ])('%s: %s', (format, name, where) => {
    for (const piece of [1, 4096])
      expect(refused(format, realText(name), piece)).toMatch(new RegExp(`^${where}`));
  });

  test('a line of uf20-01 as a copy of it has it, two lines run together', () => {
    const copy = readable('uf20-01.cnf').replace('\n-8 -9 4 0\n', '\n-8 -9 4 012 -2 17 0\n');
    expect(refused('dimacs-cnf', copy)).toBe('line 25: a number has a leading zero');
  });
});
