import { place, type Token } from '../canonical/pointer.ts';
import { AssayError } from '../errors.ts';

/** Member names and array indices from the root of a contract. */
export type Path = readonly Token[];

/** A contract that breaks a rule, and where. */
export function broken(message: string, path: Path): AssayError {
  return new AssayError('CONTRACT_INVALID', message, {
    at: place(path),
  });
}

/** Runs `read`; whatever it refuses becomes a fault of this contract file, at `<file>: <pointer>`. */
export function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw new AssayError('CONTRACT_INVALID', error.message, {
      at: error.at === undefined ? file : `${file}: ${error.at}`,
      next: error.next,
      cause: error,
    });
  }
}
