import { canonicalise } from '../../src/canonical/canonical.ts';
import { type Digest, digestOf } from '../../src/canonical/digest.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { prepareDocument } from '../../src/domains/prepare.ts';
import { rules } from './support.ts';

/** A small matrix, and all arithmetic on it done here anew: an oracle that shares no code with what it judges. */
export interface Small {
  readonly type: 'matrix.integer@1' | 'matrix.rational@1';
  readonly entries: readonly (readonly number[])[];
  readonly rowLabels?: readonly string[];
  readonly columnLabels?: readonly string[];
}

const A: Small = {
  type: 'matrix.integer@1',
  entries: [
    [1, 2],
    [3, 4],
  ],
};
const labelled: Small = { ...A, rowLabels: ['a', 'b'], columnLabels: ['x', 'y'] };
const row: Small = { type: 'matrix.integer@1', entries: [[1, -1, 2]] };
const one: Small = {
  type: 'matrix.integer@1',
  entries: [
    [1, 0],
    [0, 1],
  ],
};

/** Few values with many true and nearly true relations among them: equal numbers of other types and labels too. */
export const POOL: readonly Small[] = [
  A,
  transposed(A),
  times(A, A),
  times(transposed(A), A),
  times(A, transposed(A)),
  { ...A, type: 'matrix.rational@1' },
  labelled,
  transposed(labelled),
  times(transposed(labelled), labelled),
  one,
  row,
  transposed(row),
  times(row, transposed(row)),
];

export function transposed({ type, entries, rowLabels, columnLabels }: Small): Small {
  return {
    type,
    entries: (entries[0] ?? []).map((_, column) => entries.map((line) => line[column] ?? 0)),
    ...(columnLabels === undefined ? {} : { rowLabels: columnLabels }),
    ...(rowLabels === undefined ? {} : { columnLabels: rowLabels }),
  };
}

/** The product with the labels it must have; meaningless where the shapes do not fit. */
export function times(left: Small, right: Small): Small {
  const columns = transposed(right).entries;
  return {
    type: left.type,
    entries: left.entries.map((line) =>
      columns.map((column) => line.reduce((sum, entry, at) => sum + entry * (column[at] ?? 0), 0)),
    ),
    ...(left.rowLabels === undefined ? {} : { rowLabels: left.rowLabels }),
    ...(right.columnLabels === undefined ? {} : { columnLabels: right.columnLabels }),
  };
}

export type Claim = 'matrix.product@1' | 'matrix.gram@1' | 'matrix.transpose@1';

export const ROLES: Readonly<Record<Claim, readonly string[]>> = {
  'matrix.product@1': ['left', 'right', 'product'],
  'matrix.gram@1': ['matrix', 'gram'],
  'matrix.transpose@1': ['matrix', 'transpose'],
};

/** Whether the claim holds of these values, in the order of its roles. */
export function holds(claim: Claim, values: readonly Small[]): boolean {
  const [first = one, second = one, third = one] = values;
  switch (claim) {
    case 'matrix.product@1':
      return (
        first.entries[0]?.length === second.entries.length &&
        same(first.columnLabels, second.rowLabels) &&
        equal(times(first, second), third)
      );
    case 'matrix.gram@1':
      return equal(times(transposed(first), first), second);
    case 'matrix.transpose@1':
      return first.type === second.type && equal(transposed(first), second);
  }
}

/** A value of the pool that makes the claim true of the others, where there is one. */
export function candidateFor(claim: Claim, others: readonly Small[]): Small | undefined {
  return POOL.find((candidate) => holds(claim, [...others, candidate]));
}

function equal(one: Small, other: Small): boolean {
  return (
    same(one.entries, other.entries) &&
    same(one.rowLabels, other.rowLabels) &&
    same(one.columnLabels, other.columnLabels)
  );
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export function documentOf({ type, entries, rowLabels, columnLabels }: Small): {
  type: string;
  value: JsonValue;
} {
  return {
    type,
    value: {
      rows: entries.length,
      columns: entries[0]?.length ?? 0,
      entries: entries.map((line) => line.map(String)),
      ...(rowLabels === undefined ? {} : { row_labels: [...rowLabels] }),
      ...(columnLabels === undefined ? {} : { column_labels: [...columnLabels] }),
    },
  };
}

export function digestOfValue(value: Small): Digest {
  return prepareDocument(documentOf(value), rules).bytes.digest;
}

/** Digest of `{claim, roles}` as design §1 has it; all roles of these claims are given, so also the proposition's. */
export function statementDigest(claim: Claim, values: readonly Small[]): Digest {
  const roles = Object.fromEntries(ROLES[claim].map((role, at) => [role, digestOfValue(values[at] ?? one)]));
  return digestOf(canonicalise({ claim: rules.contracts.claim(claim).digest, roles }).bytes);
}
