import type { JsonObject, JsonValue } from '../canonical/json.ts';
import type { Caller } from '../services/caller.ts';
import type { Service } from '../services/service.ts';
import type { Answer as KeptAnswer, Once } from '../store/answers.ts';
import type { RecordedVerdict } from '../store/store.ts';
import type { Scope } from '../store/tenants.ts';

/** A JSON Schema 2020-12. Those of requests refuse unknown members and bound every string and array. */
export type JsonSchema = JsonObject;

export type Path = `/v1/${string}`;

/** The names in braces: of `/v1/sessions/{session}`, `session`. */
export type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Something said in the address, always text: numbers are bounded by a pattern. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  /** Of type `string`. */
  readonly schema: JsonSchema;
  /** Of a query parameter; those of the path always are. */
  readonly required?: boolean;
}

/** The body of a request whose schema admits exactly the JSON of `Body`. Made by `bodyOf`. */
export interface RequestBody<Body> {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Says the type only; nobody calls it. */
  readonly reads?: (body: Body) => void;
}

/** One answer of an operation, as it is described: JSON of a schema, or text or bytes of a media type. */
export interface AnswerDescription {
  readonly description: string;
  readonly schema?: JsonSchema;
  readonly media?: string;
  /** Whether it comes with the digest of its content, by which it need not come again: see `digestHeaders`. */
  readonly tagged?: true;
}

/** What an operation is asked, after the token, the request key and the schemas were looked at. */
export interface Call<P extends string = string, Body = JsonValue> {
  readonly service: Service;
  readonly caller: Caller;
  readonly path: Readonly<Record<string extends P ? string : NamesIn<P>, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** `null` for an operation that takes none. */
  readonly body: Body;
  /** The client asked for `Prefer: respond-async`. */
  readonly respondAsync: boolean;
  /**
   * Aborts at the request's deadline and when the service must stop; for reading operations also when the client has
   * gone. What a POST began goes on without its client, who finds it by its key.
   */
  readonly signal: AbortSignal;
  /**
   * For the store: claims the request key in the effect's transaction, with the answer that every repetition gets.
   *
   * @throws TypeError for an operation that is no POST.
   */
  once<Result>(answer: (result: Result) => KeptAnswer): Once<Result>;
  /** For the metrics: a verification of this claim ended with this verdict. */
  verified(claim: string, verdict: RecordedVerdict): void;
}

/** What is answered: JSON (none at all for 204 and 304), or text or bytes of a media type. */
export type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly body?: JsonValue }
  | { readonly media: string; readonly content: string | Uint8Array<ArrayBuffer> }
);

/** One thing the service does, as data: routes, the OpenAPI document and tests are made of the same list. */
export interface Operation<P extends string = string, Body = JsonValue> {
  /** In lower camel case, unique: `openSession`. */
  readonly id: string;
  /** The noun it is about, for the reference page: `sessions`. */
  readonly tag: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly path: P;
  readonly summary: string;
  readonly description?: string;
  /** What the token must allow; null where any token of a tenant does. */
  readonly scope: Scope | null;
  /** Whether it leaves everything as it was, whatever its method. */
  readonly readOnly: boolean;
  /** One for each name in the path, and those of the query. */
  readonly parameters: readonly Parameter[];
  /** Of a POST that takes one. */
  readonly request?: RequestBody<Body>;
  /** By status: what it answers when it succeeds. Refusals are problem documents of every operation alike. */
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Of what goes on after a 202: where to look, by the body of that answer, the first or a repeated one. */
  readonly location?: (body: JsonValue) => string;
  /** @throws AssayError what is refused */
  handle(call: Call<P, Body>): Promise<Answer>;
}

/**
 * Declares an operation: in `handle` the names of its path and the type of its body are known.
 *
 * @example
 * const endSession = operation({ …, path: '/v1/sessions/{session}', handle: async ({ path }) => end(path.session) });
 */
export function operation<const P extends Path, Body = null>(declared: Operation<P, Body>): Operation;
export function operation(declared: Operation): Operation {
  return declared;
}

/** The body of a request: `schema` must admit nothing but the JSON of `Body`. */
export function bodyOf<Body>(description: string, schema: JsonSchema): RequestBody<Body> {
  return { description, schema };
}
