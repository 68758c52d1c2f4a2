import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesEntityTag, verifyContentDigest } from '../../src/http/content-digest.ts';
import { pageJson, pageRequest, writeCursor } from '../../src/http/page.ts';

test('a cursor that was given is read back; no other text is one', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (position) => {
      expect(pageRequest({ cursor: writeCursor(position) })).toEqual({ before: position, limit: 50 });
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,22}$/), (cursor) => {
      let before: number | null;
      try {
        ({ before } = pageRequest({ cursor }));
      } catch {
        return;
      }
      expect(writeCursor(before ?? -1)).toBe(cursor);
    }),
  );
});

test('a part of a list names the next one, and the last names none', () => {
  expect(pageJson({ items: [1], next: 12 }, (item) => item)).toEqual({ items: [1], next: writeCursor(12) });
  expect(pageJson({ items: [], next: null }, (item) => item)).toEqual({ items: [], next: null });
  expect(pageRequest({ limit: '200' })).toEqual({ before: null, limit: 200 });
});

const BYTES = new TextEncoder().encode('{"hello": "world"}\n');

// The digests of RFC 9530, appendix D, are of this very text.
const OF_THE_RFC = 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:';

test('Content-Digest is compared by every algorithm that is known', () => {
  expect(() => verifyContentDigest(OF_THE_RFC, BYTES)).not.toThrow();
  const long = `sha-512=:${createHash('sha512').update(BYTES).digest('base64')}:`;
  expect(() => verifyContentDigest(`md5=:AAAA:, ${OF_THE_RFC}, ${long}`, BYTES)).not.toThrow();
  const wrong = `sha-512=:${createHash('sha512').update('').digest('base64')}:`;
  for (const field of [
    `${OF_THE_RFC}, ${wrong}`,
    wrong,
    'md5=:AAAA:',
    '',
    'sha-256',
    'sha-256=RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=',
    OF_THE_RFC.replace('=:', '=: '),
    `${OF_THE_RFC},`,
    'constructor=:AAAA:',
  ]) {
    expect(() => verifyContentDigest(field, BYTES), field).toThrow();
  }
});

test('If-None-Match compares weakly', () => {
  expect(matchesEntityTag('"a"', '"a"')).toBe(true);
  expect(matchesEntityTag('"b", W/"a"', '"a"')).toBe(true);
  expect(matchesEntityTag('*', '"a"')).toBe(true);
  expect(matchesEntityTag('"ab"', '"a"')).toBe(false);
});
