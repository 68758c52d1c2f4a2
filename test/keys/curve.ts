import { createHash } from 'node:crypto';

// Edwards25519 with nothing but the formulas of RFC 8032 §5.1, to judge the ports by: affine meaning, projective
// coordinates only to avoid inversions, no library.

const P = 2n ** 255n - 19n;
export const L = 2n ** 252n + 27742317777372353535851937790883648493n;

interface Point {
  readonly x: bigint;
  readonly y: bigint;
  readonly z: bigint;
}

const mod = (value: bigint): bigint => ((value % P) + P) % P;

function power(base: bigint, exponent: bigint): bigint {
  if (exponent === 0n) return 1n;
  const root = power(base, exponent / 2n);
  return exponent % 2n === 0n ? mod(root * root) : mod(root * root * base);
}

const inverse = (value: bigint): bigint => power(value, P - 2n);
const D = mod(-121665n * inverse(121666n));
const IDENTITY: Point = { x: 0n, y: 1n, z: 1n };
const BASE = decode(encodeNumber(mod(4n * inverse(5n)))) ?? IDENTITY;

function add(a: Point, b: Point): Point {
  // The complete addition law in projective coordinates, for −x² + y² = 1 + dx²y².
  const zz = mod(a.z * b.z);
  const xx = mod(a.x * b.x);
  const yy = mod(a.y * b.y);
  const e = mod(D * xx * yy);
  const [f, g] = [mod(zz * zz - e), mod(zz * zz + e)];
  const cross = mod((a.x + a.y) * (b.x + b.y) - xx - yy);
  return { x: mod(zz * f * cross), y: mod(zz * g * (yy + xx)), z: mod(f * g) };
}

function multiply(point: Point, scalar: bigint): Point {
  let [result, double] = [IDENTITY, point];
  for (let rest = scalar; rest > 0n; rest /= 2n) {
    if (rest % 2n === 1n) result = add(result, double);
    double = add(double, double);
  }
  return result;
}

function encode(point: Point): Uint8Array {
  const z = inverse(point.z);
  const bytes = encodeNumber(mod(point.y * z));
  bytes[31] = (bytes[31] ?? 0) | (Number(mod(point.x * z) % 2n) << 7);
  return bytes;
}

function encodeNumber(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n));
}

function decodeNumber(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => number * 256n + BigInt(byte), 0n);
}

/** The point of an encoding, any spelling of y read as it is modulo P; undefined off the curve. */
function decode(bytes: Uint8Array): Point | undefined {
  const number = decodeNumber(bytes);
  const y = mod(number % 2n ** 255n);
  const square = mod((y * y - 1n) * inverse(mod(D * y * y + 1n)));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x) !== square) x = mod(x * power(2n, (P - 1n) / 4n));
  if (mod(x * x) !== square) return undefined;
  return { x: x % 2n === number >> 255n ? x : mod(-x), y, z: 1n };
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

function hasSmallOrder(point: Point): boolean {
  return same(encode(multiply(point, 8n)), encode(IDENTITY));
}

/** The rule for keys: on the curve, encoded as the encoder would, not of small order. */
export function keyRule(publicKey: Uint8Array): boolean {
  const point = decode(publicKey);
  return point !== undefined && same(encode(point), publicKey) && !hasSmallOrder(point);
}

/** The rule for signatures under a key that passes `keyRule`. */
export function signatureRule(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const [r, s] = [signature.subarray(0, 32), decodeNumber(signature.subarray(32))];
  const [key, rPoint] = [decode(publicKey), decode(r)];
  if (key === undefined || rPoint === undefined || s >= L || hasSmallOrder(rPoint)) return false;
  const hash = createHash('sha512').update(r).update(publicKey).update(message).digest();
  const k = decodeNumber(hash) % L;
  const negative = { ...key, x: mod(-key.x) };
  return same(encode(add(multiply(BASE, s), multiply(negative, k))), r);
}

/** The encodings of the eight points whose order divides 8. */
export function smallOrderPoints(): Uint8Array[] {
  const points = new Map<string, Uint8Array>();
  for (let y = 2n; points.size < 8; y += 1n) {
    const point = decode(encodeNumber(y));
    if (point === undefined) continue;
    const torsion = multiply(point, L);
    for (let n = 0n; n < 8n; n += 1n) {
      const encoding = encode(multiply(torsion, n));
      points.set(Buffer.from(encoding).toString('hex'), encoding);
    }
  }
  return [...points.values()];
}
