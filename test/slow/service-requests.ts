import { randomUUID } from 'node:crypto';
import { product } from '../service/samples.ts';
import type { Sent } from './service-load.ts';

/** What the clients ask for, and the status that each is answered with. */
export const STATUS = {
  run: 201,
  verification: 201,
  later: 202,
  promotion: 201,
  conditional: 201,
  discharge: 201,
  pipeline: 201,
  citation: 200,
} as const;

export type Kind = keyof typeof STATUS;

export const KINDS = Object.keys(STATUS) as Kind[];

/** A certificate that leaves one thing open. */
interface Open {
  readonly serial: string;
  readonly proposition: string;
}

/** A discharge that was answered: of which certificate, and by which. */
interface Discharged extends Open {
  readonly cited: string;
}

/** One request after the other, the kinds in turn; where nothing is there yet for one to be about, a conditional certificate. */
export class Requests {
  readonly #session: string;
  /** The ids of values that were handed in. */
  readonly #values: string[] = [];
  readonly #open: Open[] = [];
  readonly #discharged: Discharged[] = [];
  #count = 0;

  constructor(session: string) {
    this.#session = session;
  }

  next(): Sent {
    const n = this.#count++;
    const kind = KINDS[n % KINDS.length] ?? 'run';
    const request = this.#request(kind, n) ?? this.#conditional(n);
    return { key: randomUUID(), ...request, body: request.body === '' ? '' : JSON.stringify(request.body) };
  }

  /** What an answer gives for later requests to be about. */
  answered({ kind, path, body }: Sent, text: string): void {
    if (kind === 'run') {
      const { outputs }: Ran = JSON.parse(text);
      this.#values.push(outputs.document.id);
    }
    if (kind === 'conditional') {
      const { serial, obligations } = certificateOf(text);
      const [{ proposition }] = obligations;
      this.#open.push({ serial, proposition });
    }
    if (kind === 'discharge') {
      const [, , , serial = ''] = path.split('/');
      const { proposition }: Open = JSON.parse(body);
      this.#discharged.push({ serial, proposition, cited: certificateOf(text).serial });
    }
  }

  #request(kind: Kind, n: number): Request | undefined {
    const a = 6 * (n + 2);
    switch (kind) {
      case 'run':
        return { kind, path: `/v1/sessions/${this.#session}/invocations`, body: run(a) };
      case 'verification':
      case 'later':
        return { kind, path: '/v1/verifications', body: verification(a) };
      case 'promotion': {
        const value = this.#values[n % this.#values.length];
        return value === undefined ? undefined : { kind, path: `/v1/values/${value}/promote`, body: '' };
      }
      case 'conditional':
        return this.#conditional(n);
      case 'discharge': {
        const open = this.#open.shift();
        if (open === undefined) return undefined;
        const { serial, proposition } = open;
        return { kind, path: `/v1/certificates/${serial}/discharges`, body: { proposition } };
      }
      case 'pipeline':
        return { kind, path: '/v1/pipelines', body: pipeline(a) };
      case 'citation': {
        const discharged = this.#discharged.shift();
        if (discharged === undefined) return undefined;
        const { serial, proposition, cited } = discharged;
        const body = { proposition, certificate: cited };
        return { kind, path: `/v1/certificates/${serial}/discharges`, body };
      }
    }
  }

  #conditional(n: number): Request {
    return { kind: 'conditional', path: '/v1/verifications', body: product(n) };
  }
}

interface Request {
  readonly kind: Kind;
  readonly path: string;
  readonly body: object | '';
}

/** Of answers, what other requests are about. */
interface Ran {
  readonly outputs: { readonly document: { readonly id: string } };
}

interface Certified {
  readonly serial: string;
  readonly obligations: readonly [{ readonly proposition: string }];
}

function certificateOf(text: string): Certified {
  return JSON.parse(text).certificate;
}

function integer(value: number) {
  return { type: 'number.integer@1', value: { value: String(value) } };
}

function run(value: number) {
  return { capability: 'number.document@1', inputs: {}, outputs: { document: integer(value) } };
}

/** a and a + 6 have the greatest common divisor 6 = -a + (a + 6). */
function verification(a: number, first: object = { document: integer(a) }) {
  const bezout = { type: 'number.bezout@1', value: { gcd: '6', x: '-1', y: '1' } };
  const roles = { a: first, b: { document: integer(a + 6) }, bezout: { document: bezout } };
  return { claim: 'number.gcd@1', roles };
}

/** The same of what its first step gives. */
function pipeline(a: number) {
  const verify = verification(a, { output: { step: 'given', port: 'document' } });
  return {
    steps: [
      { name: 'given', run: run(a) },
      { name: 'verified', verify },
    ],
  };
}
