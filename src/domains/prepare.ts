import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import { type Document, type Meaning, readDocument, readMeaning } from '../canonical/document.ts';
import type { JsonObject, JsonValue } from '../canonical/json.ts';
import type { ContractIndex } from '../contracts/contract-index.ts';
import { completeDocument } from '../contracts/document.ts';
import type { DocumentValidator } from '../contracts/validate.ts';
import { AssayError } from '../errors.ts';
import type { Domains } from './domains.ts';

/** What decides whether a document is usable. */
export interface DocumentRules {
  readonly contracts: ContractIndex;
  readonly validator: DocumentValidator;
  readonly domains: Domains;
  /** Where the same rules are used for several owners: which rules, and for whom. See `rulesFor`. */
  readonly owned?: { readonly rules: DocumentRules; readonly owner: string };
}

/**
 * The same rules for one owner, such as a tenant. What they accepted of another owner's they look at anew: that a document of
 * somebody else's is accepted sooner would tell that there is one.
 */
export function rulesFor(rules: DocumentRules, owner: string): DocumentRules {
  return { ...rules, owned: { rules, owner } };
}

/** Each takes some hundred bytes. */
const MOST_ACCEPTED = 10_000;

/**
 * Digests of documents that these rules accepted, the last ones, each with its owner. Rules do not change, and a digest is of
 * the type, its meaning and the value: what was accepted is accepted. To look at 16 MiB of long fractions again takes seconds.
 */
class AcceptedDocuments {
  readonly #digests = new WeakMap<DocumentRules, Set<string>>();

  has(rules: DocumentRules, digest: Digest): boolean {
    const { shared, name } = entryOf(rules, digest);
    return this.#digests.get(shared)?.has(name) ?? false;
  }

  add(rules: DocumentRules, digest: Digest): void {
    const { shared, name } = entryOf(rules, digest);
    const digests = this.#digests.get(shared) ?? new Set();
    const [oldest] = digests;
    if (digests.size === MOST_ACCEPTED && oldest !== undefined) digests.delete(oldest);
    this.#digests.set(shared, digests.add(name));
  }
}

function entryOf(
  rules: DocumentRules,
  digest: Digest,
): { readonly shared: DocumentRules; readonly name: string } {
  const { owned } = rules;
  return owned === undefined
    ? { shared: rules, name: digest }
    : { shared: owned.rules, name: `${digest} ${owned.owner}` };
}

const accepted = new AcceptedDocuments();

/** What stands for a document that another process looked at: the object that is in its place, and what came of it. */
const elsewhere = new WeakMap<object, CanonicalBytes | AssayError>();

/**
 * Lets an object stand for a document that a process with the same rules has prepared, or refused: whoever prepares the object
 * gets that document, or that refusal. So nobody need look at 16 MiB on the thread that serves everyone.
 */
export function standFor(
  placeholder: JsonObject,
  outcome: CanonicalBytes | AssayError,
  rules: DocumentRules,
): void {
  if (!(outcome instanceof AssayError)) accepted.add(rules, outcome.digest);
  elsewhere.set(placeholder, outcome);
}

/** A document that every rule of its type accepts. Nothing else can make one, so who holds one need not check again. */
export class PreparedDocument {
  readonly #bytes: CanonicalBytes;
  readonly #meaning: Meaning;
  #document: Document | undefined;

  /** As `prepareDocument`. */
  constructor(input: JsonValue | CanonicalBytes, rules: DocumentRules) {
    const { contracts, validator, domains } = rules;
    const bytes = preparedElsewhere(input) ?? completeDocument(input, contracts);
    if (!accepted.has(rules, bytes.digest)) {
      const document = readDocument(bytes);
      validator.validate(document.value, contracts.valueType(document.type));
      domains.check(document);
      accepted.add(rules, bytes.digest);
      this.#document = document;
    }
    this.#bytes = bytes;
    this.#meaning = readMeaning(bytes);
  }

  get bytes(): CanonicalBytes {
    return this.#bytes;
  }

  get meaning(): Meaning {
    return this.#meaning;
  }

  /** With its value, which is built when first asked for: 16 MiB take a second. */
  get document(): Document {
    this.#document ??= readDocument(this.#bytes);
    return this.#document;
  }
}

function preparedElsewhere(input: JsonValue | CanonicalBytes): CanonicalBytes | undefined {
  const outcome = typeof input === 'object' && input !== null ? elsewhere.get(input) : undefined;
  if (outcome instanceof AssayError) throw outcome;
  return outcome;
}

/**
 * What every door does with a document: fills in its schema and semantics, validates its value, checks what the schema cannot say.
 *
 * @param input `{type, value, schema?, semantics?}`, parsed or in memory.
 * @throws AssayError with a JSON pointer from the document: DOCUMENT_*, TYPE_UNKNOWN, SCHEMA_MISMATCH, SEMANTICS_MISMATCH,
 *   LABEL_AMBIGUOUS.
 */
export function prepareDocument(input: JsonValue | CanonicalBytes, rules: DocumentRules): PreparedDocument {
  return new PreparedDocument(input, rules);
}

/**
 * The value that a declared transform makes of a document: a new one, with its own digest.
 *
 * @param kind Such as `MATRIX_TRANSPOSE`.
 * @throws AssayError TRANSFORM_NOT_DECLARED, TRANSFORM_DIMENSIONS; DOCUMENT_SIZE where the result is too large.
 */
export function applyTransform(
  kind: string,
  source: PreparedDocument,
  rules: DocumentRules,
): PreparedDocument {
  const { type } = source.meaning;
  const declared = rules.contracts.transformsFrom(type);
  const contract = declared.find((loaded) => loaded.contract.id === kind)?.contract;
  const apply = rules.domains.transform(kind);
  if (contract === undefined || apply === undefined) {
    const kinds = declared
      .map((loaded) => loaded.contract.id)
      .filter((id) => rules.domains.transform(id) !== undefined);
    throw new AssayError('TRANSFORM_NOT_DECLARED', `no transform of this name takes a ${type}`, {
      next: kinds.length === 0 ? 'no transform takes this type' : `there is: ${kinds.join(', ')}`,
    });
  }
  const result = apply(source.document);
  if (!contract.maps.some((map) => map.source.type === type && map.target.type === result.type)) {
    throw new Error(`${kind} made a ${result.type} of a ${type}, which its contract does not say`);
  }
  return prepareDocument({ ...result }, rules);
}
