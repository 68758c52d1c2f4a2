import { reject, unsupported } from '../decide.ts';
import { readDocument } from '../documents/document.ts';
import { labels } from '../documents/labels.ts';
import { list } from '../documents/list.ts';
import { members } from '../documents/shape.ts';

/** Flats of all ranks together: each is held several times over, and by the sets that hold it. */
const FLATS = 2 ** 19;

/** A set of elements: their places in the ground set, ascending. */
export type Flat = readonly number[];

export interface Flats {
  readonly groundSet: readonly string[];
  /** At least one list. Which of them the flats of a matroid are, at which rank, is not yet examined. */
  readonly byRank: readonly (readonly Flat[])[];
  /** JSON pointer of the lists in the request. */
  readonly at: string;
}

/**
 * Reads a document of type `matroid.flats@1`; rejected when it is anything else, and where a flat lists a label twice; UNSUPPORTED
 * above 2^19 flats.
 */
export function readFlats(text: string, role: string): Flats {
  const { value } = readDocument(text, ['matroid.flats@1'], role);
  const { ground_set, flats_by_rank } = members(value, ['ground_set', 'flats_by_rank'], [], `${role}/value`);
  const place = `${role}/value/ground_set`;
  const groundSet = labels(ground_set, list(ground_set, place).length, place) ?? [];
  const places = new Map(groundSet.map((label, index) => [label, index]));
  const at = `${role}/value/flats_by_rank`;
  const lists = list(flats_by_rank, at).map((flats, rank) => list(flats, `${at}/${rank}`));
  const listed = lists.reduce((sum, flats) => sum + flats.length, 0);
  if (listed > FLATS) unsupported(`at most ${FLATS} flats`);
  const byRank = lists.map((flats, rank) =>
    flats.map((flat, index) => readFlat(flat, places, `${at}/${rank}/${index}`)),
  );
  if (byRank.length === 0) reject('a matroid has a flat of rank 0', at);
  return { groundSet, byRank, at };
}

function readFlat(value: unknown, places: ReadonlyMap<unknown, number>, at: string): Flat {
  const flat = list(value, at).map(
    (label, index) => places.get(label) ?? reject('the label is not in the ground set', `${at}/${index}`),
  );
  if (new Set(flat).size < flat.length) reject('the flat lists a label twice', at);
  return flat.sort((one, other) => one - other);
}
