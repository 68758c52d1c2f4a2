/**
 * Runs in the child process, where its text stands in the `-e` argument, so it uses nothing from outside itself.
 *
 * Takes away every way from JavaScript to the host: all globals that are not of the language (`require`, `fetch`, timers
 * and the built-in modules that `-e` defines), `process` with all it holds, and `eval`. What is left is to be frozen, so
 * that code which gets hold of an object of this realm can reach nothing through it and change nothing for later jobs.
 *
 * @throws TypeError when the host refuses to let go of a global; the process must not serve then.
 */
export function scrub(): void {
  const { process } = globalThis;
  const { ownKeys, deleteProperty } = Reflect;
  const keep = new Set<string | symbol>(
    [
      'Object Function Array Number Boolean String Symbol BigInt Promise RegExp Date Math JSON Reflect Proxy',
      'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError',
      'ArrayBuffer SharedArrayBuffer DataView Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array',
      'BigUint64Array BigInt64Array Uint8ClampedArray Float16Array Float32Array Float64Array',
      'Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator parseFloat parseInt isFinite isNaN',
      'Infinity NaN undefined globalThis',
    ].flatMap((line) => line.split(' ')),
  );
  for (const key of ownKeys(globalThis)) {
    if (!keep.has(key) && !deleteProperty(globalThis, key)) throw new TypeError('a global stays');
  }
  // What cannot be deleted here are plain values such as the list of release names.
  for (const key of ownKeys(process)) deleteProperty(process, key);
  Object.setPrototypeOf(process, null);
}
