import type { ProducerPool } from '../producing/producers.ts';
import type { DocumentReader } from '../reading/reader.ts';
import type { TenantUsage } from '../store/tenants.ts';
import type { Instance } from './instance.ts';
import type { ReferenceKey } from './references/reference.ts';
import type { Runs } from './runs.ts';

/** What each tenant may hold, and what one request may. */
export interface ServiceLimits extends TenantUsage {
  /** Of all values that the runs of one pipeline give: they are held until it ends. */
  readonly pipelineBytes: number;
}

/** A running service: one instance that serves many tenants. */
export interface Service {
  /** The instance as one tenant sees it: the same checkers, keys and log, its own records. */
  forTenant(tenant: string): Instance;
  /** The tenant that runs the instance. */
  readonly operator: string;
  readonly limits: ServiceLimits;
  readonly producers: ProducerPool;
  readonly reader: DocumentReader;
  readonly references: ReferenceKey;
  /** Of checkers and producers, those that run now. */
  readonly runs: Runs;
  /** The time now, RFC 3339 in UTC with milliseconds. */
  readonly now: () => string;
  /** 128 random bits, 32 lowercase hexadecimal digits. */
  readonly serial: () => string;
}
