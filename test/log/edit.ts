import fc from 'fast-check';

const CHARACTERS = [
  '\n',
  ' ',
  '=',
  '0',
  '9',
  'A',
  'z',
  '+',
  '/',
  '-',
  '_',
  '\u2014',
  '\u00a0',
  '\0',
  '\r',
  '\ud800',
  'é',
];

/** Every text one edit away from the given one: a character changed, dropped, doubled or put in, a piece cut or moved. */
export function edited(text: string): fc.Arbitrary<string> {
  const place = fc.nat(text.length);
  const character = fc.constantFrom(...CHARACTERS);
  return fc
    .oneof(
      fc.tuple(place, character).map(([at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
      fc.tuple(place, character).map(([at, put]) => text.slice(0, at) + put + text.slice(at)),
      place.map((at) => text.slice(0, at) + text.slice(at + 1)),
      place.map((at) => text.slice(0, at) + text.slice(at, at + 1) + text.slice(at)),
      place.map((at) => text.slice(0, at)),
      place.map((at) => text.slice(at)),
      fc.tuple(place, place).map(([a, b]) => text.slice(0, Math.min(a, b)) + text.slice(Math.max(a, b))),
      fc.tuple(place, place).map(([a, b]) => text.slice(0, a) + text.slice(b)),
      lineEdit(text),
    )
    .filter((changed) => changed !== text);
}

function lineEdit(text: string): fc.Arbitrary<string> {
  const lines = text.split('\n');
  const line = fc.nat(lines.length - 1);
  return fc.tuple(line, line, fc.boolean()).map(([from, to, keep]) => {
    const moved = lines[from] ?? '';
    const rest = keep ? lines : lines.toSpliced(from, 1);
    return rest.toSpliced(to, 0, moved).join('\n');
  });
}
