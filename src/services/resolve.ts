import type { CanonicalBytes } from '../canonical/canonical.ts';
import type { JsonValue } from '../canonical/json.ts';
import { pointer } from '../canonical/pointer.ts';
import type { Arrival } from '../certificate/statement.ts';
import type { ClaimContract, RoleContract } from '../contracts/claim.ts';
import type { Loaded } from '../contracts/contract-index.ts';
import type { TransformContract } from '../contracts/transform.ts';
import { sameType } from '../contracts/value-type.ts';
import {
  applyTransform,
  type DocumentRules,
  type PreparedDocument,
  prepareDocument,
} from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import type { Invocation } from '../store/sessions.ts';
import type { Derived, Handoff, Named, Operand } from './handoff.ts';

/** A value at hand, and how it came. */
export interface ResolvedValue {
  readonly value: PreparedDocument;
  readonly arrived: Arrival;
  /** The run that gave it, where it came by reference: never guessed from equal digests. */
  readonly invocation?: Invocation;
}

export interface ResolvedRole extends ResolvedValue {
  readonly transform?: { readonly contract: Loaded<TransformContract>; readonly source: ResolvedValue };
}

/** A claim with a value in every role, all checked against their types. */
export interface ResolvedStatement {
  readonly claim: Loaded<ClaimContract>;
  /** In the order of the claim's roles. */
  readonly roles: ReadonlyMap<string, ResolvedRole>;
}

/** Gives the content of a file that a handoff names. */
export type ReadFile = (file: string) => Promise<JsonValue | CanonicalBytes>;

/** Gives the value that a reference or a handle names, with the run it came from. */
export type ReadNamed = (
  named: Named,
) => Promise<{ readonly content: CanonicalBytes; readonly invocation?: Invocation }>;

/** Where there is no service that keeps values. */
const noNames: ReadNamed = async () => {
  throw new AssayError('HANDOFF_INVALID', 'references and handles can be used with a service only', {
    next: 'give the value as {"document": …} or {"file": …}',
  });
};

/** Where there are no files to read from: over the library a handoff holds its documents. */
export const noFiles: ReadFile = async () => {
  throw new AssayError('HANDOFF_INVALID', 'files can be named on the command line only', {
    next: 'give the value as {"document": …}',
  });
};

/**
 * Resolves every role of a handoff to canonical bytes: reads files, completes and checks documents,
 * applies transforms, and checks types against the claim.
 *
 * @throws AssayError with the pointer of the role, before anything runs or is stored.
 */
export async function resolveStatement(
  handoff: Pick<Handoff, 'claim' | 'roles'>,
  rules: DocumentRules,
  readFile: ReadFile,
  readNamed: ReadNamed = noNames,
): Promise<ResolvedStatement> {
  const claim = rules.contracts.claim(handoff.claim);
  const { roles: contracts, candidate } = claim.contract;
  requireRoles(handoff, contracts);
  const roles = new Map<string, ResolvedRole>();
  for (const contract of contracts) {
    const given = handoff.roles[contract.name];
    if (given === undefined) continue;
    const at = `/roles${pointer(contract.name)}`;
    if ('source' in given && contract.name === candidate) throw transformedCandidate(at);
    const role = await resolveOperand(given, at, { rules, readFile, readNamed });
    requireType(role, contract, at);
    roles.set(contract.name, role);
  }
  return { claim, roles };
}

function requireRoles(
  { claim, roles }: Pick<Handoff, 'claim' | 'roles'>,
  contracts: readonly RoleContract[],
): void {
  const names = contracts.map(({ name }) => name);
  const next = `the roles of ${claim} are ${names.join(', ')}`;
  for (const name of Object.keys(roles)) {
    if (!names.includes(name)) {
      throw new AssayError('ROLE_UNKNOWN', 'the claim has no such role', {
        at: `/roles${pointer(name)}`,
        next,
      });
    }
  }
  for (const name of names) {
    if (!Object.hasOwn(roles, name)) {
      throw new AssayError('ROLE_MISSING', 'a role of the claim has no value', {
        at: `/roles${pointer(name)}`,
        next,
      });
    }
  }
}

/** What operands are resolved with. */
export interface Resolution {
  readonly rules: DocumentRules;
  readonly readFile: ReadFile;
  readonly readNamed: ReadNamed;
}

/**
 * The value that an operand gives, completed, checked and, where it says so, transformed.
 *
 * @param at the pointer of the operand, for errors.
 */
export async function resolveOperand(
  given: Operand | Derived,
  at: string,
  resolution: Resolution,
): Promise<ResolvedRole> {
  return 'source' in given ? derive(given, at, resolution) : resolve(given, at, resolution);
}

async function resolve(
  operand: Operand,
  at: string,
  { rules, readFile, readNamed }: Resolution,
): Promise<ResolvedValue> {
  if (isNamed(operand)) {
    return within(`${at}/${wayOf(operand)}`, async () => {
      const { content, ...from } = await readNamed(operand);
      return { value: prepareDocument(content, rules), arrived: 'reference', ...from };
    });
  }
  const fromFile = 'file' in operand;
  const content = fromFile ? await located(`${at}/file`, () => readFile(operand.file)) : operand.document;
  try {
    return { value: prepareDocument(content, rules), arrived: fromFile ? 'file' : 'document' };
  } catch (error) {
    throw error instanceof AssayError ? inOperand(error, operand, at) : error;
  }
}

async function derive(
  { source, transform }: Derived,
  at: string,
  resolution: Resolution,
): Promise<ResolvedRole> {
  const { rules } = resolution;
  const from = await resolve(source, `${at}/source`, resolution);
  try {
    return {
      value: applyTransform(transform.kind, from.value, rules),
      arrived: 'transform',
      transform: { contract: rules.contracts.transform(transform.kind), source: from },
    };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    throw error.at === undefined ? error.within(`${at}/transform`) : inOperand(error, source, `${at}/source`);
  }
}

function transformedCandidate(at: string): AssayError {
  return new AssayError(
    'TRANSFORM_NOT_DECLARED',
    'the candidate takes no transform: it is the value to be checked',
    { at: `${at}/transform`, next: 'give the candidate itself as it is' },
  );
}

function requireType({ value }: ResolvedValue, { name, types }: RoleContract, at: string): void {
  if (types.some((type) => sameType(type, value.meaning))) return;
  throw new AssayError('ROLE_TYPE', 'the value is not of a type this role takes', {
    at,
    next: `${name} takes ${types.map(({ type }) => type).join(' or ')}`,
  });
}

/** A failure at a place of the document that an operand gives. */
function inOperand(error: AssayError, operand: Operand, at: string): AssayError {
  if (isNamed(operand)) return error.within(`${at}/${wayOf(operand)}`);
  return 'file' in operand ? error.inFile(operand.file).inFile(`${at}/file`) : error.within(`${at}/document`);
}

function isNamed(operand: Operand): operand is Named {
  return 'reference' in operand || 'handle' in operand || 'output' in operand;
}

/** The member by which a value is named. */
function wayOf(named: Named): string {
  return Object.keys(named)[0] ?? '';
}

async function within<T>(at: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof AssayError ? error.within(at) : error;
  }
}

/** A failure at a file, whose name may look like a pointer. */
async function located<T>(at: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof AssayError ? error.inFile(at) : error;
  }
}
