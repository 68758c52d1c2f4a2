import { randomBytes } from 'node:crypto';
import { ProducerPool } from '../producing/producers.ts';
import type { Caller } from './caller.ts';
import { collect } from './collect.ts';
import type { Instance } from './instance.ts';
import { type OpenOptions, openInstance } from './open.ts';
import { ReferenceKey } from './references/reference.ts';
import type { Service } from './service.ts';
import { authenticate, issueToken } from './tokens.ts';
import { Verifications } from './verifications.ts';

/** A service that is open: close it to end its processes and free its store. */
export interface OpenService extends Service {
  /** Shown once: an administrator's token, made when the instance has none yet or when one was asked for. */
  readonly adminToken: string | undefined;
  /** @throws AssayError TOKEN_INVALID */
  readonly authenticate: (header: string | undefined) => Promise<Caller>;
  /** Takes away what has expired. */
  readonly collect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface OpenServiceOptions extends OpenOptions {
  /** Make another administrator's token, as whoever may open the folder can. */
  readonly newAdminToken?: boolean;
}

/**
 * Opens a service on a data folder, which is made on first use. What an earlier process left running has failed.
 *
 * @throws AssayError as `openInstance`.
 */
export async function openService(options: OpenServiceOptions): Promise<OpenService> {
  const instance = await openInstance(options);
  const { store, now, serial } = instance;
  const operator = store.tenant;
  const producers = new ProducerPool(instance.rules);
  const verifications = new Verifications();
  const close = async () => {
    await verifications.close();
    await producers.close();
    await instance.close();
  };
  try {
    const secret = await store.tenants.secret('references', () => randomBytes(32));
    await store.jobs.interruptJobs(INTERRUPTED, now());
    const tenants = new Map<string, Instance>();
    const service: Service = {
      operator,
      producers,
      references: new ReferenceKey(secret),
      verifications,
      now,
      serial,
      forTenant: (tenant) => {
        const known = tenants.get(tenant) ?? { ...instance, store: store.forTenant(tenant) };
        tenants.set(tenant, known);
        return known;
      },
    };
    return {
      ...service,
      adminToken: await adminToken(service, options.newAdminToken ?? false),
      authenticate: (header) => authenticate(header, { tenants: store.tenants, operator, now }),
      collect: async () => void (await collect(service)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const INTERRUPTED = {
  code: 'SERVICE_STOPPING',
  detail: 'the service stopped before this had ended; ask again',
} as const;

async function adminToken(service: Service, another: boolean): Promise<string | undefined> {
  const { operator, forTenant } = service;
  const { items } = await forTenant(operator).store.tenants.tokens({ before: null, limit: 1 });
  if (items.length > 0 && !another) return undefined;
  const request = {
    name: 'administrator',
    scopes: ['produce', 'verify', 'audit', 'admin'],
    expiresAt: null,
  } as const;
  return (await issueToken(operator, request, service, { asker: operator })).bearer;
}
