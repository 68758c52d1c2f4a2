import { describe, expect, it, test } from 'vitest';
import { check as gram } from '../../checkers/matrix/gram/check.ts';
import { check as product } from '../../checkers/matrix/product/check.ts';
import { check as productReplay } from '../../checkers/matrix/product_replay/check.ts';
import { check as transpose } from '../../checkers/matrix/transpose/check.ts';
import { check as gcd } from '../../checkers/number/gcd/check.ts';
import { document, integers, rationals, request, type Typed, where } from './support/request.ts';

const AT = '/roles/matrix';

/** Where a document is refused that stands in for a matrix; the transpose of [[1]] is right beside it. */
function matrixIs(matrix: Typed | string): string {
  return where(transpose(request('matrix.transpose@1', { matrix, transpose: integers([[1]]) })));
}

/** The same for the value of a matrix of the given type. */
function valueIs(value: unknown, type = 'matrix.integer@1'): string {
  return matrixIs({ type, value });
}

/** The same for a text in the place of an entry. */
function entryIs(entry: unknown, type: string): string {
  return where(
    transpose(
      request('matrix.transpose@1', {
        matrix: { type, value: { rows: 1, columns: 1, entries: [[entry]] } },
        transpose: { type, value: { rows: 1, columns: 1, entries: [[entry]] } },
      }),
    ),
  );
}

const NO_OBJECTS = [null, true, false, 0, 1, -1, '', 'x', [], [[]], ['rows']];
const NO_COUNTS = [null, true, '1', '', -1, 1.5, 2 ** 53, 1e300, [], [1], {}];
const WRONG_TEXTS = [
  '',
  ' ',
  '+1',
  '-0',
  '00',
  '01',
  '-',
  '--1',
  '1 ',
  ' 1',
  '1\n',
  '0x1',
  '1e3',
  '1.0',
  'NaN',
  'Infinity',
  '١',
  '1n',
];
const NO_TEXTS = [null, true, 0, 1, -0.5, [], ['1'], {}, { value: '1' }];

describe('a document', () => {
  const good = JSON.parse(document(integers([[1]])));

  it('has exactly the members type, schema, semantics, value', () => {
    expect(matrixIs(JSON.stringify(good))).toBe('ACCEPTED');
    for (const name of Object.keys(good)) {
      const { [name]: _, ...rest } = good;
      expect(matrixIs(JSON.stringify(rest))).toBe(`REJECTED ${AT}`);
    }
    for (const name of ['', 'Type', 'value ', 'rows', 'constructor', 'toString']) {
      expect(matrixIs(JSON.stringify({ ...good, [name]: null }))).toBe(`REJECTED ${AT}`);
    }
    expect(matrixIs(`{"__proto__":{},${JSON.stringify(good).slice(1)}`)).toBe(`REJECTED ${AT}`);
  });

  test.each(NO_OBJECTS)('is not %j', (text) => {
    expect(matrixIs(JSON.stringify(text))).toBe(`REJECTED ${AT}`);
  });

  test.each(['schema', 'semantics'])('names its %s by digest', (name) => {
    const hex = '0'.repeat(64);
    const wrong = [
      null,
      1,
      [],
      '',
      hex,
      `sha256:${hex}`,
      `artifact://sha256/${hex}0`,
      `artifact://sha256/${hex.slice(1)}`,
      `artifact://sha256/${'A'.repeat(64)}`,
      `artifact://sha512/${hex}`,
      ` artifact://sha256/${hex}`,
      `artifact://sha256/${hex}\n`,
      [`artifact://sha256/${hex}`],
    ];
    for (const uri of wrong) {
      expect(matrixIs(JSON.stringify({ ...good, [name]: uri }))).toBe(`REJECTED ${AT}/${name}`);
    }
  });

  test.each([
    null,
    1,
    [],
    {},
    '',
    'matrix.integer',
    'matrix.integer@2',
    'matrix.integer@1 ',
    'Matrix.integer@1',
    'matrix.Integer@1',
    'vector.rational@1',
    'number.integer@1',
    ['matrix.integer@1'],
  ])('is not of type %j for a matrix', (type) => {
    expect(matrixIs(JSON.stringify({ ...good, type }))).toBe(`REJECTED ${AT}/type`);
  });
});

