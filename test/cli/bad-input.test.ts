import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assay, folderOf, put, requireOneLine } from './support.ts';

const D = {
  type: 'matrix.integer@1',
  value: {
    rows: 2,
    columns: 2,
    entries: [
      ['1', '-1'],
      ['0', '31337'],
    ],
  },
};
const DOCUMENT = { document: D };
const ROLES = { left: DOCUMENT, right: DOCUMENT, product: DOCUMENT };
const TRANSPOSE = { kind: 'MATRIX_TRANSPOSE' };

function handoff(changes: object = {}, roles: object = {}): object {
  return { handoff: '1', claim: 'matrix.product@1', roles: { ...ROLES, ...roles }, ...changes };
}

function withValue(value: unknown, document: object = {}): object {
  return handoff({}, { product: { document: { ...D, value, ...document } } });
}

type Case = readonly [name: string, code: string, places: readonly string[], content: unknown];

const deep = `${'['.repeat(20_000)}31337${']'.repeat(20_000)}`;
const text = JSON.stringify(handoff());
const product = '/roles/product/document';

const HANDOFFS: readonly Case[] = [
  ['an unknown claim', 'CLAIM_UNKNOWN', [], handoff({ claim: 'matrix.31337@1' })],
  [
    'a claim by the name of a member every object has',
    'CLAIM_UNKNOWN',
    [],
    handoff({ claim: 'constructor' }),
  ],
  ['a claim without version', 'CLAIM_UNKNOWN', [], handoff({ claim: 'matrix.product' })],
  ['a claim that is a number', 'HANDOFF_INVALID', ['/claim'], handoff({ claim: 31337 })],
  [
    'a role missing',
    'ROLE_MISSING',
    ['/roles/right', 'left, right, product'],
    handoff({ roles: { left: DOCUMENT, product: DOCUMENT } }),
  ],
  ['no roles', 'ROLE_MISSING', ['/roles/left'], handoff({ roles: {} })],
  ['a role unknown', 'ROLE_UNKNOWN', ['/roles/middle'], handoff({}, { middle: DOCUMENT })],
  [
    'a role __proto__',
    'ROLE_UNKNOWN',
    ['/roles/__proto__'],
    text.replace('"roles":{', '"roles":{"__proto__":{"document":{}},'),
  ],
  [
    'a document and a file',
    'ROLE_AMBIGUOUS',
    ['/roles/left'],
    handoff({}, { left: { ...DOCUMENT, file: 'D.json' } }),
  ],
  [
    'a document and a source',
    'ROLE_AMBIGUOUS',
    ['/roles/left'],
    handoff({}, { left: { ...DOCUMENT, source: DOCUMENT, transform: TRANSPOSE } }),
  ],
  [
    'both in a source',
    'ROLE_AMBIGUOUS',
    ['/roles/left/source'],
    handoff({}, { left: { source: { ...DOCUMENT, file: 'x' }, transform: TRANSPOSE } }),
  ],
  ['neither', 'HANDOFF_INVALID', ['/roles/left'], handoff({}, { left: {} })],
  ['a role that is null', 'HANDOFF_INVALID', ['/roles/left'], handoff({}, { left: null })],
  [
    'a transform of a transform',
    'HANDOFF_INVALID',
    ['/roles/left/source'],
    handoff({}, { left: { source: { source: DOCUMENT, transform: TRANSPOSE }, transform: TRANSPOSE } }),
  ],
  [
    'a transform on the candidate',
    'TRANSFORM_NOT_DECLARED',
    ['/roles/product/transform'],
    handoff({}, { product: { source: DOCUMENT, transform: TRANSPOSE } }),
  ],
  [
    'an unknown transform',
    'TRANSFORM_NOT_DECLARED',
    ['/roles/left/transform'],
    handoff({}, { left: { source: DOCUMENT, transform: { kind: 'MATRIX_31337' } } }),
  ],
  [
    'a transform without its kind',
    'HANDOFF_INVALID',
    ['/roles/left/transform/kind'],
    handoff({}, { left: { source: DOCUMENT, transform: {} } }),
  ],
  [
    'a transform with parameters',
    'HANDOFF_INVALID',
    ['/roles/left/transform/by'],
    handoff({}, { left: { source: DOCUMENT, transform: { ...TRANSPOSE, by: 31337 } } }),
  ],
  [
    'a transform of another type',
    'TRANSFORM_NOT_DECLARED',
    ['/roles/left/transform'],
    handoff(
      {},
      {
        left: {
          source: { document: { type: 'number.integer@1', value: { value: '31337' } } },
          transform: TRANSPOSE,
        },
      },
    ),
  ],
  [
    'a type no role takes',
    'ROLE_TYPE',
    ['/roles/left', 'matrix.integer@1'],
    handoff({}, { left: { document: { type: 'number.integer@1', value: { value: '31337' } } } }),
  ],
  ['an unknown type', 'TYPE_UNKNOWN', [`${product}/type`], withValue(D.value, { type: 'matrix.31337@1' })],
  [
    'a schema that is not ours',
    'SCHEMA_MISMATCH',
    [`${product}/schema`],
    withValue(D.value, { schema: `artifact://sha256/${'0'.repeat(64)}` }),
  ],
  [
    'semantics that are not ours',
    'SEMANTICS_MISMATCH',
    [`${product}/semantics`],
    withValue(D.value, { semantics: `artifact://sha256/${'31337'.padEnd(64, '0')}` }),
  ],
  [
    'a truncated matrix',
    'DOCUMENT_SCHEMA',
    [`${product}/value/entries`],
    withValue({ ...D.value, entries: [['1', '31337']] }),
  ],
  [
    'a ragged matrix',
    'DOCUMENT_SCHEMA',
    [`${product}/value/entries/1`],
    withValue({ ...D.value, entries: [['1', '31337'], ['0']] }),
  ],
  [
    'an entry that is a number',
    'DOCUMENT_SCHEMA',
    [`${product}/value/entries/0/1`],
    withValue({
      ...D.value,
      entries: [
        ['1', 31337],
        ['0', '1'],
      ],
    }),
  ],
  [
    'an entry that is true',
    'DOCUMENT_SCHEMA',
    [`${product}/value/entries/0/0`],
    withValue({
      ...D.value,
      entries: [
        [true, '31337'],
        ['0', '1'],
      ],
    }),
  ],
  [
    'an entry with a leading zero',
    'DOCUMENT_SCHEMA',
    [`${product}/value/entries/0/0`],
    withValue({
      ...D.value,
      entries: [
        ['031337', '1'],
        ['0', '1'],
      ],
    }),
  ],
  [
    'a document that is a list',
    'DOCUMENT_SCHEMA',
    [product],
    handoff({}, { product: { document: [31337] } }),
  ],
  ['an unknown member of a document', 'DOCUMENT_SCHEMA', [product], withValue(D.value, { unit: 'm' })],
  ['an unknown member', 'HANDOFF_INVALID', ['/priority'], handoff({ priority: 31337 })],
  ['another version', 'HANDOFF_INVALID', ['/handoff'], handoff({ handoff: '2' })],
  [
    'a producer without capability',
    'HANDOFF_INVALID',
    ['/producer/capability'],
    handoff({ producer: { run: '31337' } }),
  ],
  ['2.0', 'DOCUMENT_NUMBER', [`${product}/value/rows`], text.replace(/"rows":2(?!.*"rows")/, '"rows":2.0')],
  ['1e2', 'DOCUMENT_NUMBER', ['/roles/left/document/value/rows'], text.replace('"rows":2', '"rows":1e2')],
  ['-0', 'DOCUMENT_NUMBER', ['/roles/left/document/value/rows'], text.replace('"rows":2', '"rows":-0')],
  [
    'an integer no double holds',
    'DOCUMENT_NUMBER',
    ['/roles/left/document/value/rows'],
    text.replace('"rows":2', '"rows":9007199254740993'),
  ],
  ['a duplicate key', 'DOCUMENT_DUPLICATE_KEY', ['/claim'], text.replace('{', '{"claim":"matrix.31337@1",')],
  [
    'a duplicate key by escapes',
    'DOCUMENT_DUPLICATE_KEY',
    ['/roles/left/document/value/rows'],
    text.replace('"rows":2', '"rows":2,"\\u0072ows":31337'),
  ],
  ['a lone surrogate', 'DOCUMENT_SURROGATE', ['/claim'], text.replace('matrix.product', '\\ud800 31337')],
  ['a byte order mark', 'DOCUMENT_MALFORMED', [], `\ufeff${text}`],
  [
    'bytes that are not UTF-8',
    'DOCUMENT_MALFORMED',
    [],
    Buffer.concat([Buffer.from(text.slice(0, 20)), Buffer.from([0xff]), Buffer.from(text.slice(20))]),
  ],
  ['20,000 levels', 'DOCUMENT_DEPTH', [], deep],
  [
    '20,000 levels inside a document',
    'DOCUMENT_DEPTH',
    ['/roles/left/document/value'],
    text.replace('["1","-1"]', deep),
  ],
  [
    '65 levels inside a document',
    'DOCUMENT_DEPTH',
    ['/roles/left/document/value'],
    text.replace('["1","-1"]', `${'['.repeat(62)}${']'.repeat(62)}`),
  ],
  ['an empty file', 'DOCUMENT_MALFORMED', [], ''],
  ['a cut-off file', 'DOCUMENT_MALFORMED', [], text.slice(0, -40)],
  ['two documents', 'DOCUMENT_MALFORMED', [], text + text],
  ['a binary file', 'DOCUMENT_MALFORMED', [], Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 0xff])],
];

