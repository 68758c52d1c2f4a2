import type { JsonValue } from './canonical/json.ts';
import type { Refused } from './services/certify.ts';
import { type CertifiedBundle, type CertifyBundleOptions, certifyBundle } from './services/certify-bundle.ts';
import { type Handoff, readHandoff } from './services/handoff.ts';
import { type OpenOptions, openInstance } from './services/open.ts';

export { AssayError, ERROR_CODES, type ErrorCode } from './errors.ts';
export type { CertifiedBundle, CertifyBundleOptions, Handoff, OpenOptions, Refused };

/** Assay in your own process, on a data folder of your own. */
export interface Assay {
  /**
   * Checks a handoff with the authorised checker and, if it accepts, signs, logs and keeps a certificate.
   * Every role holds a complete document, or the document that a transform is applied to.
   *
   * @throws AssayError for input nothing can be run on, with a code, the place and what to do next.
   */
  certify(
    handoff: Handoff,
    options?: Omit<CertifyBundleOptions, 'readFile'>,
  ): Promise<CertifiedBundle | Refused>;
  /** Reads a handoff in its file form (`{"handoff": "1", …}`), strictly. */
  readHandoff(value: JsonValue): Handoff;
  /** Ends the checker processes and frees the store. */
  close(): Promise<void>;
}

/**
 * Opens Assay on a data folder, which is made on first use.
 *
 * @example
 * const assay = await openAssay({ data: '.assay' });
 * const result = await assay.certify({ claim: 'number.gcd@1', roles: { a, b, bezout } });
 * if (result.verdict === 'ACCEPTED') await writeFile('gcd.assay.json', result.bundle.bytes);
 * await assay.close();
 */
export async function openAssay(options: OpenOptions): Promise<Assay> {
  const instance = await openInstance(options);
  return {
    certify: (handoff, certifyOptions) => certifyBundle(handoff, instance, certifyOptions),
    readHandoff,
    close: instance.close,
  };
}
