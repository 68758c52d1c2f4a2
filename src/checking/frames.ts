/** A frame of a checker process: one letter that says its kind, and a body. */
export interface Frame {
  readonly kind: string;
  readonly body: Buffer;
}

/** Cuts the output of a process into frames: 4 bytes of length (big-endian), one of kind, the body. */
export class FrameReader {
  #pending: Buffer = Buffer.alloc(0);

  /** Bytes that no frame has been made of yet. */
  get waiting(): number {
    return this.#pending.length;
  }

  push(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
  }

  /**
   * The next frame, or undefined while it is incomplete. `longest` bounds kind and body together.
   *
   * @throws RangeError as soon as the length itself is impossible, before anything more is kept.
   */
  next(longest: number): Frame | undefined {
    if (this.#pending.length < 4) return undefined;
    const length = this.#pending.readUInt32BE();
    if (length === 0 || length > longest) throw new RangeError('a frame of this length is not expected');
    if (this.#pending.length < 4 + length) return undefined;
    const frame = this.#pending.subarray(4, 4 + length);
    this.#pending = this.#pending.subarray(4 + length);
    return { kind: String.fromCharCode(frame[0] ?? 0), body: frame.subarray(1) };
  }
}
