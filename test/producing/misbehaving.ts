/** A process whose producer of number.gcd@1 does what `a` says, and answers with `b` as the divisor. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Domain, Made } from '../../src/domains/domain.ts';
import { Domains } from '../../src/domains/domains.ts';
import { bound } from '../../src/domains/producer.ts';
import { AssayError } from '../../src/errors.ts';
import { serve } from '../../src/producing/serve.ts';
import { rules } from '../domains/rules.ts';
import { startedFolder } from './behaviours.ts';

const bezout = (gcd: string): Made => ({ type: 'number.bezout@1', value: { gcd, x: '0', y: '0' } });

const behaviours: Readonly<Record<string, (b: string) => Record<string, Made>>> = {
  '0': (b) => ({ bezout: bezout(b) }),
  '1': (b) => {
    writeFileSync(join(startedFolder(process.ppid), b), '');
    for (;;) Math.random();
  },
  '2': () => {
    throw new TypeError('a bug with a secret 4711');
  },
  '3': () => process.exit(0),
  '4': () => {
    const held: bigint[][] = [];
    for (;;) held.push(Array.from({ length: 10_000 }, (_, index) => 2n ** 200n + BigInt(index)));
  },
  '5': () => ({ bezout: { type: 'number.integer@1', value: { value: '1' } } }),
  '6': (b) => ({ bezout: bezout(b), more: bezout(b) }),
  '7': () => ({}),
  '8': () => ({ bezout: bezout('01') }),
  '9': () => ({ bezout: { type: 'number.bezout@1', value: { gcd: 1.5, x: '0', y: '0' } } }),
  '10': () => {
    throw new AssayError('PORT_INCOMPATIBLE', 'these do not fit', { at: '/b/value', next: 'take others' });
  },
  '11': () => ({ bezout: bezout('7'.repeat(2 ** 24)) }),
};

const domain: Domain = {
  name: 'number',
  values: {},
  transforms: {},
  producers: {
    'number.gcd@1': (inputs) => {
      const [a, b] = ['a', 'b'].map((port) => (bound(inputs, port).value as { value: string }).value);
      return behaviours[a ?? '']?.(b ?? '') ?? {};
    },
  },
};

serve(process, { ...rules, domains: new Domains([domain]) });
