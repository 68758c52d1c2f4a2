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
  /** By id of the capability. Called with prepared documents, of declared types, on exactly its input ports. */
  readonly producers: Readonly<Record<string, Producer>>;
}

/** What a transform or a producer makes: a value and its type, not yet a document. */
export interface Made {
  readonly type: string;
  readonly value: JsonValue;
}

/**
 * Applies a transform to a document.
 * Throws AssayError TRANSFORM_DIMENSIONS where the source has no result.
 */
export type Transform = (source: Document) => Made;

/**
 * Computes what the output ports of a capability give from the documents on its input ports. It knows from their sizes what that
 * costs before it starts. Throws AssayError CAPABILITY_LIMIT where that is too much, PORT_INCOMPATIBLE where the inputs do not fit
 * together, LABEL_AMBIGUOUS; each with a pointer that starts with the port.
 */
export type Producer = (inputs: Readonly<Record<string, Document>>) => Readonly<Record<string, Made>>;
