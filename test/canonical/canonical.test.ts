import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CanonicalBytes, canonicalise, parse } from '../../src/canonical/canonical.ts';
import { digestOf } from '../../src/canonical/digest.ts';
import { encodeUtf8 } from '../../src/canonical/utf8.ts';
import { picker, reformat, value } from './arbitrary.ts';

describe('canonical bytes', () => {
  test('are what npm canonicalize writes', () => {
    fc.assert(
      fc.property(value, (value) => {
        expect(canonicalise(value).text).toBe(canonicalize(value));
      }),
      { numRuns: 2000 },
    );
  });

  test('are the same for every way to write a value', () => {
    fc.assert(
      fc.property(value, fc.nat(), (value, seed) => {
        const parsed = parse(encodeUtf8(reformat(value, picker(seed))));
        expect(parsed.digest).toBe(canonicalise(value).digest);
        expect(parsed.bytes).toEqual(canonicalise(value).bytes);
      }),
      { numRuns: 2000 },
    );
  });

  test('parse to themselves, and to the value', () => {
    fc.assert(
      fc.property(value, (value) => {
        const canonical = canonicalise(value);
        const again = parse(canonical.bytes);
        expect(again.bytes).toEqual(canonical.bytes);
        expect(again.value).toEqual(value);
        expect(again.digest).toBe(digestOf(canonical.bytes));
        expect(again.size).toBe(canonical.bytes.length);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['{"!":1,"\\\\":2}', '{"!":1,"\\"":2}', '"'],
    ['{"!":1,"\\\\\\"":2}', '{"!":1,"\\"x":2}', '"x'],
    ['{"!":1,"\\\\n":2}', '{"!":1,"\\"n":2}', '"n'],
    ['{"":1,"\\\\":2}', '{"":1,"\\n":2}', '\n'],
  ])('give the names that stand there, whatever V8 read before: after %s', (before, text, name) => {
    for (let times = 0; times < 10; times++) {
      JSON.parse(before);
      expect(parse(encodeUtf8(before)).text).toBe(before);
      const canonical = parse(encodeUtf8(text));
      expect(canonical.text).toBe(text);
      expect(Object.keys(canonical.value as object)).toContain(name);
      expect(Object.keys(canonical.value as object)).not.toContain('\\');
      expect(canonicalise(canonical.value).digest).toBe(canonical.digest);
    }
  });

  test('differ where values differ', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        const same = canonicalise(left).digest === canonicalise(right).digest;
        expect(same).toBe(canonicalize(left) === canonicalize(right));
      }),
    );
  });

  test('order members by UTF-16 code units, integer-like names and characters above U+FFFF too', () => {
    const text = '{"10":1,"9":2,"\\n":3,"\ufb33":4,"😀":5,"\\"":6,"é":7,"":8}';
    expect(parse(encodeUtf8(text)).text).toBe('{"":8,"\\n":3,"\\"":6,"10":1,"9":2,"é":7,"😀":5,"\ufb33":4}');
  });

  test('keep what others put into the buffer afterwards out', () => {
    for (const text of ['["12"]', ' ["12"]']) {
      const buffer = encodeUtf8(text);
      const canonical = parse(buffer);
      buffer.fill(0x39);
      expect(canonical.text).toBe('["12"]');
      expect(canonical.value).toEqual(['12']);
      expect(canonical.digest).toBe(digestOf(encodeUtf8('["12"]')));
    }
  });

  test('keep what others do to the value given out', () => {
    const entries = ['1'];
    const canonical = canonicalise({ entries });
    entries[0] = '2';
    expect(canonical.value).toEqual({ entries: ['1'] });
  });

  test('come from views into larger buffers and from Node buffers', () => {
    const buffer = encodeUtf8('xx[1]xx');
    expect(parse(buffer.subarray(2, 5)).text).toBe('[1]');
    const parsed = parse(Buffer.from('{"b":1,"a":2}'));
    expect(parsed.text).toBe('{"a":2,"b":1}');
    expect(parsed.bytes.constructor).toBe(Uint8Array);
  });

  test('cannot be made by hand', () => {
    const forge: new (...proof: unknown[]) => object = Object(CanonicalBytes);
    expect(() => new forge(Symbol('recognised'), encodeUtf8('[1.5]'))).toThrow(TypeError);
    expect(() => new forge()).toThrow(TypeError);
    const dressed: CanonicalBytes = Object.create(CanonicalBytes.prototype);
    expect(() => dressed.bytes).toThrow(TypeError);
    expect(() => dressed.digest).toThrow(TypeError);
  });

  test('have __proto__ as a member like any other', () => {
    for (const text of [
      '{"__proto__":{"a":1}}',
      '{ "__proto__": {"a": 1} }',
      '{"\\u005f_proto__":{"a":1}}',
    ]) {
      const parsed = parse(encodeUtf8(text));
      expect(Object.keys(Object(parsed.value))).toEqual(['__proto__']);
      expect(Object.getPrototypeOf(parsed.value)).toBe(Object.prototype);
      expect(parsed.text).toBe('{"__proto__":{"a":1}}');
      expect(canonicalise(parsed.value).text).toBe(parsed.text);
    }
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });

  test.each([2, 1_000, 1_001])(
    'have members in order, whatever they were, of %d with names of every kind',
    (count) => {
      const named = Array.from({ length: count - 1 }, (_, n) => `k${String(n).padStart(6, '0')}`);
      for (const special of ['__proto__', '10', '4294967295', '', '\ue000', 'toJSON']) {
        const names = [...named, special].sort();
        const members = names.map((name) => `${JSON.stringify(name)}:[{"9":1,"a":2}]`);
        const text = `{"a":{${members.join(',')}},"b":1}`;
        const reversed = `{"b":1,"a":{${members.toReversed().join(',')}}}`.replaceAll(
          '"9":1,"a":2',
          '"a":2,"9":1',
        );
        expect(parse(encodeUtf8(reversed)).text).toBe(text);
        expect(canonicalise(JSON.parse(reversed)).text).toBe(text);
      }
    },
  );

  test('ignore a toJSON that someone gave to all objects', () => {
    Object.defineProperty(Object.prototype, 'toJSON', { value: () => 0, configurable: true });
    try {
      expect(canonicalise({ b: [1], a: { c: 'x' } }).text).toBe('{"a":{"c":"x"},"b":[1]}');
    } finally {
      Reflect.deleteProperty(Object.prototype, 'toJSON');
    }
  });
});

