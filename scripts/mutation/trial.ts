/**
 * A process that tries mutants: `trial.ts FOLDER`, with the program and the corpus in the folder. It tells its parent what
 * the original does, then answers each mutant it is told with what became of it. A mutant that does not end is its
 * parent's to end.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { Script } from 'node:vm';
import type { Budget } from '../../checkers/exact/budget.ts';
import type { Answer, CheckRequest } from '../../checkers/protocol.ts';

/** `shown`: every verdict is the same, but a rejection names another place or reason, or other work is paid for. */
export type Outcome = 'killed' | 'looping' | 'shown' | 'survived' | 'unreached';

/** What the original does with a request. */
interface Observation {
  readonly verdict: string;
  readonly details: string;
}

/** Where the original passes the place of a mutant. */
interface Passing {
  readonly requests: number[];
  /** The most often in one request. */
  most: number;
}

interface Known {
  readonly observations: readonly Observation[];
  readonly passing: ReadonlyMap<string, Passing>;
  /** The requests that are asked: all but those that would take seconds. */
  readonly asked: readonly number[];
  /** Mutants of what is evaluated when the program is loaded. */
  readonly loaded: readonly string[];
}

interface Checker {
  readonly check: (request: CheckRequest) => Answer;
  readonly Budget: typeof Budget;
}

/** A request for which more digits of intermediate numbers are written is not asked: it takes seconds, for every mutant. */
const MOST_DIGITS = 10_000_000;
/** A mutant that is passed this many times as often as by the original loops. */
const LOOPING = 100;

class Loop extends Error {}

let active = '';
let left = Number.POSITIVE_INFINITY;
/** What the check has paid for. */
let steps = 0;
let digits = 0;
let passed = new Map<string, number>();

function isActive(id: string): boolean {
  if (id !== active) return false;
  if (--left < 0) throw new Loop();
  return true;
}

function count(...ids: readonly string[]): void {
  for (const id of ids) passed.set(id, (passed.get(id) ?? 0) + 1);
}

function load(script: Script): Checker {
  script.runInThisContext();
  const checker: Checker = new Script('checker').runInThisContext();
  const { spend, store } = checker.Budget.prototype;
  checker.Budget.prototype.spend = function (more) {
    steps += more;
    spend.call(this, more);
  };
  checker.Budget.prototype.store = function (more) {
    digits += more;
    store.call(this, more);
  };
  return checker;
}

function observe({ check }: Checker, asked: CheckRequest): Observation {
  steps = 0;
  digits = 0;
  try {
    const { verdict, ...rest } = check(asked);
    const open = 'open' in rest ? JSON.stringify(rest.open) : '';
    return { verdict: verdict + open, details: JSON.stringify([rest, steps, digits]) };
  } catch (thrown) {
    return { verdict: thrown instanceof Loop ? 'LOOPING' : 'CRASHED', details: '' };
  }
}

function baselineOf(script: Script, corpus: readonly CheckRequest[]): Known {
  const checker = load(script);
  const loaded = [...passed.keys()];
  const passing = new Map<string, Passing>();
  const asked: number[] = [];
  const observations = corpus.map((one, request) => {
    passed = new Map();
    const observation = observe(checker, one);
    if (digits > MOST_DIGITS) return observation;
    asked.push(request);
    for (const [id, times] of passed) {
      const known = passing.get(id) ?? { requests: [], most: 0 };
      known.requests.push(request);
      known.most = Math.max(known.most, times);
      passing.set(id, known);
    }
    return observation;
  });
  return { observations, passing, asked, loaded };
}

function main(folder: string): void {
  Object.assign(globalThis, { stryMutAct_9fa48: isActive, stryCov_9fa48: count });
  const script = new Script(readFileSync(join(folder, 'program.js'), 'utf8'));
  const corpus: readonly CheckRequest[] = deserialize(readFileSync(join(folder, 'corpus')));
  const file = join(folder, 'baseline');
  if (!existsSync(file)) writeFileSync(file, serialize(baselineOf(script, corpus)));
  const baseline: Known = deserialize(readFileSync(file));
  Object.assign(globalThis, { stryCov_9fa48: () => {} });
  const original = load(script);
  const loaded = new Set(baseline.loaded);
  const killers = new Set<number>();
  const started = performance.now();
  for (const request of baseline.asked) observe(original, corpus[request] as CheckRequest);
  const milliseconds = performance.now() - started;

  function attempt(mutant: string): Outcome {
    const passing = baseline.passing.get(mutant);
    left = Number.POSITIVE_INFINITY;
    active = mutant;
    let checker = original;
    try {
      if (loaded.has(mutant)) checker = load(script);
    } catch {
      return 'killed';
    }
    const requests = loaded.has(mutant) ? baseline.asked : (passing?.requests ?? []);
    const within = new Set(requests);
    let outcome: Outcome = requests.length === 0 ? 'unreached' : 'survived';
    for (const request of [...[...killers].filter((one) => within.has(one)), ...requests]) {
      const [asked, expected] = [corpus[request], baseline.observations[request]];
      if (asked === undefined || expected === undefined) continue;
      if (!loaded.has(mutant)) left = LOOPING * (passing?.most ?? 0) + 10_000;
      const { verdict, details } = observe(checker, asked);
      if (verdict !== expected.verdict) {
        killers.add(request);
        return verdict === 'LOOPING' ? 'looping' : 'killed';
      }
      if (details !== expected.details) outcome = 'shown';
    }
    return outcome;
  }

  process.on('message', (mutant: string) => {
    const outcome = attempt(mutant);
    active = '';
    process.send?.(outcome);
  });
  process.send?.({ milliseconds, verdicts: verdictsOf(baseline.observations) } satisfies Baseline);
}

/** What the original does with the corpus: how many verdicts of each kind it gives, in how long. */
export interface Baseline {
  readonly verdicts: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

function verdictsOf(observations: readonly Observation[]): Baseline['verdicts'] {
  const kinds = Object.groupBy(observations, ({ verdict }) => verdict.replace(/\[.*/s, ''));
  return Object.fromEntries(Object.entries(kinds).map(([kind, found]) => [kind, found?.length ?? 0]));
}

const [, , folder] = process.argv;
if (import.meta.main && folder !== undefined) main(folder);
