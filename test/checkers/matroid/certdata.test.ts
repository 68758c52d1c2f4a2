import { check as flatAxioms } from '../../../checkers/matroid/flat_axioms/check.ts';
import { check as flats } from '../../../checkers/matroid/flats/check.ts';
import { describeSamples } from '../support/certdata.ts';

describeSamples({ 'matroid.flats@1': flats, 'matroid.flat_axioms@1': flatAxioms });