describe('limits', () => {
  const nested = (levels: number) => encodeUtf8('['.repeat(levels) + ']'.repeat(levels));
  const code = (work: () => unknown) => {
    try {
      work();
      return 'accepted';
    } catch (error) {
      return Object(error).code ?? error;
    }
  };

  test('of depth: 64 levels are within it, spaces or not, in text and in memory', () => {
    expect(code(() => parse(nested(64)))).toBe('accepted');
    expect(code(() => parse(nested(65)))).toBe('DOCUMENT_DEPTH');
    expect(code(() => parse(encodeUtf8(` ${'{"a":'.repeat(64)}1${'}'.repeat(64)}`)))).toBe('accepted');
    expect(code(() => parse(encodeUtf8(` ${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)))).toBe('DOCUMENT_DEPTH');
    expect(code(() => canonicalise(parse(nested(64)).value))).toBe('accepted');
    expect(code(() => canonicalise([parse(nested(64)).value]))).toBe('DOCUMENT_DEPTH');
  });

  test('can be set, up to what the stack holds', () => {
    expect(code(() => parse(nested(3), { depth: 2 }))).toBe('DOCUMENT_DEPTH');
    expect(code(() => parse(encodeUtf8('1'), { depth: 0 }))).toBe('accepted');
    expect(code(() => parse(nested(1000), { depth: 1000 }))).toBe('accepted');
    expect(code(() => parse(encodeUtf8(` ${'['.repeat(1000)}`), { depth: 1000 }))).toBe('DOCUMENT_MALFORMED');
    expect(() => parse(nested(1), { depth: 1001 })).toThrow(RangeError);
    expect(() => parse(nested(1), { bytes: Number.NaN })).toThrow(RangeError);
  });

  test('of size come before any look at the bytes', () => {
    expect(code(() => parse(encodeUtf8('[[1'), { bytes: 2 }))).toBe('DOCUMENT_SIZE');
    expect(code(() => parse(encodeUtf8('[1]'), { bytes: 3 }))).toBe('accepted');
    expect(code(() => parse(new Uint8Array(16 * 1024 * 1024 + 1)))).toBe('DOCUMENT_SIZE');
    expect(code(() => canonicalise('éé', { bytes: 5 }))).toBe('DOCUMENT_SIZE');
    expect(code(() => canonicalise('éé', { bytes: 6 }))).toBe('accepted');
  });
});
