import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { AssayError } from '../errors.ts';
import { PROBLEM_MEDIA, problemOf } from './problem.ts';

/** Answers what Node.js could not read as a request, or waited for too long, with a problem document, and closes. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalFor(error.code);
  const body = JSON.stringify(problemOf({ error: refusal }));
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}`,
      'Connection: close',
      `Content-Type: ${PROBLEM_MEDIA}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
    // A client that goes on sending without reading does not keep the socket.
    () => socket.destroy(),
  );
}

function refusalFor(code: string | undefined): AssayError {
  if (code === 'HPE_HEADER_OVERFLOW') return new AssayError('HEADERS_SIZE', 'the headers are too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AssayError('REQUEST_TIMEOUT', 'the request did not come to its end in time');
  }
  return new AssayError('REQUEST_INVALID', 'this is no HTTP/1.1 request');
}
