import { check as satisfiable } from '../../../checkers/logic/satisfiable/check.ts';
import { check as unsatisfiable } from '../../../checkers/logic/unsatisfiable/check.ts';
import { describeSamples } from '../support/certdata.ts';

describeSamples({ 'logic.satisfiable@1': satisfiable, 'logic.unsatisfiable@1': unsatisfiable });
