import type { JsonValue } from '../canonical/json.ts';
import { readBySchema } from './read-schema.ts';
import { refuseRepeats } from './repeats.ts';
import { CAPABILITY_SCHEMA } from './schema.ts';
import type { TypeReference } from './value-type.ts';

/**
 * A producing operation: what it takes and what it gives, port by port. It says nothing about whether what it gives is right;
 * that is for claims.
 */
export interface CapabilityContract {
  readonly kind: 'capability';
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** None where a value is handed in from outside. */
  readonly inputs: readonly PortContract[];
  readonly outputs: readonly PortContract[];
}

/** A named place for one value. Its name is unique among the inputs, or among the outputs. */
export interface PortContract {
  readonly name: string;
  readonly description: string;
  /** The value has one of these types. */
  readonly types: readonly TypeReference[];
}

/**
 * Reads a capability from untrusted JSON.
 *
 * @throws AssayError CONTRACT_INVALID with a pointer.
 */
export function readCapabilityContract(value: JsonValue): CapabilityContract {
  const capability = readBySchema<CapabilityContract>(CAPABILITY_SCHEMA, value);
  for (const side of ['inputs', 'outputs'] as const) {
    refuseRepeats(capability[side], 'name', [side]);
    for (const [index, { types }] of capability[side].entries()) {
      refuseRepeats(types, 'type', [side, index, 'types']);
    }
  }
  return capability;
}
