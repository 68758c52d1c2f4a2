import type { JsonValue } from '../../src/canonical/json.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { DocumentValidator } from '../../src/contracts/validate.ts';
import { loadDomains } from '../../src/domains/load.ts';
import { type DocumentRules, type PreparedDocument, prepareDocument } from '../../src/domains/prepare.ts';
import { AssayError } from '../../src/errors.ts';

/** The rules of the built-in contracts and domains. */
export const rules: DocumentRules = {
  contracts: await loadContracts(),
  validator: new DocumentValidator(),
  domains: await loadDomains(),
};

export function prepare(type: string, value: JsonValue): PreparedDocument {
  return prepareDocument({ type, value }, rules);
}

/** What was refused, as `CODE at: message`. */
export function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof AssayError) return `${error.code} ${error.at ?? ''}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}
