import { POOL, times } from '../../services/universe.ts';
import type { Asked, Step, Who } from './step.ts';

const [A, At, , AtA] = POOL;
if (A === undefined || At === undefined || AtA === undefined) throw new RangeError('the pool is too small');

const one: Who = { tenant: 0, token: 0, fit: true, foreign: false };
const two: Who = { ...one, tenant: 1 };
const byHandle = (value: typeof A, transpose = false) =>
  ({ value, way: 'handle', pick: 0, transpose }) as const;

const product: Asked = {
  claim: 'matrix.product@1',
  requireLineage: true,
  checker: null,
  roles: [byHandle(At), byHandle(A), byHandle(times(At, A))],
};
const gram: Asked = {
  ...product,
  requireLineage: false,
  roles: [byHandle(At, true), byHandle(A), byHandle(AtA)],
};

/** Most of what could go wrong needs values and certificates first, of both tenants. */
export const OPENING: readonly Step[] = [
  { do: 'open', ...one, seconds: 3_600, values: 1_000 },
  { do: 'open', ...two, seconds: 600, values: 1_000 },
  { do: 'run', ...one, session: 0, asked: { run: 'hand in', value: A } },
  { do: 'run', ...one, session: 0, asked: { run: 'hand in', value: At } },
  { do: 'run', ...two, session: 0, asked: { run: 'hand in', value: A } },
  {
    do: 'run',
    ...one,
    session: 0,
    asked: { run: 'multiply', factors: [byHandle(At), byHandle(A)], declared: null },
  },
  { do: 'verify', ...one, session: 0, ask: product },
  { do: 'verify', ...one, session: 0, ask: gram },
  { do: 'verify', ...two, session: 0, ask: gram },
  { do: 'discharge', ...one, certificate: 0, cited: null },
  { do: 'verify later', ...one, session: 0, ask: gram },
];
