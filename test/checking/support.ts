import { existsSync, readFileSync } from 'node:fs';
import { type CanonicalBytes, canonicalise } from '../../src/canonical/canonical.ts';
import { digestOf } from '../../src/canonical/digest.ts';
import { identityOf } from '../../src/certificate/identity.ts';
import { readManifest } from '../../src/certificate/manifest.ts';
import type { CheckRequest } from '../../src/checking/messages.ts';
import type { CheckerProgram } from '../../src/checking/program.ts';

export interface ProgramOptions {
  readonly id?: string;
  readonly memoryMib?: number;
  readonly timeMs?: number;
  readonly inputBytes?: number;
}

export function manifestFor(options: ProgramOptions = {}) {
  return {
    id: options.id ?? 'test.checker',
    version: '1.0.0',
    claim: 'test.claim@1',
    title: 'a checker for tests',
    covers: [],
    method: 'none',
    arithmetic: 'none',
    limits: {
      time_ms: options.timeMs ?? 20_000,
      memory_mib: options.memoryMib ?? 64,
      input_bytes: options.inputBytes ?? 64 * 1024 * 1024,
    },
    programs: ['check.js'],
  };
}

/** A checker whose program is this text, as the registry would have loaded it. */
export function programOf(source: string, options: ProgramOptions = {}): CheckerProgram {
  const bytes = Buffer.from(source);
  const file = { digest: digestOf(bytes), bytes };
  const manifestBytes = canonicalise(manifestFor(options));
  return {
    manifest: readManifest(manifestBytes.value),
    manifestBytes,
    manifestDigest: manifestBytes.digest,
    programs: new Map([['check.js', file]]),
    identity: identityOf(manifestBytes.digest, { 'check.js': file.digest }),
  };
}

/** A checker whose `check(r)` has this body. */
export function checkerOf(body: string, options: ProgramOptions = {}): CheckerProgram {
  return programOf(`var checker = { check(r) { ${body} } };`, options);
}

export const GOOD = checkerOf("return { verdict: 'ACCEPTED' };", { id: 'test.good' });

/** A checker that says which one it is and what it was given. */
export function echoOf(id: string): CheckerProgram {
  return checkerOf(`return { verdict: 'REJECTED', reason: '${id} ' + r.claim + ' ' + r.roles.value };`, {
    id,
  });
}

export function requestOf(value: string | number): CheckRequest {
  return { claim: 'test.claim@1', roles: { value: canonicalise(value) }, sources: {} };
}

export function documentOf(size: number): CanonicalBytes {
  return canonicalise('a'.repeat(size - 2));
}

/** Whether the process still runs; one that ended and that nobody has asked about yet (a zombie) does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'latin1'));
  } catch {
    return false;
  }
}

/**
 * The text of a process that is not our harness: `code` runs with the host's modules and helpers that speak the protocol.
 * It stands for a checker that got out of its realm altogether.
 */
export function escaped(code: string): string {
  return `'use strict';
    const fs = require('node:fs');
    const { createHash } = require('node:crypto');
    const sha256 = (bytes) => createHash('sha256').update(bytes).digest();
    const take = (size) => {
      const bytes = Buffer.alloc(size);
      for (let at = 0; at < size; ) {
        const count = fs.readSync(0, bytes, at, size - at, null);
        if (count === 0) process.exit(0);
        at += count;
      }
      return bytes;
    };
    const write = (bytes) => { for (let at = 0; at < bytes.length; ) at += fs.writeSync(1, bytes, at); };
    const frame = (kind, ...parts) => {
      const body = Buffer.concat([Buffer.from(kind), ...parts]);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(body.length);
      return Buffer.concat([length, body]);
    };
    const header = () => { const bytes = take(take(4).readUInt32BE()); return { bytes, value: JSON.parse(bytes) }; };
    const hang = () => { for (;;); };
    const ACCEPTED = Buffer.from('A{"verdict":"ACCEPTED"}');
    let programs;
    const job = () => {
      programs ??= header().value.programs.map(({ size }) => sha256(take(size)));
      const { bytes, value } = header();
      const documents = [...value.roles, ...value.sources].map(({ size }) => take(size));
      return { id: Buffer.from(value.job, 'hex'), digests: [...programs, sha256(bytes), ...documents.map(sha256)] };
    };
    const answer = ({ id, digests }, text = ACCEPTED) => frame('A', id, ...digests, text);
    const ready = () => write(frame('R'));
    ${code}`;
}
