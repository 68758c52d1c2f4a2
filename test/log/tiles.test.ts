import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leafHash, nodeHash } from '../../src/log/hashes.ts';
import {
  decodeEntryBundle,
  encodeEntryBundle,
  parseTilePath,
  type Tile,
  tileContent,
  tilePath,
  tileWidth,
} from '../../src/log/tiles.ts';
import { leavesOf, mth, storeOf } from './model.ts';

describe('paths', () => {
  test.each<[string, Tile]>([
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/1/000.p/1', { level: 1, index: 0, width: 1 }],
    ['tile/0/999', { level: 0, index: 999, width: 256 }],
    ['tile/0/x001/000', { level: 0, index: 1000, width: 256 }],
    ['tile/0/x001/x234/067', { level: 0, index: 1234067, width: 256 }],
    ['tile/63/x001/x234/067.p/255', { level: 63, index: 1234067, width: 255 }],
    ['tile/entries/x123/456.p/17', { level: 'entries', index: 123456, width: 17 }],
  ])('%s', (path, tile) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  test('round trip', () => {
    const tile = fc.record({
      level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
      index: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      width: fc.integer({ min: 1, max: 256 }),
    });
    fc.assert(
      fc.property(tile, (each) => {
        expect(parseTilePath(tilePath(each))).toEqual(each);
      }),
    );
  });

  test.each([
    '',
    'tile/0',
    'tile/0/',
    'tile/0/0',
    'tile/0/0000',
    'tile/0/x000/000',
    'tile/0/x000/001',
    'tile/0/001/000',
    'tile/0/x001',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/data/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/007',
    'tile/0/000.p/',
    'tile/0/000.p',
    'tile/0/000/',
    '/tile/0/000',
    'tile/0/../000',
    'tile/0/000\n',
    'tile/0/x999/x999/x999/x999/x999/x999/999',
  ])('refused: %j', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });
});

test('the tiles of a tree of 70,000 leaves, as the specification counts them', () => {
  expect(tileWidth(0, 272, 70000)).toBe(256);
  expect(tileWidth(0, 273, 70000)).toBe(112);
  expect(tileWidth(0, 274, 70000)).toBe(0);
  expect(tileWidth(1, 0, 70000)).toBe(256);
  expect(tileWidth(1, 1, 70000)).toBe(17);
  expect(tileWidth(2, 0, 70000)).toBe(1);
  expect(tileWidth(3, 0, 70000)).toBe(0);
  expect(tileWidth(63, 0, Number.MAX_SAFE_INTEGER)).toBe(0);
  expect(tileWidth('entries', 273, 70000)).toBe(112);
  expect(tileWidth(1, 0, 256)).toBe(1);
  expect(tileWidth(1, 0, 255)).toBe(0);
});

test('tiles hold the leaf hashes, and above them the roots of the full tiles below', () => {
  const leaves = leavesOf(600);
  const read = storeOf(leaves);
  const hashesOf = (content: Uint8Array): Uint8Array[] => {
    return Array.from({ length: content.length / 32 }, (_, at) => content.slice(at * 32, at * 32 + 32));
  };
  expect(hashesOf(tileContent(0, 2, tileWidth(0, 2, 600), read))).toEqual(leaves.slice(512).map(leafHash));
  const above = hashesOf(tileContent(1, 0, tileWidth(1, 0, 600), read));
  expect(above).toEqual([mth(leaves.slice(0, 256)), mth(leaves.slice(256, 512))]);

  // What a client of the tiles does: hash a full tile up to its root.
  let hashes = hashesOf(tileContent(0, 1, 256, read));
  while (hashes.length > 1) {
    hashes = hashes.flatMap((left, at) => (at % 2 === 0 ? [nodeHash(left, hashes[at + 1] ?? left)] : []));
  }
  expect(hashes[0]).toEqual(above[1]);
});

describe('entry bundles', () => {
  test('round trip', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 600 }), { maxLength: 20 }), (entries) => {
        expect(decodeEntryBundle(encodeEntryBundle(entries))).toEqual(entries);
      }),
    );
  });

  test('the length stands before the entry, the high byte first', () => {
    expect(encodeEntryBundle([Uint8Array.of(7), new Uint8Array(0)])).toEqual(Uint8Array.of(0, 1, 7, 0, 0));
    expect(encodeEntryBundle([new Uint8Array(0x1234)]).subarray(0, 2)).toEqual(Uint8Array.of(0x12, 0x34));
  });

  test('65,535 bytes are the most', () => {
    expect(decodeEntryBundle(encodeEntryBundle([new Uint8Array(65535)]))).toEqual([new Uint8Array(65535)]);
    const usage = expect.objectContaining({ code: 'USAGE' });
    expect(() => encodeEntryBundle([new Uint8Array(65536)])).toThrow(usage);
  });

  test('a bundle cut anywhere but between entries is refused', () => {
    const bundle = encodeEntryBundle([Uint8Array.of(1, 2, 3), new Uint8Array(0), Uint8Array.of(4)]);
    const whole = [0, 5, 7, bundle.length];
    for (let end = 0; end <= bundle.length; end += 1) {
      expect(decodeEntryBundle(bundle.subarray(0, end)) !== undefined).toBe(whole.includes(end));
    }
  });
});
