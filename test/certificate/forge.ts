import { canonicalise } from '../../src/canonical/canonical.ts';
import { artifactUri, type Digest, digestOf } from '../../src/canonical/digest.ts';
import type { JsonObject, JsonValue } from '../../src/canonical/json.ts';
import { checkBundle } from '../../src/certificate/check.ts';
import { readTrustRoot, type TrustRoot } from '../../src/certificate/trust-root.ts';
import { AssayError } from '../../src/errors.ts';
import { generateKeyPair, type KeySigner, signerFrom, verifyNode } from '../../src/keys/ed25519.ts';
import { encodeBase64 } from '../../src/log/base64.ts';
import { signCheckpoint } from '../../src/log/checkpoint.ts';
import { leafHash } from '../../src/log/hashes.ts';
import type { VerifySignature } from '../../src/log/signature.ts';
import { formatProof } from '../../src/log/tlog-proof.ts';
import { hashesToAppend, inclusionProof, rootHash } from '../../src/log/tree.ts';

// Makes signed certificates, bundles and trust roots with keys the tests hold, so that a wrong certificate can be
// presented under a right signature. What it writes it computes itself, with nothing of src/certificate, so that a fault
// there is not repeated here.

export const NOW = '2026-03-01T00:00:00.000Z';
export const TENANT = 'a'.repeat(32);

export function newKey(): KeySigner {
  return signerFrom(generateKeyPair().privateKey);
}

export function digest(value: JsonValue): Digest {
  return canonicalise(value).digest;
}

/** Throws where a test fixture lacks what the test needs. */
export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the fixture lacks this');
  return value;
}

// Contracts.

export type TypeRef = { readonly type: string; readonly schema: string; readonly semantics: string };

export function typeRef(type: string): TypeRef {
  const part = (name: string): string => artifactUri(digest(`${name} of ${type}`));
  return { type, schema: part('schema'), semantics: part('semantics') };
}

export const VALUE = typeRef('demo.value@1');
export const TURNED = typeRef('demo.turned@1');
export const FOREIGN = typeRef('demo.foreign@1');

export interface Contract {
  readonly json: JsonObject;
  readonly id: string;
  readonly digest: Digest;
}

function contract(json: JsonObject & { readonly id: string }): Contract {
  return { json, id: json.id, digest: digest(json) };
}

type Mode = 'given' | 'witness';

export interface AssumptionSketch {
  readonly id: string;
  readonly claim: Contract;
  readonly roles: Readonly<Record<string, TypeRef>>;
}

export function claim(
  id: string,
  roles: Readonly<Record<string, Mode>>,
  candidate: string,
  assumptions: readonly AssumptionSketch[] = [],
): Contract {
  return contract({
    kind: 'claim',
    id,
    title: `Title of ${id}`,
    statement: `Statement of ${id}.`,
    scope: `Scope of ${id}.`,
    candidate,
    roles: Object.entries(roles).map(([name, mode]) => ({
      name,
      mode,
      description: `Role ${name}.`,
      types: [VALUE, TURNED],
    })),
    assumptions: assumptions.map((assumption) => ({
      id: assumption.id,
      description: `Assumption ${assumption.id}.`,
      claim: { id: assumption.claim.id, contract: assumption.claim.digest },
      roles: Object.entries(assumption.roles).map(([name, type]) => ({ name, type })),
    })),
  });
}

export function transform(id: string, proof: Contract): Contract {
  return contract({
    kind: 'transform',
    id,
    title: `Title of ${id}`,
    description: `Description of ${id}.`,
    maps: [
      { source: VALUE, target: VALUE },
      { source: TURNED, target: TURNED },
    ],
    proof: { claim: proof.id, contract: proof.digest, source_role: 'source', target_role: 'target' },
  });
}

/** "target is source turned", with room for three more values that are no part of it but may be turned themselves. */
export const TURN_CLAIM = claim(
  'demo.turn@1',
  { source: 'given', target: 'given', hint_1: 'witness', hint_2: 'witness', hint_3: 'witness' },
  'target',
);
export const TURN = transform('DEMO_TURN', TURN_CLAIM);
export const BASE_PRIME = claim('demo.base_prime@1', { n: 'given' }, 'n');
export const PRIME = claim('demo.prime@1', { n: 'given', proof: 'witness' }, 'proof', [
  { id: 'factor_is_prime', claim: BASE_PRIME, roles: { n: VALUE } },
]);
/** A role named as an inherited member of every object is. */
export const SUM = claim(
  'demo.sum@1',
  { left: 'given', constructor: 'given' as const, total: 'given' },
  'total',
  [
    { id: 'left_is_prime', claim: PRIME, roles: { n: VALUE } },
    { id: 'ordered', claim: TURN_CLAIM, roles: { source: VALUE, target: VALUE } },
  ],
);

