import { randomBytes } from 'node:crypto';
import { rulesFor } from '../domains/prepare.ts';
import { ProducerPool, type ProducerPoolOptions } from '../producing/producers.ts';
import { DocumentReader, type ReaderOptions } from '../reading/reader.ts';
import { holdFolder } from '../store/hold-folder.ts';
import type { Caller } from './caller.ts';
import { collect } from './collect.ts';
import type { Instance } from './instance.ts';
import { type OpenOptions, openInstance } from './open.ts';
import { USUAL_SESSIONS } from './open-session.ts';
import { USUAL_PIPELINE_BYTES } from './pipeline.ts';
import { ReferenceKey } from './references/reference.ts';
import { Runs } from './runs.ts';
import type { Service } from './service.ts';
import { USUAL_DURABLE_BYTES } from './tenants.ts';
import { authenticate, issueToken } from './tokens.ts';

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
  /** Of the processes in which built-in capabilities run. */
  readonly producers?: ProducerPoolOptions;
  /** Of the process that reads large requests. */
  readonly reader?: ReaderOptions;
  /** How many sessions each tenant may have that were not collected yet: 10,000 unless given. */
  readonly sessions?: number;
  /** How many bytes the runs of one pipeline may give in all: 64 MiB unless given. */
  readonly pipelineBytes?: number;
  /** How long is known what ended, in milliseconds: 7 days unless given. */
  readonly retentionMs?: number;
}

/**
 * Opens a service on a data folder, which is made on first use and is this service's until it is closed or its process
 * ends. What an earlier process left running has failed.
 *
 * @throws AssayError STORE_BUSY where another service serves the folder; as `openInstance`.
 */
export async function openService(options: OpenServiceOptions): Promise<OpenService> {
  // Before the database is opened: that may change it, which is not for the program of a second service to do.
  const release = holdFolder(options.data);
  try {
    const service = await openHeld(options);
    const close = () => service.close().finally(release);
    return { ...service, close };
  } catch (error) {
    release();
    throw error;
  }
}

async function openHeld(options: OpenServiceOptions): Promise<OpenService> {
  const { durableBytes = USUAL_DURABLE_BYTES, sessions = USUAL_SESSIONS, retentionMs } = options;
  const { pipelineBytes = USUAL_PIPELINE_BYTES } = options;
  const instance = await openInstance({ committingProcess: true, ...options, durableBytes });
  const { store, now, serial } = instance;
  const operator = store.tenant;
  const producers = new ProducerPool(instance.rules, options.producers);
  const reader = new DocumentReader(instance.rules, { contracts: options.contracts, ...options.reader });
  const runs = new Runs();
  const close = async () => {
    await runs.close();
    await Promise.all([producers.close(), reader.close()]);
    await instance.close();
  };
  try {
    const secret = await store.tenants.secret('references', () => randomBytes(32));
    await store.jobs.interruptJobs(INTERRUPTED, now());
    const tenants = new Map<string, Instance>();
    const service: Service = {
      operator,
      limits: { sessions, durableBytes, pipelineBytes },
      producers,
      reader,
      references: new ReferenceKey(secret),
      runs,
      now,
      serial,
      forTenant: (tenant) => {
        const known = tenants.get(tenant) ?? {
          ...instance,
          rules: rulesFor(instance.rules, tenant),
          store: store.forTenant(tenant),
        };
        tenants.set(tenant, known);
        return known;
      },
    };
    return {
      ...service,
      adminToken: await adminToken(service, options.newAdminToken ?? false),
      authenticate: (header) => authenticate(header, { tenants: store.tenants, operator, now }),
      collect: async () => void (await collect(service, retentionMs)),
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
