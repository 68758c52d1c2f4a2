/** The number of binary digits of a positive integer. The hexadecimal text takes linear time, the decimal one does not. */
export function bitLength(positive: bigint): number {
  const hex = positive.toString(16);
  return 4 * hex.length - Math.clz32(Number.parseInt(hex.charAt(0), 16)) + 28;
}
