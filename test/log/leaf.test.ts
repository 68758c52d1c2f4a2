import { expect, test } from 'vitest';
import { digestOf } from '../../src/canonical/digest.ts';
import { entryLeaf } from '../../src/log/leaf.ts';

const DIGEST = digestOf(new Uint8Array());

test('a leaf is the canonical JSON of kind and digest', () => {
  expect(entryLeaf('certificate', DIGEST).text).toBe(
    '{"kind":"certificate","sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}',
  );
});

test('the same payload under another kind is another leaf', () => {
  expect(entryLeaf('trust-root', DIGEST).bytes).not.toEqual(entryLeaf('certificate', DIGEST).bytes);
});
