import { AssayError } from '../errors.ts';
import { type Reply, toRefusal } from './messages.ts';

/**
 * Answers requests of the process that started this one, one after the other, until that is gone. What is refused is answered;
 * whatever else is thrown ends the process.
 */
export function serve<Request, Answer>(self: NodeJS.Process, answer: (request: Request) => Answer): void {
  if (self.send === undefined) throw new Error('this is the entry of a child process');
  const send = (message: Reply<Answer>): void => void self.send?.(message);
  self.on('message', (request: Request) => send(reply(request, answer)));
  self.on('disconnect', () => self.exit());
  send('ready');
}

function reply<Request, Answer>(request: Request, answer: (request: Request) => Answer): Reply<Answer> {
  try {
    return { answer: answer(request) };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { refused: toRefusal(error) };
  }
}