// Checkers.

export interface Checker {
  readonly manifest: JsonObject;
  readonly programs: Readonly<Record<string, Digest>>;
  readonly identity: Digest;
  readonly claim: Contract;
}

export function checker(
  decides: Contract,
  covers: readonly string[] = [],
  id = decides.id.slice(0, -2),
): Checker {
  const manifest = {
    id,
    version: '1.2.3',
    claim: decides.id,
    title: `Checker ${id}`,
    covers,
    method: `Method of ${id}.`,
    arithmetic: 'Exact.',
    limits: { time_ms: 1000, memory_mib: 64, input_bytes: 1_000_000 },
    programs: ['check.js'],
  };
  const programs = { 'check.js': digestOf(new TextEncoder().encode(`program of ${id}`)) };
  return {
    manifest,
    programs,
    identity: digest({ manifest: digest(manifest), programs }),
    claim: decides,
  };
}

export const SUM_CHECKER = checker(SUM);
export const SUM_REPLAY_CHECKER = checker(SUM, ['DEMO_TURN'], 'demo.sum_replay');
export const TURN_CHECKER = checker(TURN_CLAIM);
export const PRIME_CHECKER = checker(PRIME);
export const BASE_PRIME_CHECKER = checker(BASE_PRIME);
const CHECKERS = [SUM_CHECKER, SUM_REPLAY_CHECKER, TURN_CHECKER, PRIME_CHECKER, BASE_PRIME_CHECKER];

// Statements.

/** A complete document. */
export function document(value: JsonValue, type: TypeRef = VALUE): JsonObject {
  return { ...type, value };
}

export interface TurnedRole {
  readonly source: JsonObject;
  readonly target: JsonObject;
}

export interface Sketch {
  readonly checker: Checker;
  /** For each role a document, or source and target of DEMO_TURN. */
  readonly roles: Readonly<Record<string, JsonObject | TurnedRole>>;
  /** Assumptions left open: the id, and a document for each of its roles. */
  readonly open?: readonly { readonly id: string; readonly roles: Readonly<Record<string, JsonObject>> }[];
  readonly tenant?: string;
}

let serials = 0;

function isTurned(role: JsonObject | TurnedRole): role is TurnedRole {
  return 'target' in role;
}

function describe(json: JsonObject, arrived: string): JsonObject {
  const { bytes, digest: ofBytes } = canonicalise(json);
  const { type = null, schema = null, semantics = null } = json;
  return { digest: ofBytes, size: bytes.length, type, schema, semantics, arrived };
}

type ClaimJson = {
  readonly roles: readonly { readonly name: string; readonly mode: Mode }[];
  readonly candidate: string;
  readonly assumptions: readonly { readonly id: string; readonly claim: { id: string; contract: Digest } }[];
};

