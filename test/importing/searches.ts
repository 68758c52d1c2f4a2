/** Answers found apart from the checkers, for small formulas and graphs. */
import type { Cnf, Graph } from './writers.ts';

/** The literals of a satisfying assignment, or undefined where there is none: unit propagation and two ways for a literal. */
export function satisfy({ clauses }: Cnf, chosen: readonly number[] = []): number[] | undefined {
  const literals = new Set(chosen);
  for (;;) {
    let shortest: number[] | undefined;
    for (const clause of clauses) {
      if (clause.some((literal) => literals.has(literal))) continue;
      const open = clause.filter((literal) => !literals.has(-literal));
      if (shortest === undefined || open.length < shortest.length) shortest = open;
    }
    if (shortest === undefined) return [...literals];
    const [literal, ...others] = shortest;
    if (literal === undefined) return undefined;
    if (others.length > 0) {
      return (
        satisfy({ variables: 0, clauses }, [...literals, literal]) ??
        satisfy({ variables: 0, clauses }, [...literals, -literal])
      );
    }
    literals.add(literal);
  }
}

/** A proper colouring with these colours, in the order of the vertices, or undefined where there is none. */
export function colour({ vertices, edges }: Graph, colors: number): number[] | undefined {
  const place = new Map(vertices.map((label, index) => [label, index]));
  const before = vertices.map((): number[] => []);
  for (const [u, v] of edges) {
    const [low = 0, high = 0] = [place.get(u) ?? 0, place.get(v) ?? 0].sort((a, b) => a - b);
    before[high]?.push(low);
  }
  const chosen: number[] = [];
  const extend = (used: number): boolean => {
    const taken = before[chosen.length]?.map((index) => chosen[index]);
    if (taken === undefined) return true;
    // A colour not used before is as good as any other such.
    for (let color = 0; color < Math.min(used + 1, colors); color++) {
      if (taken.includes(color)) continue;
      chosen.push(color);
      if (extend(Math.max(used, color + 1))) return true;
      chosen.pop();
    }
    return false;
  };
  return extend(0) ? chosen : undefined;
}
