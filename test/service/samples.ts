import type {
  AssayClient,
  Document,
  JsonObject,
  Operand,
  Run,
  StatementRequest,
  Value,
  Verification,
} from '../../src/client/index.ts';

export function integer(value: number | bigint | string): Document {
  return { type: 'number.integer@1', value: { value: String(value) } };
}

export function bezout(gcd: number, x: number, y: number): Document {
  return { type: 'number.bezout@1', value: { gcd: String(gcd), x: String(x), y: String(y) } };
}

export function matrix(entries: readonly (readonly number[])[], labels: object = {}): Document {
  const columns = entries[0]?.length ?? 0;
  const rows = entries.map((row) => row.map(String));
  return { type: 'matrix.integer@1', value: { rows: entries.length, columns, entries: rows, ...labels } };
}

export const inline = (document: Document): Operand => ({ document });
export const transposeOf = (document: Document): Operand => ({
  source: { document },
  transform: { kind: 'MATRIX_TRANSPOSE' },
});

/** gcd(12, 18) = 6 = −1·12 + 1·18. */
export const GCD = {
  a: integer(12),
  b: integer(18),
  bezout: bezout(6, -1, 1),
  wrong: bezout(6, 1, -1),
} as const;

export function gcd(candidate: Operand = { document: GCD.bezout }): StatementRequest {
  const roles = { a: { document: GCD.a }, b: { document: GCD.b }, bezout: candidate };
  return { claim: 'number.gcd@1', roles };
}

export const GCD_RUN: Run = {
  capability: 'number.gcd@1',
  inputs: { a: { document: GCD.a }, b: { document: GCD.b } },
};

/** D with DᵀD, 2 × 2 and small: by a transform, so the certificate leaves the transpose open. */
export function gram(n: number): {
  readonly D: Document;
  readonly transposed: Document;
  readonly G: Document;
} {
  return {
    D: matrix([
      [1, n],
      [0, 1],
    ]),
    transposed: matrix([
      [1, 0],
      [n, 1],
    ]),
    G: matrix([
      [1, n],
      [n, n * n + 1],
    ]),
  };
}

/** “Dᵀ · D = G”, conditional. */
export function product(n: number): StatementRequest {
  const { D, G } = gram(n);
  return {
    claim: 'matrix.product@1',
    roles: { left: transposeOf(D), right: { document: D }, product: { document: G } },
  };
}

/** “n is prime” for these, by a Pratt certificate. */
export const PRATT: Readonly<Record<string, readonly JsonObject[]>> = {
  '3': [{ n: '3', witness: '2', factors: [['2', 1]] }],
  '5': [{ n: '5', witness: '2', factors: [['2', 2]] }],
};

export const pratt = (n: string): Document => ({
  type: 'number.pratt@1',
  value: { primes: [...(PRATT[n] ?? [])] },
});

/** 15 = 3 · 5, with both primes left open. */
export const FACTORIZATION: StatementRequest = {
  claim: 'number.factorization@1',
  roles: {
    n: { document: integer(15) },
    factors: {
      document: {
        type: 'number.factors@1',
        value: {
          unit: '1',
          factors: [
            ['3', 1],
            ['5', 1],
          ],
        },
      },
    },
  },
};

/** Puts one document into a session as it is. */
export async function handIn(client: AssayClient, session: string, document: Document): Promise<Value> {
  const domain = document.type.split(/[.@]/)[0];
  const run = { capability: `${domain}.document@1`, inputs: {}, outputs: { document } };
  return outputOf(await client.submitInvocation(session, run), 'document');
}

export function outputOf(run: { readonly outputs: Readonly<Record<string, Value>> }, port: string): Value {
  const value = run.outputs[port];
  if (value === undefined) throw new Error(`nothing came out at ${port}`);
  return value;
}

export function handleOf({ handle }: Value): string {
  if (handle === null) throw new Error('the value has no handle');
  return handle;
}

/** The serial of what was accepted. */
export function serialOf({ verdict, certificate, reason }: Verification): string {
  if (verdict !== 'ACCEPTED' || certificate === undefined) throw new Error(`refused: ${reason}`);
  return certificate.serial;
}

/** What an accepted verification left open. */
export function openOf({ certificate }: Verification) {
  const [first, ...rest] = certificate?.obligations ?? [];
  if (first === undefined) throw new Error('nothing is open');
  return [first, ...rest] as const;
}
