import { check as factorization } from '../../../checkers/number/factorization/check.ts';
import { check as prime } from '../../../checkers/number/prime/check.ts';
import { describeSamples } from '../support/certdata.ts';

describeSamples({ 'number.prime@1': prime, 'number.factorization@1': factorization });
