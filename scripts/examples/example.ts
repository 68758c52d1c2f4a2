/** A document as a handoff holds it. */
export interface Given {
  readonly type: string;
  readonly value: object;
}

/** Values for every role of a claim that its checker accepts, and those that make a refused example of them. */
export interface Example {
  readonly accepted: Readonly<Record<string, Given>>;
  readonly refused: Readonly<Record<string, Given>>;
}

/** By the name of the claim's file. */
export type Examples = Readonly<Record<string, Example>>;
