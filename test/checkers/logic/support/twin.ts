/** The claims a second time, by other means: sets and copies of sets, every line split into words. */
import type { Clauses } from './requests.ts';

export function isSatisfying(clauses: Clauses, literals: readonly number[], variables: number): boolean {
  return (
    literals.every((literal) => Math.abs(literal) <= variables && !literals.includes(-literal)) &&
    clauses.every((clause) => clause.some((literal) => literals.includes(literal)))
  );
}

/** Whether some assignment of all variables makes every clause true; by trying them all. */
export function isSatisfiable(clauses: Clauses, variables: number): boolean {
  return Array.from({ length: 2 ** variables }, (_, bits) => bits).some((bits) =>
    clauses.every((clause) =>
      clause.some((literal) => (bits >> (Math.abs(literal) - 1)) % 2 === +(literal > 0)),
    ),
  );
}

class Refused extends Error {}

function require(condition: boolean): asserts condition {
  if (!condition) throw new Refused();
}

/** Whether the text is an LRAT proof about the formula that derives the empty clause, or the formula holds one. */
export function isRefutation(formula: Clauses, text: string): boolean {
  const live = new Map(formula.map((clause, index) => [index + 1, clause]));
  let last = formula.length;
  let refuted = formula.some((clause) => clause.length === 0);
  try {
    for (const line of text.split('\n')) {
      const words = line.split(' ').filter((word) => word !== '');
      if (words.length === 0) continue;
      require(/^(0|[1-9][0-9]*)$/.test(words[0] as string));
      const id = Number(words.shift());
      if (words[0] === 'd') {
        const [deleted, ...more] = lists(words.slice(1));
        require(deleted !== undefined && more.length === 0);
        for (const number of deleted) require(live.delete(number));
      } else {
        const [literals, hints, ...more] = lists(words);
        require(literals !== undefined && hints !== undefined && more.length === 0);
        require(id > last);
        requireStep(live, literals, hints);
        live.set(id, literals);
        last = id;
        refuted ||= literals.length === 0;
      }
    }
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
  return refuted;
}

/** The lists of numbers that end with 0. */
function lists(words: readonly string[]): number[][] {
  const found: number[][] = [[]];
  for (const word of words) {
    require(/^(0|-?[1-9][0-9]*)$/.test(word));
    if (word === '0') found.push([]);
    else found.at(-1)?.push(Number(word));
  }
  require(found.pop()?.length === 0);
  return found;
}

type Live = ReadonlyMap<number, readonly number[]>;

function requireStep(live: Live, literals: readonly number[], hints: readonly number[]): void {
  require(hints.every((hint) => live.has(Math.abs(hint))));
  require(new Set(literals).size === literals.length);
  if (literals.some((literal) => literals.includes(-literal))) return;
  const first = hints.findIndex((hint) => hint < 0);
  const leading = first < 0 ? hints : hints.slice(0, first);
  const known = new Set(literals.map((literal) => -literal));
  if (reachesConflict(live, leading, known)) return;
  require(literals.length > 0);
  const opposite = -(literals[0] as number);
  const named: number[] = [];
  for (const [place, hint] of hints.entries()) {
    if (hint > 0) continue;
    const clause = live.get(-hint) ?? [];
    require(clause.includes(opposite) && !named.includes(-hint));
    named.push(-hint);
    const rest = hints.slice(place + 1);
    const next = rest.findIndex((other) => other < 0);
    const group = next < 0 ? rest : rest.slice(0, next);
    const others = clause.filter((literal) => literal !== opposite);
    if (others.some((literal) => known.has(literal))) require(group.length === 0);
    else require(reachesConflict(live, group, new Set([...known, ...others.map((literal) => -literal)])));
  }
  for (const [number, clause] of live) require(!clause.includes(opposite) || named.includes(number));
}

/** Adds to `known`, the true literals, what the hinted clauses make true until one of them is the conflict. */
function reachesConflict(live: Live, hints: readonly number[], known: Set<number>): boolean {
  for (const hint of hints) {
    const open = [...new Set(live.get(hint))].filter((literal) => !known.has(-literal));
    if (open.length === 0) return true;
    require(open.length === 1);
    known.add(open[0] as number);
  }
  return false;
}
