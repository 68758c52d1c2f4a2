import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateKeyPair, signerFrom, verifyNode } from '../../src/keys/ed25519.ts';
import { noteKeyHash, openNote, parseNote, signNote } from '../../src/log/note.ts';
import { edited } from './edit.ts';

const NAME = 'log.example/é';
const SIGNER = signerFrom(generateKeyPair().privateKey);
const KEY = { name: NAME, publicKey: SIGNER.publicKey };
const TEXT = 'first\n\nthird – naïve\n';
const NOTE = signNote(TEXT, NAME, SIGNER);
const LINE = NOTE.slice(TEXT.length + 1);

const invalid = expect.objectContaining({ code: 'CHECKPOINT_INVALID' });
const untrusted = expect.objectContaining({ code: 'CHECKPOINT_UNTRUSTED' });
const base64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

describe('a signed note', () => {
  test('opens to its text and its key', () => {
    expect(openNote(NOTE, [KEY], verifyNode)).toEqual({ text: TEXT, key: KEY });
    expect(LINE.startsWith(`\u2014 ${NAME} `)).toBe(true);
  });

  test('any one edit is refused', () => {
    fc.assert(
      fc.property(edited(NOTE), (note) => {
        expect(() => openNote(note, [KEY], verifyNode)).toThrow(
          expect.objectContaining({ code: expect.stringMatching(/^CHECKPOINT_(INVALID|UNTRUSTED)$/) }),
        );
      }),
      { numRuns: 3000 },
    );
  });

  test('round trip of any lines', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const text = `${lines.join('\n')}\n`;
        expect(openNote(signNote(text, NAME, SIGNER), [KEY], verifyNode).text).toBe(text);
      }),
    );
  });

  test('a note of the Go checksum database, signed by another program', () => {
    const text =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    const signature =
      'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=';
    const publicKey = base64('ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW').subarray(1);
    const key = { name: 'PeterNeumann', publicKey };
    expect(openNote(`${text}\n\u2014 PeterNeumann ${signature}\n`, [key], verifyNode)).toEqual({ text, key });
  });

  test('the key hash of sum.golang.org', () => {
    const publicKey = base64('Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8').subarray(1);
    expect(noteKeyHash({ name: 'sum.golang.org', publicKey })).toEqual(Uint8Array.of(0x03, 0x3d, 0xe0, 0xae));
  });
});

describe('whose signature it is', () => {
  const other = signerFrom(generateKeyPair().privateKey);

  test('another key of the same name is not trusted', () => {
    expect(() => openNote(NOTE, [{ name: NAME, publicKey: other.publicKey }], verifyNode)).toThrow(untrusted);
    expect(() => openNote(NOTE, [], verifyNode)).toThrow(untrusted);
  });

  test('the same key under another name is not trusted', () => {
    expect(() => openNote(NOTE, [{ ...KEY, name: 'log.example' }], verifyNode)).toThrow(untrusted);
  });

  test('a key is found among many', () => {
    const keys = [{ name: NAME, publicKey: other.publicKey }, { ...KEY, name: 'x' }, KEY];
    expect(openNote(NOTE, keys, verifyNode).key).toBe(KEY);
  });

  test('where several keys have the name and the key hash, the signature decides', () => {
    const twin = { name: NAME, publicKey: Uint8Array.from(SIGNER.publicKey) };
    expect(openNote(NOTE, [twin, KEY], (key) => key === SIGNER.publicKey).key).toBe(KEY);
    expect(() => openNote(NOTE, [twin, KEY], () => false)).toThrow(invalid);
  });

  test('a right key hash with a wrong signature is invalid, not unknown', () => {
    const signature = base64(LINE.trimEnd().split(' ')[2] ?? '');
    signature[20] = (signature[20] ?? 0) ^ 1;
    const note = `${TEXT}\n\u2014 ${NAME} ${Buffer.from(signature).toString('base64')}\n`;
    expect(() => openNote(note, [KEY], verifyNode)).toThrow(invalid);
  });
});

describe('malformed notes', () => {
  const signature = LINE.trimEnd().split(' ')[2] ?? '';
  const bytes = Buffer.from(signature, 'base64');
  const line = (name: string, text: string): string => `${TEXT}\n\u2014 ${name} ${text}\n`;
  const table: [string, string, string | undefined][] = [
    ['nothing', '', 'line 1'],
    ['one line end', '\n', 'line 1'],
    ['only a signature', LINE, 'line 1'],
    ['no text', `\n${LINE}`, 'line 1'],
    ['no empty line', `first\n${LINE}`, 'line 1'],
    ['no signature', `${TEXT}\n`, 'line 5'],
    ['no last line end', NOTE.slice(0, -1), 'line 5'],
    ['carriage returns', NOTE.replaceAll('\n', '\r\n'), 'line 1'],
    ['a NUL', NOTE.replace('first', 'fir\0st'), 'line 1'],
    ['a tab', NOTE.replace('third', 'th\tird'), 'line 3'],
    ['a lone surrogate', NOTE.replace('first', '\ud800'), undefined],
    ['two signatures', NOTE + LINE, 'line 6'],
    ['an unknown second signature', `${NOTE}\u2014 witness ${signature}\n`, 'line 6'],
    ['a hyphen for the dash', NOTE.replace('\u2014', '-'), 'line 5'],
    ['an en dash for the dash', NOTE.replace('\u2014', '\u2013'), 'line 5'],
    ['two spaces', NOTE.replace('\u2014 ', '\u2014  '), 'line 5'],
    ['a space at the end', NOTE.replace(/\n$/, ' \n'), 'line 5'],
    ['a plus in the name', line('a+b', signature), 'line 5'],
    ['a no-break space in the name', line('a\u00a0b', signature), 'line 5'],
    ['an ideographic space in the name', line('a\u3000b', signature), 'line 5'],
    ['no name', line('', signature), 'line 5'],
    ['no padding', line(NAME, signature.replaceAll('=', '')), 'line 5'],
    ['the URL-safe alphabet', line(NAME, Buffer.alloc(68, 0xff).toString('base64url')), 'line 5'],
    ['a signature of 63 bytes', line(NAME, bytes.subarray(0, 67).toString('base64')), 'line 5'],
    [
      'a signature of 65 bytes',
      line(NAME, Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64')),
      'line 5',
    ],
    ['bits after the last byte', line(NAME, signature.replace(/.=$/, 'B=')), 'line 5'],
  ];
  test.each(table)('%s', (_, note, at) => {
    expect(() => parseNote(note)).toThrow(expect.objectContaining({ code: 'CHECKPOINT_INVALID', at }));
  });

  test.each([
    ['no line end', 'text', NAME],
    ['nothing', '', NAME],
    ['a control character', 'a\rb\n', NAME],
    ['a lone surrogate', '\udc00\n', NAME],
    ['no name', 'text\n', ''],
    ['a space in the name', 'text\n', 'a b'],
    ['a line end in the name', 'text\n', 'a\nb'],
  ])('is not written either: %s', (_, text, name) => {
    expect(() => signNote(text, name, SIGNER)).toThrow(invalid);
  });
});
