import type * as answers from './answers.ts';
import { requireDigest } from './digest.ts';
import type { Digest, JsonObject } from './json.ts';
import { AssayProblem, problemOfJob } from './problem.ts';
import type * as requests from './requests.ts';
import { type Ask, type CallOptions, type ClientOptions, Transport } from './transport.ts';
import type { FetchedDocument, Value } from './values.ts';

/** For a list: how many items each request brings, 50 unless said otherwise. */
export interface ListOptions extends CallOptions {
  readonly limit?: number | undefined;
}

/** Between two looks at a job, in milliseconds: at first, and at most. */
const LOOKS = { first: 50, longest: 2_000 } as const;

/**
 * A service, seen by one token. Each method is the operation of the same name in the service's OpenAPI document; lists go on
 * by themselves as they are read. A call sends its request again where no answer came or the service is away, under the same
 * key, so that what it asks is done once.
 *
 * Every method throws AssayProblem for what the service refuses, AssayUnreachable where it never answered, and the signal's
 * reason where the call was given up.
 *
 * @example
 * const client = new AssayClient({ url: 'http://127.0.0.1:8080', token });
 * const session = await client.openSession();
 * const run = await client.submitInvocation(session.id, { capability: 'number.gcd@1', inputs: { a, b } });
 */
export class AssayClient {
  readonly #transport: Transport;

  /** @throws TypeError for an address or a token that is none */
  constructor(options: ClientOptions) {
    this.#transport = new Transport(options);
  }

  /** How much this tenant holds and may hold; of another one, by its id, for the operator. */
  showUsage(tenant?: string, options?: CallOptions): Promise<answers.TenantUsage> {
    return this.#get('/v1/usage', options, { tenant });
  }

  openSession(request: requests.NewSession = {}, options?: CallOptions): Promise<answers.Session> {
    return this.#post('/v1/sessions', request, options);
  }

  listSessions(options?: ListOptions): AsyncIterable<answers.Session> {
    return this.#list('/v1/sessions', options);
  }

  showSession(session: string, options?: CallOptions): Promise<answers.Session> {
    return this.#get(path`/v1/sessions/${session}`, options);
  }

  endSession(session: string, options?: CallOptions): Promise<answers.Session> {
    return this.#delete(path`/v1/sessions/${session}`, options);
  }

  /** What a session holds, newest first. */
  listValues(session: string, options?: ListOptions): AsyncIterable<Value> {
    return this.#list(path`/v1/sessions/${session}/values`, options);
  }

  /** What a session holds, and whether it fits a role or a port, by declared types. */
  listCompatible(
    session: string,
    place: requests.Place,
    options?: ListOptions,
  ): AsyncIterable<answers.Compatible> {
    return this.#list(path`/v1/sessions/${session}/compatible`, options, { ...place });
  }

  /** Submits a run, or runs a built-in capability where `outputs` are left out. */
  submitInvocation(session: string, run: requests.Run, options?: CallOptions): Promise<answers.Invocation> {
    return this.#post(path`/v1/sessions/${session}/invocations`, run, options);
  }

  listInvocations(session: string, options?: ListOptions): AsyncIterable<answers.InvocationEntry> {
    return this.#list(path`/v1/sessions/${session}/invocations`, options);
  }

  showInvocation(invocation: string, options?: CallOptions): Promise<answers.Invocation> {
    return this.#get(path`/v1/invocations/${invocation}`, options);
  }

  showValue(value: string, options?: CallOptions): Promise<Value> {
    return this.#get(path`/v1/values/${value}`, options);
  }

  /**
   * The complete document. Its bytes are hashed here: they are those that the answer names and, where a value and not only its
   * id is given, those of its reference.
   *
   * @throws AssayProblem VALUE_DIFFERS too
   */
  async showDocument(
    value: string | Pick<Value, 'id' | 'reference'>,
    options?: CallOptions,
  ): Promise<FetchedDocument> {
    const [id, expected] = typeof value === 'string' ? [value] : [value.id, value.reference.value_digest];
    const { bytes, headers } = await this.#bytes(path`/v1/values/${id}/document`, options);
    const digest = await requireDigest(bytes, headers, expected);
    return { digest, bytes, document: JSON.parse(new TextDecoder().decode(bytes)) };
  }

  /** Makes a durable artifact of a value: a new reference. */
  promoteValue(value: string, options?: CallOptions): Promise<Value> {
    return this.#post(path`/v1/values/${value}/promote`, undefined, options);
  }

