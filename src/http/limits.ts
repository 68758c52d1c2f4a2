import { INLINE_LIMITS, type Limits } from '../canonical/limits.ts';

/** A whole request: one document of the largest size inline, and room for what stands around it. */
export const BODY_LIMITS: Limits = {
  bytes: INLINE_LIMITS.bytes + 1024 * 1024,
  depth: INLINE_LIMITS.depth + 8,
};

/** How much a client may ask for, and how long it may take. Times in milliseconds. */
export interface ServerLimits {
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeout: number;
  /** From the first byte of a request to its last. */
  readonly requestTimeout: number;
  /** How long a connection may wait for its next request. */
  readonly keepAliveTimeout: number;
  /** How often connections are looked at for those three. */
  readonly connectionsCheckingInterval: number;
  /** From a whole request to its answer: above the time limit of every checker that comes with Assay (60 s). */
  readonly deadline: number;
  /** How long running requests may take to end once the service is to stop. */
  readonly drain: number;
  /** How long they may take to notice that they were told to end. */
  readonly abandon: number;
  /** Of all headers of a request, in bytes. */
  readonly headerBytes: number;
  readonly headerCount: number;
  /** Of all bodies that are held at once, in bytes; one tenant's may have half of it. */
  readonly bodiesBytes: number;
  /**
   * Of all large answers that wait for their clients to read them, in bytes; one tenant's may have half of it, which is more
   * than the largest bundle.
   */
  readonly answersBytes: number;
  /** Connections at once; more are closed as they come. */
  readonly connections: number;
  /** How often what has expired is taken away. */
  readonly collectEvery: number;
  /** Requests of one token: about half of what one process answers where nothing is to be checked. */
  readonly requests: Rate;
  /** Requests with a token that is none, from one address. Valid tokens of the same address are not touched. */
  readonly failedAuthentications: Rate;
}

/** So many in so many seconds. */
export interface Rate {
  readonly points: number;
  readonly seconds: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  deadline: 120_000,
  drain: 30_000,
  abandon: 5_000,
  headerBytes: 16 * 1024,
  headerCount: 64,
  bodiesBytes: 128 * 1024 * 1024,
  answersBytes: 512 * 1024 * 1024,
  connections: 4_096,
  collectEvery: 60_000,
  requests: { points: 4_000, seconds: 1 },
  failedAuthentications: { points: 60, seconds: 60 },
};
