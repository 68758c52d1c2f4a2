import { join } from 'node:path';
import { type CanonicalBytes, parse } from '../canonical/canonical.ts';
import type { PortContract } from '../contracts/capability.ts';
import { requirePortNames, requirePorts } from '../contracts/ports.ts';
import { type DocumentRules, prepareDocument } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { CODE } from '../installation.ts';
import { Job } from './job.ts';
import { byPort } from './messages.ts';
import { ProducerProcess } from './process.ts';

export interface ProducerPoolOptions {
  /** How many producers run at once; 1 by default. */
  readonly size?: number;
  /** What a process's heap may hold, in MiB; 1024 by default. */
  readonly heapMib?: number;
  /** The entry of the processes. */
  readonly worker?: string;
}

export interface ProduceOptions {
  /** Ends the run, also while it waits for its turn. */
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds; 30,000 by default. Waiting for a turn does not count. */
  readonly deadlineMs?: number | undefined;
}

const DEADLINE_MS = 30_000;
const WORKER = join(CODE, 'producing', CODE.endsWith('src') ? 'worker.ts' : 'worker.js');

/**
 * Runs the built-in producers in processes of their own, so that none of them holds up this one, or ends it. Runs start in the order they came.
 * A process is started when it is first needed, serves one run after the other, and keeps this process alive until the pool is closed.
 */
export class ProducerPool {
  readonly #rules: DocumentRules;
  readonly #size: number;
  readonly #heapMib: number;
  readonly #worker: string;
  readonly #processes = new Set<ProducerProcess>();
  readonly #ending = new Set<Promise<void>>();
  #queue: Job[] = [];
  #closed = false;

  constructor(rules: DocumentRules, options: ProducerPoolOptions = {}) {
    this.#rules = rules;
    this.#size = options.size ?? 1;
    this.#heapMib = options.heapMib ?? 1024;
    this.#worker = options.worker ?? WORKER;
  }

  /**
   * What the built-in producer of a capability gives for these inputs.
   *
   * @param inputs by port, the bytes of whole documents.
   * @returns by port, the bytes of whole documents, each prepared by the rules of its type and of a type its port declares.
   * @throws AssayError CAPABILITY_UNKNOWN; PORT_UNDECLARED, PORT_MISSING, PORT_INCOMPATIBLE; what is wrong with an input, at
   *   `/<port>/…`; what its producer refuses, CAPABILITY_LIMIT among it; CAPABILITY_TIMEOUT, CAPABILITY_FAILED,
   *   CAPABILITY_CANCELLED.
   */
  async run(
    capability: string,
    inputs: Readonly<Record<string, CanonicalBytes>>,
    { signal, deadlineMs = DEADLINE_MS }: ProduceOptions = {},
  ): Promise<Readonly<Record<string, CanonicalBytes>>> {
    const { contract } = this.#rules.contracts.capability(capability);
    if (this.#rules.domains.producer(capability) === undefined) {
      throw new AssayError('CAPABILITY_UNKNOWN', 'no producer here has this capability', {
        next: 'run it outside and hand in what it gave',
      });
    }
    requirePortNames(contract.inputs, Object.keys(inputs));
    if (this.#closed || signal?.aborted) throw cancelled();
    const request = { capability, inputs: byPort(inputs, ({ bytes }) => bytes) };
    return this.#prepared(await this.#perform(new Job(request, deadlineMs), signal), contract.outputs);
  }

  /** Ends all processes, and running and waiting runs as CAPABILITY_CANCELLED; resolves when the last one is gone. */
  async close(): Promise<void> {
    this.#closed = true;
    const queue = this.#queue;
    this.#queue = [];
    for (const job of queue) job.reject(cancelled());
    for (const running of this.#processes) running.end(cancelled());
    await Promise.all(this.#ending);
  }

  async #perform(job: Job, signal: AbortSignal | undefined): Promise<Readonly<Record<string, Uint8Array>>> {
    const cancel = () => this.#cancel(job);
    signal?.addEventListener('abort', cancel, { once: true });
    this.#queue.push(job);
    this.#place();
    try {
      return await job.outputs;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  #cancel(job: Job): void {
    this.#queue = this.#queue.filter((waiting) => waiting !== job);
    const running = [...this.#processes].find((each) => each.job === job);
    if (running === undefined) job.reject(cancelled());
    else running.end(cancelled());
  }

  /** Hands waiting jobs to processes without one, first come first served. */
  #place(): void {
    for (let job = this.#queue[0]; job !== undefined; job = this.#queue[0]) {
      const free = [...this.#processes].find(({ job: current }) => current === undefined);
      if (free === undefined && this.#processes.size >= this.#size) return;
      this.#queue.shift();
      (free ?? this.#start()).assign(job);
    }
  }

  #start(): ProducerProcess {
    const started = new ProducerProcess(this.#worker, this.#heapMib, {
      free: () => this.#place(),
      gone: (gone) => {
        this.#processes.delete(gone);
        this.#place();
      },
    });
    this.#processes.add(started);
    const { closed } = started;
    this.#ending.add(closed);
    void closed.then(() => this.#ending.delete(closed));
    return started;
  }

  /** What a producer gives is looked at like what anyone hands in; that it is refused is a fault of ours. */
  #prepared(
    outputs: Readonly<Record<string, Uint8Array>>,
    ports: readonly PortContract[],
  ): Readonly<Record<string, CanonicalBytes>> {
    try {
      const prepared = byPort(outputs, (bytes) => prepareDocument(parse(bytes), this.#rules));
      requirePorts(
        ports,
        byPort(prepared, ({ document }) => document.type),
      );
      return byPort(prepared, ({ bytes }) => bytes);
    } catch (cause) {
      throw new AssayError('CAPABILITY_FAILED', 'the producer gave what its capability does not say', {
        cause,
      });
    }
  }
}

function cancelled(): AssayError {
  return new AssayError('CAPABILITY_CANCELLED', 'the run was cancelled');
}
