import { accepted, document, exactly, type Instance, type LimitsOf, listOf, times } from './instance.ts';

const formula = (variables: number, clauses: string): string =>
  document('logic.cnf@1', `{"clauses":${clauses},"variables":${variables}}`);
const proof = (lines: readonly string[], padding = 0): string =>
  document('logic.lrat_proof@1', `{"lrat":"${lines.join('\\n')}${' '.repeat(padding)}"}`);

/** As many clauses as there may be; the last one repeats its literal, in two characters or in three. */
function satisfied(bytes: number): Instance {
  const assignment = document('logic.assignment@1', '{"literals":[1,10]}');
  const clauses = times(2 ** 22 - 400, '[1,1,1]').slice(0, -1);
  return exactly(bytes, (padding, shift) => ({
    roles: {
      assignment,
      formula: formula(10, `${clauses},[1${',1'.repeat(padding)}${',10'.repeat(shift)}]]`),
    },
  }));
}

/** Half of it clauses, half of it steps, each with two hints. */
function refuted(bytes: number): Instance {
  const count = 2 ** 21;
  const clauses = formula(2, `[[1],[-1],${times(count, '[1,2,2]').slice(1)}`);
  const steps = Math.floor((bytes - clauses.length - 1000) / 19);
  const lines = Array.from({ length: steps }, (_, i) => `${count + 3 + i} 2 0 1 2 0`);
  const last = `${count + 3 + steps} 0 1 2 0`;
  return exactly(bytes, (padding) => ({
    roles: { formula: clauses, proof: proof([...lines, last], padding) },
  }));
}

/** A step with a million literals, whose hint is again and again a clause that holds them in another order and one more. */
function hinted(literals: number, hints: number): Instance {
  const variables = Array.from({ length: literals }, (_, i) => i + 2);
  // A multiplicative walk: neighbours in the clause are far from each other by number.
  const order = variables.map((_, i) => 2 + ((i * 700_001) % literals));
  const step = `5 ${variables.join(' ')} 0 ${'4 '.repeat(hints)}1 2 0`;
  return {
    roles: {
      formula: formula(
        literals + 2,
        `[[1],[-1],[${variables.join(',')}],[${order.join(',')},${literals + 2}]]`,
      ),
      proof: proof([step, '6 0 1 2 0']),
    },
  };
}

/** RAT steps that each name a clause of a hundred thousand literals. */
function resolved(literals: number, steps: number): Instance {
  const clause = listOf(literals, (i) => `${i + 3}`);
  const lines = Array.from({ length: steps }, (_, i) => `${i + 4} 2 0 -3 1 2 0`);
  return {
    roles: {
      formula: formula(literals + 3, `[[1],[-1],[-2,${clause.slice(1)}]`),
      proof: proof([...lines, `${steps + 4} 0 1 2 0`]),
    },
  };
}

export const LOGIC: LimitsOf = {
  'logic.satisfiable': {
    largest: (bytes) => accepted('4.2 million clauses', () => satisfied(bytes)),
    dearest: [],
  },
  'logic.unsatisfiable': {
    largest: (bytes) => accepted('2.1 million clauses, 880,000 steps', () => refuted(bytes)),
    dearest: [
      accepted('1,240 hints of a million literals', () => hinted(1_000_000, 1240)),
      accepted('2,490 RAT steps of 100,000 literals', () => resolved(100_000, 2490)),
    ],
  },
};
