/** The thread in which the built-in producers run. */
import { parentPort } from 'node:worker_threads';
import { loadContracts } from '../contracts/load.ts';
import { DocumentValidator } from '../contracts/validate.ts';
import { loadDomains } from '../domains/load.ts';
import { serve } from './serve.ts';

if (parentPort === null) throw new Error('this file is the entry of a worker thread');
const [contracts, domains] = await Promise.all([loadContracts(), loadDomains()]);
serve(parentPort, { contracts, domains, validator: new DocumentValidator() });
