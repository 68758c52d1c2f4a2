import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { prepare, refusal } from './rules.ts';

const point = { label: 'a', coordinates: ['1', '1/2'] };

/** Two vectors over Q, with these members changed. */
function vectors(changed: Record<string, JsonValue>): string {
  const value = {
    field: 'Q',
    dimension: 2,
    points: [point, { label: 'b', coordinates: ['0', '-3'] }],
    ...changed,
  };
  return refusal(() => prepare('matroid.vectors@1', value));
}

const RESIDUE = 'over a prime field a coordinate is from 0 to p − 1';
const FIELD = 'must be "Q", or an object with the member prime';

describe('vectors with', () => {
  test.each<[string, Record<string, JsonValue>, string]>([
    ['nothing wrong', {}, 'accepted'],
    ['no points', { points: [] }, 'accepted'],
    ['no points and a dimension', { points: [], dimension: 2 ** 53 - 1 }, 'accepted'],
    ['no coordinates', { dimension: 0, points: [{ label: 'a', coordinates: [] }] }, 'accepted'],
    ['two equal vectors', { points: [point, { ...point, label: 'A' }] }, 'accepted'],
    ['residues', { field: { prime: 5 }, points: [{ label: 'a', coordinates: ['0', '4'] }] }, 'accepted'],
    [
      'residues modulo what is no prime',
      { field: { prime: 6 }, points: [{ label: 'a', coordinates: ['0', '5'] }] },
      'accepted',
    ],
    [
      'a modulus of 53 bits',
      { field: { prime: 2 ** 53 - 1 }, points: [{ label: 'a', coordinates: ['0', '9007199254740990'] }] },
      'accepted',
    ],
    ['no points over no field', { field: { prime: 0 }, points: [] }, 'accepted'],

    [
      'a coordinate missing',
      { points: [{ ...point, coordinates: ['1'] }] },
      'DOCUMENT_SCHEMA /value/points/0/coordinates: this array is shorter than `dimension` says',
    ],
    [
      'a coordinate too many',
      { dimension: 1 },
      'DOCUMENT_SCHEMA /value/points/0/coordinates: this array is longer than `dimension` says',
    ],
    [
      'a fraction not in lowest terms',
      { points: [{ ...point, coordinates: ['1', '2/4'] }] },
      'DOCUMENT_SCHEMA /value/points/0/coordinates/1: a fraction is in lowest terms',
    ],
    [
      'a label twice',
      { points: [point, point] },
      'LABEL_AMBIGUOUS /value/points/1: this label stands in the list twice',
    ],
    [
      'a residue equal to p',
      { field: { prime: 5 }, points: [{ label: 'a', coordinates: ['5', '0'] }] },
      `DOCUMENT_SCHEMA /value/points/0/coordinates/0: ${RESIDUE}`,
    ],
    [
      'a negative residue',
      { field: { prime: 5 }, points: [{ label: 'a', coordinates: ['0', '-1'] }] },
      `DOCUMENT_SCHEMA /value/points/0/coordinates/1: ${RESIDUE}`,
    ],
    [
      'a fraction for a residue',
      { field: { prime: 5 }, points: [{ label: 'a', coordinates: ['1/2', '0'] }] },
      `DOCUMENT_SCHEMA /value/points/0/coordinates/0: ${RESIDUE}`,
    ],
    [
      'a residue that doubles do not hold',
      { field: { prime: 2 ** 53 - 1 }, points: [{ label: 'a', coordinates: ['9007199254740993', '0'] }] },
      `DOCUMENT_SCHEMA /value/points/0/coordinates/0: ${RESIDUE}`,
    ],
    [
      'a residue over no field',
      { field: { prime: 0 }, points: [{ label: 'a', coordinates: ['0', '0'] }] },
      `DOCUMENT_SCHEMA /value/points/0/coordinates/0: ${RESIDUE}`,
    ],
    ['another field', { field: 'R' }, `DOCUMENT_SCHEMA /value/field: ${FIELD}`],
    [
      'a field with a member more',
      { field: { prime: 2, degree: 1 } },
      `DOCUMENT_SCHEMA /value/field: ${FIELD}`,
    ],
    ['a field of a text', { field: { prime: '2' } }, `DOCUMENT_SCHEMA /value/field: ${FIELD}`],
    [
      'a negative dimension',
      { dimension: -1 },
      'DOCUMENT_SCHEMA /value/dimension: must be a count: a whole number from 0 to 9007199254740991, without quotes',
    ],
    [
      'a number for a coordinate',
      { points: [{ label: 'a', coordinates: [1, '0'] }] },
      'DOCUMENT_SCHEMA /value/points/0/coordinates/0: must be a rational string such as "-12" or "2/3"',
    ],
    ['a member more', { rank: 2 }, 'DOCUMENT_SCHEMA /value/rank: unknown member'],
    [
      'a point with a member more',
      { points: [{ ...point, weight: 1 }] },
      'DOCUMENT_SCHEMA /value/points/0/weight: unknown member',
    ],
  ])('%s', (_, changed, expected) => {
    expect(vectors(changed)).toBe(expected);
  });
});

