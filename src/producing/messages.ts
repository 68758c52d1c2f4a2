/** What crosses to a producer's process: documents by port, as canonical bytes. Documents by port come back. */
export interface Request {
  readonly capability: string;
  readonly inputs: Documents;
  /** Whose run it is. */
  readonly owner: string;
}

export type Documents = Readonly<Record<string, Uint8Array>>;

/** The same ports, with something else bound to each. */
export function byPort<T, U>(
  bound: Readonly<Record<string, T>>,
  change: (item: T, port: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(bound).map(([port, item]) => [port, change(item, port)]));
}
