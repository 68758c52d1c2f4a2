import fc from 'fast-check';

type Json = null | number | string | readonly Json[] | { readonly [name: string]: Json };
type Path = readonly (string | number)[];

/** Labels and numbers that a near miss may put in the place of another. */
const LABELS = ['a', 'b', 'e\u0301', 'A', 'a ', '→', ''];
const NUMBERS = [null, 0, 1, 2, 5];

/**
 * A value next to the given one, or the value itself: two items exchanged, an item dropped, an item listed twice, a list
 * reversed, a label or a number replaced by another.
 */
export function near<Value>(value: Value): fc.Arbitrary<Value> {
  const json = value as Json;
  const nodes = [...nodesOf(json, [])];
  const lists = nodes.flatMap(([path, node]) =>
    Array.isArray(node) && node.length > 0 ? [{ path, node }] : [],
  );
  const texts = nodes.flatMap(([path, node]) => (typeof node === 'string' ? [{ path, node }] : []));
  const numbers = nodes.flatMap(([path, node]) =>
    typeof node === 'number' || node === null ? [{ path, node }] : [],
  );
  const changes: fc.Arbitrary<Json>[] = [fc.constant(json)];
  if (lists.length > 0) {
    const edited = fc.tuple(fc.constantFrom(...lists), fc.constantFrom(...EDITS), fc.nat(), fc.nat());
    changes.push(
      edited.map(([{ path, node }, edit, i, j]) =>
        put(json, path, edit(node, i % node.length, j % node.length)),
      ),
    );
  }
  if (texts.length > 0) {
    const others = fc.constantFrom(...LABELS, ...texts.map(({ node }) => node));
    changes.push(
      fc.tuple(fc.constantFrom(...texts), others).map(([{ path }, other]) => put(json, path, other)),
    );
  }
  if (numbers.length > 0) {
    const others = fc.constantFrom(...NUMBERS);
    changes.push(
      fc.tuple(fc.constantFrom(...numbers), others).map(([{ path }, other]) => put(json, path, other)),
    );
  }
  return fc.oneof(...changes) as fc.Arbitrary<Value>;
}

const EDITS: readonly ((list: readonly Json[], i: number, j: number) => Json)[] = [
  (list, i, j) => list.with(i, list[j] as Json).with(j, list[i] as Json),
  (list, i) => list.toSpliced(i, 1),
  (list, i, j) => list.toSpliced(i, 0, list[j] as Json),
  (list) => list.toReversed(),
];

function* nodesOf(value: Json, path: Path): Generator<readonly [Path, Json]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) yield* nodesOf(member, [...path, name]);
}

function put(value: Json, [name, ...rest]: Path, node: Json): Json {
  if (name === undefined) return node;
  if (Array.isArray(value)) return value.with(Number(name), put(value[Number(name)], rest, node));
  const object = value as { readonly [name: string]: Json };
  return { ...object, [name]: put(object[name] as Json, rest, node) };
}

/** One of the values of a record replaced by one near it. */
export function nearOne<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): fc.Arbitrary<Values> {
  return fc
    .constantFrom(...Object.keys(values))
    .chain((name) => near(values[name]).map((changed) => ({ ...values, [name]: changed })));
}
