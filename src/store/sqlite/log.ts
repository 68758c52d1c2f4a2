import type { Digest } from '../../canonical/digest.ts';
import { type Checkpoint, openCheckpoint, signCheckpoint } from '../../log/checkpoint.ts';
import { equalHashes, leafHash } from '../../log/hashes.ts';
import { type EntryKind, entryLeaf } from '../../log/leaf.ts';
import type { NoteKey } from '../../log/note.ts';
import type { Signer, VerifySignature } from '../../log/signature.ts';
import { formatProof } from '../../log/tlog-proof.ts';
import {
  consistencyProof,
  type HashReader,
  hashesToAppend,
  inclusionProof,
  rootHash,
  type StoredHash,
} from '../../log/tree.ts';
import { verifyConsistency } from '../../log/verify.ts';
import { corrupt } from '../failure.ts';
import type { LogEntry } from '../store.ts';
import type { logCheckpoints } from './schema.ts';
import type { Statements } from './statements.ts';

type SignedCheckpoint = typeof logCheckpoints.$inferSelect;

/**
 * The log's tables: entries, the hashes of complete subtrees, and every checkpoint that was signed.
 * Between calls nothing is remembered but under the write lock, since another process may write whenever that is free.
 */
export class LogTables {
  readonly #origin: string;
  readonly #at: string;
  readonly #statements: Statements;
  /** What was read or written of the transaction's log, while this holds it. */
  #held: { size: number | undefined; readonly hashes: Map<string, Uint8Array> } | undefined;

  /** `at` names the database in errors. */
  constructor(statements: Statements, origin: string, at: string) {
    this.#statements = statements;
    this.#origin = origin;
    this.#at = at;
  }

  /**
   * Remembers from now on what is read and written: in a transaction that has the write lock, until `release`. To be
   * called again where a part of the transaction was undone.
   */
  hold(): void {
    this.#held = { size: undefined, hashes: new Map() };
  }

  release(): void {
    this.#held = undefined;
  }

  /** How many entries there are: the index the next one will have. */
  size(): number {
    if (this.#held?.size !== undefined) return this.#held.size;
    const last = this.#statements.lastEntry.get();
    const size = last === undefined ? 0 : last.position + 1;
    if (this.#held !== undefined) this.#held.size = size;
    return size;
  }

  /** The newest signed checkpoint; undefined while the first is not signed. */
  newest(): SignedCheckpoint | undefined {
    return this.#statements.newestCheckpoint.get();
  }

  /** Appends one entry, inside the caller's transaction, and gives its index. {@link seal} must follow in the same one. */
  append(kind: EntryKind, payloadDigest: Digest): number {
    const index = this.size();
    const leaf = leafHash(entryLeaf(kind, payloadDigest).bytes);
    const hashes = hashesToAppend(index, leaf, this.#read);
    this.#statements.addEntry({ position: index, kind, payloadDigest });
    for (const hash of hashes) this.#addHash(hash);
    if (this.#held !== undefined) this.#held.size = index + 1;
    return index;
  }

  /**
   * Signs the tree as it stands, inside the transaction that appended to it, and gives the note; undefined where
   * nothing was appended. Here a log would fork, so here it is checked: never a smaller tree, never two roots for one
   * size. The tree must be the one signed last or have it as its beginning; the primary key refuses a second
   * checkpoint of one size; and the write lock keeps every other signer out.
   */
  seal(signer: Signer): string | undefined {
    const before = this.newest();
    const size = this.size();
    const root = rootHash(size, this.#read);
    if (before === undefined ? size !== 1 : !this.#continues(before, size, root)) {
      throw corrupt('the log does not continue what was signed before; nothing was signed', this.#at);
    }
    if (size === before?.size) return undefined;
    const note = signCheckpoint({ origin: this.#origin, size, root }, signer);
    this.#statements.addCheckpoint({ size, root, note });
    return note;
  }

  /** Inclusion of one entry under the newest checkpoint. Entries and hashes never change, so no transaction is needed. */
  proof(index: number): string {
    const newest = this.newest();
    if (!Number.isSafeInteger(index) || index < 0 || newest === undefined || index >= newest.size) {
      throw new RangeError('the log has no entry at this index');
    }
    const hashes = inclusionProof(index, newest.size, this.#read);
    return formatProof({ index, hashes, checkpoint: newest.note });
  }

  entries(from: number, to: number): LogEntry[] {
    return this.#statements.entries.all({ from, to }).map(({ position, kind, payloadDigest }) => {
      const leaf = entryLeaf(kind, payloadDigest).bytes;
      if (!equalHashes(leafHash(leaf), this.#read(0, position))) {
        throw corrupt('an entry of the log no longer has its hash', this.#at);
      }
      return { index: position, kind, payloadDigest, leaf };
    });
  }

  /** Throws `STORE_CORRUPT` unless the newest checkpoint is signed by `publicKey` for exactly what is stored. */
  verifyNewest(publicKey: Uint8Array, verify: VerifySignature): void {
    const newest = this.newest();
    const size = this.size();
    if (newest === undefined || newest.size !== size || !this.holds(newest.note, publicKey, verify)) {
      throw corrupt('the newest checkpoint does not fit the log', this.#at);
    }
    this.entries(size - 1, size);
  }

  /** Whether the note is a checkpoint of this log, and of a tree that the stored one continues. */
  holds(note: string, publicKey: Uint8Array, verify: VerifySignature): boolean {
    const checkpoint = opened(note, { name: this.#origin, publicKey }, verify);
    if (checkpoint === undefined || checkpoint.size > this.size()) return false;
    return equalHashes(rootHash(checkpoint.size, this.#read), checkpoint.root);
  }

  #continues(before: SignedCheckpoint, size: number, root: Uint8Array): boolean {
    if (size < before.size) return false;
    const proof = consistencyProof(before.size, size, this.#read);
    return verifyConsistency(before.size, size, before.root, root, proof);
  }

  #addHash({ level, position, hash }: StoredHash): void {
    if (this.#statements.addHash({ level, position, hash }) === 0) {
      throw corrupt('the log has hashes of entries it does not have', this.#at);
    }
    this.#held?.hashes.set(`${level}/${position}`, hash);
  }

  readonly #read: HashReader = (level, position) => {
    const name = `${level}/${position}`;
    const held = this.#held?.hashes.get(name);
    if (held !== undefined) return held;
    const stored = this.#statements.hash.get({ level, position });
    if (stored === undefined) throw corrupt('a hash of the log is missing', this.#at);
    this.#held?.hashes.set(name, stored.hash);
    return stored.hash;
  };
}

function opened(note: string, key: NoteKey, verify: VerifySignature): Checkpoint | undefined {
  try {
    return openCheckpoint(note, [key], verify).checkpoint;
  } catch {
    return undefined;
  }
}
