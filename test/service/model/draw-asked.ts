import fc from 'fast-check';
import { candidateFor, POOL, ROLES, type Small } from '../../services/universe.ts';
import { type Asked, CHECKERS, type Handed, type Part, type RunAsked, type Way } from './step.ts';

export const index = fc.nat(11);
const value = fc.constantFrom(...POOL);
export const capability = fc.constantFrom('matrix.document@1', 'matrix.multiply@1', 'matrix.transpose@1');

const handedBy = (...ways: readonly Way[]): fc.Arbitrary<Handed> =>
  fc.record({ value, way: fc.constantFrom(...ways), pick: index });
const handed = handedBy('document', 'reference', 'reference', 'handle', 'handle', 'foreign reference');

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

interface Product {
  readonly left: Small;
  readonly right: Small;
  readonly product: Small;
}

const PRODUCTS = TRUTHS.flatMap(({ claim, values: [left, right, product] }): Product[] =>
  claim === 'matrix.product@1' && left !== undefined && right !== undefined && product !== undefined
    ? [{ left, right, product }]
    : [],
);
const product = fc.constantFrom(...PRODUCTS);

/** Of a product, mostly one that may decide it. */
const checker = fc.option(
  fc.constantFrom(...CHECKERS, 'matrix.product' as const, 'matrix.product_replay' as const),
  {
    freq: 2,
    nil: null,
  },
);

/** Four of five are true; of the others, most have one value exchanged. */
export const asked: fc.Arbitrary<Asked> = fc
  .record({
    truth: fc.constantFrom(...TRUTHS),
    exchanged: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.record({ at: fc.nat(2), value }) },
    ),
    handed: fc.tuple(handed, handed, handed),
    transposes: fc.tuple(fc.boolean(), fc.boolean()),
    requireLineage: fc.boolean(),
    checker: fc.option(checker, { freq: 2, nil: null }),
  })
  .map(
    ({ truth: { claim, values }, exchanged, handed: ways, transposes, requireLineage, checker: named }) => ({
      claim,
      requireLineage: requireLineage && transposes[0],
      checker: claim === 'matrix.product@1' ? named : null,
      roles: values.map((own, at) => ({
        value: at === exchanged?.at ? exchanged.value : own,
        way: ways[at]?.way ?? 'document',
        pick: ways[at]?.pick ?? 0,
        transpose: at < values.length - 1 && transposes[at] === true,
      })),
    }),
  );

/** Factors that fit, and mostly what they give; of what is declared, most is wrong. */
const multiply: fc.Arbitrary<RunAsked> = fc
  .record({ product, one: handed, two: handed, declared: fc.option(value, { nil: null }) })
  .map(({ product: { left, right }, one, two, declared }) => ({
    run: 'multiply',
    factors: [
      { ...one, value: left },
      { ...two, value: right },
    ],
    declared,
  }));

export const run: fc.Arbitrary<RunAsked> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ run: fc.constant('hand in' as const), value }) },
  { weight: 4, arbitrary: multiply },
  { weight: 3, arbitrary: fc.record({ run: fc.constant('transpose' as const), matrix: handed }) },
);

/** A product that is mostly none. */
const refuted: fc.Arbitrary<Part> = fc
  .record({ product, wrong: value })
  .map(({ product: values, wrong }) => ({
    verify: verified({ ...values, product: wrong }, false, false),
  }));

/** Two factors, their product and that it is, each from the step before. */
export const trueParts: fc.Arbitrary<readonly Part[]> = fc
  .record({ product, transposes: fc.boolean(), requireLineage: fc.boolean(), runs: fc.boolean() })
  .map(({ product: values, transposes, requireLineage, runs }) => [
    ...(runs ? multiplied(values) : []),
    { verify: verified(values, transposes, requireLineage && runs && !transposes) },
  ]);

/** Those, then whatever else may be asked. */
export const parts: fc.Arbitrary<readonly Part[]> = fc
  .tuple(
    trueParts,
    fc.array(
      fc.oneof(
        refuted,
        asked.map((verify): Part => ({ verify })),
        run,
      ),
      { maxLength: 3 },
    ),
  )
  .map(([first, more]) => [...first, ...more]);

const fromStep = (given: Small): Handed => ({ value: given, way: 'output', pick: 0 });

function multiplied({ left, right }: Product): Part[] {
  return [
    { run: 'hand in', value: left },
    { run: 'hand in', value: right },
    { run: 'multiply', factors: [fromStep(left), fromStep(right)], declared: null },
  ];
}

function verified(
  { left, right, product: made }: Product,
  transpose: boolean,
  requireLineage: boolean,
): Asked {
  const roles = [left, right, made].map((each) => ({ ...fromStep(each), transpose: false }));
  const [first, ...others] = roles;
  const opened = first === undefined ? [] : [{ ...first, transpose }];
  return { claim: 'matrix.product@1', requireLineage, checker: null, roles: [...opened, ...others] };
}
