import type { CanonicalBytes } from '../canonical/canonical.ts';
import { digestOf, hexOf } from '../canonical/digest.ts';
import type { BindHeader, JobHeader } from './harness/serve.ts';
import type { CheckerProgram } from './program.ts';

/** What a checker is asked: the claim, a document for every role, and the source of each transform it replays itself. */
export interface CheckRequest {
  readonly claim: string;
  readonly roles: Readonly<Record<string, CanonicalBytes>>;
  readonly sources: Readonly<
    Record<string, { readonly transform: string; readonly document: CanonicalBytes }>
  >;
}

/** A message to the harness: byte strings to be sent one after the other. */
export type Message = readonly Uint8Array[];

/** The message that binds a process to one checker, of which one realm may serve so many jobs. */
export function bindMessage(program: CheckerProgram, jobsPerRealm: number): Message {
  const programs = [...program.programs].map(([name, { bytes }]) => ({ name, bytes }));
  const header: BindHeader = {
    jobsPerRealm,
    programs: programs.map(({ name, bytes }) => ({ name, size: bytes.length })),
  };
  return [...frameHeader(header), ...programs.map(({ bytes }) => bytes)];
}

/**
 * The message of one job, and the digests (one after the other, 32 bytes each) that prove the harness read just this:
 * of each program, the header and each document.
 */
export function jobMessage(
  job: string,
  program: CheckerProgram,
  { claim, roles, sources }: CheckRequest,
): { readonly message: Message; readonly digests: Buffer } {
  const header: JobHeader = {
    job,
    claim,
    roles: Object.entries(roles).map(([name, { size }]) => ({ name, size })),
    sources: Object.entries(sources).map(([name, { transform, document }]) => ({
      name,
      transform,
      size: document.size,
    })),
  };
  const documents = [...Object.values(roles), ...Object.values(sources).map(({ document }) => document)];
  const [length, head] = frameHeader(header);
  const digests = [
    ...[...program.programs.values()].map(({ digest }) => digest),
    digestOf(head),
    ...documents.map(({ digest }) => digest),
  ];
  return {
    message: [length, head, ...documents.map(({ bytes }) => bytes)],
    digests: Buffer.from(digests.map(hexOf).join(''), 'hex'),
  };
}

/** Bytes of all documents together. */
export function requestSize({ roles, sources }: CheckRequest): number {
  const given = Object.values(roles).reduce((sum, { size }) => sum + size, 0);
  return Object.values(sources).reduce((sum, { document }) => sum + document.size, given);
}

function frameHeader(header: BindHeader | JobHeader): [length: Buffer, header: Buffer] {
  const body = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return [length, body];
}
