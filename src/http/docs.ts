import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical/json.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
article { margin: 1.5rem 0; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .25rem; }
table { border-collapse: collapse; }
td { padding: .15rem 1rem .15rem 0; vertical-align: top; }
.method { text-transform: uppercase; font-weight: bold; }
`;

/** Nothing is loaded, nothing runs: the page is text and the one style that stands in it. */
export const docsPolicy: string = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference page of an OpenAPI document: one page of HTML that needs no network and no script. */
export function docsPage(document: JsonObject): string {
  const info = object(document.info);
  const operations = Object.entries(object(document.paths)).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, operation]) => ({
      path,
      method,
      operation: object(operation),
    })),
  );
  const sections = Map.groupBy(operations, ({ operation }) => String(list(operation.tags)[0] ?? ''));
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${text(info.title)} ${text(info.version)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${text(info.title)} ${text(info.version)}</h1><p>${text(info.summary)}</p><p>${text(info.description)}</p>`,
    '<p>For programs: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p><ul>',
    ...operations.map(
      ({ path, method, operation }) =>
        `<li><a href="#${text(operation.operationId)}"><code>${text(method.toUpperCase())} ${text(path)}</code></a> ${text(operation.summary)}</li>`,
    ),
    '</ul>',
    ...[...sections].map(
      ([tag, ofTag]) => `<section><h2>${text(tag)}</h2>${ofTag.map(operationHtml).join('')}</section>`,
    ),
    '<section><h2>schemas</h2>',
    ...Object.entries(object(object(document.components).schemas)).map(
      ([name, schema]) =>
        `<h3 id="/components/schemas/${text(name)}">${text(name)}</h3>${schemaHtml(schema)}`,
    ),
    '</section></body></html>',
  ].join('\n');
}

function operationHtml({
  path,
  method,
  operation,
}: {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
}): string {
  const scope = operation['x-scope'];
  const facts = [
    scope === undefined ? 'any token' : `scope ${String(scope)}`,
    operation['x-read-only'] === true ? 'changes nothing' : 'has an effect',
  ];
  const body = object(operation.requestBody);
  return [
    `<article id="${text(operation.operationId)}"><h3><code><span class="method">${text(method)}</span> ${text(path)}</code></h3>`,
    `<p>${text(operation.summary)} <small>(${text(facts.join('; '))})</small></p>`,
    operation.description === undefined ? '' : `<p>${text(operation.description)}</p>`,
    parametersHtml(list(operation.parameters).map(object)),
    contentHtml('Body', body),
    ...Object.entries(object(operation.responses))
      .map(([status, answer]) => [status, object(answer)] as const)
      // Refusals look alike everywhere: their schema is Problem.
      .filter(([, answer]) => answer.$ref === undefined)
      .map(([status, answer]) => contentHtml(status, answer)),
    '</article>',
  ].join('\n');
}

function parametersHtml(parameters: readonly JsonObject[]): string {
  const rows = parameters
    .filter(({ name }) => name !== undefined)
    .map(
      ({ name, description, required, in: where, schema }) =>
        `<tr><td><code>${text(name)}</code></td><td>${text(where)}${required === true ? '' : ', optional'}</td><td>${text(description)} <code>${text(object(schema).pattern ?? '')}</code></td></tr>`,
    );
  return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`;
}

function contentHtml(name: string, { description, content }: JsonObject): string {
  if (description === undefined) return '';
  const media = Object.entries(object(content)).map(([type, described]) => {
    const { schema } = object(described);
    return `<p><code>${text(type)}</code></p>${schema === undefined ? '' : schemaHtml(schema)}`;
  });
  return `<h4>${text(name)}</h4><p>${text(description)}</p>${media.join('')}`;
}

function schemaHtml(schema: JsonValue): string {
  return `<pre>${text(JSON.stringify(schema, null, 2))}</pre>`;
}

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function text(value: JsonValue | undefined): string {
  return String(value ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
