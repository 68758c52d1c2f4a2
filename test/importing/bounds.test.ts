import { describe, expect, test } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import { FORMAT_NAMES } from '../../src/importing/formats.ts';
import { pieces, read } from './support.ts';

const MEBIBYTE = 2 ** 20;
const PIECE = 65_536;

/** Hands out `head`, then `line` again and again, and counts what was asked for. */
class Endless {
  taken = 0;
  readonly #head: string;
  readonly #line: string;

  constructor(head: string, line: string) {
    this.#head = head;
    this.#line = line;
  }

  *chunks(most = Number.POSITIVE_INFINITY): Generator<Uint8Array> {
    yield Buffer.from(this.#head);
    const piece = Buffer.from(this.#line.repeat(Math.ceil(PIECE / this.#line.length)));
    while (this.taken < most) {
      this.taken += piece.length;
      yield piece;
    }
  }
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof AssayError) return `${error.code} ${error.at?.replace(/[0-9]+/, 'N')}`;
    throw error;
  }
  return 'accepted';
}

describe('a file without end is refused when the document is full, not when memory is', () => {
  const size = '%%MatrixMarket matrix coordinate integer general\n500 500 250000\n';
  const columns = 'NAME\nROWS\n N C\n L R\nCOLUMNS\n';
  test.each<[format: string, head: string, line: string]>([
    ['dimacs-cnf', 'p cnf 9 9007199254740991\n', '1 2 3 0\n'],
    ['dimacs-cnf', 'p cnf 9 9007199254740991\n', '0\n'],
    ['dimacs-cnf', 'p cnf 9 9007199254740991\n', '1 '],
    ['lrat', '', '5 1 0 2 0\n'],
    ['lrat', '', '\n'],
    ['lrat', '5 ', '1 '],
    ['lrat', '5', '          '],
    ['graph6', '~A??', '~'],
  ])('%s: %j, then %j', (format, head, line) => {
    const endless = new Endless(head, line);
    expect(codeOf(() => read(format, endless.chunks(), MEBIBYTE))).toMatch(/^DOCUMENT_SIZE line N/);
    expect(endless.taken).toBeLessThan(4 * MEBIBYTE);
  });

  test.each<[format: string, head: string, line: string]>([
    ['dimacs-cnf', '', '9'],
    ['dimacs-cnf', '', '0'],
    ['dimacs-cnf', 'p cnf 9 9\n', '9'],
    ['dimacs-cnf', 'p ', 'x'],
    ['dimacs-col', 'p edge 9 9\n', 'e'],
    ['dimacs-col', 'p edge 9 9\ne ', '1'],
    ['lrat', '', '1'],
    ['graph6', '', '?'],
    ['graph6', 'A?', '\n'],
    ['matrix-market', '', '%'],
    ['matrix-market', '%%MatrixMarket matrix ', 'x'],
    ['matrix-market', `${size}1 1 `, '7'],
    ['matrix-market', size, '1 1 1\n'],
    ['mps', 'NAME ', 'x'],

    ['mps', columns, ' X R 1\n'],
    ['mps', `${columns}ENDATA\n`, 'x'],
  ])('%s: %j, then %j: refused at its line', (format, head, line) => {
    const endless = new Endless(head, line);
    expect(codeOf(() => read(format, endless.chunks()))).toMatch(/^IMPORT_MALFORMED line N/);
    expect(endless.taken).toBeLessThan(4 * MEBIBYTE);
  });

  test('columns without end, in both readings of MPS', () => {
    const endless = numbered(`${columns}`, (index) => ` X${index} R 1\n`);
    expect(codeOf(() => read('mps', endless, MEBIBYTE))).toMatch(/^DOCUMENT_SIZE line N/);
  });
});

function* numbered(head: string, line: (index: number) => string): Generator<Uint8Array> {
  yield Buffer.from(head);
  for (let index = 0; ; index += 1000) {
    yield Buffer.from(Array.from({ length: 1000 }, (_, at) => line(index + at)).join(''));
  }
}

describe('a comment may be longer than any string of this runtime', () => {
  test.each([
    ['dimacs-cnf', 'c', 'p cnf 1 1\n1 0\n'],
    ['dimacs-col', 'c', 'p edge 1 0\n'],
    ['matrix-market', '%%MatrixMarket matrix array integer general\n%', '1 1\n7\n'],
    ['mps', '*', 'ROWS\n N C\nCOLUMNS\nENDATA\n'],
  ])('%s', (format, begin, text) => {
    const long = new Endless(begin, 'p cnf 1 1 ');
    const chunks = (function* () {
      yield* long.chunks(2 ** 29);
      yield Buffer.from(`\n${text}`);
    })();
    expect(read(format, chunks, MEBIBYTE).value).toBeDefined();
  });
});

describe('a million lines', () => {
  const million = 1_000_000;

  function* lines(head: string, line: string, end = ''): Generator<Uint8Array> {
    yield Buffer.from(head);
    const piece = Buffer.from(line.repeat(10_000));
    for (let at = 0; at < million; at += 10_000) yield piece;
    yield Buffer.from(end);
  }

  test('of clauses', () => {
    const { value } = read('dimacs-cnf', lines(`p cnf 30 ${million}\n`, '12 -7 30 0\n'));
    const { clauses } = value as { clauses: number[][] };
    expect([clauses.length, clauses.at(-1)]).toEqual([million, [12, -7, 30]]);
  });

  test('of steps of a proof, of which the last is wrong', () => {
    expect(() => read('lrat', lines('', '31 12 -7 0 1 2 0\n', 'c\n'))).toThrow(
      expect.objectContaining({ at: `line ${million + 1}` }),
    );
  });

  test('of empty lines and comments', () => {
    const { value } = read('dimacs-col', lines('p edge 2 1\n', 'c\n\n', 'e 1 2\n'));
    expect(value).toEqual({ vertices: ['1', '2'], edges: [['1', '2']] });
  });

  test('of entries', () => {
    const head = `%%MatrixMarket matrix array real general\n1000 1000\n`;
    const { value } = read('matrix-market', lines(head, '-1.25e-1\n'));
    const { entries } = value as { entries: string[][] };
    expect([entries.length, entries.at(-1)?.length, entries.at(-1)?.at(-1)]).toEqual([1000, 1000, '-1/8']);
  });
});

test('a file that is empty, or nothing but line ends, is refused or an empty proof', () => {
  for (const format of FORMAT_NAMES) {
    for (const text of ['', '\n', '\r\n\r\n']) {
      expect(codeOf(() => read(format, pieces(text, 1)))).toMatch(
        format === 'lrat' ? /^accepted/ : /^IMPORT_MALFORMED line N/,
      );
    }
  }
});
