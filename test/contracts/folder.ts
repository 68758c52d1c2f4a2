import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { AssayError } from '../../src/errors.ts';
import { BUILT_IN_CONTRACTS } from '../../src/installation.ts';

/** Any JSON, to be broken. */
// biome-ignore lint/suspicious/noExplicitAny: contracts are taken apart here without regard to their types
export type Loose = any;

/** A temporary folder, gone after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const FEW = [
  'lock.json',
  'matrix/values/integer.json',
  'matrix/values/rational.json',
  'matrix/claims/gram.json',
  'matrix/claims/product.json',
  'matrix/claims/transpose.json',
  'matrix/transforms/transpose.json',
  'matrix/capabilities/multiply.json',
  'number/values/bezout.json',
  'number/values/integer.json',
  'number/values/rational.json',
  'number/claims/gcd.json',
];

/** A temporary copy of the built-in contracts. */
export function copyOfContracts(): string {
  const folder = emptyFolder();
  cpSync(BUILT_IN_CONTRACTS, folder, { recursive: true });
  return folder;
}

/** A temporary copy of a few that refer to no others and to which no others refer: breaking one breaks nothing else. */
export function copyOfFewContracts(): string {
  const folder = emptyFolder();
  for (const file of FEW) cpSync(join(BUILT_IN_CONTRACTS, file), join(folder, file));
  return folder;
}

export function builtIn(file: string): Loose {
  return JSON.parse(readFileSync(join(BUILT_IN_CONTRACTS, file), 'utf8'));
}

export function put(folder: string, file: string, content: unknown): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
}

/** Changes one file of a folder in place. */
export function edit(folder: string, file: string, change: (contract: Loose) => void): void {
  const contract = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  change(contract);
  put(folder, file, contract);
}

/** What was refused, as `CODE at: message`. */
export async function refusal(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    if (error instanceof AssayError) return `${error.code} ${error.at ?? ''}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}
