/** A part of a list that is ordered from the newest to the oldest. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next part begins; null at the end. Opaque to clients. */
  readonly next: number | null;
}

/** Which part: at most `limit` items older than `before`, or the newest ones. */
export interface PageRequest {
  readonly before: number | null;
  readonly limit: number;
}
