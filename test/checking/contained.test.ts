import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { freezeReachable } from '../../src/checking/harness/freeze.ts';
import { realm } from '../../src/checking/harness/realm.ts';
import { scrub } from '../../src/checking/harness/scrub.ts';
import { hostIsolation, UNISOLATED } from '../../src/checking/isolation.ts';
import { nodeLaunch } from '../../src/checking/launch.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { checkerOf, programOf, requestOf } from './support.ts';

const pool = new CheckerPool({ size: 1, spares: 1, spareMemoryMib: 64 });
afterAll(() => pool.close());

const isolation = await hostIsolation();

describe('a checker finds in its realm', () => {
  /** Attempts, each an expression that gives something of the host, or is undefined or throws. */
  const ATTEMPTS = [
    "r.constructor.constructor('return process')()",
    "r.roles.constructor.constructor('return process')()",
    "[].constructor.constructor('return process')()",
    "(async () => {}).constructor('return process')()",
    "(function* () {}).constructor('return process')()",
    "new Function('return process')()",
    "eval('process')",
    "(0, globalThis.eval)('process')",
    "Reflect.construct(Function, ['return process'])()",
    '(() => { Error.prepareStackTrace = (e, sites) => sites; return new Error().stack?.[0]?.getThis(); })()',
    '(() => { let got; Error.prepareStackTrace = (e, sites) => { got = sites; }; try { null.x; } catch (e) { e.stack; } return got; })()',
    '(() => { Error.stackTraceLimit = 10; return new Error().stack; })()',
    '(() => { try { null.x; } catch (e) { return e.stack; } })()',
    'Error.captureStackTrace',
    'Object.getOwnPropertyDescriptor(Error.prototype, "stack")?.get',
    '(function () { return arguments.callee.caller?.caller; })()',
    '(function f() { return f.caller?.arguments; })()',
    '(function () { return this === globalThis ? undefined : this; })()',
    `(() => { let got; (function f() { try { f(); } catch (e) {
      try { got ??= e.constructor.constructor('return process')(); } catch {} } })(); return got; })()`,
    `(() => { let got; (function f() { try { f(); } catch (e) { got ??= e instanceof RangeError ? undefined : e; } })(); return got; })()`,
    `(() => { let got; (function f() { try { (async () => { throw 1; })(); f(); }
      catch (e) { got ??= e instanceof RangeError ? undefined : e; } })(); return got; })()`,
    'globalThis.process ?? globalThis.require ?? globalThis.module ?? globalThis.Buffer ?? globalThis.global',
    'globalThis.fetch ?? globalThis.WebSocket ?? globalThis.EventSource ?? globalThis.XMLHttpRequest',
    'globalThis.setTimeout ?? globalThis.setImmediate ?? globalThis.queueMicrotask ?? globalThis.Promise',
    'globalThis.Date ?? globalThis.performance ?? globalThis.Intl ?? globalThis.Temporal ?? Math.random',
    'globalThis.SharedArrayBuffer ?? globalThis.Atomics ?? globalThis.WebAssembly',
    'globalThis.WeakRef ?? globalThis.FinalizationRegistry ?? globalThis.gc ?? globalThis.console',
    "(1).toLocaleString ?? ''.localeCompare ?? [].toLocaleString ?? 1n.toLocaleString ?? new Int8Array().toLocaleString",
  ];

  test('nothing of the host, no clock, chance or locale', async () => {
    const attempts = ATTEMPTS.map((code) => `() => (${code})`).join(',\n');
    const body = `const got = [${attempts}].map((attempt) => { try { return attempt(); } catch { return undefined; } });
      const at = got.findIndex((value) => value !== undefined);
      return at < 0 ? { verdict: 'ACCEPTED' } : { verdict: 'REJECTED', reason: 'attempt ' + at };`;
    expect(await pool.run(checkerOf(body), requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
  });

  test('only globals of the language', async () => {
    const body =
      "return { verdict: 'REJECTED', reason: Object.getOwnPropertyNames(globalThis).sort().join(' ') };";
    expect(await pool.run(checkerOf(body), requestOf(1))).toMatchObject({
      reason: [
        'AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Error EvalError',
        'Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Iterator JSON Map Math NaN Number',
        'Object Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError',
        'Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet checker globalThis isFinite isNaN',
        'parseFloat parseInt undefined',
      ].join(' '),
    });
  });

  test.each([
    "import('node:fs').catch((error) => { globalThis.caught = error; }); var checker = {};",
    "var checker = { check: () => import/**/ ('node:fs') };",
    "var checker = { check: () => import // \n ('node:fs') };",
    "var checker = { check: () => import <!-- \n ('node:fs') };",
    `var checker = { check: () => \`\${import("node:fs")}\` };`,
    "var checker = { check: () => im\\u0070ort('node:fs') };",
    'var checker = { check: () => import.meta };',
  ])('no import: %s', async (source) => {
    expect(await pool.run(programOf(source), requestOf(1))).toMatchObject({
      reason: 'CRASHED',
      detail: expect.stringContaining('cannot be loaded'),
    });
  });

  test('nothing that an earlier job left', async () => {
    const program = programOf(`
      var runs = 0;
      var checker = { check(r) {
        runs++;
        const found = [runs > 1, globalThis.left, {}.left, [].left, 'x'.at(0) !== 'x', Symbol.left, JSON.left]
          .findIndex(Boolean);
        if (found >= 0) return { verdict: 'REJECTED', reason: 'found ' + found };
        globalThis.left = r;
        Object.prototype.left = r;
        Array.prototype.left = Symbol.left = JSON.left = r;
        String.prototype.at = () => 'y';
        Object.prototype.toJSON = function () { return { verdict: 'REJECTED', reason: 'left' }; };
        Array.prototype[Symbol.iterator] = Map.prototype.get = Set.prototype.has = () => { throw 1; };
        (async () => { for (;;) { await null; left = 1; } })();
        delete Object.prototype.toJSON;
        return { verdict: 'ACCEPTED' };
      } };`);
    for (const value of [1, 2, 3]) {
      expect(await pool.run(program, requestOf(value))).toMatchObject({ verdict: 'ACCEPTED' });
    }
  });
});

/** Runs `text` where a checker process would run the harness, and gives what it wrote. */
async function runInside(text: string, options = {}): Promise<string> {
  const child = await nodeLaunch({ text, ...options })(64);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  await new Promise((resolve) => child.on('close', resolve));
  return Buffer.concat(chunks).toString();
}

/** Runs each attempt and writes the names of those that gave something. */
function attempting(attempts: Record<string, string>): string {
  const list = Object.entries(attempts).map(([name, code]) => `[${JSON.stringify(name)}, () => (${code})]`);
  return `[${list.join(',')}].filter(([, attempt]) => {
    try { return attempt() !== undefined; } catch { return false; }
  }).map(([name]) => name).join(' ')`;
}

describe('code that got out of its realm finds', () => {
  test('nothing of the host in the realm of the harness', async () => {
    const attempts = attempting({
      require: 'require',
      module: 'module',
      process: 'process',
      global: 'global',
      Buffer: 'Buffer',
      fetch: 'fetch',
      WebSocket: 'WebSocket',
      EventSource: 'globalThis.EventSource',
      navigator: 'navigator',
      performance: 'performance',
      setTimeout: 'setTimeout',
      queueMicrotask: 'queueMicrotask',
      WebAssembly: 'WebAssembly',
      modules: 'globalThis.fs ?? globalThis.net ?? globalThis.child_process ?? globalThis.vm',
      eval: "globalThis.eval ?? Function('return 1')()",
      'held process':
        'held.getBuiltinModule ?? held.binding ?? held.dlopen ?? held.env ?? held.kill ?? held.mainModule',
      'held process, by name':
        'Object.getOwnPropertyNames(held).find((name) => typeof held[name] === "function")',
      prototype: 'Object.getPrototypeOf(held) ?? undefined',
      change: '((Object.prototype.x = 1), {}.x)',
      replace: '((Array.prototype.push = 1), [].push === 1 ? 1 : undefined)',
      add: '((globalThis.x = 1), globalThis.x)',
    });
    const text = `const { writeSync } = require('node:fs'); const held = process; const quit = process.reallyExit;
      (${scrub})(); (${freezeReachable})(); writeSync(1, 'found: ' + ${attempts}); quit(0);`;
    expect(await runInside(text)).toBe('found: ');
  });

  /** Even with every module of Node in hand: what Node's permissions and the host deny. */
  const RAW = {
    'read a file': "require('node:fs').readFileSync('/etc/hostname')",
    'read /proc': "require('node:fs').readFileSync('/proc/self/environ')",
    'list a folder': "require('node:fs').readdirSync('/')",
    'write a file': "require('node:fs').writeFileSync('/tmp/x', '')",
    spawn: "require('node:child_process').spawnSync('/bin/true').pid || undefined",
    fork: "require('node:child_process').fork('/x')",
    worker: "new (require('node:worker_threads').Worker)('0', { eval: true })",
    addon: "process.dlopen({ exports: {} }, '/x.node') ?? 1",
    inspector: "require('node:inspector').open(0) ?? 1",
    environment: "Object.keys(process.env).find((name) => name !== '__CF_USER_TEXT_ENCODING')",
    'code from text': "Function('return 1')()",
  };

  test('no file, child process, worker, addon or environment with all modules in hand', async () => {
    const text = `require('node:fs').writeSync(1, 'found: ' + ${attempting(RAW)}); process.reallyExit(0);`;
    expect(await runInside(text)).toBe('found: ');
    expect(await runInside(text, { isolation: UNISOLATED })).toBe('found: ');
  });

  test.skipIf(!isolation.network)('no network with all modules in hand', async () => {
    const connections: unknown[] = [];
    const server = createServer((socket) => connections.push(socket.destroy()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const text = `const socket = require('node:net').connect(${port}, '127.0.0.1');
      socket.on('connect', () => console.log('connected'));
      socket.on('error', (error) => console.log(error.code));`;
    expect(await runInside(text, { isolation: UNISOLATED })).toBe('connected\n');
    expect(connections).toHaveLength(1);
    expect(await runInside(text)).toMatch(/^(ENETUNREACH|ECONNREFUSED|EHOSTUNREACH)\n$/);
    expect(connections).toHaveLength(1);
    await new Promise((resolve) => server.close(resolve));
  });

  test.skipIf(!isolation.processes)('no process but itself with all modules in hand', async () => {
    const text = `let found = 'none';
      try { process.kill(${process.pid}, 0); found = 'killed'; } catch (error) { found = error.code; }
      console.log(found, process.ppid);`;
    expect(await runInside(text)).toBe('ESRCH 0\n');
  });
});

test('the functions that run in the child hold all that they use', () => {
  for (const text of [String(scrub), String(realm)]) {
    expect(text).not.toMatch(/__vi|__vite|import\s*\(/);
  }
});
