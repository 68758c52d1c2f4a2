import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

interface Told {
  readonly code: string;
  readonly status: number | null;
  readonly detail: string;
  readonly at?: string | undefined;
  readonly next?: string | undefined;
  readonly incident?: string | undefined;
}

/** A refusal of the service (RFC 9457). Programs look at `code`; it never holds a value or a token. */
export class AssayProblem extends Error {
  override readonly name = 'AssayProblem';
  /** Stable: `VALUE_REFERENCE_EXPIRED`. `HTTP` where what answered was not Assay. */
  readonly code: string;
  /** The HTTP status; null where it is what a job came to. */
  readonly status: number | null;
  /** What is wrong, in words. */
  readonly detail: string;
  /** Where: a JSON pointer into what was sent, or the name of a parameter or header. */
  readonly at: string | undefined;
  /** What to do next. */
  readonly next: string | undefined;
  /** Of a fault of the service: the same stands in its log. */
  readonly incident: string | undefined;

  constructor({ code, status, detail, at, next, incident }: Told) {
    super(`${code}: ${detail}${at === undefined ? '' : ` (at ${at})`}`);
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.at = at;
    this.next = next;
    this.incident = incident;
  }
}

/** No whole answer came, however often it was asked. What was asked may have been done all the same. */
export class AssayUnreachable extends Error {
  override readonly name = 'AssayUnreachable';
}

/** The problem that an answer tells of; whatever stands between client and service may answer otherwise. */
export function problemOf(status: number, body: JsonValue | undefined): AssayProblem {
  if (isJsonObject(body) && typeof body.code === 'string' && typeof body.detail === 'string') {
    return new AssayProblem({ ...optionalTexts(body), code: body.code, detail: body.detail, status });
  }
  return new AssayProblem({
    code: 'HTTP',
    status,
    detail: `the answer is ${status} and no problem document`,
  });
}

/** What a job came to that failed. */
export function problemOfJob(answer: JsonObject): AssayProblem {
  const { code, detail } = answer;
  return new AssayProblem({
    ...optionalTexts(answer),
    code: typeof code === 'string' ? code : 'INTERNAL',
    detail: typeof detail === 'string' ? detail : 'the verification failed',
    status: null,
  });
}

function optionalTexts({ at, next, incident }: JsonObject): Pick<Told, 'at' | 'next' | 'incident'> {
  const text = (value: JsonValue | undefined): string | undefined =>
    typeof value === 'string' ? value : undefined;
  return { at: text(at), next: text(next), incident: text(incident) };
}