describe('a matrix', () => {
  const good = { rows: 1, columns: 1, entries: [['1']] };

  it('has rows, columns, entries, perhaps labels, and nothing else', () => {
    expect(valueIs(good)).toBe('ACCEPTED');
    for (const name of ['rows', 'columns', 'entries']) {
      expect(valueIs({ ...good, [name]: undefined })).toBe(`REJECTED ${AT}/value`);
    }
    for (const name of [
      '',
      'Rows',
      'labels',
      'rowLabels',
      'row-labels',
      'value',
      'type',
      'length',
      'hasOwnProperty',
    ]) {
      expect(valueIs({ ...good, [name]: null })).toBe(`REJECTED ${AT}/value`);
    }
  });

  test.each(NO_OBJECTS)('is not %j', (value) => {
    expect(valueIs(value)).toBe(`REJECTED ${AT}/value`);
  });

  test.each(NO_COUNTS)('has not %j rows or columns', (count) => {
    expect(valueIs({ ...good, rows: count })).toBe(`REJECTED ${AT}/value/rows`);
    expect(valueIs({ ...good, columns: count })).toBe(`REJECTED ${AT}/value/columns`);
  });

  it('has not -0 rows, which no canonical text has', () => {
    expect(
      matrixIs(document({ type: 'matrix.integer@1', value: good }).replace('"rows":1', '"rows":-0')),
    ).toBe(`REJECTED ${AT}/value/rows`);
  });

  test.each([
    ['no array', null, ''],
    ['no array', {}, ''],
    ['no array', '1', ''],
    ['no array', { length: 1, 0: ['1'] }, ''],
    ['too few rows', [], ''],
    ['too many rows', [['1'], ['1']], ''],
    ['a row that is none', ['1'], '/0'],
    ['a row that is none', [null], '/0'],
    ['a row that is none', [{ 0: '1', length: 1 }], '/0'],
    ['a short row', [[]], '/0'],
    ['a long row', [['1', '1']], '/0'],
    ['a deeper row', [[['1']]], '/0/0'],
    ['a number', [[1]], '/0/0'],
    ['null', [[null]], '/0/0'],
  ])('does not have for entries: %s', (_, entries, place) => {
    expect(valueIs({ ...good, entries })).toBe(`REJECTED ${AT}/value/entries${place}`);
  });

  it('points at the wrong entry', () => {
    const entries = [
      ['1', '2', '3'],
      ['4', '5', '06'],
    ];
    for (const type of ['matrix.integer@1', 'matrix.rational@1']) {
      expect(valueIs({ rows: 2, columns: 3, entries }, type)).toBe(`REJECTED ${AT}/value/entries/1/2`);
    }
  });

  it('may declare columns without rows, and not rows without columns', () => {
    const wide = { rows: 0, columns: 2 ** 53 - 1, entries: [] };
    expect(valueIs(wide)).toBe('REJECTED /roles/transpose/value/rows');
    expect(valueIs({ rows: 2 ** 53 - 1, columns: 0, entries: [] })).toBe(`REJECTED ${AT}/value/entries`);
    expect(valueIs({ ...wide, column_labels: [] })).toBe(`REJECTED ${AT}/value/column_labels`);
  });

  describe.each(['row_labels', 'column_labels'])('its %s', (name) => {
    const labelled = (labels: unknown) => {
      const value = {
        rows: 2,
        columns: 2,
        entries: [
          ['1', '2'],
          ['2', '1'],
        ],
        [name]: labels,
      };
      const other = name === 'row_labels' ? 'column_labels' : 'row_labels';
      const transposed = { rows: 2, columns: 2, entries: value.entries, [other]: labels };
      return where(
        transpose(
          request('matrix.transpose@1', {
            matrix: { type: 'matrix.integer@1', value },
            transpose: { type: 'matrix.integer@1', value: transposed },
          }),
        ),
      );
    };

    test.each([
      [['a', 'b']],
      [['10', '9']],
      [['b', 'a']],
      [[' ', '  ']],
      [['A', 'a']],
      [['é', 'e']],
      [['x'.repeat(256), 'y']],
      [['𝕏'.repeat(256), '𝕐']],
      [['e\u0301', 'e']],
      [['\u00a0', '\u00ad']],
      [['__proto__', 'constructor']],
      [['1', '1.0']],
    ])('may be %j', (labels) => {
      expect(labelled(labels)).toBe('ACCEPTED');
    });

    test.each([null, 1, 'ab', {}, [], ['a'], ['a', 'b', 'c']])('are not %j', (labels) => {
      expect(labelled(labels)).toBe(`REJECTED ${AT}/value/${name}`);
    });

    test.each([
      [1],
      [null],
      [['b']],
      [''],
      ['x'.repeat(257)],
      ['𝕏'.repeat(257)],
      ['x'.repeat(513)],
      ['\0'],
      ['a\n'],
      ['\u007f'],
      ['\u009f'],
      ['\ud800'],
      ['\udc00x'],
      ['a'],
      ['é'],
    ])('do not hold, after "a" or its like, %j', (label) => {
      const first = label === 'é' ? 'e\u0301' : 'a';
      expect(labelled([first, label])).toBe(`REJECTED ${AT}/value/${name}/1`);
    });
  });
});

