import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { expect } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import type { Operation } from '../../src/http/operation.ts';
import { COMPONENTS } from '../../src/http/schemas.ts';

const ajv = new Ajv2020({ strict: false });
for (const name of ['date-time', 'uri'] as const) ajv.addFormat(name, fullFormats[name]);

/** Holds an answer against what its operation says it answers: the status, the media type, and the schema. Gives its JSON. */
export async function conforming(operation: Operation, response: Response): Promise<JsonValue> {
  const described = operation.answers[response.status];
  expect(
    described,
    `${operation.id} answers ${response.status}: ${await response.clone().text()}`,
  ).toBeDefined();
  const { schema, media } = described ?? {};
  if (schema === undefined && media === undefined) {
    expect(await response.text()).toBe('');
    return null;
  }
  expect(response.headers.get('content-type')).toBe(media ?? 'application/json');
  const text = await response.text();
  if (response.headers.get('content-type') !== 'application/json') return text;
  const body: JsonValue = JSON.parse(text);
  if (schema !== undefined) {
    const validate = ajv.compile({ ...schema, components: { schemas: COMPONENTS } });
    expect(validate(body), `${operation.id}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
  return body;
}