describe('a handoff that cannot be used: one line, exit 2, nothing stored', () => {
  test.each(HANDOFFS)('%s', async (_, code, places, content) => {
    const folder = folderOf({ 'handoff.json': content });
    const data = join(folder, 'data');
    const ran = await assay(['certify', join(folder, 'handoff.json'), '--data', data]);
    requireOneLine(ran, code, ['handoff.json', ...places]);
    expect(existsSync(data)).toBe(false);
  });
});

const FILES: readonly [name: string, code: string, places: readonly string[], file: string][] = [
  ['above the folder', 'FILE_OUTSIDE_FOLDER', ['../outside.json'], '../outside.json'],
  ['above the folder and back', 'FILE_OUTSIDE_FOLDER', [], '../nowhere/../outside.json'],
  ['by an absolute path', 'FILE_OUTSIDE_FOLDER', ['/etc/hostname'], '/etc/hostname'],
  ['by a link', 'FILE_OUTSIDE_FOLDER', ['link.json'], 'link.json'],
  ['by a linked folder', 'FILE_OUTSIDE_FOLDER', ['linked/outside.json'], 'linked/outside.json'],
  ['the folder itself', 'FILE_OUTSIDE_FOLDER', [], '.'],
  ['with a null byte', 'FILE_OUTSIDE_FOLDER', [], 'D.json\0'],
  ['that is not there', 'FILE_UNREADABLE', ['missing.json'], 'missing.json'],
  ['that is a folder', 'FILE_UNREADABLE', ['folder'], 'folder'],
  ['that is a pipe', 'FILE_UNREADABLE', ['pipe'], 'pipe'],
  ['that is empty', 'DOCUMENT_MALFORMED', ['empty.json'], 'empty.json'],
  ['of a gigabyte', 'DOCUMENT_SIZE', ['huge.json'], 'huge.json'],
  ['with a number', 'DOCUMENT_SCHEMA', ['number.json', '/value/entries/0/0'], 'number.json'],
  ['with 2.0', 'DOCUMENT_NUMBER', ['fraction.json', '/value/rows'], 'fraction.json'],
  ['that holds a handoff', 'DOCUMENT_SCHEMA', ['handoff.json'], 'handoff.json'],
];

