import { AssayError } from '../../errors.ts';
import type { StoredValue } from '../store.ts';
import type { Statements } from './statements.ts';

/** Whose values are kept for good, and how many bytes of them there may be. */
export interface Keeper {
  readonly tenant: string;
  readonly statements: Statements;
  readonly durableBytes: number;
}

/**
 * Within a transaction: keeps values for good, those of them that are stored already too. Each is counted once, when it
 * becomes durable.
 *
 * @throws AssayError QUOTA_EXCEEDED; then the transaction must not be kept.
 */
export function keepValues(keeper: Keeper, values: readonly StoredValue[]): void {
  const { tenant, statements } = keeper;
  let bytes = 0;
  for (const value of values) {
    const added = statements.addValue({ tenant, ...value, durable: true });
    const kept = added > 0 || keepStored(keeper, value);
    if (kept) bytes += value.bytes.length;
  }
  count(keeper, bytes);
}

/**
 * The same for one value that a session holds, of so many bytes.
 *
 * @throws AssayError QUOTA_EXCEEDED
 */
export function keepHeldValue(keeper: Keeper, value: Pick<StoredValue, 'digest'>, size: number): void {
  if (keepStored(keeper, value)) count(keeper, size);
}

/** The bytes that the tenant's durable values have. */
export function durableBytesOf({ tenant, statements }: Pick<Keeper, 'tenant' | 'statements'>): number {
  return statements.usage.get({ tenant })?.durableBytes ?? 0;
}

/** Whether it became durable just now. */
function keepStored({ tenant, statements }: Keeper, { digest }: Pick<StoredValue, 'digest'>): boolean {
  return statements.keepValue.run({ tenant, digest }).changes > 0;
}

function count(keeper: Keeper, bytes: number): void {
  if (bytes === 0) return;
  const { tenant, statements, durableBytes: most } = keeper;
  const durableBytes = durableBytesOf(keeper) + bytes;
  if (durableBytes > most) {
    throw new AssayError('QUOTA_EXCEEDED', `the tenant may keep ${most} bytes for good; nothing was kept`, {
      next: 'ask who runs the service for more (assay serve --durable-mib)',
    });
  }
  statements.setUsage.run({ tenant, durableBytes });
}
