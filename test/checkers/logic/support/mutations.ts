import type { Line, Random } from './prover.ts';

type Numbers = readonly number[];

const without = (list: Numbers, place: number) => list.filter((_, index) => index !== place);
const insert = (list: Numbers, place: number, number: number) => list.toSpliced(place, 0, number);
const replace = (list: Numbers, place: number, number: number) =>
  list.map((old, index) => (index === place ? number : old));

/** Changes a list of numbers in one place. */
function changed(list: Numbers, number: number, random: Random): Numbers {
  const place = random(list.length);
  const old = list[place] ?? number;
  switch (random(8)) {
    case 0:
      return without(list, place);
    case 1:
      return insert(list, place, number);
    case 2:
      return [...list, number];
    case 3:
      return replace(list, place, number);
    case 4:
      return replace(list, place, -old);
    case 5:
      return insert(list, random(list.length), old);
    case 6:
      return list.toReversed();
    default:
      return insert(without(list, place), random(list.length), old);
  }
}

function changedLine(line: Line, ids: Numbers, random: Random): Line {
  const sign = random(4) === 0 ? -1 : 1;
  const id = (ids[random(ids.length)] ?? 1) * sign;
  if ('deleted' in line) return { ...line, deleted: changed(line.deleted, Math.abs(id), random) };
  if (random(4) > 0) return { ...line, hints: changed(line.hints, id, random) };
  if (random(3) === 0) return { ...line, id: line.id + random(5) - 2 };
  return { ...line, literals: changed(line.literals, (1 + random(6)) * sign, random) };
}

/** A proof next to the given one: changed in one line, or with a line more, fewer or elsewhere. */
export function mutated(lines: readonly Line[], formulaSize: number, random: Random): readonly Line[] {
  const ids = [...Array.from({ length: formulaSize }, (_, index) => index + 1), ...lines.map(({ id }) => id)];
  const place = random(lines.length);
  const line = lines[place];
  if (line === undefined) return [{ id: formulaSize + 1, literals: [], hints: ids }];
  switch (random(8)) {
    case 0:
      return lines.toSpliced(place, 1);
    case 1:
      return lines.toSpliced(place, 0, { id: line.id, deleted: [ids[random(ids.length)] ?? 1] });
    case 2:
      return lines.toSpliced(place, 0, line);
    case 3:
      return lines.toSpliced(place, 1).toSpliced(random(lines.length), 0, line);
    default:
      return lines.toSpliced(place, 1, changedLine(line, ids, random));
  }
}
