import fc from 'fast-check';

const ATOMS = [null, true, 0, 1, 2, -1, 1.5, 2 ** 53, '', '0', '1', '-0', '1/2', '2/4', 'é'];

/** JSON that looks like what a checker reads, wrong in any depth: made of these member names and these leaves, and of others. */
export function jsonLike(names: readonly string[], leaves: readonly unknown[]): fc.Arbitrary<unknown> {
  const name = fc.oneof(fc.constantFrom(...names, '__proto__'), fc.string());
  const leaf = fc.oneof(fc.constantFrom(...ATOMS, ...leaves), fc.string(), fc.bigInt().map(String));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }));
  return value;
}
