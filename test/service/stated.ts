import { canonicalise } from '../../src/canonical/canonical.ts';
import type { Digest } from '../../src/canonical/digest.ts';
import { readDocument } from '../../src/canonical/document.ts';
import type { Document, Obligation, Source, StatementRequest } from '../../src/client/index.ts';
import type { ClaimContract } from '../../src/contracts/claim.ts';
import type { Loaded } from '../../src/contracts/contract-index.ts';
import type { TransformContract } from '../../src/contracts/transform.ts';
import { applyTransform, type DocumentRules, prepareDocument } from '../../src/domains/prepare.ts';

/** A claim with a complete document in every role. */
export interface Stated {
  readonly claim: Loaded<ClaimContract>;
  readonly documents: Readonly<Record<string, Document>>;
}

/** How the value of a role can be made by a transform. */
export interface Derivation {
  readonly role: string;
  readonly transform: TransformContract;
  readonly source: Document;
}

/** What a request states, derived values as they are, and which of them it derives. */
export function statedBy(
  { claim, roles }: StatementRequest,
  rules: DocumentRules,
): { readonly stated: Stated; readonly derivations: readonly Derivation[] } {
  const documents: Record<string, Document> = {};
  const derivations: Derivation[] = [];
  for (const [role, operand] of Object.entries(roles)) {
    if (!('source' in operand)) {
      documents[role] = documentOf(operand);
      continue;
    }
    const { contract: transform } = rules.contracts.transform(operand.transform.kind);
    const source = documentOf(operand.source);
    documents[role] = derive(source, transform, rules);
    derivations.push({ role, transform, source });
  }
  return { stated: { claim: rules.contracts.claim(claim), documents }, derivations };
}

/** The values that a transform gives which is its own inverse, in every role but the candidate's. */
export function inverses({ claim, documents }: Stated, rules: DocumentRules): Derivation[] {
  return Object.entries(documents)
    .filter(([role]) => role !== claim.contract.candidate)
    .flatMap(([role, document]) =>
      rules.contracts
        .transformsTo(document.type)
        .map(({ contract }) => contract)
        .filter(({ maps }) =>
          maps.some(({ source, target }) => source.type === document.type && target.type === document.type),
        )
        .map((transform) => ({ role, transform, source: derive(document, transform, rules) })),
    );
}

/** Every transform that some role other than the candidate's takes, as `claim role transform`. */
export function declaredWays(rules: DocumentRules): string[] {
  const ways = rules.contracts
    .claims()
    .flatMap(({ contract: { id, roles, candidate } }) =>
      roles
        .filter(({ name }) => name !== candidate)
        .flatMap(({ name, types }) =>
          types.flatMap(({ type }) =>
            rules.contracts.transformsTo(type).map(({ contract }) => `${id} ${name} ${contract.id}`),
          ),
        ),
    );
  return [...new Set(ways)].toSorted();
}

/** As the design words it: sha256 of the canonical `{claim, roles}`; without the witnesses it is of the proposition. */
export function digestsOf({ claim, documents }: Stated, rules: DocumentRules) {
  const named = claim.contract.roles.map(
    ({ name, mode }) => [name, mode, digestOfDocument(documents[name], rules)] as const,
  );
  const roles = Object.fromEntries(named.map(([name, , digest]) => [name, digest]));
  const given = named.flatMap(([name, mode, digest]) => (mode === 'given' ? [[name, digest]] : []));
  const of = (digests: Readonly<Record<string, Digest>>): Digest =>
    canonicalise({ claim: claim.digest, roles: digests }).digest;
  return { roles, statement: of(roles), proposition: of(Object.fromEntries(given)) };
}

/** “This is the transform of that”, as it stays open. */
export function obligationOf(
  { role, transform: { proof }, source }: Derivation,
  { documents }: Stated,
  rules: DocumentRules,
): Obligation {
  const roles = {
    [proof.source_role]: digestOfDocument(source, rules),
    [proof.target_role]: digestOfDocument(documents[role], rules),
  };
  const { digest: proposition } = canonicalise({ claim: proof.contract, roles });
  return { proposition, claim: proof.claim, roles, cause: { transform: role } };
}

/** Of the canonical document with its schema and semantics. */
export function digestOfDocument(document: Document | undefined, { contracts }: DocumentRules): Digest {
  if (document === undefined) throw new Error('a role has no value');
  const { schema, semantics } = contracts.valueType(document.type).reference;
  return canonicalise({ schema, semantics, type: document.type, value: document.value }).digest;
}

function derive(source: Document, { id }: TransformContract, rules: DocumentRules): Document {
  const { type, value } = readDocument(
    applyTransform(id, prepareDocument({ ...source }, rules), rules).bytes,
  );
  return { type, value };
}

function documentOf(source: Source): Document {
  if ('document' in source) return source.document;
  throw new Error('a value is named that is not at hand');
}
