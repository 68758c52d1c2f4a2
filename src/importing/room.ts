import { AssayError } from '../errors.ts';

/**
 * What a document may still take. A reader takes room for what it is about to keep, at the least that this costs in the
 * document (`0,` or `["",""],`), so memory is bounded by the limit of the document, whatever a header announces or a file goes on to say.
 */
export class Room {
  readonly #most: number;
  #left: number;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
    this.#left = mostBytes;
  }

  /** @throws AssayError DOCUMENT_SIZE at the line where the room ends. */
  take(bytes: number, line: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    throw new AssayError(
      'DOCUMENT_SIZE',
      `the document would be larger than the limit of ${this.#most} bytes`,
      { at: `line ${line}`, next: 'import a smaller file' },
    );
  }
}
