import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { INLINE_LIMITS } from '../../src/canonical/limits.ts';
import { DocumentValidator } from '../../src/contracts/validate.ts';
import { Domains } from '../../src/domains/domains.ts';
import { loadRules } from '../../src/domains/load-rules.ts';
import { type DocumentRules, prepareDocument, rulesFor } from '../../src/domains/prepare.ts';
import { AssayError } from '../../src/errors.ts';
import { DocumentReader, type ReaderOptions } from '../../src/reading/reader.ts';
import { rules } from '../domains/rules.ts';
import { temporaryFolder } from '../store/support.ts';

const LIMITS = { ...INLINE_LIMITS, depth: INLINE_LIMITS.depth + 8 };

/** Rules that know the same contracts, and must never be asked about a value. */
const unasked = (): DocumentRules => ({
  ...rules,
  domains: new Domains([]),
  validator: Object.assign(new DocumentValidator(), {
    validate: () => {
      throw new Error('a value was looked at on the thread that serves everyone');
    },
  }),
});

function readerOf(options: ReaderOptions = {}, used = unasked()) {
  const reader = new DocumentReader(used, { large: 0, ...options });
  onTestFinished(() => reader.close());
  const read = (body: JsonValue | string, signal?: AbortSignal) =>
    reader.read(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), LIMITS, {
      tenant: 'one',
      ...(signal === undefined ? {} : { signal }),
    });
  return { read, rules: rulesFor(used, 'one') };
}

/** What is refused, as `CODE at: message`, or the digest of what is prepared. */
function prepared(document: JsonValue | undefined, used: DocumentRules): string {
  try {
    return prepareDocument(document ?? null, used).bytes.digest;
  } catch (error) {
    if (error instanceof AssayError) return `${error.code} ${error.at ?? ''}: ${error.message}`;
    throw error;
  }
}

async function refusal(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AssayError ? `${error.code}: ${error.message}` : String(error);
}

const MATRIX = { type: 'matrix.integer@1', value: { rows: 1, columns: 2, entries: [['1', '-2']] } };
const WRONG = [
  { type: 'matrix.integer@1', value: { rows: 2, columns: 2, entries: [['1', '-2']] } },
  { type: 'matrix.integer@1', value: { rows: 1, columns: 2, entries: [['1', '-0']] } },
  { type: 'matrix.integer@9', value: {} },
  { type: 'graph.labelled@1', value: { vertices: ['u', 'u'], edges: [] } },
  { ...MATRIX, schema: `artifact://sha256/${'0'.repeat(64)}` },
  { ...MATRIX, other: 1 },
  { value: 1 },
];

