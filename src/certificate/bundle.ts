import { type CanonicalBytes, canonicalise } from '../canonical/canonical.ts';
import type { JsonObject, JsonValue } from '../canonical/json.ts';
import { ShapeReader } from '../canonical/shape.ts';

/** A bundle may enclose documents at their own limits: 64 MiB and 64 levels, two below its root. */
export const BUNDLE_LIMITS = { bytes: 160 * 1024 * 1024, depth: 72 } as const;

/** A signed certificate as it travels: its envelope, and the proof that the log holds it. */
export interface LoggedEnvelope {
  readonly envelope: JsonValue;
  /** C2SP tlog-proof text. */
  readonly proof: string;
}

/** One file that lets anyone check a certificate with no service and no network. */
export interface Bundle {
  readonly certificate: LoggedEnvelope;
  /** The certificates that discharge its obligations, and theirs. */
  readonly discharges: readonly LoggedEnvelope[];
  /** Complete documents of the values the certificates speak about, as far as they are enclosed. */
  readonly documents: readonly JsonObject[];
}

/** The bundle as canonical bytes. */
export function formatBundle({ certificate, discharges, documents }: Bundle): CanonicalBytes {
  return canonicalise(
    {
      bundle: '1',
      certificate: { envelope: certificate.envelope, proof: certificate.proof },
      discharges: discharges.map(({ envelope, proof }) => ({ envelope, proof })),
      documents,
    },
    BUNDLE_LIMITS,
  );
}

/**
 * Reads the outside of a bundle; nothing in it is verified yet.
 *
 * @throws AssayError `BUNDLE_MALFORMED` with a JSON pointer.
 */
export function readBundle(value: JsonValue): Bundle {
  const reader = new ShapeReader('BUNDLE_MALFORMED', value);
  reader.object(['bundle', 'certificate', 'discharges', 'documents']);
  reader.member('bundle').oneOf('1');
  return {
    certificate: readLogged(reader.member('certificate')),
    discharges: reader.member('discharges').items().map(readLogged),
    documents: reader
      .member('documents')
      .items()
      .map((item) => item.record()),
  };
}

function readLogged(reader: ShapeReader): LoggedEnvelope {
  reader.object(['envelope', 'proof']);
  return { envelope: reader.member('envelope').json, proof: reader.member('proof').text() };
}
