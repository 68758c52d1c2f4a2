import { parse } from '../canonical/canonical.ts';
import type { Digest } from '../canonical/digest.ts';
import { isJsonObject, type JsonValue } from '../canonical/json.ts';
import { ShapeReader } from '../canonical/shape.ts';
import { AssayError } from '../errors.ts';
import { inconclusive, type OpenAssumption, plainLine, type Verdict } from './outcome.ts';

/** The longest answer a checker may give, in bytes of UTF-8. */
export const ANSWER_BYTES = 1024 * 1024;

const POINTER = /^(?:\/(?:[^~/\p{Cc}]|~[01])*)*$/u;
const NAME = /^[\x21-\x7e]{1,200}$/;

/**
 * The verdict that a checker's answer states, read as strictly as any document: exact members, exact types. Whatever
 * else it may be, it is `INCONCLUSIVE` with the reason `PROTOCOL`.
 */
export function readAnswer(bytes: Uint8Array): Verdict {
  return readParsed(bytes, readVerdict);
}

/**
 * The same of an executable, whose answer has one member more: `digests`, the digest of every document that it read, by
 * the names of the documents. Where they are not these, the verdict is about other bytes than those that were sent.
 */
export function readDigestedAnswer(bytes: Uint8Array, digests: ReadonlyMap<string, Digest>): Verdict {
  return readParsed(bytes, (answer) => {
    const { digests: read, ...verdict } = answer.record();
    if (!sameDigests(read, digests)) {
      return inconclusive('PROTOCOL', 'the answer does not have the digests of the documents that were sent');
    }
    return readVerdict(new ShapeReader('CHECKER_PROTOCOL', verdict));
  });
}

function sameDigests(read: JsonValue | undefined, sent: ReadonlyMap<string, Digest>): boolean {
  if (read === undefined || !isJsonObject(read) || Object.keys(read).length !== sent.size) return false;
  return [...sent].every(([name, digest]) => Object.hasOwn(read, name) && read[name] === digest);
}

function readParsed(bytes: Uint8Array, read: (answer: ShapeReader) => Verdict): Verdict {
  try {
    const { value } = parse(bytes, { bytes: ANSWER_BYTES });
    return read(new ShapeReader('CHECKER_PROTOCOL', value));
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    const where = error.at === undefined ? '' : ` at ${error.at}`;
    return inconclusive('PROTOCOL', `the answer cannot be read: ${error.message}${where}`);
  }
}

function readVerdict(answer: ShapeReader): Verdict {
  answer.record();
  switch (answer.member('verdict').oneOf('ACCEPTED', 'REJECTED', 'INCONCLUSIVE')) {
    case 'ACCEPTED': {
      answer.object(['verdict'], ['open']);
      const open = answer.has('open') ? answer.member('open').items().map(readOpen) : [];
      return { verdict: 'ACCEPTED', open };
    }
    case 'REJECTED': {
      answer.object(['verdict', 'reason'], ['at']);
      const reason = plainLine(answer.member('reason').text());
      if (reason === '') throw answer.member('reason').fail('must say something');
      if (!answer.has('at')) return { verdict: 'REJECTED', reason };
      return { verdict: 'REJECTED', reason, at: readPointer(answer.member('at')) };
    }
    case 'INCONCLUSIVE': {
      answer.object(['verdict', 'reason', 'bound']);
      answer.member('reason').oneOf('UNSUPPORTED');
      return inconclusive('UNSUPPORTED', answer.member('bound').text());
    }
  }
}

function readOpen(item: ShapeReader): OpenAssumption {
  item.object(['assumption', 'values']);
  const values = item
    .member('values')
    .entries()
    .map(([name, value]) => {
      value.object(['type', 'value']);
      const type = value.member('type').matching(NAME, 'the name of a value type');
      return [name, { type, value: value.member('value').json }] as const;
    });
  return {
    assumption: item.member('assumption').matching(NAME, 'the name of an assumption'),
    values: Object.fromEntries(values),
  };
}

function readPointer(at: ShapeReader): string {
  const text = at.matching(POINTER, 'a JSON pointer');
  if (text.length > 500) throw at.fail('must have at most 500 characters');
  return text;
}
