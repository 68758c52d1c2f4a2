import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../checking/outcome.ts';
import { CheckerPool } from '../checking/pool.ts';
import type { CheckerProgram } from '../checking/program.ts';
import { type DocumentRules, prepareDocument } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { readAssumptions } from './assumptions.ts';
import { type HostileRequest, hostileRequests } from './hostile.ts';
import type { ResolvedStatement } from './resolve.ts';
import { requestFor } from './run.ts';

/** A statement and what the checker is to say of it. */
export interface CheckerCase {
  readonly name: string;
  readonly expected: 'ACCEPTED' | 'REJECTED';
  readonly statement: ResolvedStatement;
}

/** What came of testing one checker; no faults means that it passed. */
export interface CheckerTest {
  readonly cases: number;
  readonly hostile: number;
  readonly faults: readonly string[];
  /** Of the longest run, in milliseconds; of an executable its start included. */
  readonly longestMs: number;
  /** Of the largest run, in MiB; 0 where the host does not tell. */
  readonly peakMib: number;
}

const MOST_HOSTILE = 150;

/**
 * Runs a checker on its cases in two processes, in opposite orders: the verdict must be the expected one and both times the
 * same, and nothing left open that the claim does not declare. Then on hostile inputs made of its first case of each kind:
 * each must get a verdict, and none that a door would have refused may be accepted.
 */
export async function testChecker(
  program: CheckerProgram,
  cases: readonly CheckerCase[],
  rules: DocumentRules,
): Promise<CheckerTest> {
  const kinds = ['ACCEPTED', 'REJECTED'] as const;
  const absent = kinds.filter((kind) => !cases.some(({ expected }) => expected === kind));
  const forth = await runAll(program, cases);
  const back = await runAll(program, cases.toReversed());
  const wrong = [...forth.outcomes].flatMap(([one, outcome]) =>
    [...caseFaults(one, outcome, back.outcomes.get(one), rules)].map((fault) => `${one.name}: ${fault}`),
  );
  const hostile = await runHostile(program, cases, rules);
  return {
    cases: cases.length,
    hostile: hostile.count,
    faults: [...absent.map((kind) => `no case shows what is ${kind}`), ...wrong, ...hostile.faults],
    longestMs: Math.max(forth.longestMs, back.longestMs),
    peakMib: Math.ceil(Math.max(forth.peakKib, back.peakKib) / 1024),
  };
}

/** One pass over all cases, each run measured. */
interface Pass {
  readonly outcomes: ReadonlyMap<CheckerCase, Outcome>;
  readonly longestMs: number;
  readonly peakKib: number;
}

/** In a process of its own, which has started before the time counts; an executable starts one for each case. */
async function runAll(program: CheckerProgram, cases: readonly CheckerCase[]): Promise<Pass> {
  const { runs, limits } = program.manifest;
  const pool = new CheckerPool({ size: 1, spares: 0, spareMemoryMib: limits.memory_mib });
  const outcomes = new Map<CheckerCase, Outcome>();
  let longestMs = 0;
  let peakKib = 0;
  try {
    if (runs === 'javascript') await pool.warm();
    for (const one of cases) {
      const start = performance.now();
      outcomes.set(one, await pool.run(program, requestFor(one.statement, program)));
      longestMs = Math.max(longestMs, Math.ceil(performance.now() - start));
      peakKib = Math.max(peakKib, pool.peakKib);
    }
    return { outcomes, longestMs, peakKib };
  } finally {
    await pool.close();
  }
}

function* caseFaults(
  { expected, statement }: CheckerCase,
  first: Outcome,
  second: Outcome | undefined,
  rules: DocumentRules,
): Generator<string> {
  if (first.verdict !== expected) yield `${said(first)} instead of ${expected}`;
  if (first.verdict === 'ACCEPTED' && !readAssumptions(first.open, statement.claim.contract, rules)) {
    yield 'leaves open what the claim does not declare';
  }
  if (second !== undefined && !isDeepStrictEqual(first, second)) {
    yield `another answer in a second run: ${said(first)}, then ${said(second)}`;
  }
}

/** Several at once, and so not measured. */
async function runHostile(
  program: CheckerProgram,
  cases: readonly CheckerCase[],
  rules: DocumentRules,
): Promise<{ readonly count: number; readonly faults: readonly string[] }> {
  const firsts = ['ACCEPTED', 'REJECTED'].flatMap(
    (expected) => cases.find((one) => one.expected === expected) ?? [],
  );
  const all = firsts
    .flatMap(({ statement }) => [...hostileRequests(requestFor(statement, program))])
    .slice(0, MOST_HOSTILE);
  const size = availableParallelism();
  const pool = new CheckerPool({ size, spares: 0 });
  try {
    const found = await Promise.all(
      all.map(async (hostile) => {
        const fault = hostileFault(hostile, await pool.run(program, hostile.request), rules);
        return fault === undefined ? [] : [`${hostile.role} ${hostile.what}: ${fault}`];
      }),
    );
    return { count: all.length, faults: found.flat() };
  } finally {
    await pool.close();
  }
}

function hostileFault(
  { document }: HostileRequest,
  outcome: Outcome,
  rules: DocumentRules,
): string | undefined {
  if (outcome.verdict === 'INCONCLUSIVE' && outcome.reason !== 'UNSUPPORTED')
    return `${said(outcome)}, no verdict`;
  if (outcome.verdict !== 'ACCEPTED') return undefined;
  try {
    if (document !== undefined) {
      prepareDocument(document, rules);
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
  }
  return 'is accepted, though it is no value of this role';
}

function said(outcome: Outcome): string {
  switch (outcome.verdict) {
    case 'ACCEPTED':
      return 'ACCEPTED';
    case 'REJECTED':
      return `REJECTED (${outcome.reason})`;
    case 'INCONCLUSIVE':
      return `${outcome.reason} (${outcome.detail})`;
  }
}