/** The honest payload of a certificate. */
export function payloadOf(
  { checker: run, roles, open = [], tenant = TENANT }: Sketch,
  issuer: Digest,
): JsonObject {
  const { json } = run.claim;
  const { roles: declared, candidate, assumptions }: ClaimJson = JSON.parse(canonicalise(json).text);
  const digests: Record<string, Digest> = {};
  const described: Record<string, JsonValue> = {};
  const obligations: JsonObject[] = [];
  let turned = false;
  for (const { name } of declared) {
    const role = given(roles[name]);
    if (!isTurned(role)) {
      digests[name] = digest(role);
      described[name] = describe(role, 'document');
      continue;
    }
    turned = true;
    digests[name] = digest(role.target);
    described[name] = {
      ...describe(role.target, 'transform'),
      transform: { kind: TURN.id, contract: TURN.digest, source: describe(role.source, 'document') },
    };
    if (run === SUM_REPLAY_CHECKER) continue;
    obligations.push(
      obligation(TURN_CLAIM, { source: role.source, target: role.target }, { transform: name }),
    );
  }
  for (const { id, roles: values } of open) {
    const assumption = given(assumptions.find((each) => each.id === id));
    const assumed = given([PRIME, BASE_PRIME, TURN_CLAIM].find((each) => each.id === assumption.claim.id));
    obligations.push(obligation(assumed, values, { assumption: id }));
  }
  const givenNames = declared.filter(({ mode }) => mode === 'given').map(({ name }) => name);
  const subject = givenNames.includes(candidate) ? candidate : given(givenNames[0]);
  const { manifest } = run;
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: subject, digest: { sha256: given(digests[subject]).slice('sha256:'.length) } }],
    predicateType: `urn:assay:${obligations.length === 0 ? '' : 'conditional-'}certificate:v1`,
    predicate: {
      serial: (serials++).toString(16).padStart(32, '0'),
      tenant,
      claim: {
        id: run.claim.id,
        contract: run.claim.digest,
        statement: json.statement ?? null,
        scope: json.scope ?? null,
      },
      statement: digest({ claim: run.claim.digest, roles: digests }),
      proposition: digest({
        claim: run.claim.digest,
        roles: Object.fromEntries(givenNames.map((name) => [name, given(digests[name])])),
      }),
      roles: described,
      lineage: [{ role: candidate, basis: 'declared', capability: 'demo.make@1', run: 'run 7' }],
      checker: {
        id: manifest.id ?? null,
        version: manifest.version ?? null,
        identity: run.identity,
        limits: manifest.limits ?? null,
        runtime: { name: 'node', version: '24.0.0' },
      },
      method: manifest.method ?? null,
      arithmetic: manifest.arithmetic ?? null,
      ...(obligations.length === 0 ? {} : { obligations }),
      issuer,
      started_at: '2026-01-01T00:00:00.000Z',
      finished_at: '2026-01-01T00:00:01.000Z',
      embedded: {
        claim: json,
        transforms: turned ? { [TURN.id]: TURN.json } : {},
        manifest,
        programs: run.programs,
      },
    },
  };
}

export function obligation(
  { id, digest: of }: Contract,
  values: Readonly<Record<string, JsonObject>>,
  cause: JsonObject,
): JsonObject {
  const roles = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, digest(value)]));
  return { proposition: digest({ claim: of, roles }), claim: { id, contract: of }, roles, cause };
}

// The log, and who signs.

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
export const TRUST_ROOT_TYPE = 'application/vnd.assay.trust-root+json';

