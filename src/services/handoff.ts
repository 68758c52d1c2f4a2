import type { JsonValue } from '../canonical/json.ts';
import { ShapeReader } from '../canonical/shape.ts';
import { AssayError } from '../errors.ts';

/** A value handed over: a complete document, the name of a file that holds one, or the name of a value that a service keeps. */
export type Operand = { readonly document: JsonValue } | { readonly file: string } | Named;

/** A value that a service keeps, by its reference in full or its handle in a session; or that an earlier step of a pipeline gave. */
export type Named = NamedValue | { readonly output: { readonly step: string; readonly port: string } };

export type NamedValue = { readonly reference: JsonValue } | { readonly handle: string };

/** A value that a declared transform makes of another one. */
export interface Derived {
  readonly source: Operand;
  readonly transform: { readonly kind: string };
}

/** What the producer of the candidate says of itself; recorded as declared, never believed. */
export interface Producer {
  readonly capability: string;
  readonly run?: string;
}

/** A claim and the values for its roles. */
export interface Handoff {
  readonly claim: string;
  readonly roles: Readonly<Record<string, Operand | Derived>>;
  readonly producer?: Producer;
  /** A checker's id or identity; without it the claim's default decides. */
  readonly checker?: string;
}

/** A document may nest 64 levels, and stands at most five below the root of a handoff. */
export const HANDOFF_LIMITS = { bytes: 64 * 1024 * 1024, depth: 72 } as const;

/**
 * Reads a handoff.
 *
 * @throws AssayError `HANDOFF_INVALID` or `ROLE_AMBIGUOUS` with a JSON pointer.
 */
export function readHandoff(value: JsonValue): Handoff {
  const reader = new ShapeReader('HANDOFF_INVALID', value);
  reader.object(['handoff', 'claim', 'roles'], ['producer', 'checker']);
  reader.member('handoff').oneOf('1');
  const roles = reader.member('roles').entries();
  return {
    claim: reader.member('claim').text(),
    roles: Object.fromEntries(roles.map(([name, role]) => [name, readRole(role)])),
    ...(reader.has('producer') ? { producer: readProducer(reader.member('producer')) } : {}),
    ...(reader.has('checker') ? { checker: reader.member('checker').text() } : {}),
  };
}

const SOURCES = ['document', 'file', 'reference', 'handle', 'output', 'source'] as const;

/** What may stand in a role or at a port. Throws as {@link readHandoff}. */
export function readRole(reader: ShapeReader): Operand | Derived {
  const given = givenSource(reader);
  if (given !== 'source') return readOperand(reader, given);
  reader.object(['source', 'transform']);
  const source = reader.member('source');
  const operand = givenSource(source);
  if (operand === 'source') throw source.fail('must hold a value, not a transform again');
  const transform = reader.member('transform');
  transform.object(['kind']);
  return { source: readOperand(source, operand), transform: { kind: transform.member('kind').text() } };
}

function givenSource(reader: ShapeReader): (typeof SOURCES)[number] {
  reader.record();
  const given = SOURCES.filter((name) => reader.has(name));
  const [only] = given;
  if (given.length > 1) {
    throw new AssayError('ROLE_AMBIGUOUS', `${given.join(' and ')} stand in one place`, {
      at: reader.at,
      next: 'give the value in exactly one way',
    });
  }
  if (only === undefined) {
    throw new AssayError('HANDOFF_INVALID', 'there is no value here', {
      at: reader.at,
      next: 'give {"document": {"type", "value"}}, {"file": "path"}, {"reference"}, {"handle"} or {"source", "transform"}',
    });
  }
  return only;
}

function readOperand(reader: ShapeReader, given: Exclude<(typeof SOURCES)[number], 'source'>): Operand {
  reader.object([given]);
  const member = reader.member(given);
  switch (given) {
    case 'document':
      return { document: member.json };
    case 'reference':
      return { reference: member.json };
    case 'file':
      return { file: member.text() };
    case 'handle':
      return { handle: member.text() };
    case 'output':
      member.object(['step', 'port']);
      return { output: { step: member.member('step').text(), port: member.member('port').text() } };
  }
}

function readProducer(reader: ShapeReader): Producer {
  reader.object(['capability'], ['run']);
  return {
    capability: reader.member('capability').text(),
    ...(reader.has('run') ? { run: reader.member('run').text() } : {}),
  };
}
