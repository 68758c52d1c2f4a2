/** The process in which the built-in producers run. */
import { loadContracts } from '../contracts/load.ts';
import { DocumentValidator } from '../contracts/validate.ts';
import { loadDomains } from '../domains/load.ts';
import { serve } from './serve.ts';

const [contracts, domains] = await Promise.all([loadContracts(), loadDomains()]);
serve(process, { contracts, domains, validator: new DocumentValidator() });
