/** The naive twins of the checkers, each asked about the values of a claim's roles. Values are those of valid documents. */
import type { JsonValue } from '../../../src/canonical/json.ts';
import {
  isChromatic,
  isColoring,
  isDistances,
  isHamiltonian,
  isIncidence,
  isIsomorphism,
  isMatchingCover,
  isNonplanar,
  isPlanarEmbedding,
} from '../../checkers/graph/support/twins.ts';
import { isRefutation, isSatisfying } from '../../checkers/logic/support/twin.ts';
import { determinant, dot, isHermite, isRank, isSmith, maps } from '../../checkers/matrix/support/twin.ts';
import { areFlats, areFlatsOf } from '../../checkers/matroid/support/twins.ts';
import { isProvedPrime, openFactors } from '../../checkers/number/support/twin.ts';
import { isContradiction, isOptimal } from '../../checkers/optimization/support/twin.ts';
import {
  areSyzygies,
  combination,
  gradient,
  isFactorization,
  same,
  sparse,
} from '../../checkers/polynomial/support/twin.ts';
import type { MatrixValue, TypedMatrix } from '../../checkers/support/request.ts';
import { isGram, isProduct, isTranspose } from '../../checkers/support/twin.ts';
import type { Roles } from './mutations.ts';

type Parameter<
  Asked extends (...parameters: never[]) => unknown,
  Place extends number,
> = Parameters<Asked>[Place];

interface Vector {
  readonly length: number;
  readonly entries: readonly string[];
  readonly labels?: readonly string[];
}

type Terms = Parameter<typeof sparse, 0>;

interface Polynomial {
  readonly variables: readonly string[];
  readonly terms: Terms;
}

interface Components {
  readonly variables: readonly string[];
  readonly components: readonly Terms[];
}

interface Vectors {
  readonly variables: readonly string[];
  readonly vectors: readonly (readonly Terms[])[];
}

type Graph = Parameter<typeof isColoring, 0>;

/** The value of a role: what its type's schema says it is. */
type Values = <Value>(role: string) => Value;

