import type { Budget } from '../../exact/budget.ts';
import { Assignment } from './assignment.ts';
import { Clauses } from './clauses.ts';
import type { ProofText } from './proof-text.ts';
import { negation, Variables } from './variables.ts';

/** Steps of the budget for one literal of a hint: 2.4 to 9 ns measured, depending on what is in the cache. */
const LOOK = 8;

/** For one literal of a clause that a RAT step names, which is assumed false and forgotten again: 13 to 41 ns. */
const ASSUMPTION = 40;

/** A formula and what an LRAT proof derives from it, line by line. What breaks a rule of the claim is rejected there. */
export class Derivation {
  readonly #proof: ProofText;
  readonly #budget: Budget;
  readonly #variables = new Variables();
  readonly #clauses = new Clauses();
  readonly #assignment = new Assignment();
  #refuted = false;

  /** The clauses are in DIMACS literals and get the numbers 1, 2, …; a literal may stand in one twice. */
  constructor(formula: readonly (readonly number[])[], proof: ProofText, budget: Budget) {
    this.#proof = proof;
    this.#budget = budget;
    for (const [index, clause] of formula.entries()) {
      for (const literal of clause) this.#hold(this.#variables.literal(literal));
      this.#close(index + 1);
    }
  }

  /** Whether the empty clause was given or derived. */
  get refuted(): boolean {
    return this.#refuted;
  }

  /** Checks the line at which the proof stands. */
  line(): void {
    const id = this.#proof.number();
    if (id < 0) this.#proof.fail('a line begins with the number of a step');
    if (this.#proof.deletes()) this.#deletion();
    else this.#step(id);
    this.#proof.endLine();
  }

  #deletion(): void {
    for (let id = this.#proof.number(); id !== 0; id = this.#proof.number()) {
      this.#clauses.delete(this.#liveClause(id));
    }
  }

  #step(id: number): void {
    if (id <= this.#clauses.lastId) this.#proof.fail('the number of a step is greater than all before');
    let conflict = this.#holdLiterals();
    let hint = this.#proof.number();
    for (; hint > 0; hint = this.#proof.number()) conflict = this.#follow(hint, conflict);
    if (!conflict) this.#requireRat(hint);
    else for (; hint !== 0; hint = this.#proof.number()) this.#liveClause(Math.abs(hint));
    this.#close(id);
  }

  /** Reads the literals of a step, assumed false, and says whether it is a tautology. */
  #holdLiterals(): boolean {
    let tautology = false;
    for (let dimacs = this.#proof.number(); dimacs !== 0; dimacs = this.#proof.number()) {
      const literal = this.#variables.literal(dimacs);
      if (this.#assignment.isTrue(literal)) tautology = true;
      if (!this.#hold(literal)) this.#proof.fail('a literal stands in the step twice');
    }
    return tautology;
  }

  /** Puts a literal, assumed false, into the clause that is being made, unless it holds it already. */
  #hold(literal: number): boolean {
    if (this.#assignment.isTrue(negation(literal))) return false;
    this.#assignment.add(negation(literal));
    this.#clauses.push(literal);
    return true;
  }

  /** Follows a positive hint and says whether there is a conflict; behind one it must be live, no more. */
  #follow(hint: number, conflict: boolean): boolean {
    const index = this.#liveClause(hint);
    if (conflict) return true;
    const start = this.#clauses.start(index);
    const end = this.#clauses.end(index);
    this.#budget.spend(LOOK * (end - start));
    const open = this.#assignment.propagate(this.#clauses.literals, start, end);
    if (open === 2) this.#proof.fail('a hint leaves two literals that are not false');
    return open === 0;
  }

  /** The step is RAT on its first literal; the proof stands behind the first hint that is not positive. */
  #requireRat(first: number): void {
    const pivot = this.#clauses.firstHeld;
    if (pivot === undefined) this.#proof.fail('the hints of the empty clause reach no conflict');
    const opposite = negation(pivot);
    const named = new Set<number>();
    const propagated = this.#assignment.size;
    let hint = first;
    while (hint !== 0) {
      const index = this.#liveClause(-hint);
      if (named.has(index)) this.#proof.fail('a clause is named twice');
      named.add(index);
      let conflict = this.#assumeOthers(index, opposite);
      hint = this.#proof.number();
      if (conflict && hint > 0) this.#proof.fail('a clause with a literal that is true takes no hints');
      for (; hint > 0; hint = this.#proof.number()) conflict = this.#follow(hint, conflict);
      if (!conflict) this.#proof.fail('the hints reach no conflict');
      this.#assignment.shrink(propagated);
    }
    if (named.size !== this.#clauses.holders(opposite))
      this.#proof.fail('the hints reach no conflict, or leave out a clause with the negated first literal');
  }

  /**
   * Assumes all literals of a clause but `opposite`, which it must hold, to be false, unless one of them is true; says whether
   * one is. Of a literal and its negation neither is true before: then both are false, and hints must reach the conflict.
   */
  #assumeOthers(index: number, opposite: number): boolean {
    const literals = this.#clauses.literals;
    const start = this.#clauses.start(index);
    const end = this.#clauses.end(index);
    this.#budget.spend(ASSUMPTION * (end - start));
    let holds = false;
    let isTrue = false;
    for (let i = start; i < end; i++) {
      const literal = literals[i] as number;
      if (literal === opposite) holds = true;
      else if (this.#assignment.isTrue(literal)) isTrue = true;
    }
    if (!holds) this.#proof.fail('a clause is named that does not hold the negated first literal');
    if (isTrue) return true;
    for (let i = start; i < end; i++) {
      const literal = literals[i] as number;
      if (literal !== opposite && !this.#assignment.isTrue(negation(literal)))
        this.#assignment.add(negation(literal));
    }
    return false;
  }

  /** The index of the clause with this number; rejected unless it is live. */
  #liveClause(id: number): number {
    const index = this.#clauses.find(id);
    return index < 0 ? this.#proof.fail('there is no live clause of a number that is named') : index;
  }

  /** Ends the clause that is being made, and takes back what was assumed for it. */
  #close(id: number): void {
    if (this.#clauses.firstHeld === undefined) this.#refuted = true;
    this.#clauses.close(id);
    this.#assignment.shrink(0);
  }
}
