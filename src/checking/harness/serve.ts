import type { Desk } from './realm.ts';

/** Binds the process to one checker: its program files, sent after this header in this order. */
export interface BindHeader {
  /** How many jobs one realm may serve: 1 unless the program is known to keep nothing from one job to the next. */
  readonly jobsPerRealm: number;
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
 * A loop over blocking reads: the event loop never turns, so nothing that a job left behind is ever run. A realm is a new
 * V8 context with its own microtask queue and no code from strings, made after an answer (0.5 ms). A program that keeps
 * nothing is given one for many jobs, with everything in it that could be changed frozen. Frames on both pipes begin with
 * their length in 4 bytes, big-endian. In: a header in JSON, then the bytes it announces, unframed. Out: `R` (ready for
 * the next message), or `A`, the 16 bytes of the job, the sha256 of everything that was read (each program, the header,
 * each document) and the answer in UTF-8.
 */
export function serve(
  require: NodeJS.Require,
  texts: { readonly realm: string; readonly freeze: string },
  scrub: () => void,
  freeze: () => void,
): void {
  const { readSync, writeSync } = require('node:fs') as typeof import('node:fs');
  const { hash } = require('node:crypto') as typeof import('node:crypto');
  const { Script, constants, createContext } = require('node:vm') as typeof import('node:vm');
  const { Buffer, isAscii } = require('node:buffer') as typeof import('node:buffer');
  const quit = Reflect.get(process, 'reallyExit') as typeof process.exit;
  /** A pipe holds this much. */
  const AHEAD_BYTES = 65_536;
  const KEPT_BYTES = 16 * 1024 * 1024;
  let pending = Buffer.alloc(0);
  let kept = Buffer.alloc(0);
  const ahead = Buffer.allocUnsafeSlow(AHEAD_BYTES);
  scrub();
  freeze();

  const opening = new Script(`'use strict';(${texts.realm})`);
  const freezing = new Script(`'use strict';(${texts.freeze})`);
  send(frame('R'));
  const bind = readHeader<BindHeader>().value;
  const programs = bind.programs.map(({ size }) => Buffer.from(read(size)));
  const programDigests = programs.map(sha256);
  const scripts = compile();
  let desk = open();
  for (let jobs = 1; ; jobs++) {
    const { answered, clean } = answer();
    if (clean && jobs % bind.jobsPerRealm > 0) send(answered, frame('R'));
    else {
      send(answered);
      desk = undefined;
      desk = open();
      send(frame('R'));
    }
  }

  /**
   * The programs, compiled once; undefined when they cannot be. A program with the word `import` in it is not loaded: the
   * rejection of a dynamic import is an object of this realm, and there is no form of it without that word.
   */
  function compile() {
    try {
      const sources = programs.map((program) => program.toString('utf8'));
      if (sources.some((text) => /\bimport\b/.test(text))) return undefined;
      return sources.map((text) => new Script(text, { filename: 'check.js' }));
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
      if (bind.jobsPerRealm > 1) freezing.runInContext(context)();
      return { claim, role, source, check };
    } catch {
      return undefined;
    }
  }

  function answer(): { readonly answered: Buffer; readonly clean: boolean } {
    const header = readHeader<JobHeader>();
    const { job, claim, roles, sources } = header.value;
    const documents = [...roles, ...sources].map(({ size }) => {
      const bytes = read(size);
      return { digest: sha256(bytes), text: decode(bytes) };
    });
    const digests = [...programDigests, sha256(header.bytes), ...documents.map(({ digest }) => digest)];
    const text = judge();
    return {
      answered: frame('A', Buffer.from(job, 'hex'), ...digests, Buffer.from(text)),
      clean: text.startsWith('A'),
    };

    function judge(): string {
      if (desk === undefined)
        return 'Ethe program cannot be loaded (it throws, has a syntax error, or the word import in it)';
      try {
        desk.claim(claim);
        roles.forEach(({ name }, index) => {
          desk?.role(name, documents[index]?.text ?? '');
        });
        sources.forEach(({ name, transform }, index) => {
          desk?.source(name, transform, documents[roles.length + index]?.text ?? '');
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
    const bytes = Buffer.from(read(read(4).readUInt32BE()));
    return { bytes, value: JSON.parse(bytes.toString('utf8')) };
  }

  /** Good until the next read. What is short comes with what follows it, in one system call. */
  function read(size: number): Buffer {
    const bytes = room(size);
    let filled = pending.copy(bytes, 0, 0, size);
    pending = pending.subarray(filled);
    while (filled < size) {
      const rest = size - filled;
      if (rest >= AHEAD_BYTES) {
        filled += readSome(bytes.subarray(filled));
        continue;
      }
      // All that was read ahead before has been taken.
      const some = ahead.subarray(0, readSome(ahead));
      filled += some.copy(bytes, filled);
      pending = some.subarray(Math.min(rest, some.length));
    }
    return bytes;
  }

  function readSome(into: Buffer): number {
    const count = readSync(0, into, 0, into.length, null);
    if (count === 0) quit(0);
    return count;
  }

  /** The same memory again where it is large enough: 9 MB of new pages take 60 ms, as long as judging them. */
  function room(size: number): Buffer {
    if (size > KEPT_BYTES) return Buffer.allocUnsafeSlow(size);
    if (kept.length < size) kept = Buffer.allocUnsafeSlow(size);
    return kept.subarray(0, size);
  }

  function frame(kind: 'R' | 'A', ...parts: readonly Uint8Array[]): Buffer {
    const body = Buffer.concat([Buffer.alloc(4), Buffer.from(kind), ...parts]);
    body.writeUInt32BE(body.length - 4);
    return body;
  }

  function send(...frames: readonly Buffer[]): void {
    const bytes = Buffer.concat(frames);
    for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent);
  }

  /** 10 MB of ASCII: 36 ms by way of UTF-8, 1 ms so. */
  function decode(bytes: Buffer): string {
    return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  }

  function sha256(bytes: Uint8Array): Buffer {
    return hash('sha256', bytes, 'buffer');
  }
}
