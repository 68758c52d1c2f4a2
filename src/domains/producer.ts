import type { Document } from '../canonical/document.ts';
import { pointer } from '../canonical/pointer.ts';
import { AssayError } from '../errors.ts';
import type { Producer, Transform } from './domain.ts';

/** A transform as the producer of a capability with one input and one output. Its limits on dimensions are limits there. */
export function byTransform(transform: Transform, input: string, output: string): Producer {
  return (inputs) => {
    const source = bound(inputs, input);
    try {
      return { [output]: transform(source) };
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      const { code, message, at, next } = error.within(pointer(input));
      throw new AssayError(code === 'TRANSFORM_DIMENSIONS' ? 'CAPABILITY_LIMIT' : code, message, {
        at,
        next,
      });
    }
  };
}

/** The document bound to a port. That it is there has been seen to before a producer runs. */
export function bound(inputs: Readonly<Record<string, Document>>, port: string): Document {
  const document = inputs[port];
  if (document === undefined) throw new Error(`nothing is bound to the port ${port}`);
  return document;
}
