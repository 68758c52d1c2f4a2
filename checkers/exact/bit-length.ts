/** The number of binary digits of an integer of at least 0; 0 has none. The hexadecimal text takes linear time, the decimal one does not. */
export function bitLength(n: bigint): number {
  const hex = n.toString(16);
  return 4 * hex.length - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 28;
}
