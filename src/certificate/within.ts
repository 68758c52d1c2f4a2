import { AssayError } from '../errors.ts';

/** Runs `read`; an `AssayError` it throws names its place from further out, below the pointer `place`. */
export function within<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof AssayError ? error.within(place) : error;
  }
}