describe('a number', () => {
  test.each(['0', '1', '-1', '10', '9'.repeat(400), `-1${'0'.repeat(400)}`])(
    'is an integer and a rational: %s',
    (text) => {
      expect(entryIs(text, 'matrix.integer@1')).toBe('ACCEPTED');
      expect(entryIs(text, 'matrix.rational@1')).toBe('ACCEPTED');
    },
  );

  test.each([
    '1/2',
    '-1/2',
    '3/2',
    '99999999999999/2',
    '-9999999999999/2',
    '1/99999999999999',
    '999999999999999/2',
    '-1/999999999999999',
    `1/${'9'.repeat(400)}`,
    `-${'3'.repeat(400)}1/10`,
  ])('is a rational, no integer: %s', (text) => {
    expect(entryIs(text, 'matrix.rational@1')).toBe('ACCEPTED');
    expect(entryIs(text, 'matrix.integer@1')).toBe(`REJECTED ${AT}/value/entries/0/0`);
  });

  test.each([
    ...WRONG_TEXTS,
    ...NO_TEXTS,
    '1/1',
    '0/1',
    '0/2',
    '2/4',
    '-2/4',
    '1/0',
    '0/0',
    '1/-2',
    '-1/-2',
    '1/02',
    '01/2',
    '1/2/3',
    '/2',
    '1/',
    '/',
    '1/ 2',
    '1 /2',
    '-0/3',
    '1/+2',
    '6/9',
    '99999999999999/3',
    '-9999999999999/9',
    '999999999999999/3',
    '-11111111111111/11111111111111',
    '0/99999999999999',
    '10000000000000000/1',
    '0/100000000000000000',
    `${'2'.repeat(300)}/${'4'.repeat(300)}`,
  ])('is not %j', (text) => {
    expect(entryIs(text, 'matrix.integer@1')).toBe(`REJECTED ${AT}/value/entries/0/0`);
    expect(entryIs(text, 'matrix.rational@1')).toBe(`REJECTED ${AT}/value/entries/0/0`);
  });
});

describe('an integer document and Bézout coefficients', () => {
  const one = { type: 'number.integer@1', value: { value: '1' } };
  const bezout = { type: 'number.bezout@1', value: { gcd: '1', x: '1', y: '0' } };
  const roles = { a: one, b: one, bezout };
  const verdict = (changed: object) => where(gcd(request('number.gcd@1', { ...roles, ...changed })));

  it('are accepted as they should be', () => {
    expect(verdict({})).toBe('ACCEPTED');
  });

  test.each(['a', 'b'])('number %s', (role) => {
    for (const value of [...NO_OBJECTS, {}, { value: '1', more: 1 }, { Value: '1' }]) {
      expect(verdict({ [role]: { ...one, value } })).toBe(`REJECTED /roles/${role}/value`);
    }
    for (const value of [...WRONG_TEXTS, ...NO_TEXTS, '1/2']) {
      expect(verdict({ [role]: { ...one, value: { value } } })).toBe(`REJECTED /roles/${role}/value/value`);
    }
    for (const type of ['number.rational@1', 'number.bezout@1', 'matrix.integer@1']) {
      expect(verdict({ [role]: { ...one, type } })).toBe(`REJECTED /roles/${role}/type`);
    }
  });

  it('has exactly gcd, x and y', () => {
    for (const value of [...NO_OBJECTS, {}, { ...bezout.value, z: '0' }]) {
      expect(verdict({ bezout: { ...bezout, value } })).toBe('REJECTED /roles/bezout/value');
    }
    expect(verdict({ bezout: { ...bezout, type: 'number.integer@1' } })).toBe('REJECTED /roles/bezout/type');
  });

  test.each<[string, unknown, string]>([
    ['a number', 1, 'an object is required'],
    ['a text', 'x', 'an object is required'],
    ['nothing', null, 'an object is required'],
    ['a list', [], 'an object is required'],
    ['an empty object', {}, 'the member "gcd" is missing'],
    ['all but the last', { gcd: '1', x: '1' }, 'the member "y" is missing'],
    ['one more', { ...bezout.value, z: '0' }, 'a member that the type does not have'],
  ])('says what is wrong with %s', (_, value, reason) => {
    expect(gcd(request('number.gcd@1', { ...roles, bezout: { ...bezout, value } }))).toEqual({
      verdict: 'REJECTED',
      reason,
      at: '/roles/bezout/value',
    });
  });

  test.each(['gcd', 'x', 'y'])('%s', (name) => {
    expect(verdict({ bezout: { ...bezout, value: { ...bezout.value, [name]: undefined } } })).toBe(
      'REJECTED /roles/bezout/value',
    );
    for (const text of [...WRONG_TEXTS, ...NO_TEXTS, '1/2']) {
      const value = { ...bezout.value, [name]: text };
      expect(verdict({ bezout: { ...bezout, value } })).toBe(`REJECTED /roles/bezout/value/${name}`);
    }
  });
});

