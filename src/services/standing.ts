import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { JsonValue } from '../canonical/json.ts';
import type { CheckedBundle } from '../certificate/check.ts';
import { readEnvelope } from '../certificate/envelope.ts';
import {
  describedValues,
  type Obligation,
  PAYLOAD_TYPE,
  type Predicate,
  readStatement,
} from '../certificate/statement.ts';
import { AssayError, type ErrorCode } from '../errors.ts';
import type { StoredCertificate, StoredValue } from '../store/store.ts';
import { assembleBundle, type EnclosedDocuments, type Logged } from './assemble.ts';
import type { Instance } from './instance.ts';

/** What a certificate amounts to now, judged as a stranger would judge its bundle. */
export type Standing = {
  readonly stored: StoredCertificate;
  readonly predicate: Predicate;
} & (
  | {
      readonly status: 'certified' | 'conditional';
      /** What nothing discharges. */
      readonly open: readonly Obligation[];
      /** The certificates that discharge the rest, with what those rest on. */
      readonly discharges: readonly StoredCertificate[];
    }
  | { readonly status: 'void'; readonly reason: ErrorCode }
);

/** Of certificates for one proposition, so many that were cited for it are looked at, and so many of the newest. */
const MOST_CANDIDATES = 16;
/** A certificate with more open at every depth than this stays conditional. */
const MOST_PROPOSITIONS = 256;

/**
 * Judges a certificate of the store with whatever certificates of the same tenant discharge its obligations: the least fixed
 * point, so what rests on itself discharges nothing. The certificate itself never changes.
 */
export async function standingOf(stored: StoredCertificate, instance: Instance): Promise<Standing> {
  const own = await judge(stored, [], instance);
  if (own instanceof AssayError)
    return { stored, predicate: readPredicate(stored), status: 'void', reason: own.code };
  const { predicate } = own.certificate;
  const alone = { stored, predicate, status: own.status, open: own.open, discharges: [] };
  if (own.open.length === 0) return alone;
  const discharges = await findDischarges(stored, instance);
  const judged = await judge(stored, discharges, instance);
  // A discharge was revoked in between.
  if (judged instanceof AssayError) return alone;
  return { stored, predicate, status: judged.status, open: judged.open, discharges };
}

/**
 * The same for each of a list. To judge one takes some milliseconds, and the store never lets go of the thread: in between
 * others have their turn.
 *
 * @throws the reason of the signal.
 */
export async function standingsOf(
  all: readonly StoredCertificate[],
  instance: Instance,
  signal?: AbortSignal,
): Promise<Standing[]> {
  const standings: Standing[] = [];
  for (const stored of all) {
    await nextTurn();
    signal?.throwIfAborted();
    standings.push(await standingOf(stored, instance));
  }
  return standings;
}

/** The bundle of a certificate with all that discharges it. @throws AssayError where the certificate is void. */
export async function bundleOf(
  stored: StoredCertificate,
  enclosed: EnclosedDocuments,
  instance: Instance,
): ReturnType<typeof assembleBundle> {
  const discharges = await findDischarges(stored, instance);
  return assembleBundle(
    await logged(stored, instance),
    await Promise.all(discharges.map((discharge) => logged(discharge, instance))),
    enclosed,
    instance,
  );
}

/** Certificates that discharge what this one leaves open, each for another proposition and each certified itself. */
async function findDischarges(stored: StoredCertificate, instance: Instance): Promise<StoredCertificate[]> {
  const proven = provenBy(await candidatesFor(stored, instance));
  const needed = new Map<Digest, StoredCertificate>();
  const pending = [stored];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { proposition } of next.obligations) {
      const discharge = proven.get(proposition);
      if (discharge === undefined || needed.has(proposition)) continue;
      needed.set(proposition, discharge);
      pending.push(discharge);
    }
  }
  return [...needed.values()];
}

/** The valid certificates for each proposition that could matter, those that were cited first, then the newest. */
async function candidatesFor(
  stored: StoredCertificate,
  instance: Instance,
): Promise<ReadonlyMap<Digest, readonly StoredCertificate[]>> {
  const candidates = new Map<Digest, StoredCertificate[]>();
  const pending = [stored];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { proposition } of next.obligations) {
      if (candidates.has(proposition) || candidates.size === MOST_PROPOSITIONS) continue;
      const valid: StoredCertificate[] = [];
      for (const candidate of await certificatesFor(proposition, next, instance)) {
        await nextTurn();
        if (!((await judge(candidate, [], instance)) instanceof AssayError)) valid.push(candidate);
      }
      candidates.set(proposition, valid);
      pending.push(...valid);
    }
  }
  return candidates;
}

/** Those that were cited for it where `open` leaves it open, and the newest. */
async function certificatesFor(
  proposition: Digest,
  open: StoredCertificate,
  { store }: Instance,
): Promise<Iterable<StoredCertificate>> {
  const found = new Map<string, StoredCertificate>();
  const citations = await store.citations(open.serial);
  for (const { cited } of citations.filter((citation) => citation.proposition === proposition)) {
    const certificate = found.size < MOST_CANDIDATES ? await store.certificate(cited) : null;
    if (certificate !== null) found.set(cited, certificate);
  }
  for (const certificate of await store.certificatesFor(proposition, MOST_CANDIDATES)) {
    found.set(certificate.serial, certificate);
  }
  return found.values();
}

/** Least fixed point: rounds add what rests on nothing but what earlier rounds added, so no cycle helps. */
function provenBy(
  candidates: ReadonlyMap<Digest, readonly StoredCertificate[]>,
): ReadonlyMap<Digest, StoredCertificate> {
  const proven = new Map<Digest, StoredCertificate>();
  for (let size = -1; size !== proven.size; ) {
    size = proven.size;
    for (const [proposition, certificates] of candidates) {
      if (proven.has(proposition)) continue;
      const certified = certificates.find(({ obligations }) =>
        obligations.every((obligation) => proven.has(obligation.proposition)),
      );
      if (certified !== undefined) proven.set(proposition, certified);
    }
  }
  return proven;
}

async function judge(
  stored: StoredCertificate,
  discharges: readonly StoredCertificate[],
  instance: Instance,
): Promise<CheckedBundle | AssayError> {
  try {
    const bundle = await assembleBundle(bare(stored), discharges.map(bare), 'none', instance);
    return bundle.checked;
  } catch (error) {
    if (error instanceof AssayError && error.exit === 1) return error;
    throw error;
  }
}

function bare({ envelope, logIndex }: StoredCertificate): Logged {
  return { envelope: readJson(envelope), logIndex, values: [] };
}

async function logged(stored: StoredCertificate, { store }: Instance): Promise<Logged> {
  const { roles, obligations = [] } = readPredicate(stored);
  const digests = [
    ...describedValues(roles).map(({ digest }) => digest),
    ...obligations.flatMap((obligation) => Object.values(obligation.roles)),
  ];
  const values = await Promise.all([...new Set(digests)].map((digest) => store.value(digest)));
  return { ...bare(stored), values: values.filter((value): value is StoredValue => value !== null) };
}

/** Of a certificate that this instance issued: what it says, its signature not looked at again. */
export function readPredicate({ envelope }: Pick<StoredCertificate, 'envelope'>): Predicate {
  const form = { payloadType: PAYLOAD_TYPE, signatures: { least: 1, most: 1 } };
  const { payload } = readEnvelope(readJson(envelope), form);
  return readStatement(parse(payload, { bytes: payload.length }).value).predicate;
}

function readJson(bytes: Uint8Array): JsonValue {
  return parse(bytes, { bytes: bytes.length }).value;
}
