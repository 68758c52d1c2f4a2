/**
 * What waits, by whose it is: the owners take turns, however much one of them asks for, and what one asked for goes in the
 * order it came.
 */
export class Turns<Item> {
  /** In the order of their turns; none is empty. */
  readonly #waiting = new Map<string, Item[]>();
  #last: string | undefined;

  /** How much of this owner waits. */
  count(owner: string): number {
    return this.#waiting.get(owner)?.length ?? 0;
  }

  add(owner: string, item: Item): void {
    const waiting = this.#waiting.get(owner);
    if (waiting === undefined) this.#waiting.set(owner, [item]);
    else waiting.push(item);
  }

  /** What was taken and not begun: it goes before what its owner asked for later. */
  putBack(owner: string, items: readonly Item[]): void {
    if (items.length > 0) this.#waiting.set(owner, [...items, ...(this.#waiting.get(owner) ?? [])]);
  }

  /** What `take` would take. */
  next(): Item | undefined {
    for (const [owner, [item]] of this.#waiting) {
      if (owner !== this.#last || this.#waiting.size === 1) return item;
    }
    return undefined;
  }

  /** Takes what is next: of the owner who had the last turn only where nobody else waits. */
  take(): Item | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [owner, waiting] = first;
    this.#waiting.delete(owner);
    if (owner === this.#last && this.#waiting.size > 0) {
      this.#waiting.set(owner, waiting);
      return this.take();
    }
    const [item, ...rest] = waiting;
    if (rest.length > 0) this.#waiting.set(owner, rest);
    this.#last = owner;
    return item;
  }

  /** The first that is so, in the order of turns; it still waits. */
  find(isSo: (item: Item) => boolean): Item | undefined {
    for (const waiting of this.#waiting.values()) {
      const item = waiting.find(isSo);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  /** Lets one wait no more; nothing happens where it does not. */
  remove(item: Item): void {
    for (const [owner, waiting] of this.#waiting) {
      const rest = waiting.filter((each) => each !== item);
      if (rest.length === 0) this.#waiting.delete(owner);
      else this.#waiting.set(owner, rest);
    }
  }

  /** Takes all. */
  clear(): Item[] {
    const all = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    return all;
  }
}
