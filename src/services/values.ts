import type { Loaded } from '../contracts/contract-index.ts';
import { AssayError } from '../errors.ts';
import type { Once } from '../store/answers.ts';
import type { KeptContract, Promotion, StoredReference } from '../store/sessions.ts';
import type { Caller } from './caller.ts';
import type { Instance } from './instance.ts';
import { bytesOf, keptBytesOf } from './references/dereference.ts';
import type { Service } from './service.ts';

/** @throws AssayError VALUE_UNKNOWN */
export async function requireValue(id: string, { store }: Instance): Promise<StoredReference> {
  const stored = await store.sessions.reference(id);
  if (stored !== null) return stored;
  throw new AssayError('VALUE_UNKNOWN', 'there is no such value');
}

/**
 * The canonical bytes of a value. To read them is to use it, so that nobody goes on with what was withdrawn and is not told;
 * auditors look at whatever is kept.
 *
 * @throws AssayError VALUE_UNKNOWN; as `bytesOf`, for auditors as `keptBytesOf`
 */
export async function documentOf(
  id: string,
  { tenant, scopes }: Caller,
  service: Service,
): Promise<{ readonly stored: StoredReference; readonly bytes: Uint8Array }> {
  const instance = service.forTenant(tenant);
  const stored = await requireValue(id, instance);
  const read = scopes.includes('audit') ? keptBytesOf : bytesOf;
  return { stored, bytes: await read(stored, instance) };
}

/**
 * Makes a durable artifact of a value: a new reference to the same document, with the same provenance; the contracts that
 * give it its meaning are kept with it. Verifying never does.
 *
 * @throws AssayError VALUE_UNKNOWN; as `bytesOf`
 */
export async function promote(
  source: string,
  caller: Caller,
  service: Service,
  once?: Once<StoredReference>,
): Promise<StoredReference> {
  const instance = service.forTenant(caller.tenant);
  const stored = await requireValue(source, instance);
  await bytesOf(stored, instance);
  const { contracts } = instance.rules;
  const promotion = {
    id: service.serial(),
    source,
    token: caller.token,
    at: service.now(),
    valueType: asKept(contracts.valueType(stored.type)),
    capability: asKept(contracts.capability(stored.capability)),
  };
  return instance.store.sessions.promote(promotion, once);
}

/** A durable artifact, and how it came to be one. */
export interface Promoted {
  readonly artifact: StoredReference;
  readonly promotion: Promotion;
}

/** @throws AssayError VALUE_UNKNOWN, also for a value that is no artifact */
export async function promotionOf(id: string, { store }: Instance): Promise<Promoted> {
  const [artifact, promotion] = await Promise.all([
    store.sessions.reference(id),
    store.sessions.promotion(id),
  ]);
  if (artifact !== null && promotion !== null) return { artifact, promotion };
  throw new AssayError('VALUE_UNKNOWN', 'there is no such durable artifact');
}

function asKept({ digest, bytes }: Loaded<unknown>): KeptContract {
  return { digest, bytes: bytes.bytes };
}
