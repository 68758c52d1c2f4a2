import { hash } from 'node:crypto';
import { sha256 as portableSha256 } from '@noble/hashes/sha2.js';
import canonicalize from 'canonicalize';
import { canonicalise, parse } from '../src/canonical/canonical.ts';
import type { JsonValue } from '../src/canonical/json.ts';
import { sha256 } from '../src/canonical/sha256.ts';

/** Times in milliseconds: medians over rounds in which ours and the other take turns. */
export interface Row {
  readonly what: string;
  readonly bytes: number;
  readonly ours: number;
  readonly other: number;
}

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const LARGEST = 10_000_000;

/** An item of each shape; a document is a list of them. `random` gives integers of nine digits. */
const SHAPES: Readonly<Record<string, (random: () => number) => JsonValue>> = {
  '64-bit matrix': (random) => Array.from({ length: 20 }, () => `${random()}${random()}`),
  'small matrix': (random) => Array.from({ length: 20 }, () => String((random() % 199) - 99)),
  numbers: (random) => Array.from({ length: 20 }, () => random() - 500_000_000),
  objects: (random) => ({
    active: random() % 2 === 0,
    id: random(),
    name: `item ${random()}`,
    parent: null,
    tags: ['a', `b${random() % 97}`],
  }),
  'unicode text': (random) => `Größe, длина, 長さ, 😀: “${random()}”\n`,
};

export function* rows(): Generator<Row> {
  yield* canonicalTexts();
  yield* otherTexts();
  yield* valuesInMemory();
  yield* hashes();
}

/** The row of the goal: bytes that are canonical already; ours with the value built, as the other has it too. */
function* canonicalTexts(): Generator<Row> {
  for (const [shape, item] of Object.entries(SHAPES)) {
    for (const size of SIZES) {
      const bytes = canonicalise(listOf(item, size)).bytes;
      yield measure(
        `parse + value + digest, ${shape}`,
        bytes,
        () => withValue(bytes),
        () => usual(bytes),
      );
    }
    const bytes = canonicalise(listOf(item, LARGEST)).bytes;
    yield measure(
      `parse + digest, ${shape}`,
      bytes,
      () => parse(bytes).digest,
      () => usual(bytes),
    );
  }
}

/** Bytes that the strict parser has to read: indented, and with the names in the wrong order. */
function* otherTexts(): Generator<Row> {
  for (const [shape, item] of Object.entries(SHAPES)) {
    const bytes = new TextEncoder().encode(JSON.stringify(reversed(listOf(item, LARGEST / 2)), null, 1));
    yield measure(
      `parse + value + digest, indented ${shape}`,
      bytes,
      () => withValue(bytes),
      () => usual(bytes),
    );
  }
}

function* valuesInMemory(): Generator<Row> {
  for (const [shape, item] of Object.entries(SHAPES)) {
    const value = listOf(item, LARGEST);
    const usualDigest = () => hash('sha256', canonicalize(value) ?? '');
    yield measure(
      `canonicalise + digest, ${shape}`,
      canonicalise(value).bytes,
      () => canonicalise(value).digest,
      usualDigest,
    );
  }
}

function* hashes(): Generator<Row> {
  for (const size of [100, 1_000, 1_000_000]) {
    const bytes = new Uint8Array(size).fill(7);
    yield measure(
      'sha256 against @noble/hashes',
      bytes,
      () => sha256(bytes),
      () => portableSha256(bytes),
    );
  }
}

function withValue(bytes: Uint8Array): unknown {
  const canonical = parse(bytes);
  return [canonical.value, canonical.digest];
}

function usual(bytes: Uint8Array): unknown {
  const value = JSON.parse(new TextDecoder().decode(bytes));
  return [value, hash('sha256', canonicalize(value) ?? '')];
}

function listOf(item: (random: () => number) => JsonValue, size: number): JsonValue {
  let state = 1;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return 100_000_000 + (state % 900_000_000);
  };
  const list: JsonValue[] = [];
  for (let left = size; left > 0; ) {
    const next = item(random);
    list.push(next);
    left -= new TextEncoder().encode(JSON.stringify(next)).length + 1;
  }
  return list;
}

function reversed(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(Object.entries(value).toReversed());
}

function measure(what: string, bytes: Uint8Array, ours: () => unknown, other: () => unknown): Row {
  const rounds = Math.min(1_000, Math.max(5, Math.ceil(20_000_000 / bytes.length)));
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    times[0].push(timeOf(ours));
    times[1].push(timeOf(other));
  }
  return { what, bytes: bytes.length, ours: median(times[0]), other: median(times[1]) };
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

/** Prints the table: how many times faster ours is than the usual way, in one run. */
export function run(): void {
  process.stdout.write('| what | bytes | ours, ms | usual, ms | usual / ours |\n|---|---|---|---|---|\n');
  for (const { what, bytes, ours, other } of rows()) {
    process.stdout.write(
      `| ${what} | ${bytes} | ${ours.toFixed(3)} | ${other.toFixed(3)} | ${(other / ours).toFixed(2)} |\n`,
    );
  }
}

if (import.meta.main) run();
