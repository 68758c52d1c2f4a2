import { canonicalise, parse } from '../../canonical/canonical.ts';
import type { JsonValue } from '../../canonical/json.ts';
import { INLINE_LIMITS } from '../../canonical/limits.ts';
import { AssayError } from '../../errors.ts';
import type { Once, PreparedAnswer, RequestKey } from '../answers.ts';
import { corrupt } from '../failure.ts';
import type { Page, PageRequest } from '../page.ts';
import type { Statements } from './statements.ts';

/** How the tables of one noun reach the database, for one tenant. */
export interface Access {
  readonly tenant: string;
  readonly statements: Statements;
  /** How many bytes the tenant may keep for good. */
  readonly durableBytes: number;
  /** Runs synchronous work that only reads, in the snapshot of this turn; what SQLite throws is thrown in our words. */
  read<T>(work: () => T): Promise<T>;
  /** Runs synchronous work in a transaction under the write lock; resolves when its result is durable. */
  write<T>(work: () => T): Promise<T>;
  /** What `read` gives, asked once in a turn of the event loop for all who use this name; within a write, each time. */
  remember<T>(name: string, read: () => T): T;
}

/**
 * Runs `work` and keeps the answer to its request beside its effect, within the effect's transaction. Gives what `work`
 * gives.
 *
 * @throws AssayError IDEMPOTENCY_IN_FLIGHT, before `work`, where this key was answered meanwhile: a repetition is to
 *   hear that it is one, not that its own effect is in its way.
 */
export function answered<Result>(
  access: Pick<Access, 'tenant' | 'statements'>,
  once: Once<Result> | undefined,
  work: () => Result,
): Result {
  if (once === undefined) return work();
  requireUnanswered(access, once.key);
  const result = work();
  addAnswer(access, prepareAnswer(once, result));
  return result;
}

/** @throws AssayError IDEMPOTENCY_IN_FLIGHT */
export function requireUnanswered(
  { tenant, statements }: Pick<Access, 'tenant' | 'statements'>,
  { token, key }: RequestKey,
): void {
  if (statements.service.answer.get({ tenant, token, key }) === undefined) return;
  throw new AssayError('IDEMPOTENCY_IN_FLIGHT', 'this key was answered a moment ago', {
    next: 'send the same request again: it gets that answer',
  });
}

/** The answer that the effect of a request gets, whatever its place. */
export function prepareAnswer<Result>({ key, answer }: Once<Result>, result: Result): PreparedAnswer {
  const { status, body } = answer(result);
  return { ...key, status, body: jsonText(body) };
}

/** Within the transaction of the effect. */
export function addAnswer(
  { tenant, statements }: Pick<Access, 'tenant' | 'statements'>,
  { at, ...row }: PreparedAnswer,
): void {
  statements.service.addAnswer({ tenant, ...row, answeredAt: at });
}

/** An answer may hold a document, which may be as deep as they come. */
const COLUMN_LIMITS = { depth: 2 * INLINE_LIMITS.depth };

/** JSON as it is kept in a column: small and made by us, so canonical text does. */
export function jsonText(value: JsonValue): string {
  return canonicalise(value, COLUMN_LIMITS).text;
}

/** @throws AssayError STORE_CORRUPT */
export function readJsonText(text: string): JsonValue {
  try {
    return parse(Buffer.from(text), COLUMN_LIMITS).value;
  } catch {
    throw corrupt('a column of the database is no longer JSON');
  }
}

/** A part of a list from the rows that were asked for and one more, which tells whether there is a next part. */
export function pageOf<Row extends { readonly seq: number }, Item>(
  rows: readonly Row[],
  { limit }: PageRequest,
  read: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.seq ?? null) : null;
  return { items: shown.map(read), next };
}
