// One file that defines `checker`. There are no modules, no clock and no files where it runs.
// biome-ignore lint/correctness/noUnusedVariables: it is called from outside
var checker = {
  check({ roles }) {
    const list = read(roles.list, '/roles/list');
    if ('verdict' in list) return list;
    const sorted = read(roles.sorted, '/roles/sorted');
    if ('verdict' in sorted) return sorted;
    return compare(list.items, sorted.items);
  },
};

function compare(list, sorted) {
  for (let at = 1; at < sorted.length; at++) {
    if (BigInt(sorted[at - 1]) > BigInt(sorted[at])) {
      return rejected('the item is less than the one before it', `/roles/sorted/value/items/${at}`);
    }
  }
  // The encoding is unique, so equal integers are equal strings.
  const counts = new Map();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  for (const [at, item] of sorted.entries()) {
    const left = counts.get(item) ?? 0;
    if (left === 0)
      return rejected('the item stands here more often than in the list', `/roles/sorted/value/items/${at}`);
    counts.set(item, left - 1);
  }
  if (sorted.length < list.length)
    return rejected('items of the list are missing', '/roles/sorted/value/items');
  return { verdict: 'ACCEPTED' };
}

/** The items of a document, whose shape is checked again here: a wrong shape is a rejection, never an exception. */
function read(text, at) {
  if (text === undefined) return rejected('the role is missing', at);
  const document = JSON.parse(text);
  const value = document?.type === 'sequence.integers@1' ? document.value : undefined;
  const items = value?.items;
  if (!Array.isArray(items) || Object.keys(value).length > 1)
    return rejected('must be a list of integers', at);
  const wrong = items.findIndex(
    (item) => typeof item !== 'string' || !/^(0|-?[1-9][0-9]{0,999})$/.test(item),
  );
  if (wrong >= 0) return rejected('must be an integer string', `${at}/value/items/${wrong}`);
  return { items };
}

function rejected(reason, at) {
  return { verdict: 'REJECTED', reason, at };
}
