import type { JsonValue } from '../../src/canonical/json.ts';
import { PROBLEM_MEDIA } from '../../src/http/problem.ts';
import { type PublishedAnswer, type PublishedDocument, readPublished } from './published.ts';

/**
 * A `fetch` that holds every exchange against the OpenAPI document that the service serves: the operation must exist; of a
 * request that succeeds, the document must admit the body; it must name the status, and admit what is answered; a refusal
 * must be a problem document.
 *
 * @param seen is told the id of each operation that succeeded, and its status.
 */
export function checkedFetch(seen?: (operation: string, status: number) => void): typeof globalThis.fetch {
  let published: Promise<PublishedDocument> | undefined;
  return async (input, init) => {
    const url = new URL(String(input));
    published ??= readPublished(url);
    const document = await published;
    const response = await fetch(input, init);
    const operation = document.operationFor(init?.method ?? 'GET', url.pathname);
    const { status, headers } = response;
    const media = headers.get('content-type') ?? '';
    const answer = operation.answers.find(({ status: said }) => said === String(status));
    if (status >= 400) {
      const refusal =
        answer ?? operation.answers.find(({ status: said }) => said === `${String(status)[0]}XX`);
      if (media !== PROBLEM_MEDIA) throw new Error(`${operation.id} refuses with media type ${media}`);
      requireAnswer(document, operation.id, refusal, media, await response.clone().text());
      return response;
    }
    if (operation.request !== undefined) {
      const fault = document.faultOf(operation.request, JSON.parse(String(init?.body)));
      if (fault !== undefined)
        throw new Error(`${operation.id} took what its document does not admit: ${fault}`);
    }
    if (headers.has('etag') !== (answer?.tagged ?? false)) {
      throw new Error(`${operation.id} says otherwise whether its answer has an entity tag`);
    }
    requireAnswer(document, operation.id, answer, media, await response.clone().text());
    seen?.(operation.id, status);
    return response;
  };
}

function requireAnswer(
  document: PublishedDocument,
  id: string,
  answer: PublishedAnswer | undefined,
  media: string,
  text: string,
): void {
  if (answer === undefined) throw new Error(`${id} answers what is not in its document`);
  if (media !== (answer.media ?? '')) throw new Error(`${id} answers with media type ${media}`);
  if (answer.schema === undefined) return;
  const body: JsonValue = JSON.parse(text);
  const fault = document.faultOf(answer.schema, body);
  if (fault !== undefined) throw new Error(`an answer of ${id} is not as its schema says: ${fault}`);
}
