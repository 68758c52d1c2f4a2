import { type CanonicalBytes, parse } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import type { JsonObject } from '../canonical/json.ts';
import { isJsonObject } from '../canonical/json.ts';
import { formatBundle, type LoggedEnvelope } from '../certificate/bundle.ts';
import { type CheckedBundle, checkBundle } from '../certificate/check.ts';
import { verifyNode } from '../keys/ed25519.ts';
import type { StoredValue } from '../store/store.ts';
import type { Issued } from './examine.ts';
import { currentTrustRoot, type Instance } from './instance.ts';

/** Which documents a bundle encloses: as many as fit in 1 MiB, all of them, or none. */
export type EnclosedDocuments = 'fitting' | 'all' | 'none';

const FITTING = 1024 * 1024;

/** A certificate in the log, with the values it speaks about. */
export type Logged = LoggedEnvelopeParts & Pick<Issued, 'logIndex' | 'values'>;

type LoggedEnvelopeParts = Pick<LoggedEnvelope, 'envelope'>;

/**
 * The bundle of a certificate, its discharges and their documents, checked as a stranger would check it
 * before anybody else sees it.
 */
export async function assembleBundle(
  certificate: Logged,
  discharges: readonly Logged[],
  enclosed: EnclosedDocuments,
  instance: Instance,
): Promise<{ readonly bytes: CanonicalBytes; readonly checked: CheckedBundle }> {
  const { store } = instance;
  const logged = async ({ envelope, logIndex }: Logged): Promise<LoggedEnvelope> => ({
    envelope,
    proof: await store.proof(logIndex),
  });
  const bytes = formatBundle({
    certificate: await logged(certificate),
    discharges: await Promise.all(discharges.map(logged)),
    documents: chooseDocuments(
      [certificate, ...discharges].flatMap(({ values }) => values),
      enclosed,
    ),
  });
  const checked = checkBundle(bytes.value, {
    trust: await currentTrustRoot(store),
    verify: verifyNode,
    now: instance.now(),
  });
  return { bytes, checked };
}

/** In the order of the roles; a document that no longer fits is left out, the ones behind it still may fit. */
function chooseDocuments(values: readonly StoredValue[], enclosed: EnclosedDocuments): JsonObject[] {
  let room = { fitting: FITTING, all: Number.POSITIVE_INFINITY, none: 0 }[enclosed];
  const distinct = new Map<Digest, StoredValue>(values.map((value) => [value.digest, value]));
  return [...distinct.values()].flatMap(({ bytes }) => {
    if (bytes.length > room) return [];
    room -= bytes.length;
    const document = parse(bytes, { bytes: bytes.length }).value;
    return isJsonObject(document) ? [document] : [];
  });
}
