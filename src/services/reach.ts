import { AssayError } from '../errors.ts';
import type { Caller } from './caller.ts';
import { dereference, type Reach } from './references/dereference.ts';
import type { ReadNamed } from './resolve.ts';
import type { Service } from './service.ts';

/** Where the caller's names of values are looked up: its tenant's references, and the handles of one session. */
export function reachOf({ tenant }: Caller, session: string | null, service: Service): Reach {
  return { instance: service.forTenant(tenant), key: service.references, session };
}

/** Reads the values that a request names. */
export function readNamedIn(reach: Reach): ReadNamed {
  return async (named) => {
    if ('output' in named) {
      throw new AssayError('PORT_UNDECLARED', 'there are no earlier steps here: only a pipeline has them');
    }
    const { content, invocation } = await dereference(named, reach);
    return { content, invocation };
  };
}
