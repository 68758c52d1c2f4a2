import { AssayError, type ErrorCode } from '../errors.ts';

/** The document rules, as what is told to who broke one: code, what is wrong, what to do next. */
const RULES = {
  DUPLICATE_KEY: [
    'DOCUMENT_DUPLICATE_KEY',
    'an object has two members of the same name',
    'keep one of the two',
  ],
  SURROGATE: [
    'DOCUMENT_SURROGATE',
    'a string holds half of a surrogate pair',
    'write the whole character, or both escapes of the pair',
  ],
  FRACTION: [
    'DOCUMENT_NUMBER',
    'a number has a fraction or an exponent',
    'write a whole number in plain digits, or an exact value as a string',
  ],
  MINUS_ZERO: ['DOCUMENT_NUMBER', 'a number is minus zero', 'write 0'],
  UNSAFE: ['DOCUMENT_NUMBER', 'a whole number is beyond 2^53 - 1', 'write it as a string'],
  NOT_FINITE: ['DOCUMENT_NUMBER', 'a number is not finite', 'leave it out, or say what it means in a string'],
  NOT_JSON: [
    'DOCUMENT_MALFORMED',
    'the value is none that JSON has',
    'use null, booleans, numbers, strings, arrays without holes and plain objects',
  ],
  UNSTABLE: ['DOCUMENT_MALFORMED', 'the value changed while it was read', 'use plain data without getters'],
} as const satisfies Record<string, readonly [code: ErrorCode, message: string, next: string]>;

export type Rule = keyof typeof RULES;

/** The error for a broken rule; `at` is where. */
export function refusal(rule: Rule, at?: string): AssayError {
  const [code, message, next] = RULES[rule];
  return new AssayError(code, message, { at, next });
}

/** The error for a document of more bytes than the limit. */
export function tooLarge(limit: number): AssayError {
  return new AssayError('DOCUMENT_SIZE', `the document is larger than the limit of ${limit} bytes`, {
    next: 'raise the limit or split the document',
  });
}

/** The error for an array or object inside more of them than the limit; `at` is where. */
export function tooDeep(limit: number, at?: string): AssayError {
  return new AssayError('DOCUMENT_DEPTH', `arrays and objects are nested deeper than ${limit} levels`, {
    at,
    next: 'flatten the value',
  });
}
