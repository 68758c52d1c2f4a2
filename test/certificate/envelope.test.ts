import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import {
  keyidOf,
  preAuthenticationEncoding,
  readEnvelope,
  sealEnvelope,
} from '../../src/certificate/envelope.ts';
import { generateKeyPair, signerFrom, verifyNode } from '../../src/keys/ed25519.ts';

const TYPE = 'application/vnd.in-toto+json';
const PAYLOAD = canonicalise({ größe: '€𝄞', n: [1, 2, 3] });
const SIGNER = signerFrom(generateKeyPair().privateKey);
const ENVELOPE = sealEnvelope(PAYLOAD, TYPE, [SIGNER]);
const ONE = { payloadType: TYPE, signatures: { least: 1, most: 1 } };
const SOME = { payloadType: TYPE, signatures: { least: 1, most: 16 } };

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const utf8 = (characters: string): Uint8Array => new TextEncoder().encode(characters);

describe('pre-authentication encoding', () => {
  test('the example of the DSSE protocol', () => {
    const encoding = preAuthenticationEncoding('http://example.com/HelloWorld', utf8('hello world'));
    expect(text(encoding)).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  });

  test('lengths count bytes, of the type too', () => {
    const encoding = preAuthenticationEncoding('typé/€', utf8('𝄞é'));
    expect(text(encoding)).toBe('DSSEv1 9 typé/€ 6 𝄞é');
  });

  test('the payload need not be text', () => {
    const encoding = preAuthenticationEncoding('t', Uint8Array.of(0, 0xff, 0x0a));
    expect(encoding).toEqual(Uint8Array.of(...utf8('DSSEv1 1 t 3 '), 0, 0xff, 0x0a));
  });

  test('two pairs of type and payload never have the same encoding', () => {
    const digits = fc.string({ unit: fc.constantFrom('1', '2', ' ', 'é', '€'), maxLength: 6 });
    fc.assert(
      fc.property(digits, digits, digits, digits, (type, payload, otherType, otherPayload) => {
        const same = type === otherType && payload === otherPayload;
        const encoding = text(preAuthenticationEncoding(type, utf8(payload)));
        expect(encoding === text(preAuthenticationEncoding(otherType, utf8(otherPayload)))).toBe(same);
      }),
      { numRuns: 1000 },
    );
  });
});

test('a sealed envelope reads back, and its signature is over the encoding', () => {
  const { payload, signatures } = readEnvelope(ENVELOPE, ONE);
  expect(payload).toEqual(PAYLOAD.bytes);
  expect(signatures.map(({ keyid }) => keyid)).toEqual([keyidOf(SIGNER.publicKey)]);
  const [first] = signatures;
  const message = preAuthenticationEncoding(TYPE, payload);
  expect(first && verifyNode(SIGNER.publicKey, message, first.signature)).toBe(true);
  expect(first && verifyNode(SIGNER.publicKey, payload, first.signature)).toBe(false);
});

test('several signers sign the same bytes', () => {
  const signers = Array.from({ length: 16 }, () => signerFrom(generateKeyPair().privateKey));
  const { payload, signatures } = readEnvelope(sealEnvelope(PAYLOAD, TYPE, signers), SOME);
  const message = preAuthenticationEncoding(TYPE, payload);
  for (const [index, signer] of signers.entries()) {
    const entry = signatures[index];
    expect(entry?.keyid).toBe(signer.keyid);
    expect(entry && verifyNode(signer.publicKey, message, entry.signature)).toBe(true);
  }
});

test('URL-safe and unpadded base64 are read, as DSSE asks', () => {
  const spelling = (base64: string): string =>
    base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const [signature] = ENVELOPE.signatures;
  if (signature === undefined) throw new Error('the envelope has a signature');
  const respelled = {
    ...ENVELOPE,
    payload: spelling(ENVELOPE.payload),
    signatures: [{ ...signature, sig: spelling(signature.sig) }],
  };
  expect(readEnvelope(respelled, ONE)).toEqual(readEnvelope(ENVELOPE, ONE));
});

