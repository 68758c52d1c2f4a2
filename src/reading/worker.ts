/** The process in which large requests are read. Its words are the folders of the user's own contracts. */
import { loadContracts } from '../contracts/load.ts';
import { DocumentValidator } from '../contracts/validate.ts';
import { liftDocuments } from '../domains/lift.ts';
import { loadDomains } from '../domains/load.ts';
import { AssayError } from '../errors.ts';
import { BUILT_IN_CONTRACTS } from '../installation.ts';
import { toRefusal } from '../processes/messages.ts';
import { serve } from '../processes/serve.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Answer, Request } from './messages.ts';

const own = process.argv.slice(2);
const [contracts, domains] = await Promise.all([loadContracts([BUILT_IN_CONTRACTS, ...own]), loadDomains()]);
const rules = { contracts, domains, validator: new DocumentValidator() };
const fingerprint = fingerprintOf(rules);

serve<Request, Answer>(process, (request) => {
  if (request.fingerprint !== fingerprint) return 'other rules';
  const { skeleton, documents } = liftDocuments(request.body, request.limits, rules);
  return {
    skeleton: skeleton.bytes,
    documents: documents.map(({ path, outcome }) => ({
      path,
      outcome: outcome instanceof AssayError ? toRefusal(outcome) : outcome.bytes,
    })),
  };
});
