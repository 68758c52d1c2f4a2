import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder in which an endless run, of a process that this one started, says that it has begun: by a file of its name. */
export function startedFolder(starter: number): string {
  return join(tmpdir(), `assay-producing-${starter}`);
}

export const MISBEHAVING = fileURLToPath(new URL('misbehaving.ts', import.meta.url));

/** What `a` tells the misbehaving producer to do. */
export const DO = {
  answer: '0',
  loop: '1',
  throw: '2',
  exit: '3',
  allocate: '4',
  wrongType: '5',
  onePortMore: '6',
  nothing: '7',
  wrongValue: '8',
  noDocument: '9',
  refuse: '10',
  tooLarge: '11',
} as const;
