import { type CanonicalBytes, parse } from '../canonical/canonical.ts';
import type { PortContract } from '../contracts/capability.ts';
import { requirePortNames, requirePorts } from '../contracts/ports.ts';
import { type DocumentRules, prepareDocument, rulesFor } from '../domains/prepare.ts';
import { AssayError } from '../errors.ts';
import { codeFile } from '../installation.ts';
import type { Ending } from '../processes/ending.ts';
import { ProcessPool } from '../processes/process-pool.ts';
import { byPort, type Documents, type Request } from './messages.ts';

export interface ProducerPoolOptions {
  /** How many producers run at once; 1 by default. */
  readonly size?: number;
  /** What a process's heap may hold, in MiB; 1024 by default. */
  readonly heapMib?: number;
  /** How many runs of one tenant may wait. */
  readonly waiting?: number;
  /** The entry of the processes. */
  readonly worker?: string;
}

export interface ProduceOptions {
  /** Whose run it is: tenants take turns. */
  readonly tenant?: string | undefined;
  /** Ends the run, also while it waits for its turn. */
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds; 30,000 by default. Waiting for a turn does not count. */
  readonly deadlineMs?: number | undefined;
}

/** How many runs of one tenant may wait, unless said otherwise. */
export const USUAL_WAITING = 32;
const DEADLINE_MS = 30_000;
const WORKER = codeFile('producing', 'worker');

/** Runs the built-in producers in processes of their own. Tenants take turns. */
export class ProducerPool {
  readonly #rules: DocumentRules;
  readonly #processes: ProcessPool<Request, Documents>;

  constructor(rules: DocumentRules, options: ProducerPoolOptions = {}) {
    this.#rules = rules;
    this.#processes = new ProcessPool({
      file: options.worker ?? WORKER,
      size: options.size ?? 1,
      heapMib: options.heapMib ?? 1024,
      waiting: options.waiting ?? USUAL_WAITING,
      told,
    });
  }

  /**
   * What the built-in producer of a capability gives for these inputs.
   *
   * @param inputs by port, the bytes of whole documents.
   * @returns by port, the bytes of whole documents, each prepared by the rules of its type and of a type its port declares.
   * @throws AssayError CAPABILITY_UNKNOWN; PORT_UNDECLARED, PORT_MISSING, PORT_INCOMPATIBLE; what is wrong with an input, at
   *   `/<port>/…`; what its producer refuses, CAPABILITY_LIMIT among it; CAPABILITY_TIMEOUT, CAPABILITY_FAILED,
   *   CAPABILITY_CANCELLED; SERVICE_BUSY where as many runs of the tenant wait as may.
   */
  async run(
    capability: string,
    inputs: Readonly<Record<string, CanonicalBytes>>,
    { tenant = '', signal, deadlineMs = DEADLINE_MS }: ProduceOptions = {},
  ): Promise<Readonly<Record<string, CanonicalBytes>>> {
    const { contract } = this.#rules.contracts.capability(capability);
    if (this.#rules.domains.producer(capability) === undefined) {
      throw new AssayError('CAPABILITY_UNKNOWN', 'no producer here has this capability', {
        next: 'run it outside and hand in what it gave',
      });
    }
    requirePortNames(contract.inputs, Object.keys(inputs));
    const request = { capability, inputs: byPort(inputs, ({ bytes }) => bytes), owner: tenant };
    const outputs = await this.#processes.ask(request, { owner: tenant, signal, deadlineMs });
    return preparedOutputs(outputs, contract.outputs, rulesFor(this.#rules, tenant));
  }

  /** Ends all processes, and running and waiting runs as CAPABILITY_CANCELLED; resolves when the last one is gone. */
  close(): Promise<void> {
    return this.#processes.close();
  }
}

/** What a producer gives is looked at like what anyone hands in; that it is refused is a fault of ours. */
function preparedOutputs(
  outputs: Readonly<Record<string, Uint8Array>>,
  ports: readonly PortContract[],
  rules: DocumentRules,
): Readonly<Record<string, CanonicalBytes>> {
  try {
    const prepared = byPort(outputs, (bytes) => prepareDocument(parse(bytes), rules));
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

function told(ending: Ending, cause?: unknown): AssayError {
  switch (ending.kind) {
    case 'BUSY':
      return new AssayError('SERVICE_BUSY', 'as many runs of this tenant wait for a producer as may', {
        next: 'send the same request again in a while',
      });
    case 'CANCELLED':
      return new AssayError('CAPABILITY_CANCELLED', 'the run was cancelled');
    case 'TIMEOUT':
      return new AssayError(
        'CAPABILITY_TIMEOUT',
        `the producer had no result after ${ending.deadlineMs} ms`,
        {
          next: 'give it more time or a smaller task, or compute it outside and hand in the result',
        },
      );
    case 'MEMORY':
      return failed('the producer used up its memory');
    case 'NOT_STARTED':
      return failed('the process of the producers did not start');
    case 'CRASHED':
      return failed('the producer crashed', cause);
  }
}

function failed(message: string, cause?: unknown): AssayError {
  return new AssayError('CAPABILITY_FAILED', message, { cause });
}
