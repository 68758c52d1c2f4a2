import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guarded, hasAcceptableSignatureForm, isAcceptableKey } from '../../src/certificate/ed25519.ts';
import { verifyPortable } from '../../src/certificate/ed25519-portable.ts';
import { keyidOf } from '../../src/certificate/envelope.ts';
import { generateKeyPair, signerFrom, verifyNode } from '../../src/keys/ed25519.ts';
import { keyRule, L, signatureRule, smallOrderPoints } from './curve.ts';

const PORTS = [
  ['node', verifyNode],
  ['portable', verifyPortable],
] as const;

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const MESSAGE = new TextEncoder().encode('message');
const SIGNER = signerFrom(generateKeyPair().privateKey);
const SIGNATURE = SIGNER.sign(MESSAGE);

function withS(signature: Uint8Array, s: bigint): Uint8Array {
  const changed = Uint8Array.from(signature);
  for (let at = 0; at < 32; at += 1) changed[32 + at] = Number((s >> BigInt(8 * at)) & 255n);
  return changed;
}

function sOf(signature: Uint8Array): bigint {
  return signature.subarray(32).reduceRight((number, byte) => number * 256n + BigInt(byte), 0n);
}

describe.each(PORTS)('the %s port', (_, verify) => {
  test('accepts what was signed, and nothing one bit away', () => {
    expect(verify(SIGNER.publicKey, MESSAGE, SIGNATURE)).toBe(true);
    const flip = (bytes: Uint8Array, bit: number): Uint8Array => {
      return bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
    };
    fc.assert(
      fc.property(fc.nat(511), (bit) => {
        expect(verify(SIGNER.publicKey, MESSAGE, flip(SIGNATURE, bit))).toBe(false);
        expect(verify(flip(SIGNER.publicKey, bit % 256), MESSAGE, SIGNATURE)).toBe(false);
        expect(verify(SIGNER.publicKey, flip(MESSAGE, bit % (MESSAGE.length * 8)), SIGNATURE)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('refuses S + L, the other number with the same remainder', () => {
    expect(verify(SIGNER.publicKey, MESSAGE, withS(SIGNATURE, sOf(SIGNATURE) + L))).toBe(false);
  });

  test('never throws, whatever the bytes', () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 70 }), fc.uint8Array({ minLength: 32, maxLength: 32 }));
    fc.assert(
      fc.property(
        bytes,
        fc.uint8Array(),
        bytes,
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        (key, message, r, s) => {
          expect(verify(key, message, s)).toBe(false);
          expect(verify(key, message, r)).toBe(false);
          expect(verify(SIGNER.publicKey, message, withS(s, sOf(s) % L))).toBe(false);
        },
      ),
    );
  });

  // [S]B = R + [k]A with A of small order: one signature that fits a message in eight, whoever "signed" it.
  test('refuses keys of small order', () => {
    for (const key of smallOrderPoints()) {
      for (let n = 0; n < 32; n += 1) {
        const base = hex('5866666666666666666666666666666666666666666666666666666666666666');
        const signature = withS(new Uint8Array([...base, ...new Uint8Array(32)]), 1n);
        expect(verify(key, Uint8Array.of(n), signature)).toBe(false);
      }
    }
  });
});

describe('keys', () => {
  test('there are eight points of small order, and no spelling of one is a key or an R', () => {
    const points = smallOrderPoints();
    expect(points).toHaveLength(8);
    const P = 2n ** 255n - 19n;
    for (const point of points) {
      const y = sOf(new Uint8Array([...new Uint8Array(32), ...point])) % 2n ** 255n;
      for (const spelled of [y, y + P].filter((value) => value < 2n ** 255n)) {
        for (const sign of [0n, 1n]) {
          const encoding = withS(new Uint8Array(64), spelled + sign * 2n ** 255n).subarray(32);
          expect(isAcceptableKey(encoding)).toBe(false);
          expect(hasAcceptableSignatureForm(new Uint8Array([...encoding, ...new Uint8Array(32)]))).toBe(
            false,
          );
        }
      }
    }
  });

  test('agrees with the rule on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        expect(isAcceptableKey(bytes)).toBe(keyRule(bytes));
      }),
      { numRuns: 300 },
    );
  });

  test('y above the prime is not a key, though the point is on the curve', () => {
    // y = 3 is on the curve and P + 3 fits in 255 bits.
    expect(isAcceptableKey(hex(`03${'00'.repeat(31)}`))).toBe(true);
    expect(isAcceptableKey(hex(`f0${'ff'.repeat(30)}7f`))).toBe(false);
    // y = 2 is off the curve.
    expect(isAcceptableKey(hex(`02${'00'.repeat(31)}`))).toBe(false);
  });

  test.each([0, 31, 33, 64])('%d bytes are not a key', (size) => {
    expect(isAcceptableKey(new Uint8Array(size).fill(3))).toBe(false);
  });

  test('more keys than are kept, and all still verify', () => {
    const signers = Array.from({ length: 300 }, () => signerFrom(generateKeyPair().privateKey));
    for (const signer of [...signers, ...signers]) {
      expect(isAcceptableKey(signer.publicKey)).toBe(true);
      expect(verifyNode(signer.publicKey, MESSAGE, signer.sign(MESSAGE))).toBe(true);
    }
  });

  test('the filter stands before the port', () => {
    const verify = guarded(() => true);
    expect(verify(SIGNER.publicKey, MESSAGE, SIGNATURE)).toBe(true);
    expect(verify(SIGNER.publicKey, MESSAGE, SIGNATURE.subarray(1))).toBe(false);
    expect(verify(SIGNER.publicKey, MESSAGE, withS(SIGNATURE, L))).toBe(false);
    expect(verify(SIGNER.publicKey, MESSAGE, withS(SIGNATURE, L - 1n))).toBe(true);
    expect(verify(new Uint8Array(32), MESSAGE, SIGNATURE)).toBe(false);
  });
});

