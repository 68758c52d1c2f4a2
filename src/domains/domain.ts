import type { Document } from '../canonical/document.ts';
import type { JsonValue } from '../canonical/json.ts';

/** What one domain adds in code to its contracts: `src/domains/<name>/index.ts` exports one as `domain`. */
export interface Domain {
  /** The name of its folder here, under `contracts/` and under `checkers/`. */
  readonly name: string;
  /**
   * By id of the value type: what its schema cannot say. Called with values that the schema accepts.
   * Each throws AssayError DOCUMENT_SCHEMA or LABEL_AMBIGUOUS with a pointer under `/value`.
   */
  readonly values: Readonly<Record<string, (value: JsonValue) => void>>;
  /** By id of the transform. Called with prepared documents of its source types. */
  readonly transforms: Readonly<Record<string, Transform>>;
}

/**
 * Applies a transform to a document: the type of the result and its value.
 * Throws AssayError TRANSFORM_DIMENSIONS where the source has no result.
 */
export type Transform = (source: Document) => { readonly type: string; readonly value: JsonValue };