  /** How a durable artifact came to be one: of which value and run, by whom, when, under which contracts. */
  showPromotion(artifact: string, options?: CallOptions): Promise<answers.Promotion> {
    return this.#get(path`/v1/values/${artifact}/promotion`, options);
  }

  /** The certificates in which this very value stands, newest first. */
  showAssurance(value: string, options?: ListOptions): AsyncIterable<answers.Assurance> {
    return this.#list(path`/v1/values/${value}/assurance`, options);
  }

  showAssuranceOfDigest(digest: Digest, options?: ListOptions): AsyncIterable<answers.Assurance> {
    return this.#list(path`/v1/assurance/${digest}`, options);
  }

  /** Verifies a claim, and waits for what it comes to. */
  verify(request: requests.VerificationRequest, options?: CallOptions): Promise<answers.Verification> {
    return this.#post('/v1/verifications', request, options);
  }

  /** Begins a verification, and waits for nothing: {@link waitFor} does. */
  verifyLater(request: requests.VerificationRequest, options?: CallOptions): Promise<answers.Job> {
    return this.#post('/v1/verifications', request, options, true);
  }

  /** A verification: the job where it was begun by {@link verifyLater}, the record where it was answered at once. */
  showVerification(verification: string, options?: CallOptions): Promise<answers.Job | answers.Verification> {
    return this.#get(path`/v1/verifications/${verification}`, options);
  }

  /**
   * What a verification came to, once it has ended; of one that was cancelled, INCONCLUSIVE.
   *
   * @throws AssayProblem also what the job failed with
   */
  async waitFor(verification: string, options: CallOptions = {}): Promise<answers.Verification> {
    for (let pause: number = LOOKS.first; ; pause = Math.min(2 * pause, LOOKS.longest)) {
      const found = await this.showVerification(verification, options);
      if (!('state' in found)) return found;
      switch (found.state) {
        case 'done':
        case 'cancelled':
          return found.answer;
        case 'failed':
          throw problemOfJob(found.answer);
        case 'running':
          await this.#transport.wait(pause, options.signal);
      }
    }
  }

  /** Tells a verification to end. {@link waitFor} tells how it did. */
  cancelVerification(verification: string, options?: CallOptions): Promise<answers.Job> {
    return this.#delete(path`/v1/verifications/${verification}`, options);
  }

  /** Several steps in one request. */
  async runPipeline(
    pipeline: requests.Pipeline,
    options?: CallOptions,
  ): Promise<readonly answers.PipelineStep[]> {
    const { steps } = await this.#post<Steps>('/v1/pipelines', pipeline, options);
    return steps;
  }

  listCertificates(options?: ListOptions): AsyncIterable<answers.Certificate> {
    return this.#list('/v1/certificates', options);
  }

  showCertificate(serial: string, options?: CallOptions): Promise<answers.Certificate> {
    return this.#get(path`/v1/certificates/${serial}`, options);
  }

  /** The bundle, for `checkBundle` of `assay/certificate` or, in a file, for `assay check`. */
  showBundle(
    serial: string,
    options?: CallOptions & { readonly documents?: 'fitting' | 'all' | 'none' | undefined },
  ): Promise<JsonObject> {
    return this.#get(path`/v1/certificates/${serial}/bundle`, options, { documents: options?.documents });
  }

  /** The certificates that leave something open now. */
  listObligations(options?: ListOptions): AsyncIterable<answers.Certificate> {
    return this.#list('/v1/obligations', options);
  }

  /** Discharges an obligation by a checker, which gives a verification, or by citing a certificate. */
  discharge(
    serial: string,
    request: requests.Discharge & { readonly certificate: string },
    options?: CallOptions,
  ): Promise<answers.Citation>;
  discharge(
    serial: string,
    request: requests.Discharge,
    options?: CallOptions,
  ): Promise<answers.Verification>;
  discharge(
    serial: string,
    request: requests.Discharge,
    options?: CallOptions,
  ): Promise<answers.Citation | answers.Verification> {
    return this.#post(path`/v1/certificates/${serial}/discharges`, request, options);
  }

