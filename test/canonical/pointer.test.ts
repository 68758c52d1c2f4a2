import { expect, test } from 'vitest';
import { place, pointer } from '../../src/canonical/pointer.ts';

test('pointers are those of RFC 6901 section 5', () => {
  expect(pointer()).toBe('');
  expect(pointer('foo', 0)).toBe('/foo/0');
  expect(pointer('')).toBe('/');
  expect(pointer('a/b', 'm~n', 'c%d', ' ', '~1')).toBe('/a~1b/m~0n/c%d/ /~01');
});

test('a place is a pointer fit for an error', () => {
  expect(place([])).toBeUndefined();
  expect(place(['a', 1])).toBe('/a/1');
  expect(place(['a\u009bb', '\ud800', '\u202e'])).toBe('/a\ufffdb/\ufffd/\ufffd');
  expect(place(['a', 'x'.repeat(300)])).toBe('/a/…');
});
