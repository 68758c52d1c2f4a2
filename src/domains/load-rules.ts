import { loadContracts } from '../contracts/load.ts';
import { DocumentValidator } from '../contracts/validate.ts';
import { BUILT_IN_CONTRACTS } from '../installation.ts';
import { loadDomains } from './load.ts';
import type { DocumentRules } from './prepare.ts';

/**
 * What decides about documents: the contracts and domains that come with this installation, and the user's own contracts.
 * Values of the user's own types have their schema only.
 *
 * @param own folders of contracts; they may refer to those of this installation, never replace them.
 * @throws AssayError `CONTRACT_INVALID` with the file and the pointer; `FILE_UNREADABLE`.
 */
export async function loadRules(own: readonly string[] = []): Promise<DocumentRules> {
  const [contracts, domains] = await Promise.all([
    loadContracts([BUILT_IN_CONTRACTS, ...own]),
    loadDomains(),
  ]);
  return { contracts, domains, validator: new DocumentValidator() };
}
