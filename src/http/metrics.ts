import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { RecordedVerdict } from '../store/store.ts';

export interface MetricsOptions {
  /** The claims there are: a label for each, and one for whatever else is named. */
  readonly claims: readonly string[];
  /** How many checker processes there are now. */
  readonly checkerProcesses: () => number;
  /** How many processes commit beside this one. */
  readonly committingProcesses: () => number;
  /** Also what the process itself uses: once in a process. */
  readonly process: boolean;
}

/**
 * What is counted, for Prometheus. Every label comes from a list that is fixed when the service starts: operations, methods,
 * classes of status, claims, verdicts. None from a tenant, an address or a value.
 */
export class Metrics {
  readonly registry = new Registry();
  readonly #claims: ReadonlySet<string>;
  readonly #requests: Counter<'operation' | 'method' | 'status'>;
  readonly #durations: Histogram<'operation'>;
  readonly #running: Gauge;
  readonly #verifications: Counter<'claim' | 'verdict'>;

  constructor({ claims, checkerProcesses, committingProcesses, process }: MetricsOptions) {
    const registers = [this.registry];
    this.#claims = new Set(claims);
    this.#requests = new Counter({
      name: 'assay_http_requests_total',
      help: 'Requests answered, by operation, method and class of status.',
      labelNames: ['operation', 'method', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'assay_http_request_duration_seconds',
      help: 'From the headers of a request to its answer, by operation.',
      labelNames: ['operation'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10, 60],
      registers,
    });
    this.#running = new Gauge({
      name: 'assay_http_requests_in_flight',
      help: 'Requests being answered.',
      registers,
    });
    this.#verifications = new Counter({
      name: 'assay_verifications_total',
      help: 'Verifications, by claim and verdict.',
      labelNames: ['claim', 'verdict'],
      registers,
    });
    new Gauge({
      name: 'assay_checker_processes',
      help: 'Checker processes that run or wait.',
      registers,
      collect() {
        this.set(checkerProcesses());
      },
    });
    new Gauge({
      name: 'assay_committing_processes',
      help: 'Processes that commit for this one; 0 until two requests write at once, and for ten seconds or more after one has failed.',
      registers,
      collect() {
        this.set(committingProcesses());
      },
    });
    if (process) collectDefaultMetrics({ register: this.registry });
  }

  began(): void {
    this.#running.inc();
  }

  answered(operation: string, method: string, status: number, seconds: number): void {
    this.#running.dec();
    this.#requests.inc({
      operation,
      method: METHODS.has(method) ? method : 'other',
      status: classOf(status),
    });
    this.#durations.observe({ operation }, seconds);
  }

  verified(claim: string, verdict: RecordedVerdict): void {
    this.#verifications.inc({ claim: this.#claims.has(claim) ? claim : 'other', verdict });
  }
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'DELETE']);

function classOf(status: number): string {
  return `${Math.trunc(status / 100)}xx`;
}