describe('flats with', () => {
  const LABEL = 'must be a label: a string of 1 to 256 code points without control characters';
  test.each<[string, JsonValue, string]>([
    [
      'nothing wrong',
      { ground_set: ['a', 'b'], flats_by_rank: [[[]], [['a'], ['b']], [['b', 'a']]] },
      'accepted',
    ],
    ['nothing', { ground_set: [], flats_by_rank: [] }, 'accepted'],
    // These are usable, and false.
    ['a flat twice', { ground_set: ['a'], flats_by_rank: [[['a'], ['a']]] }, 'accepted'],
    ['a label twice in a flat', { ground_set: ['a'], flats_by_rank: [[['a', 'a']]] }, 'accepted'],
    ['empty lists', { ground_set: ['a'], flats_by_rank: [[], []] }, 'accepted'],

    [
      'a label twice in the ground set',
      { ground_set: ['a', 'a'], flats_by_rank: [] },
      'LABEL_AMBIGUOUS /value/ground_set/1: this label stands in the list twice',
    ],
    [
      'labels that are one after NFC',
      { ground_set: ['é', 'e\u0301'], flats_by_rank: [] },
      'LABEL_AMBIGUOUS /value/ground_set/1: this label differs from an earlier one only until both are normalised (NFC)',
    ],
    [
      'a label that is not defined',
      { ground_set: ['a'], flats_by_rank: [[[]], [['a'], ['a', 'A']]] },
      'DOCUMENT_SCHEMA /value/flats_by_rank/1/1/1: this label is not in the ground set',
    ],
    [
      'a label defined in another form',
      { ground_set: ['é'], flats_by_rank: [[['e\u0301']]] },
      'DOCUMENT_SCHEMA /value/flats_by_rank/0/0/0: this label is not in the ground set',
    ],
    [
      'a label that is a number',
      { ground_set: [0], flats_by_rank: [] },
      `DOCUMENT_SCHEMA /value/ground_set/0: ${LABEL}`,
    ],
    [
      'flats one level too high',
      { ground_set: ['a'], flats_by_rank: [['a']] },
      'DOCUMENT_SCHEMA /value/flats_by_rank/0/0: must be a flat: an array of labels',
    ],
    ['no ground set', { flats_by_rank: [] }, 'DOCUMENT_SCHEMA /value: the member ground_set is missing'],
    [
      'a member more',
      { ground_set: [], flats_by_rank: [], rank: 0 },
      'DOCUMENT_SCHEMA /value/rank: unknown member',
    ],
  ])('%s', (_, value, expected) => {
    expect(refusal(() => prepare('matroid.flats@1', value))).toBe(expected);
  });
});
