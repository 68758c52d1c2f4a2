/**
 * A client of the HTTP service: the global `fetch`, no dependency, no Node built-in. `assay/client` in the package.
 *
 * @module
 */
export type * from './answers.ts';
export { AssayClient, type ListOptions } from './assay-client.ts';
export type { Digest, JsonObject, JsonValue } from './json.ts';
export { AssayProblem, AssayUnreachable } from './problem.ts';
export type * from './requests.ts';
export type { CallOptions, ClientOptions } from './transport.ts';
export type { Document, FetchedDocument, Operand, Reference, Source, Value } from './values.ts';
