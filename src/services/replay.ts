import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { VerifiedCertificate } from '../certificate/certificate.ts';
import type { CheckedBundle } from '../certificate/check.ts';
import type { Obligation } from '../certificate/statement.ts';
import type { CheckerPool } from '../checking/pool.ts';
import type { CheckerRegistry } from '../checking/registry.ts';
import type { DocumentRules } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { readAssumptions } from './assumptions.ts';

/** What came of running a certificate's very checker again. */
export type Replay =
  | { readonly result: 'reproduced' }
  | { readonly result: 'refused'; readonly reason: string }
  | { readonly result: 'inconclusive'; readonly reason: string };

/**
 * Runs the very checker of each certificate in a bundle again, found by identity, on the documents.
 *
 * @throws AssayError `DOCUMENT_REQUIRED` naming `--value` when a document is not at hand.
 */
export async function replayBundle(
  { certificate, discharges, documents }: CheckedBundle,
  checkers: CheckerRegistry,
  pool: CheckerPool,
  rules: DocumentRules,
): Promise<Replay> {
  const take = documentTaker(certificate, documents);
  const requests = [certificate, ...discharges].map((one) => ({ one, request: requestFor(one, take) }));
  for (const { one, request } of requests) {
    const program = checkers.byIdentity(one.predicate.checker.identity);
    if (program === undefined) {
      return {
        result: 'inconclusive',
        reason: `the checker ${one.predicate.checker.id} ${one.predicate.checker.version} of this certificate is not installed here`,
      };
    }
    const outcome = await pool.run(program, request);
    if (outcome.verdict === 'REJECTED') return { result: 'refused', reason: outcome.reason };
    if (outcome.verdict === 'INCONCLUSIVE')
      return { result: 'inconclusive', reason: `${outcome.reason}: ${outcome.detail}` };
    const reported = readAssumptions(outcome.open, one.embedded.claim, rules)?.obligations.map(propositionOf);
    if (reported === undefined || !sameSet(reported, assumed(one))) {
      return {
        result: 'refused',
        reason: 'the checker leaves open other assumptions than the certificate says',
      };
    }
  }
  return { result: 'reproduced' };
}

function assumed({ predicate }: VerifiedCertificate): Digest[] {
  return (predicate.obligations ?? []).filter(isAssumption).map(propositionOf);
}

function propositionOf({ proposition }: Obligation): Digest {
  return proposition;
}

function isAssumption({ cause }: Obligation): boolean {
  return 'assumption' in cause;
}

function sameSet(left: readonly Digest[], right: readonly Digest[]): boolean {
  return [...new Set(left)].sort().join() === [...new Set(right)].sort().join();
}

type TakeDocument = (digest: Digest, role: string) => CanonicalBytes;

/** Looks documents up by digest; one that is missing is named as the bundle's own certificate names it. */
function documentTaker(
  { predicate }: VerifiedCertificate,
  documents: ReadonlyMap<Digest, CanonicalBytes>,
): TakeDocument {
  const names = new Map<Digest, string>();
  for (const [role, { digest, transform }] of Object.entries(predicate.roles)) {
    names.set(digest, role);
    if (transform !== undefined) names.set(transform.source.digest, `${role}.source`);
  }
  return (digest, role) => {
    const bytes = documents.get(digest);
    if (bytes !== undefined) return bytes;
    const name = names.get(digest);
    throw new AssayError(
      'DOCUMENT_REQUIRED',
      `a replay needs the document of ${name ?? role}, and the bundle does not enclose it`,
      {
        next:
          name === undefined
            ? 'certify again with --documents all'
            : `name a file that holds it: --value ${name}=FILE`,
      },
    );
  };
}

function requestFor(
  { predicate, embedded }: VerifiedCertificate,
  take: TakeDocument,
): Parameters<CheckerPool['run']>[1] {
  const roles: Record<string, CanonicalBytes> = {};
  const sources: Record<string, { transform: string; document: CanonicalBytes }> = {};
  for (const [name, { digest, transform }] of Object.entries(predicate.roles)) {
    roles[name] = take(digest, name);
    if (transform !== undefined && embedded.manifest.covers.includes(transform.kind)) {
      sources[name] = {
        transform: transform.kind,
        document: take(transform.source.digest, `${name}.source`),
      };
    }
  }
  return { claim: predicate.claim.id, roles, sources };
}
