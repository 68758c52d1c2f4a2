import { type Digest, hexOf } from '../../canonical/digest.ts';
import { corrupt } from '../failure.ts';
import { customType } from './drizzle.ts';

/** Bytes as they are, given back as plain Uint8Array. */
export const blob = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'blob',
  fromDriver: (stored) => bytesOf(stored),
});

/** A digest as its 32 bytes. */
export const digest = customType<{ data: Digest; driverData: Uint8Array }>({
  dataType: () => 'blob',
  toDriver: (value) => Buffer.from(hexOf(value), 'hex'),
  fromDriver: (stored) => `sha256:${Buffer.from(bytesOf(stored)).toString('hex')}`,
});

/** Strict tables refuse another type when a row is written, not when a damaged one is read. */
function bytesOf(stored: unknown): Uint8Array {
  if (!(stored instanceof Uint8Array)) throw corrupt('a column of the database holds another type');
  return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
}