describe('a large request', () => {
  test('comes without its values, and what is prepared in their places is what came', async () => {
    const { read, rules: used } = readerOf();
    const complete = prepareDocument(MATRIX, rules);
    const body = {
      claim: 'matrix.gram@1',
      roles: {
        matrix: { document: MATRIX },
        gram: { source: { document: { ...complete.document } }, transform: { kind: 'MATRIX_TRANSPOSE' } },
        handle: { handle: 'm1-00' },
      },
      steps: [{ run: { outputs: { product: MATRIX }, inputs: { left: { document: MATRIX } } } }],
      document: 'no document',
      outputs: ['none', { value: 1, type: 'none' }, { values: 2 }],
    };
    const value = await read(body);
    const bare = { ...MATRIX, value: null };
    expect(value).toEqual({
      ...body,
      roles: {
        matrix: { document: bare },
        gram: {
          source: { document: { ...complete.document, value: null } },
          transform: { kind: 'MATRIX_TRANSPOSE' },
        },
        handle: { handle: 'm1-00' },
      },
      steps: [{ run: { outputs: { product: bare }, inputs: { left: { document: bare } } } }],
      outputs: ['none', { value: null, type: 'none' }, { values: 2 }],
    });
    const { roles, steps } = value as unknown as typeof body;
    const [step] = steps;
    for (const place of [
      roles.matrix.document,
      roles.gram.source.document,
      step?.run.outputs.product,
      step?.run.inputs.left.document,
    ]) {
      const found = prepareDocument(place as JsonValue, used);
      expect(found.bytes.bytes).toEqual(complete.bytes.bytes);
      expect(found.meaning).toEqual(complete.meaning);
      expect(found.document).toEqual(complete.document);
    }
  });

  test('whose documents are wrong is refused where they are, and in the words of the one process', async () => {
    const { read, rules: used } = readerOf();
    const body = await read({ roles: Object.fromEntries(WRONG.map((document, n) => [n, { document }])) });
    const places = Object.values((body as { roles: Record<string, { document: JsonValue }> }).roles);
    expect(places.map(({ document }) => prepared(document, used))).toEqual(
      WRONG.map((document) => prepared(document, rules)),
    );
  });

  test.each([
    ['an end too early', '{'],
    ['a member twice', '{"a":1,"a":2}'],
    ['a number that is none', '[1e400]'],
    ['half a character', '"\\ud800"'],
    ['too many levels', '['.repeat(200)],
  ])('with %s is refused as ever', async (_, body) => {
    const { read } = readerOf();
    const expected = await refusal(Promise.resolve().then(() => parse(Buffer.from(body), LIMITS)));
    expect(await refusal(read(body))).toBe(expected);
  });

  test('is read on this thread where it is not large', async () => {
    const { read } = readerOf({ large: 1_000, worker: '/nowhere.ts' });
    expect(await read({ roles: { matrix: { document: MATRIX } } })).toEqual({
      roles: { matrix: { document: MATRIX } },
    });
  });

  test('is read on this thread where the contracts on disk are other ones by now', async () => {
    const folder = join(temporaryFolder(), 'own');
    const write = (title: string) => {
      const values = join(folder, 'own', 'values');
      mkdirSync(values, { recursive: true });
      writeFileSync(join(values, 'text.json'), JSON.stringify({ ...OWN, title }));
    };
    write('one');
    const own = await loadRules([folder]);
    write('another');
    const { read } = readerOf({ contracts: [folder] }, own);
    const document = { type: 'own.text@1', value: 'a' };
    const body = await read({ roles: { text: { document } } });
    expect(body).toEqual({ roles: { text: { document } } });
  });

  test('may have documents of own contracts', async () => {
    const folder = join(temporaryFolder(), 'own');
    mkdirSync(join(folder, 'own', 'values'), { recursive: true });
    writeFileSync(join(folder, 'own', 'values', 'text.json'), JSON.stringify(OWN));
    const own = await loadRules([folder]);
    const { read } = readerOf({ contracts: [folder] }, own);
    const document = { type: 'own.text@1', value: 'a' };
    const body = await read({ roles: { text: { document } } });
    expect(body).toEqual({ roles: { text: { document: { ...document, value: null } } } });
    const { roles } = body as { roles: { text: { document: JsonValue } } };
    expect(prepared(roles.text.document, own)).toBe(prepared(document, own));
  });
});

describe('a request that cannot be read', () => {
  test('in the memory there is, is too large', async () => {
    const { read } = readerOf({ heapMib: 64 });
    const body = { roles: { matrix: { document: matrixOf(1_500_000) } } };
    expect(await refusal(read(body))).toBe(
      'DOCUMENT_SIZE: the request takes more memory than reading it may',
    );
    expect(await read({ roles: {} })).toEqual({ roles: {} });
  });

  test('in the time there is, is too large', async () => {
    const { read } = readerOf({ deadlineMs: 1 });
    const body = { roles: { matrix: { document: matrixOf(300_000) } } };
    expect(await refusal(read(body))).toBe('DOCUMENT_SIZE: the request was not read after 1 ms');
  });

  test('by a process that does not start, is a fault of ours', async () => {
    const { read } = readerOf({
      worker: fileURLToPath(new URL('../producing/broken-start.ts', import.meta.url)),
    });
    expect(await refusal(read({}))).toBe('INTERNAL: the process that reads large requests failed');
  });

  test('since the client has gone, is not', async () => {
    const { read } = readerOf();
    const controller = new AbortController();
    const reading = read({ roles: { matrix: { document: matrixOf(1_000_000) } } }, controller.signal);
    controller.abort();
    expect(await refusal(reading)).toBe('SERVICE_STOPPING: the request was not read to its end');
  });

  test('since as many wait as may, is to be sent again', async () => {
    const { read } = readerOf({ waiting: 1 });
    const body = { roles: { matrix: { document: matrixOf(100_000) } } };
    const first = read(body);
    const second = read(body);
    const third = refusal(read(body));
    expect(await third).toBe('SERVICE_BUSY: as many large requests of this tenant wait to be read as may');
    await Promise.all([first, second]);
  });
});

function matrixOf(rows: number) {
  return {
    type: 'matrix.integer@1',
    value: { rows, columns: 1, entries: Array.from({ length: rows }, () => ['7']) },
  };
}

const OWN = {
  id: 'own.text@1',
  kind: 'value-type',
  title: 'one',
  schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'a text', type: 'string' },
  semantics: { value: 'A text, and nothing else.' },
};