describe.each([
  ['matrix.product', product, 'matrix.product@1', ['left', 'right', 'product']],
  ['matrix.product_replay', productReplay, 'matrix.product@1', ['left', 'right', 'product']],
  ['matrix.gram', gram, 'matrix.gram@1', ['matrix', 'gram']],
  ['matrix.transpose', transpose, 'matrix.transpose@1', ['matrix', 'transpose']],
] as const)('%s', (_, check, claim, names) => {
  const one = integers([[1]]);
  const roles = Object.fromEntries(names.map((name) => [name, one]));

  it('decides its own claim only, with its roles exactly', () => {
    expect(check(request(claim, roles))).toEqual({ verdict: 'ACCEPTED' });
    for (const other of ['', 'matrix.product', `${claim} `, 'number.gcd@1', claim.replace('@1', '@2')]) {
      expect(where(check(request(other, roles)))).toBe('REJECTED /claim');
    }
    expect(where(check(request(claim, {})))).toBe('REJECTED /roles');
    for (const name of names) {
      const { [name]: _, ...fewer } = roles;
      expect(where(check(request(claim, fewer)))).toBe('REJECTED /roles');
      expect(where(check(request(claim, { ...fewer, other: one })))).toBe('REJECTED /roles');
    }
    expect(where(check(request(claim, { ...roles, other: one })))).toBe('REJECTED /roles');
  });

  it('takes integers and rationals in every role, and no sources it does not replay', () => {
    const wide = Object.fromEntries(names.map((name) => [name, rationals([[1]])]));
    expect(check(request(claim, wide))).toEqual({ verdict: 'ACCEPTED' });
    const covered = check === productReplay ? 'ACCEPTED' : 'REJECTED /sources';
    expect(where(check(request(claim, roles, { [names[0]]: one })))).toBe(covered);
    expect(where(check(request(claim, roles, { other: one })))).toBe('REJECTED /sources');
  });

  it('refuses a broken value in every role', () => {
    for (const name of names) {
      const value = { rows: 1, columns: 1, entries: [] };
      const broken = { ...roles, [name]: { ...one, value } };
      expect(where(check(request(claim, broken)))).toBe(`REJECTED /roles/${name}/value/entries`);
    }
  });

  it('never repeats a value in its reason', () => {
    const secret = '31415926535';
    for (const name of names) {
      for (const value of [
        secret,
        { [secret]: 1 },
        { rows: 1, columns: 1, entries: [[secret]] },
        { rows: 1, columns: 1, entries: [[`${secret}x`]] },
      ]) {
        expect(JSON.stringify(check(request(claim, { ...roles, [name]: { ...one, value } })))).not.toContain(
          secret,
        );
      }
      expect(JSON.stringify(check(request(claim, { ...roles, [secret]: one })))).not.toContain(secret);
      expect(JSON.stringify(check(request(claim, roles, { [secret]: one })))).not.toContain(secret);
    }
  });
});
