/** Ends after so many milliseconds, or throws the signal's reason as soon as it aborts. */
export async function waitWithTimer(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const abort = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** A `Retry-After` in milliseconds, where it says seconds (RFC 9110 section 10.2.3). */
export function retryAfter(field: string | null): number | undefined {
  return field !== null && /^[0-9]{1,6}$/.test(field) ? Number(field) * 1_000 : undefined;
}
