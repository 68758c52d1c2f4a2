import type { Desk } from './realm.ts';

/** Binds the process to one checker: its program files, sent after this header in this order. */
export interface BindHeader {
  readonly programs: readonly { readonly name: string; readonly size: number }[];
}

/** One job: the documents are sent after this header, roles first, in this order. Sizes are bytes of UTF-8. */
export interface JobHeader {
  /** 32 hexadecimal digits, never used twice. */
  readonly job: string;
  readonly claim: string;
  readonly roles: readonly { readonly name: string; readonly size: number }[];
  readonly sources: readonly { readonly name: string; readonly transform: string; readonly size: number }[];
}

/**
 * Runs in the child process, where its text stands in the `-e` argument, so it uses nothing from outside itself.
 *
 * A loop over blocking reads: the event loop never turns, so nothing that a job left behind is ever run. Each job gets
 * its own realm (a new V8 context with its own microtask queue and no code from strings), made while the process is idle
 * (0.9 ms). Frames on both pipes begin with their length in 4 bytes, big-endian. In: a header in JSON, then the bytes it
 * announces, unframed. Out: `R` (ready for the next message), or `A`, the 16 bytes of the job, the sha256 of everything
 * that was read (each program, the header, each document) and the answer in UTF-8.
 */
export function serve(require: NodeJS.Require, realm: string, scrub: () => void): void {
  const { readSync, writeSync } = require('node:fs') as typeof import('node:fs');
  const { hash } = require('node:crypto') as typeof import('node:crypto');
  const { Script, constants, createContext } = require('node:vm') as typeof import('node:vm');
  const { Buffer, isAscii } = require('node:buffer') as typeof import('node:buffer');
  const quit = Reflect.get(process, 'reallyExit') as typeof process.exit;
  scrub();

  const opening = new Script(`'use strict';(${realm})`);
  send('R');
  const bind = readHeader<BindHeader>().value;
  const programs = bind.programs.map(({ size }) => read(size));
  const programDigests = programs.map(sha256);
  const scripts = compile();
  let desk = open();
  for (;;) {
    answer();
    desk = undefined;
    desk = open();
    send('R');
  }

  /**
   * The programs, compiled once; undefined when they cannot be. A program with the word `import` in it is not loaded: the
   * rejection of a dynamic import is an object of this realm, and there is no form of it without that word.
   */
  function compile() {
    try {
      const texts = programs.map((program) => program.toString('utf8'));
      if (texts.some((text) => /\bimport\b/.test(text))) return undefined;
      return texts.map((text) => new Script(text, { filename: 'check.js' }));
    } catch {
      return undefined;
    }
  }

  /** A new realm with the program loaded in it; undefined when the program cannot be loaded. */
  function open(): Desk | undefined {
    const context = createContext(constants.DONT_CONTEXTIFY, {
      microtaskMode: 'afterEvaluate',
      codeGeneration: { strings: false, wasm: false },
    });
    const { claim, role, source, check }: Desk = opening.runInContext(context)();
    try {
      if (scripts === undefined) return undefined;
      for (const script of scripts) script.runInContext(context, { displayErrors: false });
      return { claim, role, source, check };
    } catch {
      return undefined;
    }
  }

  function answer(): void {
    const header = readHeader<JobHeader>();
    const { job, claim, roles, sources } = header.value;
    const documents = [...roles, ...sources].map(({ size }) => read(size));
    const digests = [...programDigests, sha256(header.bytes), ...documents.map(sha256)];
    const texts = documents.map(decode);
    send('A', Buffer.from(job, 'hex'), ...digests, Buffer.from(judge()));

    function judge(): string {
      if (desk === undefined)
        return 'Ethe program cannot be loaded (it throws, has a syntax error, or the word import in it)';
      try {
        desk.claim(claim);
        roles.forEach(({ name }, index) => {
          desk?.role(name, texts[index] ?? '');
        });
        sources.forEach(({ name, transform }, index) => {
          desk?.source(name, transform, texts[roles.length + index] ?? '');
        });
        const text: unknown = desk.check();
        return typeof text === 'string' ? text : 'Ethe answer is not a string';
      } catch {
        // Thrown by the checker, so not even looked at: it may be a proxy, or an object with getters.
        return 'Ethe checker threw';
      }
    }
  }

  function readHeader<T>(): { readonly bytes: Buffer; readonly value: T } {
    const bytes = read(read(4).readUInt32BE());
    return { bytes, value: JSON.parse(bytes.toString('utf8')) };
  }

  function read(size: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(size);
    for (let filled = 0; filled < size; ) {
      const count = readSync(0, bytes, filled, size - filled, null);
      if (count === 0) quit(0);
      filled += count;
    }
    return bytes;
  }

  function send(kind: 'R' | 'A', ...parts: readonly Uint8Array[]): void {
    const body = Buffer.concat([Buffer.alloc(4), Buffer.from(kind), ...parts]);
    body.writeUInt32BE(body.length - 4);
    for (let sent = 0; sent < body.length; ) sent += writeSync(1, body, sent);
  }

  /** 10 MB of ASCII: 36 ms by way of UTF-8, 1 ms so. */
  function decode(bytes: Buffer): string {
    return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  }

  function sha256(bytes: Uint8Array): Buffer {
    return hash('sha256', bytes, 'buffer');
  }
}
