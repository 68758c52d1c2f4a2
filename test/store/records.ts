import { createHash } from 'node:crypto';
import { type Digest, digestOf } from '../../src/canonical/digest.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import type { Once, RequestKey } from '../../src/store/answers.ts';
import type { MakeGenesis } from '../../src/store/folder.ts';
import type { Invocation, NewPromotion, NewReference, Session } from '../../src/store/sessions.ts';
import type {
  CertificateRecord,
  NewTrustRoot,
  OpenObligation,
  StoredTrustRoot,
  StoredValue,
  VerificationRecord,
} from '../../src/store/store.ts';
import type { Tenant, Token } from '../../src/store/tenants.ts';

// What the store keeps is opaque to it, so these records are only told apart, not true.

export const genesis: MakeGenesis = ({ tenant, origin, serial, signers }) => {
  const keys = Object.values(signers).map(({ keyid }) => keyid);
  return trustRoot(1, JSON.stringify({ tenant, origin, serial, keys }));
};

export function trustRoot(version: number, content: string): NewTrustRoot {
  const envelope = bytesOf(JSON.stringify({ version, content }));
  return { version, envelope, payloadDigest: digestOf(bytesOf(`payload ${content}`)) };
}

export function nextTrustRoot(current: StoredTrustRoot, logIndex: number): NewTrustRoot {
  return trustRoot(current.version + 1, `at ${logIndex}`);
}

function contract(label: string): NewPromotion['valueType'] {
  const bytes = bytesOf(`contract ${label}`);
  return { digest: digestOf(bytes), bytes };
}

/** Under which values of these tests are promoted. */
export const CONTRACTS: Pick<NewPromotion, 'valueType' | 'capability'> = {
  valueType: contract('test.label@1'),
  capability: contract('test.produce@1'),
};

export function value(label: string): StoredValue {
  const bytes = bytesOf(JSON.stringify({ label }));
  return { digest: digestOf(bytes), type: 'test.label@1', bytes };
}

/** A verification with two roles. Everything in it follows from `label`; `left` is shared by all that end alike. */
export function verification(label: string, changes: Partial<VerificationRecord> = {}): VerificationRecord {
  const own = [value(label.slice(-1)), value(label)];
  // A refusal keeps no values, but says which it was about.
  const about = changes.values === undefined || changes.values.length === 0 ? own : changes.values;
  return {
    id: hex(`id ${label}`),
    claim: digest('claim'),
    claimId: 'test.claim@1',
    statement: digest(`statement ${label}`),
    proposition: digest(`proposition ${label}`),
    checker: digest('checker'),
    checkerId: 'test.checker',
    verdict: 'ACCEPTED',
    reason: null,
    at: null,
    startedAt: '2026-01-02T03:04:05.678Z',
    finishedAt: '2026-01-02T03:04:05.999Z',
    roles: about.map(({ digest }, index) => ({ role: ['left', 'right'][index] ?? `role ${index}`, digest })),
    values: own,
    ...changes,
  };
}

export function refusal(label: string): VerificationRecord {
  return verification(label, {
    verdict: 'REJECTED',
    reason: 'entry differs',
    at: '/roles/right/value/0',
    checker: null,
    checkerId: null,
    values: [],
  });
}

/** The certificate of a verification, conditional with `open` obligations. */
export function certificate(record: VerificationRecord, open = 0): CertificateRecord {
  const obligations: OpenObligation[] = Array.from({ length: open }, (_, position) => ({
    proposition: digest(`open ${record.id} ${position}`),
    cause: position % 2 === 0 ? { transform: 'left' } : { assumption: 'prime' },
  }));
  return {
    serial: hex(`serial ${record.id}`),
    conditional: open > 0,
    statement: record.statement,
    proposition: record.proposition,
    payloadDigest: digest(`payload ${record.id}`),
    envelope: bytesOf(JSON.stringify({ envelope: record.id })),
    obligations,
  };
}

export const admitAll = (): void => undefined;

export function digest(text: string): Digest {
  return digestOf(bytesOf(text));
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** 32 hex digits that follow from `text`, as ids have them. */
export function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** A moment so many minutes after three o'clock. Sessions here begin at 0 and end at 60; runs finish at 10. */
export function minute(count: number): string {
  return new Date(Date.UTC(2026, 0, 2, 3, 0) + count * 60_000).toISOString();
}

export function tenant(label: string): Tenant {
  return { id: hex(`tenant ${label}`), name: label, createdAt: minute(0), revokedAt: null };
}

export function token(label: string, of: Pick<Tenant, 'id'>): Token {
  return {
    id: hex(`token ${label}`),
    tenant: of.id,
    name: label,
    hash: new Uint8Array(createHash('sha256').update(`secret ${label}`).digest()),
    scopes: ['produce', 'verify'],
    createdAt: minute(0),
    expiresAt: null,
    revokedAt: null,
  };
}

export function session(label: string, changes: Partial<Session> = {}): Omit<Session, 'usage'> {
  return {
    id: hex(`session ${label}`),
    createdAt: minute(0),
    expiresAt: minute(60),
    limits: { values: 1000, bytes: 1_000_000 },
    ...changes,
  };
}

/** A run of a producer in a session (or in none), with two inputs. */
export function invocation(
  label: string,
  within: Pick<Session, 'id'> | null,
  changes: Partial<Invocation> = {},
): Invocation {
  return {
    id: hex(`invocation ${label}`),
    session: within?.id ?? null,
    capability: 'test.produce@1',
    basis: 'producer_signed',
    run: label,
    evidence: bytesOf(`evidence ${label}`),
    token: hex('token producer'),
    startedAt: minute(9),
    finishedAt: minute(10),
    inputs: [
      { port: 'left', digest: digest(`left ${label}`), arrived: 'inline' },
      { port: 'right', digest: digest(`right ${label}`), arrived: 'reference' },
    ],
    ...changes,
  };
}

/** One output of a run: a reference named by `label` to a value named by `of`. */
export function output(label: string, of = label, changes: Partial<NewReference> = {}): NewReference {
  const stored = value(of);
  return {
    id: hex(`reference ${label}`),
    digest: stored.digest,
    type: stored.type,
    schema: `artifact://sha256/${hex('schema')}`,
    semantics: `artifact://sha256/${hex('semantics')}`,
    size: stored.bytes.length,
    preview: { label: of, rows: 1 },
    capability: 'test.produce@1',
    port: 'product',
    lifetime: 'SESSION',
    createdAt: minute(10),
    expiresAt: minute(60),
    value: stored,
    ...changes,
  };
}

/** A request under the key `label`, whose answer tells the effect's result. */
export function asked<Result>(
  label: string,
  { by = 'asker', answer }: { by?: string; answer?: (result: Result) => JsonValue } = {},
): Once<Result> {
  const key: RequestKey = {
    token: hex(`token ${by}`),
    key: label,
    request: digest(`request ${label}`),
    at: minute(10),
  };
  return {
    key,
    answer: (result) => ({ status: 201, body: answer === undefined ? { done: label } : answer(result) }),
  };
}
