import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { digestOf } from '../../src/canonical/digest.ts';
import { identityOf } from '../../src/certificate/identity.ts';
import { readManifest } from '../../src/certificate/manifest.ts';
import { Executables } from '../../src/checking/executable/executables.ts';
import { hostIsolation, UNISOLATED } from '../../src/checking/isolation.ts';
import type { CheckRequest } from '../../src/checking/messages.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import type { CheckerProgram } from '../../src/checking/program.ts';
import { isAlive, manifestFor, type ProgramOptions, requestOf } from './support.ts';

const INTERPRETER = { name: 'node', command: [process.execPath], version: ['--version'] };
const isolation = await hostIsolation();

/** Defines `request` and `answer(verdict)`, which adds the digests of what was read. */
const PRELUDE = `
  const fs = require('node:fs');
  const { createHash } = require('node:crypto');
  const request = JSON.parse(fs.readFileSync(0, 'utf8'));
  const digest = (text) => 'sha256:' + createHash('sha256').update(text).digest('hex');
  const digests = {};
  for (const [role, text] of Object.entries(request.roles)) digests[role] = digest(text);
  for (const [role, { document }] of Object.entries(request.sources)) digests[role + '.source'] = digest(document);
  const say = (value) => fs.writeSync(1, JSON.stringify(value));
  const answer = (verdict) => say({ ...verdict, digests });
  const ACCEPTED = { verdict: 'ACCEPTED' };
`;

function executable(
  files: Readonly<Record<string, string>>,
  options: ProgramOptions & { readonly interpreter?: object | null } = {},
): CheckerProgram {
  const { interpreter = INTERPRETER } = options;
  const manifestBytes = canonicalise({
    ...manifestFor({ memoryMib: 512, ...options }),
    programs: Object.keys(files),
    runs: 'executable',
    ...(interpreter === null ? {} : { interpreter: { ...INTERPRETER, ...interpreter } }),
  });
  const programs = new Map(
    Object.entries(files).map(([path, source]) => {
      const bytes = Buffer.from(source);
      return [path, { bytes, digest: digestOf(bytes) }];
    }),
  );
  const digests = Object.fromEntries([...programs].map(([path, { digest }]) => [path, digest]));
  return {
    manifest: readManifest(manifestBytes.value),
    manifestBytes,
    manifestDigest: manifestBytes.digest,
    programs,
    identity: identityOf(manifestBytes.digest, digests),
  };
}

function scriptOf(body: string, options: ProgramOptions = {}): CheckerProgram {
  return executable({ 'check.js': PRELUDE + body }, options);
}

let pool: CheckerPool;
const { TMPDIR } = process.env;
let temporary: string;
beforeEach(() => {
  pool = new CheckerPool({ size: 2, spares: 0 });
  temporary = mkdtempSync(join(tmpdir(), 'assay-executables-'));
  process.env.TMPDIR = temporary;
});
afterEach(async () => {
  await pool.close();
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  rmSync(temporary, { recursive: true });
});

