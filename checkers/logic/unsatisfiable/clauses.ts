import { grown } from './growing.ts';

/**
 * Clauses by number, all in a few arrays: no object for a clause. A clause is meant by its index, its place in the order in
 * which the clauses were added. Literals are as `Variables` numbers them.
 */
export class Clauses {
  #literals = new Int32Array(4096);
  /** By index, where in `#literals` the clause begins; it ends where the next one begins. */
  #starts = new Int32Array(1024);
  #count = 0;
  /** Where in `#literals` the next literal goes. */
  #end = 0;
  /** By index; they rise strictly. */
  #ids = new Float64Array(1024);
  #lastId = 0;
  /** By index, 1 while the clause is live. */
  #live = new Uint8Array(1024);
  /** By literal, the number of live clauses that hold it. */
  #holders = new Int32Array(1024);

  /** The literals of all clauses; an array that is good until the next literal is added. */
  get literals(): Int32Array {
    return this.#literals;
  }

  get lastId(): number {
    return this.#lastId;
  }

  start(index: number): number {
    return this.#starts[index] as number;
  }

  end(index: number): number {
    return this.#starts[index + 1] as number;
  }

  /** Adds a literal to the clause that is being made; it must not hold it already. */
  push(literal: number): void {
    this.#literals = grown(this.#literals, this.#end + 1);
    this.#literals[this.#end++] = literal;
  }

  /** The first literal of the clause that is being made; undefined while it is empty. */
  get firstHeld(): number | undefined {
    const start = this.#starts[this.#count] as number;
    return start < this.#end ? this.#literals[start] : undefined;
  }

  /** Ends the clause that is being made; the number must be greater than those before. */
  close(id: number): void {
    const index = this.#count++;
    this.#starts = grown(this.#starts, index + 2);
    this.#starts[index + 1] = this.#end;
    if (index === this.#ids.length) this.#enlarge();
    this.#ids[index] = id;
    this.#lastId = id;
    this.#live[index] = 1;
    this.#countHolders(index, 1);
  }

  /** The index of the live clause with this number, or -1. */
  find(id: number): number {
    const ids = this.#ids;
    const last = this.#count - 1;
    // Integers that rise strictly from 1 or more: without gaps both ends are the place itself.
    let low = last - (this.#lastId - id);
    let high = id - 1;
    if (low < 0) low = 0;
    if (high > last) high = last;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return ids[low] === id && this.#live[low] === 1 ? low : -1;
  }

  delete(index: number): void {
    this.#live[index] = 0;
    this.#countHolders(index, -1);
  }

  /** The number of live clauses that hold the literal. */
  holders(literal: number): number {
    return this.#holders[literal] ?? 0;
  }

  #countHolders(index: number, by: number): void {
    const end = this.end(index);
    for (let i = this.start(index); i < end; i++) {
      const literal = this.#literals[i] as number;
      if (literal >= this.#holders.length) this.#holders = grown(this.#holders, literal + 1);
      this.#holders[literal] = (this.#holders[literal] as number) + by;
    }
  }

  #enlarge(): void {
    const ids = new Float64Array(2 * this.#ids.length);
    ids.set(this.#ids);
    this.#ids = ids;
    const live = new Uint8Array(2 * this.#live.length);
    live.set(this.#live);
    this.#live = live;
  }
}
