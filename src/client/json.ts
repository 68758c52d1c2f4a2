/** A JSON value as Assay takes it: numbers are safe integers. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** `sha256:` and 64 hexadecimal digits. */
export type Digest = `sha256:${string}`;

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
