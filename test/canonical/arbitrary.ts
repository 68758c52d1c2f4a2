import fc from 'fast-check';
import { isJsonObject, type JsonValue } from '../../src/canonical/json.ts';

const integer = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map((n) => n + 0),
  fc.maxSafeInteger().map((n) => n + 0),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 52, -(2 ** 52), 10 ** 15),
);

/** Well-formed strings of every kind of character that is written or ordered in a way of its own. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom(...'ab"\\/\b\t\n\f\r\0\x1f\x7f\x80é\u2028\ud7ff\ue000\ufb33\uffff😀𐀀􏿿'),
    maxLength: 4,
  }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toJSON',
    'length',
    '',
    '0',
    '9',
    '10',
    '-1',
    '4294967295',
    'a',
    'b',
  ),
);

/** Any value within the document rules. */
export const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.oneof(integer, text, fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(text, tie('value')), { maxLength: 5, selector: ([name]) => name })
      .map((members) => Object.fromEntries(members)),
  ),
})).value;

/** Numbers from 0 up to a bound that differ from call to call, the same for equal seeds. */
export function picker(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** The same value as another JSON text: white space, order of members and escapes as `pick` has it. */
export function reformat(value: JsonValue, pick: (bound: number) => number): string {
  const space = () => ['', '', ' ', '\n', '\t', '\r\n', '   '][pick(7)] ?? '';
  const write = (value: JsonValue): string => {
    if (typeof value === 'string') return rewriteString(value, pick);
    if (Array.isArray(value)) return `[${value.map(spaced).join(',') || space()}]`;
    if (!isJsonObject(value)) return JSON.stringify(value);
    const members = Object.entries(value).map(([name, member]) => ({ name, member, rank: pick(1000) }));
    members.sort((a, b) => a.rank - b.rank);
    const written = members.map(
      ({ name, member }) => `${space()}${rewriteString(name, pick)}${space()}:${spaced(member)}`,
    );
    return `{${written.join(',') || space()}}`;
  };
  const spaced = (value: JsonValue) => space() + write(value) + space();
  return spaced(value);
}

function rewriteString(text: string, pick: (bound: number) => number): string {
  const written = [...text].map((character) => {
    if (pick(4) > 0)
      return character === '/' && pick(2) === 0 ? '\\/' : JSON.stringify(character).slice(1, -1);
    const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
    const hex = units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
    return pick(2) === 0 ? hex : hex.replace(/[a-f]/g, (digit) => digit.toUpperCase());
  });
  return `"${written.join('')}"`;
}
