import type { JsonValue } from '../../canonical/json.ts';
import type { Domain } from '../domain.ts';
import { checkFlats, type Flats } from './flats.ts';
import { checkVectors, type LabelledVectors } from './vectors.ts';

export const domain: Domain = {
  name: 'matroid',
  values: {
    'matroid.vectors@1': (value: JsonValue) => checkVectors(value as LabelledVectors),
    'matroid.flats@1': (value: JsonValue) => checkFlats(value as Flats),
  },
  transforms: {},
  producers: {},
};
