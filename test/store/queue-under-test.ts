import { setImmediate as nextTurn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { Batch, Standpoint } from '../../src/store/batch.ts';
import { CommitQueue } from '../../src/store/sqlite/commit-queue.ts';
import type { Elsewhere, Prepared } from '../../src/store/sqlite/prepared-group.ts';
import { digest } from './support.ts';

/** `twin` is written once already, which only who writes it finds; `heard` has another one asked for as it is kept. */
export const KINDS = ['said', 'unsaid', 'refused', 'twin', 'heard', 'unheard'] as const;
export type Kind = (typeof KINDS)[number];

/** What another process makes of a batch, or of the question whether it takes one. */
export const ANSWERS = ['kept', 'nothing', 'broken', 'overtaken', 'busy', 'astray'] as const;

export interface Reply {
  readonly answer: (typeof ANSWERS)[number];
  /** After how many turns of the event loop; none: within this one. */
  readonly turns: number;
}

export interface Asked {
  readonly kind: Kind;
  readonly label: string;
  /** Where it stands; undefined where it was refused, `waiting` while nothing is known. */
  outcome: number | undefined | 'waiting';
}

const TRUST: Pick<Standpoint, 'trust' | 'trustDigest'> = {
  trust: { version: 1, logIndex: 0, envelope: new Uint8Array() },
  trustDigest: digest('trust'),
};

/** A queue over a table of labels, and a process beside it that answers as it is told, in the order of `replies`. */
export class QueueUnderTest {
  readonly asked: Asked[] = [];
  /** What must never be: nothing, in the end. */
  readonly faults: string[] = [];
  readonly queue: CommitQueue;
  inFlight = 0;
  readonly #database = new Sqlite(':memory:');
  readonly #replies: Iterator<Reply>;
  #reply: Reply;
  #begun = 0;

  constructor(replies: readonly Reply[], most: number | undefined) {
    this.#database.exec(`
      CREATE TABLE labels (position INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE) STRICT;
      INSERT INTO labels VALUES (0, 'twin')`);
    this.#replies = replies[Symbol.iterator]();
    this.#reply = this.#nextReply();
    const group = {
      before: () => void this.#begun++,
      begin: () => {
        if (this.inFlight > 0) this.faults.push('commits while another process does');
      },
      undone: () => {},
      seal: () => () => {},
      end: () => void this.#begun--,
    };
    this.queue = new CommitQueue(this.#database, group, most, this.#elsewhere());
  }

  /** The labels in their places. */
  get labels(): unknown[] {
    return this.#database.prepare('SELECT label FROM labels ORDER BY position').pluck().all();
  }

  add(kind: Kind): void {
    const own: Asked = { kind, label: `${kind} ${this.asked.length}`, outcome: 'waiting' };
    this.asked.push(own);
    const label = kind === 'twin' ? 'twin' : own.label;
    const refuse = () => {
      if (kind === 'refused') throw new Error('refused');
    };
    const run = () => {
      refuse();
      return this.#write(label);
    };
    const prepare = ({ size }: Standpoint): Prepared<number> => {
      refuse();
      const piece = { tenant: label, durableBytes: 0, runs: [], verifications: [], answer: null };
      return { piece, result: size, size: size + 1 };
    };
    let told = false;
    const committed = () => {
      if (told) this.faults.push('told twice');
      told = true;
      if (this.#database.inTransaction || this.labels.indexOf(own.label) < 0)
        this.faults.push('told too early');
      if (kind === 'heard') this.add('said');
      if (kind === 'unheard') throw new Error('kept, but not heard of');
    };
    const promise = this.queue.add({ run, committed, prepare: kind === 'unsaid' ? undefined : prepare });
    promise.then(
      (position) => this.#settled(own, position),
      () => this.#settled(own, undefined),
    );
  }

  /** Once nothing waits any more; throws where that never comes. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 10 * (this.asked.length + 10); turn++) {
      if (this.asked.every(({ outcome }) => outcome !== 'waiting')) return;
      await nextTurn();
    }
    throw new Error('somebody waits for ever');
  }

  close(): void {
    if (this.#begun !== 0) this.faults.push('a group was begun and not ended');
    this.#database.close();
  }

  #settled(own: Asked, outcome: number | undefined): void {
    own.outcome = outcome;
  }

  #write(label: string): number {
    const position = this.labels.length;
    this.#database.prepare('INSERT INTO labels VALUES (?, ?)').run(position, label);
    return position;
  }

  #elsewhere(): Elsewhere {
    return {
      ready: () => {
        if (this.inFlight > 0) this.faults.push('asked while it is busy');
        this.#reply = this.#nextReply();
        return this.#reply.answer !== 'busy';
      },
      standpoint: () => {
        if (this.#reply.answer === 'astray') throw new Error('unreadable');
        return { ...TRUST, size: this.labels.length };
      },
      commit: (batch) => this.#commitElsewhere(batch, this.#reply),
    };
  }

  async #commitElsewhere(batch: Batch, { answer, turns }: Reply): Promise<boolean> {
    if (this.inFlight++ > 0) this.faults.push('two batches at once');
    if (batch.pieces.length === 0) this.faults.push('nothing to commit');
    if (answer === 'busy' || answer === 'astray') this.faults.push('sent to one that takes nothing');
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    this.inFlight--;
    if (answer === 'overtaken') this.#write(`other ${this.labels.length}`);
    if (answer === 'broken') throw new Error('broken');
    return answer === 'kept' && this.#keep(batch);
  }

  #keep({ size, pieces }: Batch): boolean {
    if (this.labels.length !== size) this.faults.push('sent from where the log is not any more');
    try {
      this.#database.transaction(() => pieces.forEach(({ tenant }) => void this.#write(tenant)))();
      return true;
    } catch {
      return false;
    }
  }

  #nextReply(): Reply {
    return this.#replies.next().value ?? { answer: 'kept', turns: 1 };
  }
}
