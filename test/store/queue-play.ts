import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ANSWERS, KINDS, type Kind, QueueUnderTest, type Reply } from './queue-under-test.ts';

interface Step {
  readonly works: readonly Kind[];
  readonly drain: boolean;
  /** How many turns of the event loop pass then. */
  readonly turns: number;
}

const FAILS: readonly Kind[] = ['refused', 'twin', 'unheard'];
const KEPT: readonly Kind[] = KINDS.filter((kind) => kind !== 'refused' && kind !== 'twin');

const kind = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Kind>('said') },
  { weight: 1, arbitrary: fc.constantFrom(...KINDS) },
);
const answer = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Reply['answer']>('kept') },
  { weight: 1, arbitrary: fc.constantFrom(...ANSWERS) },
);
const turns = fc.nat({ max: 3 });
const steps = fc.array(
  fc.record<Step>({
    works: fc.array(kind, { maxLength: 24, size: 'max' }),
    drain: fc.nat({ max: 5 }).map((n) => n === 0),
    turns,
  }),
  { minLength: 1, maxLength: 8 },
);
const replies = fc.array(fc.record<Reply>({ answer, turns }), { maxLength: 30, size: 'max' });

/** Each piece of work is done once or refused, in the order they were asked for, and nobody waits for ever. */
export async function playWithQueue(numRuns: number): Promise<void> {
  const most = fc.constantFrom(undefined, 1, 3);
  await fc.assert(fc.asyncProperty(replies, steps, most, play), { numRuns });
}

async function play(
  told: readonly Reply[],
  script: readonly Step[],
  most: number | undefined,
): Promise<void> {
  const under = new QueueUnderTest(told, most);
  try {
    for (const step of script) await take(step, under);
    await under.settled();
    await under.queue.drain();
    expect(under.inFlight).toBe(0);
    judge(under);
  } finally {
    under.close();
  }
  expect(under.faults).toEqual([]);
}

async function take({ works, drain, turns: passing }: Step, under: QueueUnderTest): Promise<void> {
  for (const each of works) under.add(each);
  if (drain) {
    const before = [...under.asked];
    await under.queue.drain();
    expect(under.inFlight).toBe(0);
    expect(before.filter(({ outcome }) => outcome === 'waiting')).toEqual([]);
  }
  for (let turn = 0; turn < passing; turn++) await nextTurn();
}

function judge({ asked, labels }: QueueUnderTest): void {
  expect(asked.map(({ outcome }) => outcome === undefined)).toEqual(
    asked.map((each) => FAILS.includes(each.kind)),
  );
  for (const { label, outcome } of asked) {
    if (typeof outcome === 'number') expect(labels[outcome]).toBe(label);
  }
  const own = new Set<unknown>(asked.map(({ label }) => label));
  expect(labels.filter((label) => own.has(label))).toEqual(
    asked.filter((each) => KEPT.includes(each.kind)).map(({ label }) => label),
  );
}
