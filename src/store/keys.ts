import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyRole } from '../certificate/trust-root-content.ts';
import { AssayError } from '../errors.ts';
import { generateKeyPair, type KeySigner, signerFrom } from '../keys/ed25519.ts';
import { replaceDurably, syncFolder } from './files.ts';

/** Far more than an Ed25519 key in PEM takes. */
const MAX_KEY_FILE = 4096;
const GROUP_AND_OTHERS = 0o077;

/** The file of a private key: PKCS#8 in PEM, mode 0600. */
export function keyFile(folder: string, role: KeyRole): string {
  return join(folder, 'keys', `${role}.pem`);
}

/**
 * The signer of a key that first use makes, or made before it was cut off: a key file that is there is used.
 * Callers hold the store's write lock.
 */
export function makeKey(folder: string, role: KeyRole): KeySigner {
  const path = keyFile(folder, role);
  if (!existsSync(path)) {
    mkdirSync(join(folder, 'keys'), { recursive: true, mode: 0o700 });
    replaceDurably(path, generateKeyPair().privateKey, 0o600);
    syncFolder(folder);
  }
  return readKey(path);
}

/**
 * The signer of an instance's key.
 *
 * @throws AssayError KEY_UNUSABLE when the file is missing, readable by others, no key, or another key
 */
export function loadKey(folder: string, role: KeyRole, publicKey: Uint8Array): KeySigner {
  const path = keyFile(folder, role);
  const signer = readKey(path);
  if (Buffer.compare(signer.publicKey, publicKey) === 0) return signer;
  throw unusable('the key file holds another key than the one of this instance', path);
}

function readKey(path: string): KeySigner {
  const pem = readPrivate(path);
  try {
    return signerFrom(pem);
  } catch (error) {
    throw error instanceof AssayError ? error.within(path) : error;
  }
}

function readPrivate(path: string): string {
  const file = openKey(path);
  try {
    const { mode, size } = fstatSync(file);
    // Windows has no such bits: there the rights of the folder decide.
    if (process.platform !== 'win32' && (mode & GROUP_AND_OTHERS) !== 0) {
      throw new AssayError('KEY_UNUSABLE', 'the key file can be read or written by others than its owner', {
        at: path,
        next: 'if nobody else can have read it, run chmod 600 on it; otherwise treat the key as compromised',
      });
    }
    if (size > MAX_KEY_FILE) throw unusable('the key file is too large to hold a key', path);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function openKey(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw unusable('the key file is missing or cannot be opened', path, error);
  }
}

function unusable(message: string, at: string, cause?: unknown): AssayError {
  return new AssayError('KEY_UNUSABLE', message, {
    at,
    next: 'restore the keys folder from a backup',
    cause,
  });
}
