/** What a document may not exceed: its size in bytes of UTF-8, and how many arrays and objects are inside each other. */
export interface Limits {
  readonly bytes: number;
  readonly depth: number;
}

/** The limits of a document given inline. */
export const INLINE_LIMITS: Limits = { bytes: 16 * 1024 * 1024, depth: 64 };

/** Readers and writers recurse once a level: 1,000 levels fit every stack with room to spare. */
const DEEPEST = 1000;

/** The given limits, the inline ones where none is given. Throws RangeError on a limit that is no limit. */
export function limitsOf(limits: Partial<Limits> = {}): Limits {
  const { bytes, depth } = { ...INLINE_LIMITS, ...limits };
  if (!(bytes >= 0)) throw new RangeError('the limit of bytes must be a number from 0');
  if (!(depth >= 0 && depth <= DEEPEST))
    throw new RangeError(`the limit of depth must be from 0 to ${DEEPEST}`);
  return { bytes, depth };
}
