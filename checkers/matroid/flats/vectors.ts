import { reject } from '../../decide.ts';
import { readDocument } from '../../documents/document.ts';
import { labels } from '../../documents/labels.ts';
import { list } from '../../documents/list.ts';
import { isIntegerText, isRationalText } from '../../documents/numbers.ts';
import { count, items, members } from '../../documents/shape.ts';
import type { Budget } from '../../exact/budget.ts';
import { isPrime } from '../../exact/trial-division.ts';
import type { Vectors } from '../../exact/vectors.ts';

export interface LabelledVectors {
  /** The number of elements of a prime field, or undefined for the field of rational numbers. */
  readonly prime: number | undefined;
  readonly labels: readonly string[];
  /** The vector of each label, as canonical texts of integers or rationals. */
  readonly coordinates: Vectors;
}

const PRIMES_BELOW = 2 ** 31;

/** Reads a document of type `matroid.vectors@1`; rejected when it is anything else, and over integers modulo what is no prime below 2^31. */
export function readVectors(text: string, role: string, budget: Budget): LabelledVectors {
  const { value } = readDocument(text, ['matroid.vectors@1'], role);
  const at = `${role}/value`;
  const { field, dimension, points } = members(value, ['field', 'dimension', 'points'], [], at);
  const prime = readField(field, `${at}/field`);
  const length = count(dimension, `${at}/dimension`);
  const isNumber = (text: unknown): text is string =>
    prime === undefined
      ? isRationalText(text, budget)
      : isIntegerText(text) && Number(text) >= 0 && Number(text) < prime;
  const read = list(points, `${at}/points`).map((item, index) => {
    const place = `${at}/points/${index}`;
    const { label, coordinates } = members(item, ['label', 'coordinates'], [], place);
    const vector = items(coordinates, length, `${place}/coordinates`).map((text, position) =>
      isNumber(text)
        ? text
        : reject('the coordinate is not a number of the field', `${place}/coordinates/${position}`),
    );
    return { label, vector };
  });
  const names = read.map(({ label }) => label);
  return {
    prime,
    labels: labels(names, names.length, `${at}/points`) ?? [],
    coordinates: read.map(({ vector }) => vector),
  };
}

function readField(field: unknown, at: string): number | undefined {
  if (field === 'Q') return undefined;
  const prime = count(members(field, ['prime'], [], at).prime, `${at}/prime`);
  if (prime >= PRIMES_BELOW || !isPrime(prime)) reject('the number is no prime below 2^31', `${at}/prime`);
  return prime;
}
