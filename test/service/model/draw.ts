import fc from 'fast-check';
import { SCOPES } from '../../../src/store/tenants.ts';
import { asked, capability, index, parts, run } from './draw-asked.ts';
import { OPENING } from './opening.ts';
import { scenes } from './scenes.ts';
import {
  CHECKERS,
  type InstanceStep,
  type Step,
  type TenantStep,
  type ValueStep,
  type VerificationStep,
} from './step.ts';

/** So many of ten. */
const often = (weight: number): fc.Arbitrary<boolean> => fc.nat(9).map((drawn) => drawn < weight);

/** Two tenants do most of what is done, by tokens that allow it. */
const who = {
  tenant: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 4),
  token: index,
  fit: often(9),
  foreign: often(1),
};
const administrator = { ...who, foreign: often(4), operator: often(5) };
const session = fc.option(index, { freq: 3, nil: null });
const is = <const T>(kind: T): fc.Arbitrary<T> => fc.constant(kind);

const tenancy: fc.Arbitrary<TenantStep> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: is('make tenant'), ...administrator }) },
  { weight: 2, arbitrary: fc.record({ do: is('revoke tenant'), ...administrator, which: index }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: is('make token'),
      ...administrator,
      which: index,
      scopes: fc.subarray([...SCOPES], { minLength: 1 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: is('revoke token'), ...administrator, operator: often(2), which: index }),
  },
);

const instance: fc.Arbitrary<InstanceStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: is('authorise'),
      ...administrator,
      checker: fc.constantFrom(...CHECKERS),
      asDefault: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: is('revoke'), ...administrator, checker: fc.constantFrom(...CHECKERS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: is('withdraw'),
      ...administrator,
      capability,
    }),
  },
);

const values: fc.Arbitrary<ValueStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: is('open'),
      ...who,
      seconds: fc.constantFrom(60, 600, 3_600),
      values: fc.constantFrom(2, 3, 1_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: is('end'), ...who, session: index }) },
  { weight: 10, arbitrary: fc.record({ do: is('run'), ...who, session: index, asked: run }) },
  { weight: 3, arbitrary: fc.record({ do: is('promote'), ...who, value: index }) },
);

const verifications: fc.Arbitrary<VerificationStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: is('verify'), ...who, session, ask: asked }) },
  { weight: 4, arbitrary: fc.record({ do: is('verify later'), ...who, session, ask: asked }) },
  { weight: 3, arbitrary: fc.record({ do: is('cancel'), ...who, job: index }) },
  { weight: 6, arbitrary: fc.record({ do: is('pipeline'), ...who, session, parts }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: is('discharge'),
      ...who,
      certificate: index,
      cited: fc.option(index, { freq: 2, nil: null }),
    }),
  },
);

const time: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: is('let end'), job: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: is('wait'), seconds: fc.constantFrom(31, 500, 4_000, 8 * 86_400) }),
  },
  { weight: 2, arbitrary: fc.record({ do: is('collect') }) },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: tenancy },
  { weight: 3, arbitrary: instance },
  { weight: 16, arbitrary: values },
  { weight: 22, arbitrary: verifications },
  { weight: 7, arbitrary: time },
);

export const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: step.map((one) => [one]) },
      { weight: 1, arbitrary: scenes(fc.record(who)) },
    ),
    { minLength: 36, maxLength: 36 },
  )
  .map((random) => [...OPENING, ...random.flat()]);
