import { expect, onTestFinished, test } from 'vitest';
import { residentKib } from '../../src/checking/memory.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { programOf, requestOf } from './support.ts';

/** Keeps 4 MiB of each job where nothing that is frozen can be seen to hold them, and says how many jobs it has had. */
const HOARDING = programOf(
  `var checker = ((kept) => ({
     check() {
       kept.push(new Uint8Array(4 * 1024 * 1024).fill(1));
       return { verdict: 'REJECTED', reason: 'job ' + kept.length };
     } }))([]);`,
  { memoryMib: 64 },
);

test.skipIf(residentKib(process.pid) === undefined)(
  'a process that has grown between its jobs is replaced before the next one could be blamed for it',
  async () => {
    let now = 0;
    const clock = () => {
      now += 1_000;
      return now;
    };
    const pool = new CheckerPool({ size: 1, spares: 0, keepsNothing: () => true, clock });
    onTestFinished(() => pool.close());
    const outcomes = [];
    for (let n = 0; n < 24; n++) outcomes.push(await pool.run(HOARDING, requestOf(n)));
    const said = outcomes.map((outcome) => (outcome.verdict === 'REJECTED' ? outcome.reason : outcome));
    expect(said).toEqual(said.map(() => expect.stringMatching(/^job \d+$/)));
    expect(said.filter((reason) => reason === 'job 1').length).toBeGreaterThan(1);
    expect(said).toContain('job 2');
  },
);