describe('a file of a handoff that cannot be used', () => {
  test.each(FILES)('%s', async (_, code, places, file) => {
    const folder = folderOf({
      'handoff.json': handoff({}, { right: { file } }),
      'empty.json': '',
      'huge.json': '',
      'number.json': { ...D, value: { rows: 1, columns: 1, entries: [[31337]] } },
      'fraction.json': JSON.stringify(D).replace('"rows":2', '"rows":2.0'),
      '../outside.json': D,
    });
    truncateSync(join(folder, 'huge.json'), 1024 ** 3);
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('../outside.json', join(folder, 'link.json'));
    symlinkSync('..', join(folder, 'linked'));
    const data = join(folder, 'data');
    const ran = await assay(['certify', join(folder, 'handoff.json'), '--data', data]);
    requireOneLine(ran, code, ['handoff.json', '/roles/right/file', ...places]);
    expect(existsSync(data)).toBe(false);
  });

  test('a link that stays in the folder is no fault', async () => {
    const folder = folderOf({ 'D.json': D, 'handoff.json': handoff({}, { right: { file: 'link.json' } }) });
    symlinkSync('D.json', join(folder, 'link.json'));
    const ran = await assay(['certify', join(folder, 'handoff.json'), '--data', join(folder, 'data')]);
    expect(ran.exit).toBe(1);
    expect(ran.out).toContain('rejected');
  });

  test('the transpose of too many columns points into its source', async () => {
    const wide = { ...D, value: { rows: 0, columns: 2 ** 40, entries: [] } };
    const left = { source: { file: 'wide.json' }, transform: TRANSPOSE };
    const folder = folderOf({ 'wide.json': wide, 'handoff.json': handoff({}, { left }) });
    const ran = await assay(['certify', join(folder, 'handoff.json'), '--data', join(folder, 'data')]);
    requireOneLine(ran, 'TRANSFORM_DIMENSIONS', ['/roles/left/source/file: wide.json: /value/columns']);
  });
});

