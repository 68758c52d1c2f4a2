import fc from 'fast-check';
import { type Claim, candidateFor, POOL, ROLES, type Small, times } from '../services/universe.ts';

/** How a value is handed over. What is not at hand in that way is handed over as a document. */
export type Way = 'document' | 'reference' | 'handle' | 'foreign reference';

export interface Handed {
  readonly value: Small;
  readonly way: Way;
  /** Which of several that hold the value. */
  readonly pick: number;
}

export type TokenKind = 'produce' | 'verify';

interface By {
  readonly tenant: number;
  /** A token of this scope alone; of two, the wrong one is refused. */
  readonly token: TokenKind;
}

/** A claim about values of the pool; `transposes` says of which roles the value comes as a transpose. */
export interface Asked {
  readonly claim: Claim;
  readonly roles: readonly (Handed & { readonly transpose: boolean })[];
  readonly requireLineage: boolean;
}

export type Step =
  | ({ readonly do: 'open'; readonly seconds: number; readonly values: number } & By)
  | ({ readonly do: 'end'; readonly session: number } & By)
  | ({ readonly do: 'hand in'; readonly session: number; readonly value: Small } & By)
  | ({
      readonly do: 'multiply';
      readonly session: number;
      readonly factors: readonly [Handed, Handed];
      readonly declared: Small | null;
    } & By)
  | ({ readonly do: 'transpose'; readonly session: number; readonly matrix: Handed } & By)
  | ({ readonly do: 'verify'; readonly session: number | null; readonly ask: Asked } & By)
  | ({ readonly do: 'discharge'; readonly certificate: number; readonly cited: number | null } & By)
  | ({ readonly do: 'promote'; readonly value: number } & By)
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'collect' }
  | { readonly do: 'change token'; readonly tenant: number; readonly token: TokenKind }
  | { readonly do: 'revoke'; readonly checker: string }
  | { readonly do: 'withdraw'; readonly capability: string };

const index = fc.nat(11);
const value = fc.constantFrom(...POOL);
const tenant = fc.nat(1);
const handed: fc.Arbitrary<Handed> = fc.record({
  value,
  way: fc.constantFrom<Way>('document', 'reference', 'reference', 'handle', 'handle', 'foreign reference'),
  pick: index,
});
/** Mostly the right one. */
const token = (right: TokenKind): fc.Arbitrary<TokenKind> =>
  fc.oneof(
    { weight: 19, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom('produce', 'verify') },
  );

/** Everything the pool makes true. */
const TRUTHS = (['matrix.product@1', 'matrix.gram@1', 'matrix.transpose@1'] as const).flatMap((claim) => {
  const given =
    ROLES[claim].length === 3
      ? POOL.flatMap((one) => POOL.map((two) => [one, two]))
      : POOL.map((one) => [one]);
  return given.flatMap((others) => {
    const candidate = candidateFor(claim, others);
    return candidate === undefined ? [] : [{ claim, values: [...others, candidate] }];
  });
});

/** Factors that fit, and their true product. */
export const PRODUCTS = TRUTHS.filter(({ claim }) => claim === 'matrix.product@1').map(
  ({ values }) => values,
);

const factors = fc
  .record({ values: fc.constantFrom(...PRODUCTS), one: handed, two: handed })
  .map(({ values: [left, right], one, two }): readonly [Handed, Handed] => [
    { ...one, value: left ?? one.value },
    { ...two, value: right ?? two.value },
  ]);

/** Four of five are true; of the others, most have one value exchanged. */
const asked: fc.Arbitrary<Asked> = fc
  .record({
    truth: fc.constantFrom(...TRUTHS),
    exchanged: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.record({ at: fc.nat(2), value }) },
    ),
    handed: fc.tuple(handed, handed, handed),
    transposes: fc.tuple(fc.boolean(), fc.boolean()),
    requireLineage: fc.boolean(),
  })
  .map(({ truth: { claim, values }, exchanged, handed: ways, transposes, requireLineage }) => ({
    claim,
    requireLineage: requireLineage && transposes[0],
    roles: values.map((own, at) => ({
      value: at === exchanged?.at ? exchanged.value : own,
      way: ways[at]?.way ?? 'document',
      pick: ways[at]?.pick ?? 0,
      transpose: at < values.length - 1 && transposes[at] === true,
    })),
  }));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      tenant,
      token: token('produce'),
      seconds: fc.constantFrom(60, 600, 3_600),
      values: fc.constantFrom(2, 3, 1_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      tenant,
      token: token('produce'),
      session: index,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('hand in' as const),
      tenant,
      token: token('produce'),
      session: index,
      value,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('multiply' as const),
      tenant,
      token: token('produce'),
      session: index,
      factors,
      declared: fc.option(value),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('transpose' as const),
      tenant,
      token: token('produce'),
      session: index,
      matrix: handed,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('verify' as const),
      tenant,
      token: token('verify'),
      session: fc.option(index, { freq: 3 }),
      ask: asked,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('discharge' as const),
      tenant,
      token: token('verify'),
      certificate: index,
      cited: fc.option(index, { freq: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('promote' as const),
      tenant,
      token: token('produce'),
      value: index,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(31, 500, 4_000, 8 * 86_400),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('collect' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change token' as const),
      tenant,
      token: fc.constantFrom<TokenKind>('produce', 'verify'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('revoke' as const),
      checker: fc.constantFrom('matrix.product', 'matrix.gram', 'matrix.transpose'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      capability: fc.constantFrom('matrix.document@1', 'matrix.multiply@1', 'matrix.transpose@1'),
    }),
  },
);

const [A, At, , AtA] = POOL;
if (A === undefined || At === undefined || AtA === undefined) throw new RangeError('the pool is too small');
const produce = { tenant: 0, token: 'produce' } as const;
const verify = { tenant: 0, token: 'verify' } as const;
const byHandle = (given: Small, transpose = false) =>
  ({ value: given, way: 'handle', pick: 0, transpose }) as const;

/** Most of what could go wrong needs values and certificates first. */
const FIRST: readonly Step[] = [
  { do: 'open', ...produce, seconds: 3_600, values: 1_000 },
  { do: 'open', ...produce, tenant: 1, seconds: 600, values: 1_000 },
  { do: 'hand in', ...produce, session: 0, value: A },
  { do: 'hand in', ...produce, session: 0, value: At },
  { do: 'hand in', ...produce, tenant: 1, session: 0, value: A },
  { do: 'multiply', ...produce, session: 0, factors: [byHandle(At), byHandle(A)], declared: null },
  {
    do: 'verify',
    ...verify,
    session: 0,
    ask: {
      claim: 'matrix.product@1',
      requireLineage: true,
      roles: [byHandle(At), byHandle(A), byHandle(times(At, A))],
    },
  },
  {
    do: 'verify',
    ...verify,
    session: 0,
    ask: {
      claim: 'matrix.product@1',
      requireLineage: false,
      roles: [byHandle(At, true), byHandle(A), byHandle(AtA)],
    },
  },
  { do: 'discharge', ...verify, certificate: 1, cited: null },
];

export const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(step, { minLength: 10, maxLength: 30 })
  .map((random) => [...FIRST, ...random]);
