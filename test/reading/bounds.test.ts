import { expect, onTestFinished, test } from 'vitest';
import { liftDocuments } from '../../src/domains/lift.ts';
import { DocumentReader } from '../../src/reading/reader.ts';
import { rules } from '../domains/rules.ts';

const DEPTH = 72;

test('a request of just the size that is allowed may be read by the other process too', async () => {
  const body = Buffer.from('{"roles":{"r":{"document":{"type":"t","value":1}}}}');
  const limits = { bytes: body.length, depth: DEPTH };
  for (const large of [body.length, 0]) {
    const reader = new DocumentReader(rules, { large });
    onTestFinished(() => reader.close());
    expect(await reader.read(body, limits, { tenant: 'one' })).toHaveProperty('roles.r.document.type', 't');
  }
});

const INTEGER = '{"type":"number.integer@1","value":{"value":"1"}}';
const limits = { bytes: 2 ** 24, depth: DEPTH };

function requestOf(count: number): Buffer {
  const roles = Array.from({ length: count }, (_, n) => `"r${n}":{"document":${INTEGER}}`);
  return Buffer.from(`{"roles":{${roles.join(',')}}}`);
}

test('a request with as many documents as any may have is read, and one with more is not', () => {
  expect(liftDocuments(requestOf(4_096), limits, rules).documents).toHaveLength(4_096);
  expect(() => liftDocuments(requestOf(4_097), limits, rules)).toThrow(
    expect.objectContaining({ code: 'REQUEST_INVALID', message: 'the request has more than 4096 documents' }),
  );
});

test('what stands where a request has no document is not taken for one', () => {
  const body = JSON.parse(
    `[{"document":${INTEGER}},{"roles":{"document":${INTEGER}}},{"source":{"document":${INTEGER}}}]`,
  );
  const { skeleton, documents } = liftDocuments(Buffer.from(JSON.stringify(body)), limits, rules);
  expect(documents).toEqual([]);
  expect(skeleton.value).toEqual(body);
});

test('a request with more around its documents than any has is not read', () => {
  const around = (length: number) => Buffer.from(`{"claim":"${'c'.repeat(length - 12)}"}`);
  expect(liftDocuments(around(2 ** 21), limits, rules).skeleton.size).toBe(2 ** 21);
  expect(() => liftDocuments(around(2 ** 21 + 1), limits, rules)).toThrow(
    expect.objectContaining({ code: 'DOCUMENT_SIZE' }),
  );
});
