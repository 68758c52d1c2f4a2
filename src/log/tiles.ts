import { AssayError } from '../errors.ts';
import { HASH_SIZE } from './hashes.ts';
import type { HashReader } from './tree.ts';

/** Tiles and entry bundles as C2SP tlog-tiles names them: 256 wide when full, narrower at the right edge. */
export interface Tile {
  /** The tile's level (8 levels of the tree each), or the bundle of the entries themselves. */
  readonly level: number | 'entries';
  readonly index: number;
  /** How many hashes or entries: 1 to 256. */
  readonly width: number;
}

export const FULL_TILE = 256;
const TILE_HEIGHT = 8;
const ENTRY_LIMIT = 0xffff;
const PATH = /^tile\/(entries|0|[1-9][0-9]?)\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/;

/** The path of a tile below the log's URL, for instance `tile/0/x001/x234/067` or `tile/entries/000.p/5`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < FULL_TILE ? `.p/${width}` : ''}`;
}

/** Reads exactly the paths that `tilePath` writes. Undefined for any other. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level = '', groups = '', width] = PATH.exec(path) ?? [];
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replace(/[x/]/g, '')),
    width: width === undefined ? FULL_TILE : Number(width),
  };
  const known = tile.level === 'entries' || tile.level < 64;
  return known && Number.isSafeInteger(tile.index) && tilePath(tile) === path ? tile : undefined;
}

/**
 * How wide the tile at this place is in a tree of `size` leaves, 0 where there is none. A log may serve every width up
 * to this one: a narrower tile belongs to a smaller tree.
 */
export function tileWidth(level: Tile['level'], index: number, size: number): number {
  const hashes = level === 'entries' ? size : Math.floor(size / FULL_TILE ** level);
  return Math.min(Math.max(hashes - index * FULL_TILE, 0), FULL_TILE);
}

/** The content of a tile of hashes: the hashes one after another, 32 bytes each. */
export function tileContent(level: number, index: number, width: number, read: HashReader): Uint8Array {
  const content = new Uint8Array(width * HASH_SIZE);
  for (let at = 0; at < width; at += 1) {
    content.set(read(level * TILE_HEIGHT, index * FULL_TILE + at), at * HASH_SIZE);
  }
  return content;
}

/**
 * The content of an entry bundle: every entry after its length as a big-endian uint16.
 *
 * @throws AssayError USAGE for an entry of more than 65,535 bytes
 */
export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const content = new Uint8Array(entries.reduce((total, entry) => total + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > ENTRY_LIMIT) throw new AssayError('USAGE', 'a log entry has at most 65,535 bytes');
    content[at] = entry.length >> 8;
    content[at + 1] = entry.length;
    content.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return content;
}

/** The entries of a bundle. Undefined when its bytes end within an entry or within a length. */
export function decodeEntryBundle(content: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < content.length) {
    const [high, low] = content.subarray(at, at + 2);
    if (high === undefined || low === undefined) return undefined;
    const end = at + 2 + (high << 8) + low;
    if (end > content.length) return undefined;
    entries.push(content.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