describe('an executable', () => {
  test('is sent the request of any checker, and its answer and runtime are read', async () => {
    const program = scriptOf(
      `answer({ verdict: 'ACCEPTED', open: [{ assumption: 'seen', values: { all: { type: 't', value: request } } }] });`,
    );
    const given = canonicalise({ a: ['é', '\u{1f600}', 1, null], b: '' });
    const request: CheckRequest = {
      claim: 'test.claim@1',
      roles: { left: given, constructor: canonicalise(1) },
      sources: { left: { transform: 'MATRIX_TRANSPOSE', document: canonicalise([2]) } },
    };
    const outcome = await pool.run(program, request);
    expect(outcome).toEqual({
      verdict: 'ACCEPTED',
      runtime: { name: 'node', version: process.version },
      open: [
        {
          assumption: 'seen',
          values: {
            all: {
              type: 't',
              value: {
                claim: 'test.claim@1',
                roles: { left: given.text, constructor: '1' },
                sources: { left: { transform: 'MATRIX_TRANSPOSE', document: '[2]' } },
              },
            },
          },
        },
      ],
    });
  });

  test('runs from a private copy that is gone afterwards, with an empty environment', async () => {
    const program = executable({
      'bin/check.js': `${PRELUDE} const path = require('node:path');
        const modes = [__dirname + '/..', __filename, __dirname + '/../data.txt'].map((p) => (fs.statSync(p).mode & 0o777).toString(8));
        const files = fs.readdirSync('.').sort();
        answer({ verdict: 'REJECTED', reason: JSON.stringify({ modes, files, env: Object.keys(process.env), data: fs.readFileSync('data.txt', 'utf8') }) });`,
      'data.txt': 'beside it',
    });
    const outcome = await pool.run(program, requestOf(1));
    expect(outcome.verdict === 'REJECTED' && JSON.parse(outcome.reason)).toEqual({
      modes: ['500', '500', '500'],
      files: ['bin', 'data.txt'],
      env: [],
      data: 'beside it',
    });
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('that changes its own copy changes nothing for the next run', async () => {
    const program = scriptOf(`
      fs.chmodSync(__filename, 0o700);
      fs.writeFileSync(__filename, 'for (;;);');
      answer(ACCEPTED);`);
    for (let run = 0; run < 2; run++) {
      expect(await pool.run(program, requestOf(run))).toMatchObject({ verdict: 'ACCEPTED' });
    }
  });

  test.runIf(process.platform !== 'win32')('may be started by itself', async () => {
    const program = executable(
      { check: '#!/bin/sh\necho "it says this" >&2\nexit 3\n' },
      { interpreter: null },
    );
    expect(await pool.run(program, requestOf(1))).toEqual({
      verdict: 'INCONCLUSIVE',
      reason: 'CRASHED',
      detail: 'the program ended with exit code 3: it says this',
      runtime: { name: 'executable', version: `${process.platform} ${process.arch}` },
    });
  });

  test.runIf(isolation.network)('reaches no network', async () => {
    const program = scriptOf(`
      const up = Object.values(require('node:os').networkInterfaces());
      if (up.length === 0) answer(ACCEPTED); else answer({ verdict: 'REJECTED', reason: 'a network' });`);
    expect(await pool.run(program, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
  });
});

describe('a verdict does not count', () => {
  test.each([
    ['without digests', 'say(ACCEPTED);'],
    ['about another document', "digests.value = digest('2'); answer(ACCEPTED);"],
    ['about a document less', 'delete digests.value; answer(ACCEPTED);'],
    ['about a document more', "digests.other = digest('2'); answer(ACCEPTED);"],
    ['with digests that are none', "say({ ...ACCEPTED, digests: ['x'] });"],
    ['with another member', 'answer({ ...ACCEPTED, sure: true });'],
    ['that is no JSON', "fs.writeSync(1, 'ACCEPTED');"],
    ['followed by another one', 'answer(ACCEPTED); answer(ACCEPTED);'],
    ['that is cut off', 'fs.writeSync(1, JSON.stringify({ ...ACCEPTED, digests }).slice(0, -1));'],
    ['that is nothing', ''],
    ['that never ends', "for (;;) fs.writeSync(1, 'x'.repeat(65536));"],
    ['beside a flood of complaints', "for (;;) fs.writeSync(2, 'x'.repeat(65536));"],
  ])('%s', async (_, body) => {
    expect(await pool.run(scriptOf(body), requestOf(1))).toMatchObject({
      verdict: 'INCONCLUSIVE',
      reason: 'PROTOCOL',
    });
  });

  test.each([
    ['of a program that fails', 'answer(ACCEPTED); process.exitCode = 1;', 'CRASHED'],
    ['of a program that aborts', 'answer(ACCEPTED); process.abort();', 'CRASHED'],
    ['before the program has ended', 'answer(ACCEPTED); setInterval(() => {}, 1000);', 'TIMEOUT'],
    [
      'of a program that takes too much memory',
      'answer(ACCEPTED); const all = []; for (;;) all.push(Buffer.alloc(8 << 20, 1));',
      'MEMORY',
    ],
  ])('%s', async (_, body, reason) => {
    const program = scriptOf(body, { timeMs: reason === 'TIMEOUT' ? 2_000 : 20_000, memoryMib: 256 });
    expect(await pool.run(program, requestOf(1))).toMatchObject({ verdict: 'INCONCLUSIVE', reason });
  });

  test('of an interpreter that is not here, or says no version', async () => {
    for (const interpreter of [
      { ...INTERPRETER, command: ['no-such-interpreter'] },
      { ...INTERPRETER, version: ['-e', '0'] },
    ]) {
      const program = executable({ 'check.js': `${PRELUDE} answer(ACCEPTED);` }, { interpreter });
      expect(await pool.run(program, requestOf(1))).toMatchObject({
        verdict: 'INCONCLUSIVE',
        reason: 'CRASHED',
      });
    }
  });
});

describe('what a program started', () => {
  test.each([
    ['in the isolation of this host', async () => isolation],
    ['without any isolation', async () => UNISOLATED],
  ])('ends with it, %s', async (_, own) => {
    const executables = new Executables(1, own);
    const program = scriptOf(`
      const child = require('node:child_process').spawn('/bin/sleep', ['1000'], { stdio: 'inherit' });
      answer({ verdict: 'REJECTED', reason: String(child.pid) });
      process.exit(0);`);
    const outcome = await executables.run({
      program,
      request: requestOf(1),
      timeMs: 20_000,
      signal: undefined,
    });
    expect(outcome).toMatchObject({ verdict: 'REJECTED' });
    const unisolated = (await own()).prefix.length === 0;
    if (unisolated && outcome.verdict === 'REJECTED') expect(isAlive(Number(outcome.reason))).toBe(false);
    await executables.close();
  });

  test('counts for its memory', async () => {
    const hog = `const all = []; for (;;) all.push(Buffer.alloc(8 << 20, 1));`;
    const program = scriptOf(
      `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(hog)}]); answer(ACCEPTED);`,
      { memoryMib: 256 },
    );
    expect(await pool.run(program, requestOf(1))).toMatchObject({ reason: 'MEMORY' });
  });
});

describe('a run', () => {
  const HANG = scriptOf('setInterval(() => {}, 1000);');

  test('can be cancelled, running and waiting', async () => {
    const stop = new AbortController();
    const { signal } = stop;
    const runs = [1, 2, 3].map((value) => pool.run(HANG, requestOf(value), { signal }));
    await expect.poll(() => pool.pids.length, { timeout: 20_000 }).toBe(2);
    const pids = pool.pids;
    stop.abort();
    for (const outcome of await Promise.all(runs)) expect(outcome).toMatchObject({ reason: 'CANCELLED' });
    await expect.poll(() => pids.some(isAlive), { timeout: 20_000 }).toBe(false);
  });

  test('ends with its pool', async () => {
    const runs = [1, 2, 3].map((value) => pool.run(HANG, requestOf(value)));
    await expect.poll(() => pool.pids.length, { timeout: 20_000 }).toBe(2);
    const pids = pool.pids;
    await pool.close();
    for (const outcome of await Promise.all(runs)) expect(outcome).toMatchObject({ reason: 'CANCELLED' });
    expect(pids.some(isAlive)).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });
});