describe('the handoff, or a document, as a file that cannot be used', () => {
  const commands = [
    ['certify', (file: string, data: string) => ['certify', file, '--data', data]],
    ['digest', (file: string) => ['digest', file]],
    ['normalize', (file: string) => ['normalize', file]],
  ] as const;
  test.each(
    commands.flatMap(([command, argv]) =>
      ['missing', 'folder', 'pipe', 'huge', 'empty', 'binary', 'deep'].map((file) => ({
        command,
        argv,
        file,
      })),
    ),
  )('$command of $file', async ({ argv, file }) => {
    const folder = folderOf({ empty: '', binary: Buffer.from([0, 1, 2, 255]), deep, huge: '' });
    truncateSync(join(folder, 'huge'), 1024 ** 3);
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const path = join(folder, file);
    const ran = await assay(argv(path, join(folder, 'data')));
    requireOneLine(ran, '(FILE_UNREADABLE|DOCUMENT_(MALFORMED|SIZE|DEPTH))', [path]);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  test('control characters of a file name or a claim do not reach the terminal', async () => {
    const folder = folderOf({ 'handoff.json': handoff({ claim: 'a\u001b[2Jb\nc' }) });
    put(join(folder, 'h\u001b[2J\n.json'), handoff({}, { left: { file: 'x\u001b[2J\n' } }));
    for (const file of ['handoff.json', 'h\u001b[2J\n.json']) {
      const { err } = await assay(['certify', join(folder, file), '--data', join(folder, 'data')]);
      expect(err).toMatch(/^[^\p{Cc}]+\n$/u);
    }
  });
});
