import { loadContracts } from '../contracts/load.ts';
import { DocumentValidator } from '../contracts/validate.ts';
import { loadDomains } from '../domains/load.ts';
import type { DocumentRules } from '../domains/prepare.ts';

/**
 * What decides about documents: the contracts and domains that come with this installation.
 *
 * @throws AssayError `CONTRACT_INVALID` with the file and the pointer.
 */
export async function loadRules(): Promise<DocumentRules> {
  const [contracts, domains] = await Promise.all([loadContracts(), loadDomains()]);
  return { contracts, domains, validator: new DocumentValidator() };
}
