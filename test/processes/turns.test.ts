import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Turns } from '../../src/processes/turns.ts';

/** Takes all, as `owner + number` each. */
function order(turns: Turns<string>): string {
  const taken: string[] = [];
  for (let item = turns.take(); item !== undefined; item = turns.take()) taken.push(item);
  return taken.join(' ');
}

function waiting(...items: readonly string[]): Turns<string> {
  const turns = new Turns<string>();
  for (const item of items) turns.add(item[0] ?? '', item);
  return turns;
}

describe('owners take turns', () => {
  test.each([
    ['', ''],
    ['a1 a2 a3', 'a1 a2 a3'],
    ['a1 a2 a3 b1', 'a1 b1 a2 a3'],
    ['a1 a2 a3 b1 b2 c1', 'a1 b1 c1 a2 b2 a3'],
    ['a1 b1 a2 b2', 'a1 b1 a2 b2'],
  ])('%s: %s', (added, expected) => {
    expect(order(waiting(...added.split(' ').filter((item) => item !== '')))).toBe(expected);
  });

  test('also whoever comes while another one has its turn', () => {
    const turns = waiting('a1', 'a2', 'a3');
    expect(turns.take()).toBe('a1');
    turns.add('b', 'b1');
    expect(order(turns)).toBe('b1 a2 a3');
  });

  test('behind whoever waits, where it just had one', () => {
    const turns = waiting('a1');
    turns.take();
    for (const item of ['a2', 'a3', 'b1', 'c1']) turns.add(item[0] ?? '', item);
    expect(order(turns)).toBe('b1 c1 a2 a3');
  });

  test('also where one comes back as soon as it was served', () => {
    const turns = waiting('a1', 'a2', 'a3', 'a4');
    const taken: (string | undefined)[] = [];
    for (let n = 1; n <= 3; n++) {
      turns.add('b', `b${n}`);
      taken.push(turns.take(), turns.take());
    }
    expect(taken).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3']);
  });

  test('what was put back goes before what its owner asked for later, and nobody else loses a turn', () => {
    const turns = waiting('a1', 'a2', 'a3', 'b1');
    const taken = [turns.take(), turns.take(), turns.take()];
    expect(taken).toEqual(['a1', 'b1', 'a2']);
    turns.putBack('a', ['a1', 'a2']);
    turns.putBack('b', ['b1']);
    turns.putBack('c', []);
    expect(order(turns)).toBe('b1 a1 a2 a3');
  });

  test('what is next is what is taken', () => {
    const items = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(items, (steps) => {
        const turns = new Turns<string>();
        for (const [n, [owner, takes]] of steps.entries()) {
          turns.add(owner, `${owner}${n}`);
          if (takes) expect(turns.next()).toBe(turns.take());
        }
        for (let next = turns.next(); next !== undefined; next = turns.next())
          expect(turns.take()).toBe(next);
        expect(turns.take()).toBeUndefined();
      }),
    );
  });

  test('what waits no more is not taken, and leaves nobody without a turn', () => {
    const turns = waiting('a1', 'a2', 'b1', 'b2');
    turns.remove('a1');
    turns.remove('b1');
    turns.remove('b2');
    turns.remove('none');
    expect([turns.count('a'), turns.count('b'), turns.count('c')]).toEqual([1, 0, 0]);
    expect(turns.take()).toBe('a2');
    expect(turns.take()).toBeUndefined();
    turns.add('a', 'a3');
    expect(turns.clear()).toEqual(['a3']);
    expect(turns.take()).toBeUndefined();
  });

  test('so nobody waits for more than one of each other one, and each keeps its order', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
      { weight: 2, arbitrary: fc.constant('take' as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const turns = new Turns<{ readonly owner: string; readonly number: number }>();
        const queues = new Map<string, number[]>();
        // By owner that waits: how often each other one was served since.
        const passed = new Map<string, Map<string, number>>();
        for (const [number, owner] of steps.entries()) {
          if (owner !== 'take') {
            turns.add(owner, { owner, number });
            const queue = queues.get(owner) ?? [];
            if (queue.length === 0) passed.set(owner, new Map());
            queues.set(owner, [...queue, number]);
            continue;
          }
          const taken = turns.take();
          const some = [...queues.values()].some((queue) => queue.length > 0);
          expect(taken !== undefined).toBe(some);
          if (taken === undefined) continue;
          const [first, ...rest] = queues.get(taken.owner) ?? [];
          expect(taken.number).toBe(first);
          queues.set(taken.owner, rest);
          passed.set(taken.owner, new Map());
          for (const [waits, counts] of passed) {
            if (waits === taken.owner || (queues.get(waits) ?? []).length === 0) continue;
            const count = (counts.get(taken.owner) ?? 0) + 1;
            expect(count).toBeLessThanOrEqual(1);
            counts.set(taken.owner, count);
          }
        }
        for (const [owner, queue] of queues) expect(turns.count(owner)).toBe(queue.length);
      }),
      { numRuns: 500 },
    );
  });
});
