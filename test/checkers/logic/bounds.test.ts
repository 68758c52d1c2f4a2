import { describe, expect, it } from 'vitest';
import { decide } from '../../../checkers/decide.ts';
import { Budget } from '../../../checkers/exact/budget.ts';
import { Derivation } from '../../../checkers/logic/unsatisfiable/derivation.ts';
import { ProofText } from '../../../checkers/logic/unsatisfiable/proof-text.ts';
import { unsatisfiable } from './support/requests.ts';

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

/** Unsatisfiable, and short: the last lines of every proof here. */
const CORE = [[1], [-1]];

describe('a proof as long as a document may be', () => {
  it('with half a million steps is checked', () => {
    const lrat = lines(500_000, (i) => `${i + 3} 2 -2 0 0`);
    expect(unsatisfiable(CORE, `${lrat}\n500003 0 1 2 0`).verdict).toBe('ACCEPTED');
  });

  it('with millions of hints is checked', () => {
    const hints = '1 '.repeat(4_000_000);
    expect(unsatisfiable(CORE, `3 0 ${hints}2 0`).verdict).toBe('ACCEPTED');
    expect(unsatisfiable(CORE, `3 0 1 2 ${hints}0`).verdict).toBe('ACCEPTED');
    expect(unsatisfiable(CORE, `3 5 -5 0 ${hints}0`).verdict).toBe('REJECTED');
  });

  it('with as many gaps as steps, and hints to all of them, is checked', () => {
    const lrat = lines(
      300_000,
      (i) =>
        `${i * i + 3} ${i + 2} 0 1 2 ${i === 0 ? '' : (i - 1) ** 2 + 3} ${(i >> 1) ** 2 + (i > 1 ? 3 : 1)} 0`,
    );
    expect(unsatisfiable(CORE, `${lrat}\n90000000003 0 1 2 0`).verdict).toBe('ACCEPTED');
  });

  it('with a RAT step for each of many clauses is checked: what holds the negation is counted, not looked for', () => {
    const formula = [...CORE, ...Array.from({ length: 100_000 }, (_, i) => [i + 2, i + 3, i + 4])];
    const lrat = lines(100_000, (i) => `${i + 100_003} ${i + 200_000} -${i + 2} 0 0`);
    expect(unsatisfiable(formula, `${lrat}\n200003 0 1 2 0`).verdict).toBe('ACCEPTED');
  });

  it('with a long clause that is deleted and named all the time is checked', () => {
    const long = Array.from({ length: 100_000 }, (_, i) => i + 2);
    const lrat = lines(100_000, (i) => `${i + 4} 2 ${i + 100_010} 0 1 2 0\n${i + 4} d ${i + 4} 0`);
    expect(unsatisfiable([...CORE, long], `${lrat}\n100004 0 1 2 0`).verdict).toBe('ACCEPTED');
  });
});

describe('behind a clause of 60,000 literals', () => {
  const formula = [Array.from({ length: 60_000 }, (_, i) => i + 5), ...CORE];

  it('a short clause takes as little time as anywhere, 20,000 times', () => {
    expect(unsatisfiable(formula, `4 0 ${'2 '.repeat(20_000)}3 0`).verdict).toBe('ACCEPTED');
  });

  it('so do 3,000 that a RAT step names', () => {
    const holders = Array.from({ length: 3_000 }, () => [-3, 4]);
    const rat = `3004 3 -4 0 ${holders.map((_, i) => `-${i + 4}`).join(' ')} 0`;
    expect(unsatisfiable([...formula, ...holders], `${rat}\n3005 0 2 3 0`).verdict).toBe('ACCEPTED');
  });
});

