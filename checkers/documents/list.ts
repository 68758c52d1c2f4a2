import { reject } from '../decide.ts';

/** A JSON array of any length; rejected otherwise. */
export function list(value: unknown, at: string): readonly unknown[] {
  return Array.isArray(value) ? value : reject('an array is required', at);
}
