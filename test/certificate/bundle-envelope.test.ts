import { describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { edit, read } from './edit.ts';
import { Forge, type Issued, judge, newKey, seal, trustedKey } from './forge.ts';
import { payloadOf } from './payload.ts';
import { CLOSED, wholeCase } from './sketches.ts';

const forge = new Forge();
const trust = forge.trust();
const SIG = '/certificate/envelope/signatures/0/sig';
const PAYLOAD = '/certificate/envelope/payload';

/** A bundle whose signature has every character that tells the alphabets apart, and a payload that needs padding. */
function telling(): JsonValue {
  for (;;) {
    const issued = forge.certify(CLOSED);
    const sig = String(read(issued.envelope, '/signatures/0/sig'));
    if (/\+/.test(sig) && /\//.test(sig)) return forge.bundle(issued);
  }
}

const bundle = telling();
const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');
const unpadded = (text: string): string => text.replace(/=+$/, '');
const nextDigit = (text: string, at: number): string => {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return text.slice(0, at) + digits[digits.indexOf(text[at] ?? '') + 1] + text.slice(at + 1);
};

function respelled(at: string, spell: (text: string) => string): JsonValue {
  const changed = edit(bundle, at, (old) => spell(String(old)));
  expect(changed).not.toEqual(bundle);
  return changed;
}

test.each<[string, (text: string) => string]>([
  ['URL-safe', urlSafe],
  ['without padding', unpadded],
  ['URL-safe without padding', (text) => unpadded(urlSafe(text))],
])('a signature in base64 %s is the same signature', (_name, spell) => {
  expect(judge(respelled(SIG, spell), trust)).toBe('certified');
});

test('a payload in base64 without padding, and in either alphabet, is the same payload', () => {
  const padded = Array.from({ length: 3 }, (_, size) => {
    // The run's name moves the payload's length through every rest modulo 3.
    const payload = edit(
      payloadOf(CLOSED, forge.certificate.keyid),
      '/predicate/lineage/0/run',
      'ÿ>?'.repeat(8) + 'x'.repeat(size),
    );
    return forge.bundle(forge.issue(payload));
  });
  const texts = padded.map((each) => String(read(each, PAYLOAD)));
  expect(new Set(texts.map((text) => text.length - unpadded(text).length))).toEqual(new Set([0, 1, 2]));
  for (const each of padded) {
    for (const spell of [urlSafe, unpadded, (text: string) => unpadded(urlSafe(text))]) {
      expect(
        judge(
          edit(each, PAYLOAD, (old) => spell(String(old))),
          trust,
        ),
      ).toBe('certified');
    }
  }
});

describe.each([PAYLOAD, SIG])('%s', (at) => {
  test.each<[string, (text: string) => string]>([
    ['both alphabets', (text) => (at === SIG ? text.replace('+', '-') : `+-${text.slice(2)}`)],
    ['a space before', (text) => ` ${text}`],
    ['a space within', (text) => `${text.slice(0, 8)} ${text.slice(8)}`],
    ['a line end behind', (text) => `${text}\n`],
    ['a line end within', (text) => `${text.slice(0, 76)}\r\n${text.slice(76)}`],
    ['a padding too long', (text) => `${text}=`],
    ['padding within', (text) => `${text.slice(0, 4)}====${text.slice(4)}`],
    ['a length that no bytes give', (text) => `${text.slice(0, -4)}A`],
    ['a foreign character', (text) => `*${text.slice(1)}`],
    ['a letter that only looks alike', (text) => `\u0410${text.slice(1)}`],
    ['percent-encoding', (text) => `%2B${text.slice(3)}`],
    ['a data URL', (text) => `data:;base64,${text}`],
  ])('%s', (_name, spell) => {
    expect(judge(respelled(at, spell), trust)).toBe(`ENVELOPE_INVALID ${at}`);
  });
});

test('bits beyond the last byte of a signature', () => {
  const spoiled = respelled(SIG, (sig) => nextDigit(sig, unpadded(sig).length - 1));
  expect(judge(spoiled, trust)).toBe(`ENVELOPE_INVALID ${SIG}`);
});

test.each<[string, JsonValue]>([
  ['hexadecimal', 'ab'.repeat(64)],
  ['null', null],
  ['bytes as numbers', Array.from({ length: 64 }, () => 7)],
  ['an object', { base64: 'AAAA' }],
])('a signature as %s', (_name, sig) => {
  expect(judge(edit(bundle, SIG, sig), trust)).toBe(`ENVELOPE_INVALID ${SIG}`);
});

describe('who signed', () => {
  const payload = (issuer = forge.certificate): JsonValue => payloadOf(CLOSED, issuer.keyid);
  const second = newKey();
  const both = forge.trust(edit(forge.trustPayload(), '/keys/-', trustedKey(second, ['certificate'])));
  const bytes = canonicalise(payload()).bytes;

  function judgeSigned(
    signers: (typeof second)[],
    change: (envelope: JsonValue) => JsonValue = (same) => same,
  ): string {
    const issued: Issued = forge.issueBytes(bytes);
    const envelope = change(seal(bytes, 'application/vnd.in-toto+json', signers));
    return judge(edit(forge.bundle(issued), '/certificate/envelope', envelope), both);
  }

  test('by one key', () => {
    expect(judgeSigned([forge.certificate])).toBe('certified');
  });

  test('by two keys, both trusted, each truly', () => {
    expect(judgeSigned([forge.certificate, second])).toBe(
      'ENVELOPE_INVALID /certificate/envelope/signatures',
    );
  });

  test('by one key twice', () => {
    expect(judgeSigned([forge.certificate, forge.certificate])).toBe(
      'ENVELOPE_INVALID /certificate/envelope/signatures',
    );
  });

  test('by another trusted key than the issuer it names', () => {
    expect(judgeSigned([second])).toBe('STATEMENT_INVALID /certificate/predicate/issuer');
  });

  test('under the name of another trusted key', () => {
    const renamed = (envelope: JsonValue): JsonValue => edit(envelope, '/signatures/0/keyid', second.keyid);
    expect(judgeSigned([forge.certificate], renamed)).toBe(
      'SIGNATURE_INVALID /certificate/envelope/signatures/0/sig',
    );
  });

  test.each<[string, JsonValue]>([
    ['none', ''],
    ['null', null],
    ['upper case', forge.certificate.keyid.toUpperCase()],
    ['another algorithm', forge.certificate.keyid.replace('256', '512')],
    ['a prefix', forge.certificate.keyid.slice(0, 20)],
    ['with a line end', `${forge.certificate.keyid}\n`],
  ])('a keyid that is %s', (_name, keyid) => {
    const renamed = (envelope: JsonValue): JsonValue => edit(envelope, '/signatures/0/keyid', keyid);
    expect(judgeSigned([forge.certificate], renamed)).toBe(
      'ENVELOPE_INVALID /certificate/envelope/signatures/0/keyid',
    );
  });

  test('by a key that may sign only checkpoints, or only trust roots', () => {
    for (const signer of [forge.log, forge.root]) {
      const issued = forge.issue(payload(signer), signer);
      expect(judge(forge.bundle(issued), both)).toBe(
        'ISSUER_UNTRUSTED /certificate/envelope/signatures/0/keyid',
      );
    }
  });

  test('a checkpoint by a key that may sign only certificates', () => {
    const issued = forge.issue(payload());
    const proof = forge.proof(issued.index, { signer: forge.certificate });
    expect(judge(edit(forge.bundle(issued), '/certificate/proof', proof), both)).toBe(
      'CHECKPOINT_UNTRUSTED /certificate/proof',
    );
  });

  test('the payload alone, or under another type', () => {
    const issued = forge.issueBytes(bytes);
    const other = seal(bytes, 'application/vnd.assay.trust-root+json', [forge.certificate]);
    const bare = {
      ...seal(bytes, 'application/vnd.in-toto+json', [
        { ...forge.certificate, sign: () => forge.certificate.sign(bytes) },
      ]),
    };
    for (const envelope of [bare, { ...other, payloadType: 'application/vnd.in-toto+json' }]) {
      const outcome = judge(edit(forge.bundle(issued), '/certificate/envelope', envelope), both);
      expect(outcome).toBe('SIGNATURE_INVALID /certificate/envelope/signatures/0/sig');
    }
    expect(judge(edit(forge.bundle(issued), '/certificate/envelope', other), both)).toBe(
      'ENVELOPE_INVALID /certificate/envelope/payloadType',
    );
  });
});

test.each([
  ['a trust root as a certificate', () => wholeCase().forge.sealTrust(forge.trustPayload())],
  ['a bundle as a certificate', () => bundle],
  ['an array', () => [read(bundle, '/certificate/envelope')]],
])('%s', (_name, make) => {
  expect(judge(edit(bundle, '/certificate/envelope', make()), trust)).toMatch(
    /^ENVELOPE_INVALID \/certificate\/envelope/,
  );
});
