/** The process in which large requests are read. Its words are the folders of the user's own contracts. */
import { liftDocuments } from '../domains/lift.ts';
import { loadRules } from '../domains/load-rules.ts';
import { rulesFor } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { toRefusal } from '../processes/messages.ts';
import { serve } from '../processes/serve.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { Answer, Request } from './messages.ts';

const rules = await loadRules(process.argv.slice(2));
const fingerprint = fingerprintOf(rules);

serve<Request, Answer>(process, (request) => {
  if (request.fingerprint !== fingerprint) return 'other rules';
  const { body, limits, owner } = request;
  const { skeleton, documents } = liftDocuments(body, limits, rulesFor(rules, owner));
  return {
    skeleton: skeleton.bytes,
    documents: documents.map(({ path, outcome }) => ({
      path,
      outcome: outcome instanceof AssayError ? toRefusal(outcome) : outcome.bytes,
    })),
  };
});
