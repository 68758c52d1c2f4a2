import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { AssayError } from '../errors.ts';

export type { Logger } from 'pino';

/** What is logged of a request: never a value, a body, a token, a query or an address as it was sent. */
export interface RequestLine {
  readonly request: string;
  readonly operation: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly tenant?: string | undefined;
  readonly token?: string | undefined;
  readonly code?: string | undefined;
  readonly incident?: string | undefined;
}

/** Lines that wait for a reader of stderr, in bytes; beyond that they are lost, because the service does not wait for it. */
const WAITING = 4 * 1024 * 1024;

/** JSON lines on stderr, or to where a test reads them. */
export function createLog(
  to: DestinationStream = destination({ dest: 2, sync: false, maxLength: WAITING }),
): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, to);
}

/**
 * Where a failure comes from: names and frames of its stack and of its causes'. Messages are left out, because those of others
 * quote what they were given (that of JSON.parse does).
 */
export function traceOf(thrown: unknown): string[] {
  const trace: string[] = [];
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
    const name = error instanceof AssayError ? error.code : error.name;
    trace.push(name, ...frames.map((line) => line.trim()));
  }
  return trace.length === 0 ? ['something that is no error was thrown'] : trace;
}
