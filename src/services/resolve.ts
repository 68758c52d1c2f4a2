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
import type { Derived, Handoff, Operand } from './handoff.ts';

/** A value at hand, and how it came. */
export interface ResolvedValue {
  readonly value: PreparedDocument;
  readonly arrived: Arrival;
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
): Promise<ResolvedStatement> {
  const claim = rules.contracts.claim(handoff.claim);
  const { roles: contracts, candidate } = claim.contract;
  requireRoles(handoff, contracts);
  const roles = new Map<string, ResolvedRole>();
  for (const contract of contracts) {
    const given = handoff.roles[contract.name];
    if (given === undefined) continue;
    const at = `/roles${pointer(contract.name)}`;
    const role =
      'source' in given
        ? await derive(given, contract, candidate, at, rules, readFile)
        : await resolve(given, at, rules, readFile);
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

async function resolve(
  operand: Operand,
  at: string,
  rules: DocumentRules,
  readFile: ReadFile,
): Promise<ResolvedValue> {
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
  contract: RoleContract,
  candidate: string,
  at: string,
  rules: DocumentRules,
  readFile: ReadFile,
): Promise<ResolvedRole> {
  if (contract.name === candidate) {
    throw new AssayError(
      'TRANSFORM_NOT_DECLARED',
      'the candidate takes no transform: it is the value to be checked',
      {
        at: `${at}/transform`,
        next: 'give the candidate itself as a document or a file',
      },
    );
  }
  const from = await resolve(source, `${at}/source`, rules, readFile);
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

function requireType({ value }: ResolvedValue, { name, types }: RoleContract, at: string): void {
  if (types.some((type) => sameType(type, value.document))) return;
  throw new AssayError('ROLE_TYPE', 'the value is not of a type this role takes', {
    at,
    next: `${name} takes ${types.map(({ type }) => type).join(' or ')}`,
  });
}

/** A failure at a place of the document that an operand gives. */
function inOperand(error: AssayError, operand: Operand, at: string): AssayError {
  return 'file' in operand ? error.inFile(operand.file).inFile(`${at}/file`) : error.within(`${at}/document`);
}

/** A failure at a file, whose name may look like a pointer. */
async function located<T>(at: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof AssayError ? error.inFile(at) : error;
  }
}
