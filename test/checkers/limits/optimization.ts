import { accepted, document, exactly, type Instance, type LimitsOf, listOf } from './instance.ts';

const name = (index: number): string => index.toString(36);
const column = (index: number): string =>
  `{"lower":"0","name":"${name(index)}","objective":"0","upper":null}`;
const row = (label: string, coefficients: string, rhs: string, type: string): string =>
  `{"coefficients":${coefficients},"name":"${label}","rhs":"${rhs}","type":"${type}"}`;
const program = (columns: string, rows: string): string =>
  document('optimization.linear_program@1', `{"columns":${columns},"rows":${rows},"sense":"min"}`);
const solution = (primal: string, dual: string): string =>
  document('optimization.primal_dual@1', `{"dual":${dual},"objective":"0","primal":${primal}}`);
const witness = (multipliers: string): string =>
  document('optimization.row_multipliers@1', `{"multipliers":${multipliers}}`);

const COLUMNS = 30;

/** Rows of thirty coefficients; the last has none, and asks for more than nothing where the type is G. */
function manyRows(bytes: number, type: 'G' | 'L'): (padding: number) => string {
  const coefficients = listOf(COLUMNS, (index) => `["${name(index)}","1"]`);
  const columns = listOf(COLUMNS, column);
  const count = Math.floor(
    (bytes - columns.length - 2000) / (row('1234', coefficients, '1', 'L').length + 1),
  );
  const rows = listOf(count, (index) => row(name(index), coefficients, '1', 'L')).slice(0, -1);
  return (padding) => program(columns, `${rows},${row('last', '[]', `1${'0'.repeat(padding)}`, type)}]`);
}

function optimal(bytes: number): Instance {
  const of = manyRows(bytes, 'L');
  return exactly(bytes, (padding) => ({ roles: { program: of(padding), solution: solution('[]', '[]') } }));
}

function infeasible(bytes: number): Instance {
  const of = manyRows(bytes, 'G');
  return exactly(bytes, (padding) => ({
    roles: { program: of(padding), witness: witness('[["last","1"]]') },
  }));
}

/** Digits of a multiplier, and how many columns it meets. */
const [DIGITS, MET] = [300_000, 2300];
const MULTIPLIER = `["r","${'7'.repeat(DIGITS)}"]`;

/** Columns that are zero, and a row of all; another row has none, and asks for what its right-hand side is. */
function shut(rhs: string): string {
  const columns = listOf(MET, (i) => `{"lower":"0","name":"${name(i)}","objective":"0","upper":"0"}`);
  const all = row(
    'r',
    listOf(MET, (index) => `["${name(index)}","-1"]`),
    '0',
    'E',
  );
  return program(columns, `[${all},${row('s', '[]', rhs, 'E')}]`);
}

/** A row that adds up fractions whose denominators have little in common. */
function coprime(size: number): Instance {
  const columns = listOf(size, column);
  const all = listOf(size, (i) => `["${name(i)}","1/${1_000_000_007 + 2 * i}"]`);
  const primal = listOf(size, (i) => `["${name(i)}","1"]`);
  return {
    roles: { program: program(columns, `[${row('r', all, '0', 'L')}]`), solution: solution(primal, '[]') },
  };
}

export const OPTIMIZATION: LimitsOf = {
  'optimization.lp_infeasible': {
    largest: (bytes) => accepted('95,000 rows of 30 coefficients', () => infeasible(bytes)),
    dearest: [
      accepted(`a multiplier of ${DIGITS.toLocaleString('en')} digits on ${MET} columns`, () => ({
        roles: { program: shut('1'), witness: witness(`[${MULTIPLIER},["s","1"]]`) },
      })),
    ],
  },
  'optimization.lp_optimal': {
    largest: (bytes) => accepted('95,000 rows of 30 coefficients', () => optimal(bytes)),
    dearest: [
      {
        what: '9,000 fractions with nothing in common',
        expected: 'REJECTED',
        of: () => coprime(9_000),
      },
      accepted(`a multiplier of ${DIGITS.toLocaleString('en')} digits on ${MET} columns`, () => ({
        roles: { program: shut('0'), solution: solution('[]', `[${MULTIPLIER}]`) },
      })),
    ],
  },
};
