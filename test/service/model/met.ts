/** How often at least a kind of step is to come to an outcome. */
export type Floors = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What was met: how often each kind of step came to which outcome. */
export class Met {
  readonly #counts = new Map<string, Map<string, number>>();

  count(kind: string, outcome: string): void {
    const outcomes = this.#counts.get(kind) ?? new Map<string, number>();
    this.#counts.set(kind, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  }

  /** By kind and outcome, in the order of their names. */
  get counts(): Floors {
    const sorted = <T>(entries: Iterable<[string, T]>) =>
      Object.fromEntries([...entries].toSorted(([one], [other]) => one.localeCompare(other)));
    return sorted([...this.#counts].map(([kind, outcomes]) => [kind, sorted(outcomes)]));
  }

  /** Each that was not met as often as it was to be, in words. */
  lacking(floors: Floors): string[] {
    return Object.entries(floors).flatMap(([kind, outcomes]) =>
      Object.entries(outcomes).flatMap(([outcome, least]) => {
        const met = this.#counts.get(kind)?.get(outcome) ?? 0;
        return met >= least ? [] : [`${kind}: ${outcome}: ${met} times, not ${least}`];
      }),
    );
  }
}
