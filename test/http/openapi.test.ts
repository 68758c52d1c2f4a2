import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/canonical/json.ts';
import { ERROR_CODES } from '../../src/errors.ts';
import { openApi } from '../../src/http/openapi.ts';
import { OPERATIONS } from '../../src/http/operations/index.ts';
import { RequestValidator } from '../../src/http/validate.ts';
import { KeptAnswers, serve } from './support.ts';
import { things } from './things.ts';

const LISTS = [
  ['the service', OPERATIONS],
  ['the tests', things(new KeptAnswers())],
] as const;

function object(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('no object');
  return value;
}

/** The `$ref`s of a schema, wherever they stand. */
function referencesOf(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (!isJsonObject(value)) return [];
  const { $ref } = value;
  const rest = Object.values(value).flatMap(referencesOf);
  return typeof $ref === 'string' ? [$ref, ...rest] : rest;
}

/** What a pointer in the fragment leads to. */
function resolve(document: JsonObject, reference: string): JsonValue | undefined {
  let at: JsonValue | undefined = document;
  for (const token of reference.slice(2).split('/')) {
    at = isJsonObject(at) ? at[token.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  }
  return at;
}

test.each(LISTS)('the document of %s is whole', (_name, operations) => {
  const document = openApi(operations, '1.2.3');
  expect(document.openapi).toBe('3.1.1');
  expect(object(document.info)).toMatchObject({ title: expect.any(String), version: '1.2.3' });
  for (const reference of referencesOf(document)) expect(resolve(document, reference)).toBeDefined();
  const ids = new Set<JsonValue>();
  const found = Object.entries(object(document.paths)).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, operation]) => ({
      path,
      method,
      operation: object(operation),
    })),
  );
  expect(found).toHaveLength(operations.length);
  for (const { path, method, operation } of found) {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation.security).toEqual([{ token: [] }]);
    expect(typeof operation['x-read-only']).toBe('boolean');
    ids.add(operation.operationId ?? '');
    const parameters = (operation.parameters as JsonObject[]).map((parameter) =>
      typeof parameter.$ref === 'string' ? object(resolve(document, parameter.$ref)) : parameter,
    );
    const named = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(named).toEqual([...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name));
    for (const parameter of parameters) {
      expect(object(parameter.schema).type).toBe('string');
      expect(parameter.description).not.toBe('');
    }
    const isPost = method === 'post';
    expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(isPost);
    const responses = object(operation.responses);
    const statuses = Object.keys(responses);
    expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '429', '4XX', '5XX']));
    expect(statuses.some((status) => /^2\d\d$/.test(status))).toBe(true);
    for (const status of statuses.filter((name) => /^[45]/.test(name))) {
      const refusal = object(resolve(document, String(object(responses[status]).$ref)));
      expect(Object.keys(object(refusal.content))).toEqual(['application/problem+json']);
    }
  }
  expect(ids.size).toBe(operations.length);
});

test('what has an entity tag says so: the header to ask with, the headers of the answer, and 304', () => {
  const { paths } = openApi(OPERATIONS, '1');
  const told = OPERATIONS.filter(({ id, path, method }) => {
    const { parameters, responses } = object(object(object(paths)[path])[method]);
    const asks = JSON.stringify(parameters).includes('#/components/parameters/IfNoneMatch');
    const known = object(responses)['304'];
    const answers = Object.keys(object(object(object(responses)['200'] ?? {}).headers ?? {}));
    expect({ id, known: known !== undefined, answers }).toEqual({
      id,
      known: asks,
      answers: asks ? ['ETag', 'Content-Digest'] : [],
    });
    return asks;
  });
  expect(told.map(({ id }) => id).toSorted()).toEqual([
    'showBundle',
    'showContract',
    'showDocument',
    'showTrustRoot',
  ]);
});

test.each(LISTS)('every schema of %s is one', (_name, operations) => {
  const ajv = new Ajv2020();
  const document = openApi(operations, '1');
  const schemas = [
    ...operations.flatMap(({ parameters, request, answers }) => [
      ...parameters.map(({ schema }) => schema),
      ...(request === undefined ? [] : [request.schema]),
      ...Object.values(answers).flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
    ]),
    ...Object.values(object(object(document.components).schemas)),
  ];
  for (const schema of schemas) expect(ajv.validateSchema(object(schema))).toBe(true);
  const validator = new RequestValidator();
  for (const operation of operations) {
    if (operation.request !== undefined) expect(() => validator.body(operation, null)).toThrow();
  }
});

test('a problem of every code follows the schema of problems', async () => {
  const { problemOf, PROBLEM_SCHEMA } = await import('../../src/http/problem.ts');
  const { AssayError } = await import('../../src/errors.ts');
  const validate = new Ajv2020().compile(PROBLEM_SCHEMA);
  for (const code of ERROR_CODES) {
    const told = problemOf({ error: new AssayError(code, 'what', { at: '/at', next: 'next' }) });
    expect(validate(told), code).toBe(true);
  }
});

test('the document is served to whoever asks', async () => {
  const server = await serve();
  const response = await fetch(`${server.url}/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json');
  const { version } = object(((await response.json()) as JsonObject).info);
  expect(version).toBe((await import('../../src/installation.ts')).readVersion());
});

test('the reference page names every operation, loads nothing and runs nothing', async () => {
  const server = await serve();
  const response = await fetch(`${server.url}/docs`);
  const html = await response.text();
  for (const { id, summary } of OPERATIONS) {
    expect(html).toContain(`<article id="${id}">`);
    expect(html).toContain(summary);
  }
  expect(html).not.toMatch(/<(script|img|link|iframe|object|embed|form)\b/i);
  expect(html).not.toMatch(/\b(src|srcset|action|style|on[a-z]+)\s*=/i);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.charAt(0))).toEqual(
    expect.not.arrayContaining(['h']),
  );
  expect(html).not.toMatch(/url\(|@import/i);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  const style = /<style>(.*)<\/style>/s.exec(html)?.[1] ?? '';
  const { createHash } = await import('node:crypto');
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
});
