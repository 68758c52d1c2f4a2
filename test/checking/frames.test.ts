import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Frame, FrameReader } from '../../src/checking/frames.ts';

function encode(frames: readonly Frame[]): Buffer {
  const parts = frames.map(({ kind, body }) => {
    const head = Buffer.alloc(5);
    head.writeUInt32BE(1 + body.length);
    head.write(kind, 4, 'latin1');
    return Buffer.concat([head, body]);
  });
  return Buffer.concat(parts);
}

describe('a reader of frames', () => {
  test('gives the same frames however the bytes are cut', () => {
    const frame = fc.record({
      kind: fc.constantFrom('A', 'R', 'Z'),
      body: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), fc.array(fc.nat(60)), (frames, cuts) => {
        const bytes = encode(frames);
        const reader = new FrameReader();
        const read: Frame[] = [];
        let at = 0;
        for (const length of [...cuts, bytes.length]) {
          reader.push(bytes.subarray(at, at + length));
          at += length;
          for (let next = reader.next(51); next !== undefined; next = reader.next(51)) read.push(next);
        }
        expect(read).toEqual(frames);
        expect(reader.waiting).toBe(0);
      }),
    );
  });

  test.each([
    ['an empty frame', [0, 0, 0, 0]],
    ['one byte too many', [0, 0, 0, 11]],
    ['4 GiB', [255, 255, 255, 255]],
  ])('refuses %s as soon as it sees the length', (_, bytes) => {
    const reader = new FrameReader();
    reader.push(Buffer.from(bytes));
    expect(() => reader.next(10)).toThrow(RangeError);
  });
});
