import { type EntriesCard, type Entry, type Fault, type Layout, refuseDollar } from './card.ts';

/** First and last column of the six fields, from 1: a type, two names, a number, a name, a number. */
const FIELDS = [
  [2, 3],
  [5, 12],
  [15, 22],
  [25, 36],
  [40, 47],
  [50, 61],
] as const;

const [TYPE, NAME, FIRST, FIRST_NUMBER, SECOND, SECOND_NUMBER] = [0, 1, 2, 3, 4, 5];

/** Positions (from 0) that belong to no field. */
const BETWEEN = /[^ ]/;

/**
 * Fixed MPS: fields stand in their columns, with blanks between. Names begin in the first column of their field and may have blanks
 * inside; types and numbers may stand anywhere in theirs.
 */
export const fixed: Layout = {
  row: (line, fault) => {
    const fields = fieldsOf(line, [TYPE, NAME], [], fault);
    return { type: fields[TYPE] ?? '', name: fields[NAME] ?? '' };
  },
  column: (line, fault) =>
    entriesOf(fieldsOf(line, [NAME, FIRST, FIRST_NUMBER], [SECOND, SECOND_NUMBER], fault), fault),
  rightHandSide: (line, fault) =>
    entriesOf(fieldsOf(line, [FIRST, FIRST_NUMBER], [NAME, SECOND, SECOND_NUMBER], fault), fault),
  bound: (line, fault) => {
    const fields = fieldsOf(line, [TYPE, FIRST], [NAME, FIRST_NUMBER], fault);
    const number = fields[FIRST_NUMBER] ?? '';
    return {
      type: fields[TYPE] ?? '',
      set: fields[NAME] ?? '',
      column: fields[FIRST] ?? '',
      number: number === '' ? undefined : number,
    };
  },
};

/** The fields of a line, '' where one is blank; those of `required` are not, and only those of both lists may not be. */
function fieldsOf(
  line: string,
  required: readonly number[],
  optional: readonly number[],
  fault: Fault,
): string[] {
  if (line.includes('\t')) throw fault('a line of fixed MPS has no tabs');
  let last = 0;
  const fields = FIELDS.map(([from, to], index) => {
    if (BETWEEN.test(line.slice(last, from - 1))) throw misplaced(fault);
    last = to;
    const text = line.slice(from - 1, to);
    const isName = index === NAME || index === FIRST || index === SECOND;
    if (isName && text.startsWith(' ') && text.trim() !== '') throw misplaced(fault);
    return text.trim();
  });
  if (BETWEEN.test(line.slice(last))) throw misplaced(fault);
  for (const [index, field] of fields.entries()) {
    const fits =
      field === '' ? !required.includes(index) : required.includes(index) || optional.includes(index);
    if (!fits) throw fault('this section has no line of these fields');
  }
  refuseDollar([fields[FIRST] ?? '', fields[SECOND] ?? ''], fault);
  return fields;
}

function misplaced(fault: Fault): Error {
  return fault(
    'something stands outside of the columns of its field',
    'names begin in column 5, 15 and 40, numbers stand in 25 to 36 and 50 to 61',
  );
}

function entriesOf(fields: readonly string[], fault: Fault): EntriesCard {
  const [second = '', secondNumber = ''] = [fields[SECOND], fields[SECOND_NUMBER]];
  if ((second === '') !== (secondNumber === '')) throw fault('a name stands without its number');
  const entries: Entry[] = [[fields[FIRST] ?? '', fields[FIRST_NUMBER] ?? '']];
  if (second !== '') entries.push([second, secondNumber]);
  return { name: fields[NAME] ?? '', entries };
}
