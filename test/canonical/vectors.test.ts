import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { canonicalise, parse } from '../../src/canonical/canonical.ts';
import { serialise } from '../../src/canonical/serialise.ts';
import { AssayError } from '../../src/errors.ts';

const VECTORS = new URL('../../../shared/vectors/', import.meta.url);
const JCS = new URL('jcs/', VECTORS);
const SUITE = new URL('json-parsing/vectors.json', VECTORS);

describe.skipIf(!existsSync(JCS))('the vectors of RFC 8785', () => {
  const names = existsSync(JCS) ? readdirSync(JCS).filter((name) => name.endsWith('.input.json')) : [];

  test.each(names)('%s', (name) => {
    const input = readFileSync(new URL(name, JCS));
    const output = readFileSync(new URL(name.replace('.input.', '.output.'), JCS), 'utf8');
    expect(serialise(JSON.parse(input.toString()))).toBe(output);
    if (/\d\.\d|\dE\d/.test(input.toString())) {
      expect(refusalOf(input)).toBe('DOCUMENT_NUMBER');
    } else {
      expect(parse(input).text).toBe(output);
      expect(parse(Buffer.from(output)).text).toBe(output);
      expect(canonicalise(JSON.parse(output)).text).toBe(output);
    }
  });
});

interface Vector {
  readonly name: string;
  readonly base64?: string;
  readonly repeat?: string;
  readonly times?: number;
}

describe.skipIf(!existsSync(SUITE))('JSONTestSuite', () => {
  const vectors: Vector[] = existsSync(SUITE) ? JSON.parse(readFileSync(SUITE, 'utf8')) : [];
  const named = (prefix: string) => vectors.filter(({ name }) => name.startsWith(prefix));

  test('has all its files', () => {
    expect([named('y_').length, named('n_').length, named('i_').length]).toEqual([95, 188, 35]);
  });

  test.each(named('n_'))('refuses $name', (vector) => {
    expect(refusalOf(bytesOf(vector))).toMatch(/^DOCUMENT_/);
  });

  test.each(named('y_'))('reads $name, or refuses it by a stricter rule', (vector) => {
    const stricter = STRICTER.find(({ names }) =>
      names.includes(vector.name.slice('y_'.length, -'.json'.length)),
    );
    expect(refusalOf(bytesOf(vector))).toBe(stricter?.code);
    if (stricter === undefined) {
      expect(parse(bytesOf(vector)).value).toEqual(JSON.parse(Buffer.from(bytesOf(vector)).toString()));
    }
  });

  test.each(named('i_'))('reads or refuses $name', (vector) => {
    expect(refusalOf(bytesOf(vector)) ?? 'accepted').toMatch(/^DOCUMENT_|^accepted$/);
  });
});

/** What is JSON and yet refused, by the one rule each breaks. */
const STRICTER = [
  { code: 'DOCUMENT_DUPLICATE_KEY', names: ['object_duplicated_key', 'object_duplicated_key_and_value'] },
  {
    code: 'DOCUMENT_NUMBER',
    names: [
      'number',
      'number_0e+1',
      'number_0e1',
      'number_double_close_to_zero',
      'number_int_with_exp',
      'number_minus_zero',
      'number_negative_zero',
      'number_real_capital_e',
      'number_real_capital_e_neg_exp',
      'number_real_capital_e_pos_exp',
      'number_real_exponent',
      'number_real_fraction_exponent',
      'number_real_neg_exp',
      'number_real_pos_exponent',
      'number_simple_real',
      'object_extreme_numbers',
      'structure_lonely_negative_real',
    ],
  },
];

function bytesOf({ base64 = '', repeat = base64, times = 1 }: Vector): Uint8Array {
  return Buffer.from(Buffer.from(repeat, 'base64').toString('latin1').repeat(times), 'latin1');
}

/** The code of the refusal, undefined where the text is accepted. */
function refusalOf(bytes: Uint8Array): string | undefined {
  try {
    parse(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof AssayError) return error.code;
    throw error;
  }
}
