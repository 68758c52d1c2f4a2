/** One job for a checker: the claim, and the canonical JSON text of the document in every role. */
export interface CheckRequest {
  /** For example `matrix.product@1`. */
  readonly claim: string;
  /** Role to the canonical JSON text of its document `{type, schema, semantics, value}`. */
  readonly roles: Readonly<Record<string, string>>;
  /** Only for roles that arrived by a transform the checker covers: what the role's document was made from. */
  readonly sources: Readonly<Record<string, Source>>;
}

export interface Source {
  /** For example `MATRIX_TRANSPOSE`. */
  readonly transform: string;
  /** Canonical JSON text of the document before the transform. */
  readonly document: string;
}

/** What the checker left unproved: a declared assumption of the claim, with the typed values it speaks about. */
export interface OpenAssumption {
  readonly assumption: string;
  readonly values: Readonly<Record<string, { readonly type: string; readonly value: unknown }>>;
}

export type Answer =
  | { readonly verdict: 'ACCEPTED'; readonly open?: readonly OpenAssumption[] }
  /** `at` is a JSON pointer into the request, each text read as the document it holds: `/roles/product/value/entries/0/1`. */
  | { readonly verdict: 'REJECTED'; readonly reason: string; readonly at?: string }
  /** `bound` names the limit that the job would exceed. */
  | { readonly verdict: 'INCONCLUSIVE'; readonly reason: 'UNSUPPORTED'; readonly bound: string };
