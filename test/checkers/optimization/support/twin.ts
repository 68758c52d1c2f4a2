/** The claims a second time, in full matrices of fractions, and linear programs solved by trying all vertices. */
import {
  dot,
  equal,
  type Fraction,
  fraction,
  less,
  minus,
  parse,
  plus,
  sign,
  solve,
  text,
  times,
  zero,
} from './fractions.ts';
import type { Pairs, Program, Solution } from './programs.ts';

type Vector = readonly Fraction[];

function vector(names: readonly string[], pairs: Pairs): Vector | undefined {
  if (pairs.some(([name]) => !names.includes(name))) return undefined;
  return names.map((name) => parse(pairs.find((pair) => pair[0] === name)?.[1] ?? '0'));
}

function parts({ columns, rows }: Program) {
  const names = columns.map(({ name }) => name);
  return {
    names,
    rowNames: rows.map(({ name }) => name),
    c: columns.map(({ objective }) => parse(objective)),
    b: rows.map(({ rhs }) => parse(rhs)),
    A: rows.map(({ coefficients }) => vector(names, coefficients) ?? []),
    lower: columns.map(({ lower }) => (lower === null ? null : parse(lower))),
    upper: columns.map(({ upper }) => (upper === null ? null : parse(upper))),
  };
}

export function isFeasible(program: Program, x: Vector): boolean {
  const { A, b, lower, upper } = parts(program);
  return (
    x.every((value, j) => {
      const [low, high] = [lower[j], upper[j]];
      return !(low && less(value, low)) && !(high && less(high, value));
    }) &&
    program.rows.every(({ type }, i) => {
      const s = sign(minus(dot(A[i] as Vector, x), b[i] as Fraction));
      return type === 'L' ? s <= 0 : type === 'G' ? s >= 0 : s === 0;
    })
  );
}

/** Whether y has the signs of its rows in a minimisation. */
function hasSigns({ rows }: Program, y: Vector): boolean {
  return rows.every(({ type }, i) => {
    const s = sign(y[i] as Fraction);
    return type === 'G' ? s >= 0 : type === 'L' ? s <= 0 : true;
  });
}

const negated = (v: Vector): Vector => v.map((entry) => minus(zero, entry));

/** The least value of d · x within the bounds; undefined where there is none. */
function least(
  d: Vector,
  lower: readonly (Fraction | null)[],
  upper: readonly (Fraction | null)[],
): Fraction | undefined {
  let sum = zero;
  for (const [j, cost] of d.entries()) {
    const bound = sign(cost) > 0 ? lower[j] : sign(cost) < 0 ? upper[j] : zero;
    if (!bound) return undefined;
    sum = plus(sum, times(cost, bound));
  }
  return sum;
}

const column = (A: readonly Vector[], j: number): Vector => A.map((row) => row[j] as Fraction);

export function isOptimal(program: Program, { objective, primal, dual }: Solution): boolean {
  const { names, rowNames, A, b, c, lower, upper } = parts(program);
  const [x, y] = [vector(names, primal), vector(rowNames, dual)];
  if (!x || !y || !isFeasible(program, x)) return false;
  if (!hasSigns(program, program.sense === 'min' ? y : negated(y))) return false;
  const d = c.map((cost, j) => minus(cost, dot(y, column(A, j))));
  // The greatest value of d · x is the negative of the least of −d · x.
  const extreme =
    program.sense === 'min' ? least(d, lower, upper) : negated([least(negated(d), lower, upper) ?? zero])[0];
  const exists = program.sense === 'min' ? extreme : least(negated(d), lower, upper);
  if (!extreme || !exists) return false;
  const value = parse(objective);
  return equal(dot(c, x), value) && equal(plus(dot(y, b), extreme), value);
}

export function isContradiction(program: Program, multipliers: Pairs): boolean {
  const { names, rowNames, A, b, lower, upper } = parts(program);
  const y = vector(rowNames, multipliers);
  if (!y || !hasSigns(program, y)) return false;
  const d = names.map((_, j) => dot(y, column(A, j)));
  const negative = least(negated(d), lower, upper);
  return negative !== undefined && less(minus(zero, negative), dot(y, b));
}

