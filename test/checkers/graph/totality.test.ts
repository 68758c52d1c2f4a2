import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, CheckRequest } from '../../../checkers/protocol.ts';
import { document } from '../support/request.ts';
import { CLAIMS } from './support/claims.ts';
import { ROLES } from './support/values.ts';

const MEMBERS = [
  'vertices',
  'edges',
  'distances',
  'colors',
  'assignment',
  'clique',
  'map',
  'cycle',
  'matching',
  'cover',
  'rotation',
  'rows',
  'columns',
  'entries',
  'row_labels',
  'column_labels',
];

/** JSON that looks like what the checkers read, wrong in any depth. */
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(
        null,
        true,
        0,
        1,
        2,
        -1,
        1.5,
        2 ** 53,
        '',
        'a',
        'b',
        'a→b',
        '-1',
        '__proto__',
        'constructor',
      ),
      fc.string(),
      fc.double(),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.tuple(fc.constantFrom('a', 'b'), tie('value')),
    fc.dictionary(fc.oneof(fc.constantFrom(...MEMBERS, '__proto__'), fc.string()), tie('value'), {
      maxKeys: 3,
    }),
  ),
}));

const label = fc.constantFrom('a', 'b', 'c');
const pair = fc.oneof({ weight: 5, arbitrary: fc.tuple(label, label) }, { weight: 1, arbitrary: anyValue });
const pairs = fc.oneof(fc.array(pair, { maxLength: 3 }), anyValue);
const list = fc.oneof(fc.uniqueArray(label, { maxLength: 3 }), anyValue);
const table = fc.array(
  fc.oneof(fc.array(fc.constantFrom(0, 1, null, '1', '-1'), { maxLength: 3 }), anyValue),
  {
    maxLength: 3,
  },
);
const count = fc.oneof(fc.constantFrom(0, 1, 2, 3, 2 ** 53 - 1), anyValue);

const SHAPES: Readonly<Record<string, fc.Arbitrary<object>>> = {
  'graph.labelled@1': fc.record({ vertices: list, edges: pairs }),
  'graph.distance_matrix@1': fc.record({ vertices: list, distances: table }),
  'graph.coloring@1': fc.record({
    colors: count,
    assignment: fc.array(fc.tuple(label, count), { maxLength: 3 }),
  }),
  'graph.chromatic_certificate@1': fc.record({
    colors: count,
    assignment: fc.array(fc.tuple(label, count), { maxLength: 3 }),
    clique: list,
  }),
  'graph.vertex_map@1': fc.record({ map: pairs }),
  'graph.cycle@1': fc.record({ cycle: list }),
  'graph.matching_cover@1': fc.record({ matching: pairs, cover: list }),
  'graph.rotation_system@1': fc.record({ rotation: fc.array(fc.tuple(label, list), { maxLength: 3 }) }),
  'graph.edge_set@1': fc.record({ edges: pairs }),
  'matrix.integer@1': fc.record(
    { rows: count, columns: count, entries: table, row_labels: list, column_labels: list },
    { requiredKeys: ['rows', 'columns', 'entries'] },
  ),
};

function isVerdict(answer: Answer): boolean {
  if (answer.verdict === 'ACCEPTED') return Object.keys(answer).length === 1;
  if (answer.verdict === 'INCONCLUSIVE') return answer.reason === 'UNSUPPORTED' && answer.bound.length > 0;
  const { reason, at = '' } = answer;
  return reason.length > 0 && reason.length <= 500 && /^\/(claim|roles|sources)/.test(at);
}

describe.each(CLAIMS)('the checker of %s', (claim, check) => {
  const texts = Object.entries(ROLES[claim]).map(([role, type]) => {
    const value = fc.oneof(
      { weight: 3, arbitrary: SHAPES[type] ?? anyValue },
      { weight: 1, arbitrary: anyValue },
    );
    const typed = value.map((value) => document({ type, value }));
    const any = anyValue.map((value) => JSON.stringify(value));
    return [role, fc.oneof({ weight: 8, arbitrary: typed }, { weight: 1, arbitrary: any })] as const;
  });

  it('gives a verdict, and the same one twice, whatever JSON the roles hold', () => {
    fc.assert(
      fc.property(fc.record(Object.fromEntries(texts)), (roles) => {
        const asked: CheckRequest = { claim, roles, sources: {} };
        const answer = check(asked);
        expect(isVerdict(answer)).toBe(true);
        expect(check(asked)).toEqual(answer);
      }),
      { numRuns: 500 },
    );
  });
});
