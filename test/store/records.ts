import { createHash } from 'node:crypto';
import { type Digest, digestOf } from '../../src/canonical/digest.ts';
import type { MakeGenesis } from '../../src/store/folder.ts';
import type {
  CertificateRecord,
  NewTrustRoot,
  OpenObligation,
  StoredTrustRoot,
  StoredValue,
  VerificationRecord,
} from '../../src/store/store.ts';

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

export function value(label: string): StoredValue {
  const bytes = bytesOf(JSON.stringify({ label }));
  return { digest: digestOf(bytes), type: 'test.label@1', bytes };
}

/** A verification with two roles. Everything in it follows from `label`; `left` is shared by all that end alike. */
export function verification(label: string, changes: Partial<VerificationRecord> = {}): VerificationRecord {
  const [left, right] = [value(label.slice(-1)), value(label)];
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
    roles: [
      { role: 'left', digest: left.digest },
      { role: 'right', digest: right.digest },
    ],
    values: [left, right],
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

function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
