import { post } from './load.ts';
import type { Served } from './served.ts';

/** Bytes that pass a model when one value goes from its producer to a verifier, by the size of the document. */
export interface HandoffBytes {
  readonly document: number;
  /** The document as JSON: in the answer of the producer's tool, and again in the call of the verifier's. */
  readonly inline: number;
  /** Reference, handle and preview in the answer, and the handle in the call. */
  readonly byHandle: number;
  /** The same with the whole reference in the call. */
  readonly byReference: number;
}

/** Measured on what the service answers for matrices of such sizes. */
export async function handoffs(served: Served, sizes: readonly number[]): Promise<HandoffBytes[]> {
  const { id } = await post(served, '/v1/sessions', '{}');
  const rows: HandoffBytes[] = [];
  for (const size of sizes) {
    const document = matrixOf(size);
    const run = { capability: 'matrix.document@1', inputs: {}, outputs: { document } };
    const { outputs } = await post(served, `/v1/sessions/${id}/invocations`, JSON.stringify(run));
    const { document: value } = outputs as Record<string, Record<string, unknown>>;
    const answered = bytesOf(value);
    rows.push({
      document: bytesOf(document),
      inline: 2 * bytesOf({ document }),
      byHandle: answered + bytesOf({ handle: value?.handle }),
      byReference: answered + bytesOf({ reference: value?.reference }),
    });
  }
  return rows;
}

/** Integers of ten digits, in about so many bytes. */
function matrixOf(bytes: number) {
  const side = Math.max(1, Math.round(Math.sqrt(bytes / 13)));
  const entry = (row: number, column: number) =>
    String(1_000_000_000 + ((row * 7919 + column * 104_729) % 999_999_937));
  const entries = Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (__, column) => entry(row, column)),
  );
  return { type: 'matrix.integer@1', value: { rows: side, columns: side, entries } };
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
