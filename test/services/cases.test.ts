import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/canonical/json.ts';
import { checkBundle } from '../../src/certificate/check.ts';
import { readBeside } from '../../src/cli/files.ts';
import type { AssayError } from '../../src/errors.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import type { Refused } from '../../src/services/certify.ts';
import { type CertifiedBundle, certifyBundle } from '../../src/services/certify-bundle.ts';
import { type Handoff, readHandoff } from '../../src/services/handoff.ts';
import { currentTrustRoot } from '../../src/services/instance.ts';
import { type OpenInstance, openInstance } from '../../src/services/open.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

let folder: string;
let instance: OpenInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-services-'));
  instance = await openInstance({ data: folder });
});

afterAll(async () => {
  await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

function read(path: string): JsonValue {
  return parse(readFileSync(join(FIXTURES, path)), { bytes: 64 * 1024 * 1024, depth: 72 }).value;
}

/** The same handoff with every file's document written into it. */
function inlined(path: string): Handoff {
  const fill = (value: JsonValue): JsonValue => {
    if (!isJsonObject(value)) return value;
    if (typeof value.file === 'string') return { document: read(join(dirname(path), value.file)) };
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, name === 'document' ? member : fill(member)]),
    );
  };
  return readHandoff(fill(read(path)));
}

async function byFile(path: string): Promise<CertifiedBundle | Refused> {
  const readFile = readBeside(join(FIXTURES, path));
  return certifyBundle(readHandoff(read(path)), instance, { discharge: true, readFile });
}

async function status(bundle: JsonValue, values: Record<string, JsonValue>): Promise<string> {
  const trust = await currentTrustRoot(instance.store);
  const options = { trust, verify: verifyNode, now: instance.now(), values: new Map(Object.entries(values)) };
  try {
    return checkBundle(bundle, options).status;
  } catch (error) {
    return (error as AssayError).code;
  }
}

const certified = [
  'paw/handoff.json',
  'paw/handoff-replay.json',
  'smith/handoff.json',
  'syzygies/handoff.json',
  'syzygies/large-handoff.json',
  'distances/path-handoff.json',
  'distances/paley-handoff.json',
  'flats/six-handoff.json',
  'flats/nine-first-handoff.json',
  'flats/nine-second-handoff.json',
  'flats/large-handoff.json',
  'gcd/handoff.json',
];

const rejected = [
  'paw/handoff-changed.json',
  'paw/handoff-swapped.json',
  'distances/path-rejected.json',
  'distances/paley-rejected.json',
  'flats/six-rejected.json',
  'gcd/rejected-divisor.json',
];

describe('the hand-over cases', () => {
  test.each(certified)('%s: by file, inline, and through a bundle', async (path) => {
    const fromFiles = await byFile(path);
    const fromDocuments = await certifyBundle(inlined(path), instance, { discharge: true });
    if (fromFiles.verdict !== 'ACCEPTED' || fromDocuments.verdict !== 'ACCEPTED') throw new Error('refused');
    expect(fromFiles.checked.status).toBe('certified');
    expect(fromDocuments.checked.certificate.predicate.statement).toBe(
      fromFiles.checked.certificate.predicate.statement,
    );
    const candidate = fromFiles.checked.certificate.embedded.claim.candidate;
    const role = inlined(path).roles[candidate];
    if (role === undefined || !('document' in role)) throw new Error('a candidate is no transform');
    expect(await status(fromFiles.bundle.value, { [candidate]: role.document })).toBe('certified');
  });

  test.each(rejected)('%s: rejected by file and inline', async (path) => {
    expect((await byFile(path)).verdict).toBe('REJECTED');
    expect((await certifyBundle(inlined(path), instance)).verdict).toBe('REJECTED');
  });

  const unusable = readdirSync(join(FIXTURES, 'smith')).filter((name) => name.startsWith('unusable'));
  test.each(unusable)('smith/%s: unusable, and the message names the place', async (name) => {
    const attempt = async (): Promise<unknown> =>
      certifyBundle(readHandoff(read(join('smith', name))), instance);
    await expect(attempt()).rejects.toMatchObject({ exit: 2, at: expect.stringContaining('form') });
  });

  test('swapped factors are refused by their labels, and are another statement without', async () => {
    const labelled = (document: JsonValue, rows: string[], columns: string[]): JsonValue => {
      const { type, value } = document as { type: string; value: JsonObject };
      return { type, value: { ...value, row_labels: rows, column_labels: columns } };
    };
    const edges = ['0→1', '1→2', '0→2', '2→3'];
    const vertices = ['0', '1', '2', '3'];
    const D = labelled(read('paw/D.json'), edges, vertices);
    const G = labelled(read('paw/G.json'), vertices, vertices);
    const transposed = { source: { document: D }, transform: { kind: 'MATRIX_TRANSPOSE' } };
    const claim = 'matrix.product@1';
    const right = await certifyBundle(
      { claim, roles: { left: transposed, right: { document: D }, product: { document: G } } },
      instance,
    );
    expect(right.verdict).toBe('ACCEPTED');
    const swapped = await certifyBundle(
      { claim, roles: { left: { document: D }, right: transposed, product: { document: G } } },
      instance,
    );
    expect(swapped.verdict).toBe('REJECTED');
  });

  test('the certificate of one arrangement never serves another with the same flats', async () => {
    const first = await byFile('flats/nine-first-handoff.json');
    if (first.verdict !== 'ACCEPTED') throw new Error('refused');
    const values = { flats: read('flats/nine-flats.json') };
    expect(await status(first.bundle.value, { ...values, vectors: read('flats/nine-first.json') })).toBe(
      'certified',
    );
    expect(await status(first.bundle.value, { ...values, vectors: read('flats/nine-second.json') })).toBe(
      'VALUE_DIFFERS',
    );
  });

  test('labels and entries of a distance matrix are one value', async () => {
    const { type, value } = read('distances/path-by-label.json') as { type: string; value: JsonObject };
    const { distances } = value as { distances: JsonValue };
    const handoff = {
      claim: 'graph.distances@1',
      roles: {
        graph: { document: read('distances/path.json') },
        distances: { document: { type, value: { distances } } },
      },
    };
    await expect(certifyBundle(handoff, instance)).rejects.toMatchObject({ code: 'DOCUMENT_SCHEMA' });
  });
});