describe('signers', () => {
  test('a signer knows its public key and its name', () => {
    const { publicKey, privateKey } = generateKeyPair();
    const signer = signerFrom(privateKey);
    expect(signer.publicKey).toEqual(publicKey);
    expect(signer.keyid).toBe(keyidOf(publicKey));
    expect(signer.sign(MESSAGE)).toHaveLength(64);
  });

  // RFC 8032 §7.1, test 2.
  test('signs as RFC 8032 says', () => {
    const seed = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb';
    const der = Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex').toString('base64');
    const signer = signerFrom(`-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`);
    expect(signer.publicKey).toEqual(hex('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'));
    expect(signer.sign(Uint8Array.of(0x72))).toEqual(
      hex(
        '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
          '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      ),
    );
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  const x25519 = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' });
  test.each([
    ['nothing', ''],
    ['any text', 'secret'],
    ['a public key', publicKey.toString()],
    ['an RSA key', rsa.toString()],
    ['an X25519 key', x25519.toString()],
  ])('%s is no private key', (_, pem) => {
    expect(() => signerFrom(pem)).toThrow(expect.objectContaining({ code: 'KEY_UNUSABLE' }));
  });
});

const VECTORS = new URL('../../../shared/vectors/ed25519/', import.meta.url);

describe.skipIf(!existsSync(VECTORS))('public vectors', () => {
  const read = (name: string): string => readFileSync(new URL(name, VECTORS), 'utf8');

  interface Cctv {
    readonly number: number;
    readonly key: string;
    readonly sig: string;
    readonly msg: string;
    readonly flags: readonly string[] | null;
  }

  // Edge cases made to tell implementations apart: small and mixed orders, spellings of R and A, reduced or not.
  test('CCTV: rule and ports agree on all 914, and 43 are accepted', () => {
    const vectors: Cctv[] = JSON.parse(read('cctv.json'));
    expect(vectors).toHaveLength(914);
    const judged = vectors.map(({ number, key, sig, msg }) => {
      const [publicKey, message, signature] = [hex(key), new TextEncoder().encode(msg), hex(sig)];
      const kept = keyRule(publicKey);
      expect(isAcceptableKey(publicKey), `key of ${number}`).toBe(kept);
      const accepted = kept && signatureRule(publicKey, message, signature);
      for (const [name, verify] of PORTS) {
        expect(verify(publicKey, message, signature), `${name}, vector ${number}`).toBe(accepted);
      }
      return { kept, accepted };
    });
    expect(judged.filter(({ kept }) => kept)).toHaveLength(388);
    expect(judged.filter(({ accepted }) => accepted)).toHaveLength(43);
  });

  interface Wycheproof {
    readonly testGroups: readonly {
      readonly publicKey: { readonly pk: string };
      readonly tests: readonly {
        readonly tcId: number;
        readonly msg: string;
        readonly sig: string;
        readonly result: string;
      }[];
    }[];
  }

  test.each(PORTS)('Wycheproof, %s: 88 valid accepted, 63 invalid refused', (_, verify) => {
    const { testGroups }: Wycheproof = JSON.parse(read('wycheproof.json'));
    const count = { valid: 0, invalid: 0 };
    for (const { publicKey, tests } of testGroups) {
      for (const { tcId, msg, sig, result } of tests) {
        const accepted = verify(hex(publicKey.pk), hex(msg), hex(sig));
        expect(accepted ? 'valid' : 'invalid', `test ${tcId}`).toBe(result);
        count[accepted ? 'valid' : 'invalid'] += 1;
      }
    }
    expect(count).toEqual({ valid: 88, invalid: 63 });
  });
});
