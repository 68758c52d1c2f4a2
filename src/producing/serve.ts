import { parse } from '../canonical/canonical.ts';
import { pointer } from '../canonical/pointer.ts';
import { completeDocument } from '../contracts/document.ts';
import { requirePorts } from '../contracts/ports.ts';
import type { Made } from '../domains/domain.ts';
import { type DocumentRules, prepareDocument, rulesFor } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { serve as serveRequests } from '../processes/serve.ts';
import { byPort, type Documents, type Request } from './messages.ts';

/** Runs producers for the process that started this one, until that is gone. */
export function serve(self: NodeJS.Process, rules: DocumentRules): void {
  serveRequests<Request, Documents>(self, (request) => produce(request, rulesFor(rules, request.owner)));
}

function produce({ capability, inputs }: Request, rules: DocumentRules): Documents {
  const producer = rules.domains.producer(capability);
  if (producer === undefined) throw new Error('a capability without a producer has been sent here');
  const documents = byPort(inputs, (bytes, port) => {
    try {
      // Whoever sent them has looked at their size already.
      return prepareDocument(parse(bytes, { bytes: bytes.length }), rules).document;
    } catch (error) {
      throw error instanceof AssayError ? error.within(pointer(port)) : error;
    }
  });
  const types = byPort(documents, ({ type }) => type);
  requirePorts(rules.contracts.capability(capability).contract.inputs, types);
  return byPort(producer(documents), (made) => complete(made, rules));
}

function complete(made: Made, { contracts }: DocumentRules): Uint8Array {
  try {
    return completeDocument({ ...made }, contracts).bytes;
  } catch (error) {
    if (error instanceof AssayError && error.code === 'DOCUMENT_SIZE') {
      throw new AssayError('CAPABILITY_LIMIT', 'the result would be larger than a document may be');
    }
    throw new Error('the producer made what is no document', { cause: error });
  }
}
