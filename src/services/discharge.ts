import { parse } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { Obligation } from '../certificate/statement.ts';
import type { StoredValue } from '../store/store.ts';
import { type CertifyOptions, certify, type Issued, type Refused } from './certify.ts';
import { isForbidden } from './choose-checker.ts';
import type { Operand } from './handoff.ts';
import type { Instance } from './instance.ts';
import { noFiles, resolveStatement } from './resolve.ts';

/** What became of one open obligation. */
export interface Discharge {
  readonly obligation: Obligation;
  /** A certificate for its proposition, a refusal, or why no checker was asked. */
  readonly result: Issued | Refused | NotAsked;
}

export interface NotAsked {
  readonly verdict: 'NOT_ASKED';
  readonly reason: string;
}

/**
 * Runs the authorised checker on each open obligation whose claim needs no witness, and on what those
 * certificates leave open in turn. The first certificate never changes.
 */
export async function dischargeObligations(
  certificate: Issued,
  instance: Instance,
  options: CertifyOptions = {},
): Promise<readonly Discharge[]> {
  const discharges: Discharge[] = [];
  const tried = new Set<Digest>();
  const pending = [certificate];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    for (const obligation of next.obligations) {
      if (tried.has(obligation.proposition)) continue;
      tried.add(obligation.proposition);
      const result = await dischargeOne(obligation, next.values, instance, options);
      discharges.push({ obligation, result });
      if (result.verdict === 'ACCEPTED') pending.push(result);
    }
  }
  return discharges;
}

async function dischargeOne(
  { claim, roles }: Obligation,
  values: readonly StoredValue[],
  instance: Instance,
  options: CertifyOptions,
): Promise<Discharge['result']> {
  const { rules } = instance;
  const contract = rules.contracts.claim(claim.id);
  if (contract.digest !== claim.contract) return notAsked('it is of a claim contract that is not installed');
  if (contract.contract.roles.some(({ mode }) => mode === 'witness')) return notAsked('it needs a witness');
  const operands: Record<string, Operand> = {};
  for (const [role, digest] of Object.entries(roles)) {
    const value = values.find((candidate) => candidate.digest === digest);
    if (value === undefined) return notAsked('a document it speaks about is not at hand');
    operands[role] = { document: parse(value.bytes, { bytes: value.bytes.length }).value };
  }
  const statement = await resolveStatement({ claim: claim.id, roles: operands }, rules, noFiles);
  try {
    return await certify(statement, {}, instance, options);
  } catch (error) {
    if (isForbidden(error)) return notAsked(`${error.code}, ${error.message}`);
    throw error;
  }
}

function notAsked(reason: string): NotAsked {
  return { verdict: 'NOT_ASKED', reason };
}
