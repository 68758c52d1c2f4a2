import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { artifactUri, digestOf, hexOf, isArtifactUri, isDigest } from '../../src/canonical/digest.ts';
import { sha256 } from '../../src/canonical/sha256.ts';
import { encodeUtf8 } from '../../src/canonical/utf8.ts';
import { withoutPlatform } from '../without-platform.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** FIPS 180-4, example computations. */
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('a digest is sha256: and the hash in lowercase hex', () => {
  const digest = digestOf(encodeUtf8('abc'));
  expect(digest).toBe(`sha256:${ABC}`);
  expect(hexOf(digest)).toBe(ABC);
  expect(artifactUri(digest)).toBe(`artifact://sha256/${ABC}`);
  expect(Buffer.from(sha256(encodeUtf8('abc'))).toString('hex')).toBe(ABC);
  expect(sha256(encodeUtf8('abc')).constructor).toBe(Uint8Array);
});

test('digests and artifact addresses are known by their exact form', () => {
  expect(isDigest(`sha256:${ABC}`)).toBe(true);
  expect(isArtifactUri(`artifact://sha256/${ABC}`)).toBe(true);
  const wrong = [
    ABC,
    `sha256:${ABC}0`,
    `sha256:${ABC.toUpperCase()}`,
    `sha256:${ABC}\n`,
    ` sha256:${ABC}`,
    `sha512:${ABC}`,
  ];
  for (const text of [...wrong, null, undefined, 0, [`sha256:${ABC}`]]) expect(isDigest(text)).toBe(false);
  for (const text of wrong) expect(isArtifactUri(text.replace('sha256:', 'artifact://sha256/'))).toBe(false);
});

test('the portable hash, where the platform has no other, is the same', async () => {
  const portable = await withoutPlatform(() => import('../../src/canonical/sha256.ts'));
  expect(portable.sha256).not.toBe(sha256);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const expected = createHash('sha256').update(bytes).digest('hex');
      expect(portable.sha256Hex(bytes)).toBe(expected);
      expect(Buffer.from(portable.sha256(bytes)).toString('hex')).toBe(expected);
      expect(digestOf(bytes)).toBe(`sha256:${expected}`);
    }),
  );
});

test('UTF-8 is written alike with and without a platform, lone surrogates too', async () => {
  const portable = await withoutPlatform(() => import('../../src/canonical/utf8.ts'));
  expect(portable.encodeUtf8).not.toBe(encodeUtf8);
  const unit = fc.constantFrom('a', '\0', 'é', '€', '😀', '\ud800', '\udfff', '\ue000');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 50 }), (text) => {
      expect([...encodeUtf8(text)]).toEqual([...portable.encodeUtf8(text)]);
    }),
  );
});
