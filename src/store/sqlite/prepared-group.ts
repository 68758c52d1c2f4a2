import type { Batch, Piece, Standpoint } from '../batch.ts';

/** What work comes to if nothing else is written before it. */
export interface Prepared<T> {
  readonly piece: Piece;
  readonly result: T;
  /** How many entries the log has then. */
  readonly size: number;
}

/** Work that waits for its place in a group. */
export interface Waiting {
  /** Gives what settles the promise once the group is durable. */
  readonly run: () => () => void;
  readonly prepare: ((from: Standpoint) => Settled) | undefined;
  readonly reject: (error: unknown) => void;
}

type Settled = Pick<Prepared<unknown>, 'piece' | 'size'> & { readonly settle: () => void };

/** Who commits what can be said as data, and from where it is said. */
export interface Elsewhere {
  ready(): boolean;
  standpoint(): Standpoint;
  /** Whether the batch is durable, as far as that can be known; where not, it is done here. */
  commit(batch: Batch): Promise<boolean>;
}

/** A group as one batch, with what settles each of its pieces, and who was refused before. */
export interface PreparedGroup {
  readonly batch: Batch;
  readonly settles: readonly (() => void)[];
  readonly refused: ReadonlyMap<Waiting, unknown>;
}

/** What a group writes if nothing else is written before it. Undefined where it cannot even be said from where. */
export function prepareGroup(group: readonly Waiting[], elsewhere: Elsewhere): PreparedGroup | undefined {
  const from = standpointOf(elsewhere);
  if (from === undefined) return undefined;
  const pieces: Piece[] = [];
  const settles: (() => void)[] = [];
  const refused = new Map<Waiting, unknown>();
  let { size } = from;
  for (const waiting of group) {
    try {
      const prepared = waiting.prepare?.({ ...from, size });
      if (prepared === undefined) return undefined;
      pieces.push(prepared.piece);
      settles.push(prepared.settle);
      size = prepared.size;
    } catch (error) {
      refused.set(waiting, error);
    }
  }
  const { trustDigest } = from;
  return { batch: { trustDigest, size: from.size, pieces }, settles, refused };
}

function standpointOf(elsewhere: Elsewhere): Standpoint | undefined {
  try {
    return elsewhere.standpoint();
  } catch {
    return undefined;
  }
}
