export type Token = string | number;

/** The JSON pointer (RFC 6901) to what the tokens lead to, each a member's name or an index; '' is the whole. */
export function pointer(...tokens: Token[]): string {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

const LONGEST_PLACE = 200;

/**
 * The same for an error, where names come from whoever wrote the text: what a terminal would not print as it is
 * (controls, directions, lone surrogates) is U+FFFD, and a long pointer ends in `/…` after the last whole name within 200
 * characters. Undefined where it is the whole.
 */
export function place(tokens: readonly Token[]): string | undefined {
  let text = '';
  for (const token of tokens) {
    if (String(token).length > LONGEST_PLACE) return `${text}/…`;
    const next = text + pointer(token).replace(/\p{C}/gu, '\ufffd');
    if (next.length > LONGEST_PLACE) return `${text}/…`;
    text = next;
  }
  return text === '' ? undefined : text;
}