const equal = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether the claim holds of the values of its roles. Vectors and labels along the axes of a matrix must fit. */
export const TWINS: Readonly<Record<string, (of: Values, typed: (role: string) => TypedMatrix) => boolean>> =
  {
    'graph.chromatic_number@1': (of) => isChromatic(of('graph'), of('certificate')),
    'graph.coloring@1': (of) => isColoring(of('graph'), of('coloring')),
    'graph.distances@1': (of) => {
      const { vertices, distances } = of<Parameter<typeof isDistances, 1>>('distances');
      return isDistances(of('graph'), { vertices, distances });
    },
    'graph.hamiltonian_cycle@1': (of) =>
      isHamiltonian(of('graph'), of<{ readonly cycle: readonly string[] }>('cycle').cycle),
    'graph.incidence@1': (of) => {
      const { rows, columns, entries, row_labels = [], column_labels = [] } = of<MatrixValue>('incidence');
      const incidence = { rows, columns, entries, row_labels, column_labels };
      return isIncidence(of('graph'), incidence as Parameter<typeof isIncidence, 1>);
    },
    'graph.isomorphism@1': (of) =>
      isIsomorphism(
        of('first'),
        of('second'),
        of<{ readonly map: Parameter<typeof isIsomorphism, 2> }>('map').map,
      ),
    'graph.maximum_matching@1': (of) => isMatchingCover(of('graph'), of('certificate')),
    'graph.nonplanar@1': (of) => isNonplanar(of('graph'), of<Graph>('subgraph').edges),
    'graph.planar_embedding@1': (of) => isPlanarEmbedding(of('graph'), of('embedding')),
    'logic.satisfiable@1': (of) => {
      const { variables, clauses } = of<Formula>('formula');
      return isSatisfying(clauses, of<{ readonly literals: number[] }>('assignment').literals, variables);
    },
    'logic.unsatisfiable@1': (of) =>
      isRefutation(of<Formula>('formula').clauses, of<{ readonly lrat: string }>('proof').lrat),
    'matrix.determinant@1': (of) => {
      const { rows, columns, entries } = of<MatrixValue>('matrix');
      return rows === columns && determinant(entries) === of<IntegerValue>('determinant').value;
    },
    'matrix.gram@1': (_, typed) => isGram(typed('matrix'), typed('gram')),
    'matrix.hermite_normal_form@1': (of) => isHermite(of('matrix'), of('form')),
    'matrix.linear_infeasible@1': (of) => {
      const { rows, columns, entries } = of<MatrixValue>('matrix');
      const [right, witness] = [of<Vector>('right_hand_side'), of<Vector>('witness')];
      if (right.length !== rows || witness.length !== rows) return false;
      const cancels = Array.from({ length: columns }, (_, j) =>
        dot(
          witness.entries,
          entries.map((row) => row[j] ?? ''),
        ),
      ).every(([numerator]) => numerator === 0n);
      return cancels && dot(witness.entries, right.entries)[0] !== 0n;
    },
    'matrix.linear_solution@1': (of) => {
      const matrix = of<MatrixValue>('matrix');
      const [right, solution] = [of<Vector>('right_hand_side'), of<Vector>('solution')];
      return (
        right.length === matrix.rows &&
        solution.length === matrix.columns &&
        maps(matrix, solution.entries, right.entries)
      );
    },
    'matrix.product@1': (_, typed) => isProduct(typed('left'), typed('right'), typed('product')),
    'matrix.rank@1': (of) => isRank(of('matrix'), of('certificate')),
    'matrix.smith_normal_form@1': (of) => isSmith(of('matrix'), of('form')),
    'matrix.transpose@1': (_, typed) => isTranspose(typed('matrix'), typed('transpose')),
    'matroid.flat_axioms@1': (of) => areFlats(of('flats')),
    'matroid.flats@1': (of) => areFlatsOf(of('vectors'), of('flats')),
    'number.factorization@1': (of) =>
      openFactors(BigInt(of<IntegerValue>('n').value), of<JsonValue>('factors')) !== undefined,
    'number.gcd@1': (of) => {
      const [a, b] = [BigInt(of<IntegerValue>('a').value), BigInt(of<IntegerValue>('b').value)];
      const bezout = of<Readonly<Record<'gcd' | 'x' | 'y', string>>>('bezout');
      const [gcd, x, y] = [BigInt(bezout.gcd), BigInt(bezout.x), BigInt(bezout.y)];
      return gcd === greatest(a, b) && gcd === a * x + b * y;
    },
    'number.prime@1': (of) =>
      isProvedPrime(
        BigInt(of<IntegerValue>('n').value),
        of<{ readonly primes: readonly JsonValue[] }>('certificate').primes,
      ),
    'optimization.lp_infeasible@1': (of) =>
      isContradiction(
        of('program'),
        of<{ readonly multipliers: Parameter<typeof isContradiction, 1> }>('witness').multipliers,
      ),
    'optimization.lp_optimal@1': (of) => isOptimal(of('program'), of('solution')),
    'polynomial.factorization@1': (of) => {
      const { variables, terms } = of<Polynomial>('polynomial');
      const factors = of<{
        readonly variables: readonly string[];
        readonly unit: string;
        readonly factors: Parameter<typeof isFactorization, 2>;
      }>('factors');
      return (
        equal(variables, factors.variables) &&
        isFactorization(terms, factors.unit, factors.factors, variables.length)
      );
    },
    'polynomial.gradient@1': (of) => {
      const { variables, terms } = of<Polynomial>('polynomial');
      const given = of<Components>('gradient');
      const right = gradient(sparse(terms), variables.length);
      return (
        equal(variables, given.variables) &&
        given.components.length === right.length &&
        right.every((part, i) => same(part, sparse(given.components[i] ?? [])))
      );
    },
    'polynomial.ideal_membership@1': (of) => {
      const [generators, cofactors] = [of<Components>('generators'), of<Components>('cofactors')];
      const target = of<Polynomial>('target');
      return (
        equal(generators.variables, target.variables) &&
        equal(generators.variables, cofactors.variables) &&
        generators.components.length === cofactors.components.length &&
        same(
          combination(cofactors.components.map(sparse), generators.components.map(sparse)),
          sparse(target.terms),
        )
      );
    },
    'polynomial.jacobian_syzygy@1': (of) => {
      const { variables, terms } = of<Polynomial>('form');
      const syzygies = of<Vectors>('syzygies');
      return (
        equal(variables, syzygies.variables) &&
        areSyzygies(gradient(sparse(terms), variables.length), syzygies.vectors)
      );
    },
    'polynomial.syzygy@1': (of) => {
      const generators = of<Components>('generators');
      const syzygies = of<Vectors>('syzygies');
      return (
        equal(generators.variables, syzygies.variables) &&
        areSyzygies(generators.components.map(sparse), syzygies.vectors)
      );
    },
  };

interface Formula {
  readonly variables: number;
  readonly clauses: readonly (readonly number[])[];
}

interface IntegerValue {
  readonly value: string;
}

function greatest(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

/** Whether the twin of the claim finds that it holds of these roles. */
export function holds(claim: string, roles: Roles): boolean {
  const twin = TWINS[claim];
  if (twin === undefined) throw new Error(`no twin of ${claim}`);
  const document = (role: string) => {
    const found = roles[role];
    if (found === undefined) throw new Error(`no role ${role}`);
    return found;
  };
  const of: Values = <Value>(role: string) => document(role).value as Value;
  return twin(of, (role) => ({
    type: document(role).type as TypedMatrix['type'],
    value: of<MatrixValue>(role),
  }));
}