/** A DSSE v1 envelope of any bytes. */
export function seal(payload: Uint8Array, payloadType: string, signers: readonly KeySigner[]): JsonObject {
  const head = new TextEncoder().encode(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `);
  const message = Buffer.concat([head, payload]);
  return {
    payload: encodeBase64(payload),
    payloadType,
    signatures: signers.map(({ keyid, sign }) => ({ keyid, sig: encodeBase64(sign(message)) })),
  };
}

/** A certificate that was signed and logged. */
export interface Issued {
  readonly envelope: JsonObject;
  readonly index: number;
}

export interface ProofOptions {
  readonly index?: number;
  readonly size?: number;
  readonly signer?: KeySigner;
  readonly origin?: string;
}

/** A log whose every key the tests hold. Entry 0 stands for version 1 of the trust root. */
export class Forge {
  readonly origin: string;
  readonly root: KeySigner;
  readonly certificate: KeySigner;
  readonly log: KeySigner;
  readonly #hashes = new Map<string, Uint8Array>();
  #size = 0;

  constructor(origin = 'demo.example/log', keys: Partial<Pick<Forge, 'root' | 'certificate' | 'log'>> = {}) {
    this.origin = origin;
    this.root = keys.root ?? newKey();
    this.certificate = keys.certificate ?? newKey();
    this.log = keys.log ?? newKey();
    this.appendOthers(1);
  }

  get size(): number {
    return this.#size;
  }

  /** Entries that stand for something else. */
  appendOthers(count: number): void {
    for (let n = 0; n < count; n += 1) this.appendLeaf(digest(`other entry ${this.#size}`));
  }

  appendLeaf(payload: Digest, kind = 'certificate'): number {
    const index = this.#size;
    const leaf = leafHash(canonicalise({ kind, sha256: payload.slice('sha256:'.length) }).bytes);
    for (const { level, position, hash } of hashesToAppend(index, leaf, this.#read)) {
      this.#hashes.set(`${level}/${position}`, hash);
    }
    this.#size += 1;
    return index;
  }

  readonly #read = (level: number, position: number): Uint8Array =>
    given(this.#hashes.get(`${level}/${position}`));

  /** Signs any payload, honest or not, and logs it. */
  issue(payload: JsonValue, signer: KeySigner = this.certificate): Issued {
    return this.issueBytes(canonicalise(payload).bytes, signer);
  }

  /** The same for a payload that need not be canonical. */
  issueBytes(payload: Uint8Array, signer: KeySigner = this.certificate): Issued {
    return { envelope: seal(payload, PAYLOAD_TYPE, [signer]), index: this.appendLeaf(digestOf(payload)) };
  }

  /** The honest certificate of a sketch. */
  certify(sketch: Sketch, signer: KeySigner = this.certificate): Issued {
    return this.issue(payloadOf(sketch, signer.keyid), signer);
  }

  checkpoint({ size = this.#size, signer = this.log, origin = this.origin }: ProofOptions = {}): string {
    return signCheckpoint({ origin, size, root: rootHash(size, this.#read) }, signer);
  }

  proof(index: number, options: ProofOptions = {}): string {
    const size = options.size ?? this.#size;
    return formatProof({
      index,
      hashes: inclusionProof(index, size, this.#read),
      checkpoint: this.checkpoint(options),
    });
  }

  bundle(
    certificate: Issued,
    discharges: readonly Issued[] = [],
    documents: readonly JsonValue[] = [],
  ): JsonObject {
    const logged = ({ envelope, index }: Issued): JsonObject => ({ envelope, proof: this.proof(index) });
    return { bundle: '1', certificate: logged(certificate), discharges: discharges.map(logged), documents };
  }

  /** The payload of version 1 of a trust root with every checker here authorised for everybody. */
  trustPayload(): JsonObject {
    const always = { from: 0, until: null };
    return {
      trust_root: '1',
      serial: 'f'.repeat(32),
      version: 1,
      index: 0,
      expires: null,
      log: this.origin,
      threshold: 1,
      keys: [
        trustedKey(this.root, ['root']),
        trustedKey(this.certificate, ['certificate']),
        trustedKey(this.log, ['log']),
      ],
      authorisations: CHECKERS.map(({ identity, claim: decides }) => ({
        claim: decides.digest,
        checker: identity,
        tenant: '*',
        ...always,
      })),
      defaults: [{ claim: SUM.digest, tenant: '*', checker: SUM_CHECKER.identity }],
      families: [{ name: 'sums', checkers: [SUM_CHECKER.identity, SUM_REPLAY_CHECKER.identity] }],
      revocations: [],
    };
  }

  sealTrust(payload: JsonValue, signers: readonly KeySigner[] = [this.root]): JsonObject {
    return seal(canonicalise(payload).bytes, TRUST_ROOT_TYPE, signers);
  }

  trust(payload: JsonValue = this.trustPayload(), signers?: readonly KeySigner[]): TrustRoot {
    return readTrustRoot(this.sealTrust(payload, signers), verify);
  }
}

export function trustedKey(
  { keyid, publicKey }: Pick<KeySigner, 'keyid' | 'publicKey'>,
  roles: readonly string[],
  interval: { readonly from: number; readonly until: number | null } = { from: 0, until: null },
): JsonObject {
  return { keyid, public_key: encodeBase64(publicKey), roles, ...interval };
}

// Judging.

const verified = new Map<Digest, boolean>();

/** node:crypto's answer, kept (key and signature have their fixed sizes here): most of what the tests verify they verify a thousand times. */
export const verify: VerifySignature = (publicKey, message, signature) => {
  const name = digestOf(Buffer.concat([publicKey, signature, message]));
  const known = verified.get(name) ?? verifyNode(publicKey, message, signature);
  verified.set(name, known);
  return known;
};

/** `certified`, `conditional`, or `CODE at` of the refusal. Whatever is no AssayError is a crash and passes through. */
export function judge(
  bundle: JsonValue,
  trust: TrustRoot,
  options: { readonly now?: string; readonly values?: ReadonlyMap<string, JsonValue> } = {},
): string {
  return attempt(() => checkBundle(bundle, { trust, verify, now: NOW, ...options }).status);
}

export function attempt(action: () => string): string {
  try {
    return action();
  } catch (error) {
    if (error instanceof AssayError) return `${error.code}${error.at === undefined ? '' : ` ${error.at}`}`;
    throw error;
  }
}
