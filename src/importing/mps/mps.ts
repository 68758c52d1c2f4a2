import { AssayError } from '../../errors.ts';
import type { Imported } from '../imported.ts';
import { END, TextReader } from '../text-reader.ts';
import { type Layout, malformed } from './card.ts';
import { fixed } from './fixed.ts';
import { free } from './free.ts';
import { Reading } from './reading.ts';

const ASTERISK = 42;

/**
 * MPS, free or fixed: read in both ways at once. Where only one of them reads the file, that is what it says; where both do and
 * say the same, as for most files, also; where they differ, nothing is guessed.
 */
export function importMps(chunks: Iterable<Uint8Array>, mostBytes: number): Imported {
  return read(chunks, [free, fixed], mostBytes);
}

export function importFreeMps(chunks: Iterable<Uint8Array>, mostBytes: number): Imported {
  return read(chunks, [free], mostBytes);
}

export function importFixedMps(chunks: Iterable<Uint8Array>, mostBytes: number): Imported {
  return read(chunks, [fixed], mostBytes);
}

/** The sense is `min` unless OBJSENSE says otherwise; columns are from 0 up unless BOUNDS says otherwise. */
function read(chunks: Iterable<Uint8Array>, layouts: readonly Layout[], mostBytes: number): Imported {
  const text = new TextReader(chunks);
  const attempts = layouts.map((layout) => new Attempt(new Reading(layout, mostBytes)));
  while (text.peek() !== END) {
    if (text.peek() === ASTERISK) {
      text.skipLine();
      continue;
    }
    const { line: number } = text;
    const line = text.readLine() ?? '';
    if (line.trim() === '') continue;
    for (const attempt of attempts) attempt.go((reading) => reading.read(line, number));
    if (attempts.every(({ fault }) => fault !== undefined)) break;
  }
  const values = attempts.flatMap((attempt) => attempt.go((reading) => reading.finish(text.line)) ?? []);
  const [value, ...others] = values;
  if (value === undefined) throw lastFault(attempts);
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(value))) {
    throw malformed(
      text.line,
      'the file says one program as free MPS and another as fixed MPS',
      'say which it is: mps-free or mps-fixed',
    );
  }
  return { type: 'optimization.linear_program@1', value };
}

/** One way to read the file, until it fails. */
class Attempt {
  #reading: Reading | undefined;
  #steps = 0;
  fault: { readonly error: AssayError; readonly steps: number } | undefined;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** Undefined where the way fails or has failed before. */
  go<T>(step: (reading: Reading) => T): T | undefined {
    if (this.#reading === undefined) return undefined;
    this.#steps++;
    try {
      return step(this.#reading);
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      this.fault = { error, steps: this.#steps };
      this.#reading = undefined;
      return undefined;
    }
  }
}

/** Of the way that came furthest. */
function lastFault(attempts: readonly Attempt[]): AssayError | undefined {
  const faults = attempts.flatMap(({ fault }) => fault ?? []);
  return faults.reduce((furthest, fault) => (fault.steps > furthest.steps ? fault : furthest)).error;
}