/** One side of a halfspace a · x ≥ b, with the row it came from, or a bound. */
interface Half {
  readonly a: Vector;
  readonly b: Fraction;
  readonly row: number | undefined;
  /** −1 where the row was turned around. */
  readonly turn: number;
}

function halves(program: Program): Half[] {
  const { A, b, lower, upper, names } = parts(program);
  const all: Half[] = [];
  const add = (a: Vector, b: Fraction, turn: number, row?: number) =>
    all.push(turn > 0 ? { a, b, row, turn } : { a: negated(a), b: minus(zero, b), row, turn });
  for (const [i, { type }] of program.rows.entries()) {
    if (type !== 'L') add(A[i] as Vector, b[i] as Fraction, 1, i);
    if (type !== 'G') add(A[i] as Vector, b[i] as Fraction, -1, i);
  }
  for (const j of names.keys()) {
    const unit = names.map((_, k) => fraction(k === j ? 1 : 0));
    const [low, high] = [lower[j], upper[j]];
    if (low) add(unit, low, 1);
    if (high) add(unit, high, -1);
  }
  return all;
}

function subsets<Item>(items: readonly Item[], size: number, from = 0): Item[][] {
  if (size === 0) return [[]];
  return items
    .slice(from)
    .flatMap((item, k) => subsets(items, size - 1, from + k + 1).map((rest) => [item, ...rest]));
}

/** An optimal solution with multipliers, by trying all bases; undefined where no vertex is optimal. */
export function solved(program: Program): Solution | undefined {
  const { names, rowNames, c } = parts(program);
  const cost = program.sense === 'min' ? c : negated(c);
  for (const basis of subsets(halves(program), names.length)) {
    const matrix = basis.map(({ a }) => a);
    const x = solve(
      matrix,
      basis.map(({ b }) => b),
    );
    if (!x || !isFeasible(program, x)) continue;
    const weights = solve(
      names.map((_, j) => column(matrix, j)),
      cost,
    );
    if (!weights?.every((weight) => sign(weight) >= 0)) continue;
    const dual = rowNames.map((name, i) => {
      const own = weights.map((weight, k) =>
        basis[k]?.row === i ? times(weight, fraction(basis[k]?.turn ?? 1)) : zero,
      );
      const sum = own.reduce(plus, zero);
      return [name, text(program.sense === 'min' ? sum : minus(zero, sum))] as const;
    });
    return {
      objective: text(dot(c, x)),
      primal: names.map((name, j) => [name, text(x[j] as Fraction)] as const),
      dual,
    };
  }
  return undefined;
}

/** Whether a program with bounds on every side has a feasible point: it has one exactly if it has a feasible vertex. */
export function hasPoint(program: Program): boolean {
  return subsets(halves(program), program.columns.length).some((basis) => {
    const x = solve(
      basis.map(({ a }) => a),
      basis.map(({ b }) => b),
    );
    return x !== undefined && isFeasible(program, x);
  });
}

/**
 * The program that asks for the least t ≥ 0 by which every row may be missed: always feasible where the bounds are, and its
 * optimal multipliers prove the program infeasible where t > 0.
 */
export function relaxed({ columns, rows }: Program): Program {
  return {
    sense: 'min',
    columns: [
      ...columns.map((column) => ({ ...column, objective: '0' })),
      { name: 't', objective: '1', lower: '0', upper: null },
    ],
    rows: rows.flatMap(({ name, type, rhs, coefficients }) => {
      const over = {
        name: `${name} over`,
        type: 'G' as const,
        rhs,
        coefficients: [...coefficients, ['t', '1'] as const],
      };
      const under = {
        name: `${name} under`,
        type: 'L' as const,
        rhs,
        coefficients: [...coefficients, ['t', '-1'] as const],
      };
      return type === 'G' ? [over] : type === 'L' ? [under] : [over, under];
    }),
  };
}

/** Multipliers that prove a program infeasible whose bounds are not, or undefined where it is feasible. */
export function contradiction(program: Program): Pairs | undefined {
  const solution = solved(relaxed(program));
  if (!solution || sign(parse(solution.objective)) <= 0) return undefined;
  return program.rows.map(({ name }) => {
    const own = solution.dual.filter(([row]) => row === `${name} over` || row === `${name} under`);
    return [name, text(own.map(([, y]) => parse(y)).reduce(plus, zero))] as const;
  });
}
