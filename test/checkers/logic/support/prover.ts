import type { Clauses } from './requests.ts';

/** A line of a proof. */
export type Line =
  | { readonly id: number; readonly literals: readonly number[]; readonly hints: readonly number[] }
  | { readonly id: number; readonly deleted: readonly number[] };

export function textOf(lines: readonly Line[]): string {
  const text = lines.map((line) =>
    'deleted' in line
      ? [line.id, 'd', ...line.deleted, 0].join(' ')
      : [line.id, ...line.literals, 0, ...line.hints, 0].join(' '),
  );
  return text.map((line) => `${line}\n`).join('');
}

/** Numbers from 0 below `below`. */
export type Random = (below: number) => number;

/** A small prover: it splits on variables and propagates units, and writes down every clause it learns with its hints. */
export class Prover {
  readonly lines: Line[] = [];
  readonly #live: Map<number, readonly number[]>;
  readonly #random: Random;
  #id: number;

  constructor(formula: Clauses, random: Random) {
    this.#live = new Map(formula.map((clause, index) => [index + 1, clause]));
    this.#id = formula.length;
    this.#random = random;
  }

  /** Derives the empty clause; the formula must be unsatisfiable. */
  refute(): void {
    this.#refute([]);
  }

  /** Adds a clause if it is RAT on its first literal, with all hints this takes, and says whether it was. */
  addIfRat(literals: readonly number[]): boolean {
    const known = new Set(literals.map((literal) => -literal));
    const hints = this.#propagate(known);
    if (!hints.conflict) {
      const opposite = -(literals[0] as number);
      const holders = [...this.#live].filter(([, clause]) => clause.includes(opposite));
      for (const [id, clause] of this.#shuffled(holders)) {
        const others = clause.filter((literal) => literal !== opposite);
        hints.used.push(-id);
        if (others.some((literal) => known.has(literal))) continue;
        const more = this.#propagate(new Set([...known, ...others.map((literal) => -literal)]));
        if (!more.conflict) return false;
        hints.used.push(...more.used);
      }
    }
    this.#add(literals, hints.used);
    return true;
  }

  /** Defines a new variable as the conjunction of two literals: x ← a ∧ b, x → a, x → b. */
  define(variable: number, a: number, b: number): void {
    for (const clause of [
      [variable, -a, -b],
      [-variable, a],
      [-variable, b],
    ]) {
      this.addIfRat([...new Set(clause)]);
    }
  }

  delete(ids: readonly number[]): void {
    for (const id of ids) this.#live.delete(id);
    this.lines.push({ id: this.#id, deleted: ids });
  }

  /** The clause that says the decisions are not all true; its number. */
  #refute(decisions: readonly number[]): number {
    const known = new Set(decisions);
    const { conflict, used } = this.#propagate(known);
    const negated = this.#shuffled(decisions.map((literal) => -literal));
    if (conflict) return this.#add(negated, used);
    const variables = new Set([...this.#live.values()].flat().map(Math.abs));
    const free = [...variables].filter((variable) => !known.has(variable) && !known.has(-variable));
    const variable = free[this.#random(free.length)];
    if (variable === undefined) throw new Error('the formula is satisfiable');
    const first = this.#refute([...decisions, variable]);
    const second = this.#refute([...decisions, -variable]);
    const id = this.#add(negated, [first, second]);
    if (this.#random(2) === 0) this.delete([first, second]);
    return id;
  }

  /** Adds to `known` whatever follows by units; the clauses used, the conflict last. */
  #propagate(known: Set<number>): { readonly conflict: boolean; readonly used: number[] } {
    const used: number[] = [];
    for (let size = -1; size < used.length; ) {
      size = used.length;
      for (const [id, clause] of this.#live) {
        const open = [...new Set(clause)].filter((literal) => !known.has(-literal));
        if (open.length === 0) return { conflict: true, used: [...used, id] };
        if (open.length > 1 || known.has(open[0] as number)) continue;
        known.add(open[0] as number);
        used.push(id);
      }
    }
    return { conflict: false, used };
  }

  #add(literals: readonly number[], hints: readonly number[]): number {
    this.#id += 1 + (this.#random(4) === 0 ? this.#random(1000) : 0);
    this.#live.set(this.#id, literals);
    this.lines.push({ id: this.#id, literals, hints });
    return this.#id;
  }

  #shuffled<Item>(items: readonly Item[]): Item[] {
    const order = items.map((item) => ({ item, at: this.#random(1000) }));
    return order.sort((one, other) => one.at - other.at).map(({ item }) => item);
  }
}