  async listContracts(
    options: CallOptions & { readonly kind?: answers.ContractKind | undefined } = {},
  ): Promise<readonly answers.ContractEntry[]> {
    const { items } = await this.#get<Items<answers.ContractEntry>>('/v1/contracts', options, {
      kind: options.kind,
    });
    return items;
  }

  /** One contract, `('claim', 'matrix.product@1')`; its bytes are hashed as those of a document are. */
  async showContract(kind: answers.ContractKind, id: string, options?: CallOptions): Promise<JsonObject> {
    const { bytes, headers } = await this.#bytes(path`/v1/contracts/${kind}/${id}`, options);
    await requireDigest(bytes, headers, undefined);
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  /** Makes references to what this version of a capability gave stale, for all tenants. */
  withdrawCapability(capability: string, reason: string, options?: CallOptions): Promise<answers.Withdrawal> {
    return this.#delete(path`/v1/capabilities/${capability}`, options, { reason });
  }

  async listCheckers(options?: CallOptions): Promise<readonly answers.CheckerEntry[]> {
    const { items } = await this.#get<Items<answers.CheckerEntry>>('/v1/checkers', options);
    return items;
  }

  /** Lets an installed checker decide its claim from now on, and with `default` also where none is named. */
  authoriseChecker(
    checker: string,
    options?: CallOptions & { readonly default?: boolean | undefined },
  ): Promise<answers.Published> {
    return this.#post('/v1/checkers/authorise', { checker, default: options?.default }, options);
  }

  /** Revokes a checker as unsound: every certificate it gave is void. */
  revokeChecker(identity: Digest, reason: string, options?: CallOptions): Promise<answers.Published> {
    return this.#post('/v1/checkers/revoke', { identity, reason }, options);
  }

  /** The newest trust root, signed. What a service says of itself proves nothing: get the first one from whoever runs it. */
  showTrustRoot(options?: CallOptions): Promise<JsonObject> {
    return this.#get('/v1/trust-root', options);
  }

  /** The newest checkpoint of the log, a signed note. */
  async showCheckpoint(options?: CallOptions): Promise<string> {
    const { bytes } = await this.#bytes('/v1/log/checkpoint', options);
    return new TextDecoder().decode(bytes);
  }

  createTenant(name: string, options?: CallOptions): Promise<answers.Tenant> {
    return this.#post('/v1/tenants', { name }, options);
  }

  listTenants(options?: ListOptions): AsyncIterable<answers.Tenant> {
    return this.#list('/v1/tenants', options);
  }

  revokeTenant(tenant: string, options?: CallOptions): Promise<answers.Tenant> {
    return this.#delete(path`/v1/tenants/${tenant}`, options);
  }

  createToken(request: requests.NewToken, options?: CallOptions): Promise<answers.CreatedToken> {
    return this.#post('/v1/tokens', request, options);
  }

  listTokens(options?: ListOptions): AsyncIterable<answers.Token> {
    return this.#list('/v1/tokens', options);
  }

  revokeToken(token: string, options?: CallOptions): Promise<answers.Token> {
    return this.#delete(path`/v1/tokens/${token}`, options);
  }

  #get<T>(at: string, options?: CallOptions, query: Ask['query'] = {}): Promise<T> {
    return this.#transport.json({ method: 'GET', path: at, query, signal: options?.signal });
  }

  #delete<T>(at: string, options?: CallOptions, query: Ask['query'] = {}): Promise<T> {
    return this.#transport.json({ method: 'DELETE', path: at, query, signal: options?.signal });
  }

  #post<T>(at: string, body: unknown, options?: CallOptions, respondAsync = false): Promise<T> {
    return this.#transport.json({ method: 'POST', path: at, body, respondAsync, signal: options?.signal });
  }

  #bytes(at: string, options?: CallOptions): ReturnType<Transport['ask']> {
    return this.#transport.ask({ method: 'GET', path: at, signal: options?.signal });
  }

  async *#list<Item>(at: string, options: ListOptions = {}, query: Ask['query'] = {}): AsyncGenerator<Item> {
    let cursor: string | undefined;
    do {
      const part: Part<Item> = await this.#get(at, options, { ...query, limit: options.limit, cursor });
      yield* part.items;
      cursor = part.next ?? undefined;
    } while (cursor !== undefined);
  }
}

interface Items<Item> {
  readonly items: readonly Item[];
}

interface Part<Item> extends Items<Item> {
  readonly next: string | null;
}

interface Steps {
  readonly steps: readonly answers.PipelineStep[];
}

/** A path whose parts are whatever they are: none becomes two. */
function path(texts: TemplateStringsArray, ...parts: readonly string[]): string {
  return String.raw(
    { raw: texts },
    ...parts.map((part) => {
      if (part === '' || part === '.' || part === '..') {
        throw new AssayProblem({ code: 'REQUEST_INVALID', status: null, detail: 'an id is empty or no id' });
      }
      return encodeURIComponent(part);
    }),
  );
}
