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

/** What becomes of a fault: where it is thrown, the first one ends the reading; where it is kept, reading goes on. */
export type Report = (fault: AssayError) => void;

export const thrown: Report = (fault) => {
  throw fault;
};

/** Runs `read`; what it refuses is reported, and there is no result then. */
export function reporting<T>(report: Report, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    report(error);
    return undefined;
  }
}

/** Runs `read`; whatever it refuses becomes a fault of this contract file, at `<file>: <pointer>`. */
export function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof AssayError ? ofFile(file, error) : error;
  }
}

/** What was refused as a fault of this contract file. */
export function ofFile(file: string, error: AssayError): AssayError {
  return new AssayError('CONTRACT_INVALID', error.message, {
    at: error.at === undefined ? file : `${file}: ${error.at}`,
    next: error.next,
    cause: error,
  });
}