describe('refused, with the place', () => {
  const [signature] = ENVELOPE.signatures;
  const { payload, payloadType, signatures } = ENVELOPE;
  const keyid = SIGNER.keyid;
  const sig = signature?.sig ?? '';
  const withSignature = (entry: JsonValue): JsonValue => ({ ...ENVELOPE, signatures: [entry] });
  const base64 = (size: number): string => Buffer.alloc(size).toString('base64');

  const table: [string, JsonValue, string][] = [
    ['null', null, '/'],
    ['a list', [], '/'],
    ['no member', {}, '/payload'],
    ['no payload', { payloadType, signatures }, '/payload'],
    ['no type', { payload, signatures }, '/payloadType'],
    ['no signatures', { payload, payloadType }, '/signatures'],
    ['an unknown member', { ...ENVELOPE, note: 'x' }, '/note'],
    [
      'a member named __proto__',
      JSON.parse(`{"__proto__":{},${JSON.stringify(ENVELOPE).slice(1)}`),
      '/__proto__',
    ],
    ['another type', { ...ENVELOPE, payloadType: 'application/json' }, '/payloadType'],
    ['the type in capitals', { ...ENVELOPE, payloadType: TYPE.toUpperCase() }, '/payloadType'],
    ['a payload that is no text', { ...ENVELOPE, payload: 5 }, '/payload'],
    ['a payload that is not base64', { ...ENVELOPE, payload: `${payload} ` }, '/payload'],
    ['signatures that are no list', { ...ENVELOPE, signatures: { 0: signature ?? null } }, '/signatures'],
    ['no signature', { ...ENVELOPE, signatures: [] }, '/signatures'],
    ['two signatures', { ...ENVELOPE, signatures: [...signatures, ...signatures] }, '/signatures'],
    ['a signature that is no object', withSignature(sig), '/signatures/0'],
    ['no keyid', withSignature({ sig }), '/signatures/0/keyid'],
    ['an empty keyid', withSignature({ keyid: '', sig }), '/signatures/0/keyid'],
    ['a keyid in capitals', withSignature({ keyid: keyid.toUpperCase(), sig }), '/signatures/0/keyid'],
    ['a keyid without its algorithm', withSignature({ keyid: keyid.slice(7), sig }), '/signatures/0/keyid'],
    ['no sig', withSignature({ keyid }), '/signatures/0/sig'],
    ['a certificate beside it', withSignature({ keyid, sig, cert: '' }), '/signatures/0/cert'],
    ['a signature of 63 bytes', withSignature({ keyid, sig: base64(63) }), '/signatures/0/sig'],
    ['a signature of 65 bytes', withSignature({ keyid, sig: base64(65) }), '/signatures/0/sig'],
    ['an empty signature', withSignature({ keyid, sig: '' }), '/signatures/0/sig'],
    ['a signature in hexadecimal', withSignature({ keyid, sig: 'a'.repeat(128) }), '/signatures/0/sig'],
  ];
  test.each(table)('%s', (_, value, at) => {
    expect(() => readEnvelope(value, ONE)).toThrow(expect.objectContaining({ code: 'ENVELOPE_INVALID', at }));
  });

  test('one key twice, even with two signatures', () => {
    const twice = [...signatures, { keyid, sig: base64(64) }];
    const error = expect.objectContaining({ code: 'ENVELOPE_INVALID', at: '/signatures' });
    expect(() => readEnvelope({ ...ENVELOPE, signatures: twice }, SOME)).toThrow(error);
  });

  test('more signatures than may stand', () => {
    const many = Array.from({ length: 17 }, () => signerFrom(generateKeyPair().privateKey));
    const error = expect.objectContaining({ code: 'ENVELOPE_INVALID', at: '/signatures' });
    expect(() => readEnvelope(sealEnvelope(PAYLOAD, TYPE, many), SOME)).toThrow(error);
  });
});
