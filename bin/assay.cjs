#!/usr/bin/env node
// Plain JavaScript on purpose: an older Node.js must get this far, to say one clear line instead of crashing.
// CommonJS, as the offline check is: Node.js starts without its loader of ES modules, which takes 16 ms.
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const OLDEST = [22, 12];
const [major, minor] = process.versions.node.split('.').map(Number);

// A checkout runs its own sources, so that it never runs a stale build; the package ships the build alone.
const sources = join(__dirname, '../src/cli/main.ts');
const inCheckout = existsSync(sources);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  refuse(`assay needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.versions.node}`);
} else if (inCheckout && !process.features.typescript) {
  refuse(`a checkout of assay needs Node.js 22.18 or newer, and this is ${process.versions.node}`);
} else {
  run(process.argv.slice(2));
}

async function run(words) {
  // Until there is a verdict: however this ends otherwise is a crash.
  process.exitCode = 70;
  let unwritten = false;
  process.on('uncaughtException', (error) => {
    process.stderr.write(`assay crashed: ${String(error?.message ?? error).split('\n')[0]}\n`);
    process.exit(70);
  });
  process.stdout.on('error', ({ code }) => {
    // A reader that has seen enough (`assay … | head`) closes the pipe: no fault of anybody.
    if (code === 'EPIPE') return;
    unwritten = true;
    process.stderr.write(`error OUTPUT_UNWRITABLE: the output cannot be written (${code})\n`);
    process.exitCode = 2;
  });
  const { main } = await load(words);
  const exit = await main(words);
  if (!unwritten) process.exitCode = exit;
}

function load(words) {
  if (inCheckout) return import(pathToFileURL(sources).href);
  const offline = words[0] === 'check' && !words.includes('--replay');
  return offline ? require('../dist/cli/offline.cjs') : import('../dist/cli/main.js');
}

function refuse(reason) {
  const next = inCheckout
    ? 'run `npm ci` and then `npm run -s assay -- …`'
    : 'install `node@24` beside it and run `npx assay …`';
  process.stderr.write(`${reason}: ${next}\n`);
  process.exitCode = 2;
}