describe('what grows with the proof', () => {
  it('keeps what it held: a clause of thousands of literals, given and derived, is false as a whole', () => {
    const long = Array.from({ length: 5_000 }, (_, i) => (i % 2 === 0 ? i + 2 : -i - 2));
    const [given, derived] = [long.join(' '), long.toReversed().join(' ')];
    const proof = (last: string) => `4 ${derived} 0 3 0\n5 ${given} 0 4 0\n6 ${last} 0 5 0\n7 0 1 2 0`;
    expect(unsatisfiable([...CORE, long], proof(given)).verdict).toBe('ACCEPTED');
    expect(unsatisfiable([...CORE, long], proof(long.slice(2).join(' '))).verdict).toBe('REJECTED');
  });

  it('knows the first literal of a step at its last', () => {
    const many = lines(5_000, (i) => `${i + 2}`).replaceAll('\n', ' ');
    const step = (last: string) => unsatisfiable(CORE, `3 ${many} ${last} 0 0\n4 0 1 2 0`).verdict;
    expect(step('9999')).toBe('ACCEPTED');
    expect(step('-2')).toBe('ACCEPTED');
    expect(step('2')).toBe('REJECTED');
  });

  /** The clause of the variables 1 to `count`, which are numbered as they come. */
  const allOf = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

  // Arrays begin with 1024 or 4096 places.
  const around = (size: number) => Array.from({ length: 12 }, (_, i) => size - 6 + i);

  it('holds every literal, wherever it comes to stand', () => {
    for (const size of around(4096)) {
      const formula = [allOf(size), [1, 2], [3]];
      expect(unsatisfiable(formula, '4 0 2 0').verdict).toBe('REJECTED');
    }
  });

  it('holds every clause, wherever it comes to stand', () => {
    const formula = allOf(1100).map((variable) => [variable]);
    for (const clause of around(1024))
      expect(unsatisfiable(formula, `1101 0 ${clause} 0`).verdict).toBe('REJECTED');
  });

  it('knows every literal once, and who holds it, whatever its number', () => {
    for (const last of [...around(512), ...around(1024)]) {
      const formula = [...CORE, allOf(last - 1), [last]];
      const rat = (hints: string) => unsatisfiable(formula, `5 -${last} 0 ${hints}0\n6 0 1 2 0`).verdict;
      expect(rat('')).toBe('REJECTED');
      expect(rat('-4 1 2 ')).toBe('ACCEPTED');
      const twice = [allOf(last - 1), [-last, -last], [last]];
      expect(unsatisfiable(twice, '4 0 2 3 0').verdict).toBe('ACCEPTED');
    }
  });

  it('counts who holds a literal, also of variables that come late', () => {
    const many = lines(3_000, (i) => `${i + 3} ${i + 2} 1 0 1 0`);
    const rat = (hints: string) =>
      unsatisfiable(CORE, `${many}\n3003 -2500 0 ${hints}0\n3004 0 1 2 0`).verdict;
    expect(rat('')).toBe('REJECTED');
    expect(rat('-2501 1 ')).toBe('ACCEPTED');
    expect(rat('-2500 1 ')).toBe('REJECTED');
  });
});

describe('a proof that would take too long', () => {
  const STEPS = 10_000_000_000;
  const core = '5 0 1 2 0\n';

  /** The verdict when only so many steps of the budget are left. */
  function withSteps(left: number, formula: readonly (readonly number[])[], lrat: string): string {
    const budget = new Budget();
    budget.spend(STEPS - left);
    const escaped = lrat.replaceAll('\n', '\\n');
    const proof = new ProofText(escaped, 0, escaped.length, '');
    const answer = decide(() => {
      const derivation = new Derivation(formula, proof, budget);
      while (proof.nextLine()) derivation.line();
    });
    return answer.verdict === 'INCONCLUSIVE' ? answer.bound : answer.verdict;
  }

  it('is not examined to its end: 8 steps for each literal of a hint until the conflict', () => {
    const formula = [...CORE, [3, 4, 5]];
    for (const [proof, cost] of [
      [`4 4 5 0 3 3 3 0\n${core}`, 8 * (3 * 3 + 2)],
      [`4 4 5 3 0 3 3 3 0\n${core}`, 8 * (3 + 2)],
    ] as const) {
      expect(withSteps(cost, formula, proof)).toBe('ACCEPTED');
      expect(withSteps(cost - 1, formula, proof)).toBe(`${STEPS} steps of exact arithmetic`);
    }
  });

  it('is not examined to its end: 40 steps for each literal of a clause that a RAT step names', () => {
    const formula = [...CORE, [-3, -4, 6, 7]];
    const proof = `4 3 4 0 -3 0\n${core}`;
    const cost = 40 * 4 + 8 * 2;
    expect(withSteps(cost, formula, proof)).toBe('ACCEPTED');
    expect(withSteps(cost - 1, formula, proof)).toBe(`${STEPS} steps of exact arithmetic`);
  });
});

describe('variables', () => {
  it('are numbered as they come, whatever their names', () => {
    const top = Number.MAX_SAFE_INTEGER;
    expect(unsatisfiable([[top], [-top]], '3 0 1 2 0').verdict).toBe('ACCEPTED');
    expect(unsatisfiable([[4_194_303], [-4_194_304]], '3 0 1 2 0').verdict).toBe('REJECTED');
    expect(unsatisfiable([[4_194_303], [-4_194_303]], '3 0 1 2 0').verdict).toBe('ACCEPTED');
    expect(unsatisfiable([[4_194_304], [-4_194_304]], '3 0 1 2 0').verdict).toBe('ACCEPTED');
  });

  it('may be 65536 from 4194304, and no more', () => {
    const step = (count: number) =>
      `3 ${lines(count, (i) => `${4_194_304 + 3 * i}`).replaceAll('\n', ' ')} 0 1 2 0\n4 0 1 2 0`;
    expect(unsatisfiable(CORE, step(65_536)).verdict).toBe('ACCEPTED');
    expect(unsatisfiable(CORE, step(65_537))).toMatchObject({
      verdict: 'INCONCLUSIVE',
      bound: 'at most 65536 variables from 4194304',
    });
  });
});
