import { place, type Token } from '../canonical/pointer.ts';
import { AssayError } from '../errors.ts';

/** A value that breaks a rule of its type which the schema cannot say. `path` leads there from the value. */
export function unusable(message: string, ...path: Token[]): AssayError {
  return new AssayError('DOCUMENT_SCHEMA', message, { at: place(['value', ...path]) });
}
