import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import { FORMAT_NAMES } from '../../src/importing/formats.ts';
import { imported } from './support.ts';

const FILES: Readonly<Record<string, readonly string[]>> = {
  'dimacs-cnf': ['c x\np cnf 4 3\n1 -2 0\n3 4\n0 -1 0\n'],
  'dimacs-col': ['c x\np edge 4 3\ne 1 2\ne 3 4\ne 2 3\n'],
  lrat: ['5 2 0 1 2 0\n5 d 1 2 0\n6 -2 1 0 -3 5 0\n8 0 5 6 0\n'],
  graph6: ['>>graph6<<DQc\n', 'EQjO\n'],
  'matrix-market': [
    '%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 3\n1 1 1.5\n3 2 -2e-1\n2 1 7\n',
    '%%MatrixMarket matrix array integer general\n2 2\n1\n-2\n3\n4\n',
  ],
  mps: [
    'NAME T\nOBJSENSE\n MAX\nROWS\n N C\n L R\n G Q\nCOLUMNS\n X C 1 R -.5\n X Q 2\n Y R 3\nRHS\n B R 4 Q -1\nBOUNDS\n UP B X 4\n MI B Y\nENDATA\n',
    'NAME\nROWS\n N  C\n L  R\nCOLUMNS\n    X         C                   1.   R                   2.\nRHS\n    B         R                   4.\nENDATA\n',
  ],
};

/** Pieces that make sense somewhere, and others that do not. */
const PIECES = [
  '0',
  '-1',
  '9',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '.',
  'e',
  'c',
  '%',
  '*',
  '~',
  '?',
  'd',
  "'MARKER'",
  '\0',
  '\xff',
];

interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat(300),
  remove: fc.nat(4),
  insert: fc.oneof(fc.constantFrom('', ...PIECES), fc.string({ maxLength: 3, unit: 'binary-ascii' })),
});

function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { at, remove, insert } of edits) {
    const place = at % (result.length + 1);
    result = result.slice(0, place) + insert + result.slice(place + remove);
  }
  return result;
}

/** Either a document that keeps every rule of its type, or a refusal at a line. Pieces of the file make no difference. */
function requireAnswer(format: string, text: string): void {
  expect(answer(format, text, 64)).toEqual(answer(format, text, 1));
}

function answer(format: string, text: string, piece: number): unknown {
  try {
    return imported(format, text, piece);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    expect(error.code).toMatch(/^(IMPORT_MALFORMED|DOCUMENT_SIZE)$/);
    expect(error.at).toMatch(/^line [1-9][0-9]*$/);
    return [error.code, error.at, error.message];
  }
}

describe.each(FORMAT_NAMES)('%s', (format) => {
  const files = FILES[format.replace(/^mps-.*/, 'mps')] ?? [];

  test('whatever is changed in a file, it is read or refused at a line', () => {
    expect(files.map((file) => answer(format, file, 64))).toContainEqual({
      type: expect.any(String),
      value: expect.anything(),
    });
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(edit, { minLength: 1, maxLength: 3 }), (file, edits) =>
        requireAnswer(format, edited(file, edits)),
      ),
      { numRuns: 400 },
    );
  });

  test('so is anything else', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary-ascii' }))),
        (parts) => requireAnswer(format, parts.join('')),
      ),
      { numRuns: 100 },
    );
  });
});
