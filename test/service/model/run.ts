import type { Digest } from '../../../src/canonical/digest.ts';
import type { AssayClient } from '../../../src/client/index.ts';
import { digestOfValue, documentOf, type Small, times, transposed } from '../../services/universe.ts';
import { handOver, type Operated, type Reach } from './handing.ts';
import type { RunAsked } from './step.ts';
import type { Refusal } from './things.ts';
import { first } from './things.ts';
import type { World } from './world.ts';

/** A run of a producer, as it is submitted and as it must end. */
export interface BoundRun {
  readonly request: Parameters<AssayClient['submitInvocation']>[1];
  readonly port: string;
  readonly value: Small;
  readonly inputs: readonly Digest[];
  readonly operated: readonly Operated[];
}

export function bindRun(asked: RunAsked, reach: Reach): BoundRun {
  switch (asked.run) {
    case 'hand in': {
      const outputs = { document: documentOf(asked.value) };
      const request = { capability: 'matrix.document@1', inputs: {}, outputs };
      return { request, port: 'document', value: asked.value, inputs: [], operated: [] };
    }
    case 'transpose': {
      const matrix = handOver(asked.matrix, asked.matrix.value, reach);
      return {
        request: { capability: 'matrix.transpose@1', inputs: { matrix: matrix.operand } },
        port: 'transpose',
        value: transposed(asked.matrix.value),
        inputs: [digestOfValue(asked.matrix.value)],
        operated: [matrix],
      };
    }
    case 'multiply': {
      const [one, two] = asked.factors;
      const left = handOver(one, one.value, reach);
      const right = handOver(two, two.value, reach);
      const { declared } = asked;
      return {
        request: {
          capability: 'matrix.multiply@1',
          inputs: { left: left.operand, right: right.operand },
          ...(declared === null ? {} : { outputs: { product: documentOf(declared) } }),
        },
        port: 'product',
        value: declared ?? { ...times(one.value, two.value), type: widerType(one.value, two.value) },
        inputs: [one.value, two.value].map(digestOfValue),
        operated: [left, right],
      };
    }
  }
}

export function refusalOfRun({ request, operated }: BoundRun, { withdrawn }: World): Refusal | null {
  const stale = withdrawn.has(request.capability) ? { code: 'CAPABILITY_WITHDRAWN' } : null;
  return first(stale, ...operated.map(({ refusal }) => refusal));
}

/** Integers times rationals are rationals. */
function widerType(...values: readonly Small[]): Small['type'] {
  return values.some(({ type }) => type === 'matrix.rational@1') ? 'matrix.rational@1' : 'matrix.integer@1';
}
