import { type EntriesCard, type Entry, type Fault, type Layout, refuseDollar, UNBOUNDED } from './card.ts';

/**
 * Free MPS: fields are words, and names have no blanks. The name of the set may be left out in RHS and BOUNDS, which the number of
 * words shows.
 */
export const free: Layout = {
  row: (line, fault) => {
    const [type = '', name = ''] = wordsOf(line, [2], fault);
    return { type, name };
  },
  column: (line, fault) => {
    const [name = '', ...rest] = wordsOf(line, [3, 5], fault);
    return { name, entries: pairsOf(rest) };
  },
  rightHandSide,
  bound: (line, fault) => {
    const words = wordsOf(line, [2, 3, 4], fault);
    const type = words[0] ?? '';
    const rest = words.slice(1);
    const bare = UNBOUNDED.has(type) ? 1 : 2;
    if (rest.length < bare) throw fault(FIELDS);
    const [set = '', column = '', number] = rest.length === bare ? ['', ...rest] : rest;
    return { type, set, column, number };
  },
};

const FIELDS = 'this section has no line of so many fields';

function rightHandSide(line: string, fault: Fault): EntriesCard {
  const words = wordsOf(line, [2, 3, 4, 5], fault);
  const named = words.length % 2 === 1;
  return { name: named ? (words[0] ?? '') : '', entries: pairsOf(named ? words.slice(1) : words) };
}

function wordsOf(line: string, counts: readonly number[], fault: Fault): string[] {
  const words = line.trim().split(/[ \t]+/);
  if (!counts.includes(words.length)) throw fault(FIELDS);
  refuseDollar(words.slice(1), fault);
  return words;
}

function pairsOf(words: readonly string[]): Entry[] {
  const pairs: Entry[] = [];
  for (let index = 0; index < words.length; index += 2)
    pairs.push([words[index] ?? '', words[index + 1] ?? '']);
  return pairs;
}
