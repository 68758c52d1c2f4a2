/**
 * Runs in the child process, where its text stands in the `-e` argument, so it uses nothing from outside itself.
 *
 * Freezes all that can be reached in its realm: from the global object, and from the objects of the language that have no
 * name.
 */
export function freezeReachable(): void {
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const pending: unknown[] = [
    globalThis,
    function* () {},
    async () => {},
    async function* () {},
    [][Symbol.iterator](),
    ''[Symbol.iterator](),
    ''.matchAll(/x/g),
    new Map()[Symbol.iterator](),
    new Set()[Symbol.iterator](),
  ];
  const seen = new Set<object>();
  while (pending.length > 0) {
    const value = pending.pop();
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
      continue;
    seen.add(value);
    pending.push(getPrototypeOf(value));
    for (const key of ownKeys(value)) {
      const property = getOwnPropertyDescriptor(value, key);
      pending.push(property?.value, property?.get, property?.set);
    }
  }
  for (const value of seen) Object.freeze(value);
}
