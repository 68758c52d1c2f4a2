import type { Document } from '../canonical/document.ts';
import type { Domain, Producer, Transform } from './domain.ts';

/** The code of all domains, found by value type, transform or capability. Types of users have none: their schema says all. */
export class Domains {
  readonly #domains: readonly Domain[];

  constructor(domains: readonly Domain[]) {
    this.#domains = domains;
  }

  /** @throws AssayError DOCUMENT_SCHEMA or LABEL_AMBIGUOUS with a pointer under `/value`. */
  check({ type, value }: Document): void {
    for (const { values } of this.#domains) if (Object.hasOwn(values, type)) values[type]?.(value);
  }

  transform(kind: string): Transform | undefined {
    return this.#domains.find(({ transforms }) => Object.hasOwn(transforms, kind))?.transforms[kind];
  }

  /** Nothing here produces for a capability that only outside producers have. */
  producer(capability: string): Producer | undefined {
    return this.#domains.find(({ producers }) => Object.hasOwn(producers, capability))?.producers[capability];
  }
}
