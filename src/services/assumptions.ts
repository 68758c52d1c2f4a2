import { assumptionObligation } from '../certificate/obligation.ts';
import type { Obligation } from '../certificate/statement.ts';
import type { OpenAssumption } from '../checking/outcome.ts';
import type { ClaimContract } from '../contracts/claim.ts';
import { sameType } from '../contracts/value-type.ts';
import { type DocumentRules, type PreparedDocument, prepareDocument } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import type { StoredValue } from '../store/store.ts';

/** What a checker left open, as propositions, and the documents they speak about. */
export interface Assumptions {
  readonly obligations: readonly Obligation[];
  readonly values: readonly StoredValue[];
}

/**
 * Turns what a checker reports as open into obligations: it reports typed values, the documents are
 * made here. A claim declares what may be left open; a report of anything else gives `undefined`.
 */
export function readAssumptions(
  open: readonly OpenAssumption[],
  claim: ClaimContract,
  rules: DocumentRules,
): Assumptions | undefined {
  const obligations = new Map<string, Obligation>();
  const values = new Map<string, StoredValue>();
  for (const { assumption: id, values: reported } of open) {
    const assumption = claim.assumptions.find((declared) => declared.id === id);
    if (assumption === undefined || Object.keys(reported).length !== assumption.roles.length)
      return undefined;
    const digests: Record<string, StoredValue['digest']> = {};
    for (const { name, type } of assumption.roles) {
      const value = Object.hasOwn(reported, name) ? reported[name] : undefined;
      const prepared = value === undefined ? undefined : prepare(value, rules);
      if (prepared === undefined || !sameType(type, prepared.meaning)) return undefined;
      const stored = storedValue(prepared);
      digests[name] = stored.digest;
      values.set(stored.digest, stored);
    }
    const obligation = assumptionObligation(assumption, digests);
    obligations.set(obligation.proposition, obligation);
  }
  return { obligations: [...obligations.values()], values: [...values.values()] };
}

/** A prepared document as the store keeps it. */
export function storedValue({ bytes, document }: PreparedDocument): StoredValue {
  return { digest: bytes.digest, type: document.type, bytes: bytes.bytes };
}

function prepare(
  value: OpenAssumption['values'][string],
  rules: DocumentRules,
): PreparedDocument | undefined {
  try {
    return prepareDocument({ ...value }, rules);
  } catch (error) {
    if (error instanceof AssayError) return undefined;
    throw error;
  }
}
