import { parse } from '../canonical/canonical.ts';
import { pointer } from '../canonical/pointer.ts';
import { completeDocument } from '../contracts/document.ts';
import { requirePorts } from '../contracts/ports.ts';
import type { Made } from '../domains/domain.ts';
import { type DocumentRules, prepareDocument } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { byPort, type Reply, type Request, toRefusal } from './messages.ts';

/**
 * Answers requests of the process that started this one, one after the other, until that is gone. What is refused is answered;
 * whatever else a producer throws ends the process.
 */
export function serve(self: NodeJS.Process, rules: DocumentRules): void {
  if (self.send === undefined) throw new Error('this is the entry of a child process');
  const send = (message: Reply): void => void self.send?.(message);
  self.on('message', (request: Request) => send(reply(request, rules)));
  self.on('disconnect', () => self.exit());
  send('ready');
}

function reply(request: Request, rules: DocumentRules): Reply {
  try {
    return { outputs: produce(request, rules) };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { refused: toRefusal(error) };
  }
}

function produce({ capability, inputs }: Request, rules: DocumentRules): Record<string, Uint8Array> {
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
