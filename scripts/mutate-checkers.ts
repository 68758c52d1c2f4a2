/**
 * Mutation testing of the checkers: is there a line in a checker that no test would miss?
 *
 *   npm run mutate -- matrix.rank [more checker ids] [--seed N] [--shown]
 *
 * Every mutant of the checker and of what it imports is asked what the tests ask the checker, the examples, and thousands of
 * neighbours of accepted requests. A mutant that gives every verdict as the checker does (and leaves the same assumptions
 * open) survives, and is printed. Exit code 1 when one survives. docs/mutation.md explains those that do.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { serialize } from 'node:v8';
import { loadCheckers } from '../src/checking/registry.ts';
import { corpus } from './mutation/corpus.ts';
import { type Mutant, mutatedProgram, type Program } from './mutation/program.ts';
import type { Baseline, Outcome } from './mutation/trial.ts';

const HELP = `npm run mutate -- CHECKER… [--seed N] [--shown]

Tries every mutant of the checkers, such as matrix.rank, and prints those that give every verdict as the checker does.
Needs dist/checkers (npm run build) for the list of checkers; mutates what is in checkers/.

  --seed N   of the tests' generators and of the neighbours of accepted requests (default 1)
  --shown    print those too that only change a rejection's place or reason, or the work that is paid for

Exit code 0 when none survives, 1 when one does, 2 when it cannot run.
`;

/** A mutant that takes this many times as long as the checker for all requests, and a second, is ended. */
const PATIENCE = 4;

type Tried = { readonly mutant: Mutant; readonly outcome: Outcome | 'timed out' | 'crashed' };

/** Tries the mutants of one checker and prints what became of them; how many survived. */
async function mutate(project: string, id: string, seed: number, shown: boolean): Promise<number> {
  const registry = await loadCheckers(join(project, 'dist/checkers'));
  const manifest = registry.list().find((checker) => checker.manifest.id === id)?.manifest;
  if (manifest === undefined) throw new Error(`there is no checker ${id}`);
  const folder = join('checkers', ...id.split('.'));
  const { check } = await import(pathToFileURL(join(project, folder, 'check.ts')).href);
  const program = await mutatedProgram(project, folder);
  const requests = await corpus({
    project,
    folder,
    claim: manifest.claim,
    characters: manifest.limits.input_bytes,
    check,
    seed,
  });
  const scratch = await mkdtemp(join(tmpdir(), 'assay-mutation-'));
  try {
    await writeFile(join(scratch, 'program.js'), program.code);
    await writeFile(join(scratch, 'corpus'), serialize(requests));
    return report(id, requests.length, await tryAll(program, scratch), shown);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function tryAll({ mutants }: Program, scratch: string): Promise<readonly Tried[]> {
  let trial = await start(scratch);
  const tried: Tried[] = [];
  const deadline = 1000 + PATIENCE * trial.baseline.milliseconds;
  print(`the checker: ${JSON.stringify(trial.baseline.verdicts)}`);
  for (const mutant of mutants) {
    let outcome = await ask(trial.child, mutant.id, deadline);
    if (outcome === 'timed out') {
      // The machine may have been busy with something else.
      trial = await start(scratch);
      outcome = await ask(trial.child, mutant.id, deadline);
    }
    tried.push({ mutant, outcome });
    if (tried.length % 100 === 0) process.stderr.write(`${tried.length} of ${mutants.length} mutants\n`);
    if (outcome === 'timed out' || outcome === 'crashed') trial = await start(scratch);
  }
  trial.child.kill();
  return tried;
}

async function start(scratch: string): Promise<{ child: ChildProcess; baseline: Baseline }> {
  const child = fork(fileURLToPath(new URL('mutation/trial.ts', import.meta.url)), [scratch], {
    execArgv: ['--max-old-space-size=3072'],
    stdio: ['ignore', 'inherit', 'ignore', 'ipc'],
  });
  const [baseline] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the corpus cannot be asked'))),
  ]);
  return { child, baseline };
}

async function ask(child: ChildProcess, mutant: string, deadline: number): Promise<Tried['outcome']> {
  const settled = new AbortController();
  const { signal } = settled;
  const timer = setTimeout(() => child.kill('SIGKILL'), deadline);
  const started = performance.now();
  try {
    child.send(mutant);
    return await Promise.race([
      once(child, 'message', { signal }).then(([outcome]) => outcome),
      once(child, 'exit', { signal }).then(() =>
        performance.now() - started < deadline ? 'crashed' : 'timed out',
      ),
    ]);
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}

/** Prints what became of the mutants; how many survived. */
function report(id: string, requests: number, tried: readonly Tried[], shown: boolean): number {
  const of = (...outcomes: readonly Tried['outcome'][]) =>
    tried.filter(({ outcome }) => outcomes.includes(outcome));
  const survivors = of('survived', 'unreached');
  for (const { mutant, outcome } of [...(shown ? of('shown') : []), ...survivors]) {
    print(`${mutant.file}:${mutant.line} ${outcome}`);
    print(`  - ${oneLine(mutant.original)}\n  + ${oneLine(mutant.replacement)}`);
  }
  print(
    [
      `${id}: ${tried.length} mutants, ${requests} requests`,
      `${of('killed', 'crashed').length} killed`,
      `${of('looping', 'timed out').length} timed out`,
      `${of('shown').length} shown only`,
      `${survivors.length} survived`,
    ].join('; '),
  );
  return survivors.length;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= 160 ? line : `${line.slice(0, 157)}…`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(project: string): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean' },
      seed: { type: 'string', default: '1' },
      shown: { type: 'boolean', default: false },
    },
  });
  if (values.help || positionals.length === 0) return print(HELP);
  let survived = 0;
  for (const id of positionals) survived += await mutate(project, id, Number(values.seed), values.shown);
  process.exitCode = survived > 0 ? 1 : 0;
}

await main(fileURLToPath(new URL('..', import.meta.url))).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
});
