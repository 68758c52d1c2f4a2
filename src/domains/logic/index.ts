import type { JsonValue } from '../../canonical/json.ts';
import type { Domain } from '../domain.ts';
import { type Cnf, checkVariables } from './cnf.ts';

/** Assignments and proofs need no code: what is wrong with them beyond their schemas is for a checker to say. */
export const domain: Domain = {
  name: 'logic',
  values: { 'logic.cnf@1': (value: JsonValue) => checkVariables(value as Cnf) },
  transforms: {},
  producers: {},
};
