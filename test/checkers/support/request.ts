import type { Answer, CheckRequest } from '../../../checkers/protocol.ts';

/** A matrix value as the catalogue shapes it. */
export interface MatrixValue {
  readonly rows: number;
  readonly columns: number;
  readonly entries: readonly (readonly string[])[];
  readonly row_labels?: readonly string[];
  readonly column_labels?: readonly string[];
}

export interface TypedMatrix {
  readonly type: 'matrix.integer@1' | 'matrix.rational@1';
  readonly value: MatrixValue;
}

export interface Typed {
  readonly type: string;
  readonly value: unknown;
}

/** In the place of a digest that no checker looks at. */
export const PLACEHOLDER = `artifact://sha256/${'0'.repeat(64)}`;

/** The text of a document; the contracts' digests are placeholders, which checkers do not look up. */
export function document({ type, value }: Typed): string {
  return JSON.stringify({ schema: PLACEHOLDER, semantics: PLACEHOLDER, type, value });
}

/** A request with a document in every role; a role given as a text stands as it is. */
export function request(
  claim: string,
  roles: Readonly<Record<string, Typed | string>>,
  sources: Readonly<Record<string, Typed>> = {},
): CheckRequest {
  return {
    claim,
    roles: mapValues(roles, (role) => (typeof role === 'string' ? role : document(role))),
    sources: mapValues(sources, (source) => ({ transform: 'MATRIX_TRANSPOSE', document: document(source) })),
  };
}

export function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** An integer matrix from numbers, with labels where given. */
export function integers(
  entries: readonly (readonly (number | bigint | string)[])[],
  labels: Pick<MatrixValue, 'row_labels' | 'column_labels'> = {},
  columns = entries[0]?.length ?? 0,
): TypedMatrix {
  const texts = entries.map((row) => row.map(String));
  return { type: 'matrix.integer@1', value: { rows: entries.length, columns, entries: texts, ...labels } };
}

/** The same matrix with rational entries allowed. */
export function rationals(...parameters: Parameters<typeof integers>): TypedMatrix {
  return { ...integers(...parameters), type: 'matrix.rational@1' };
}

/** Verdict and place, for tables of rejections; every rejection gives its reason. */
export function where(answer: Answer): string {
  if (answer.verdict !== 'REJECTED') return answer.verdict;
  if (answer.reason.length === 0 || answer.reason.length > 500) throw new Error('no reason, or too long');
  return `REJECTED ${answer.at}`;
}
