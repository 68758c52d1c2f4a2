import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/canonical/json.ts';
import { encodeBase64 } from '../../src/log/base64.ts';
import { digest, given } from './demo.ts';
import { edit, read } from './edit.ts';
import { Forge, type Issued, judge, newKey, seal, trustedKey } from './forge.ts';
import { document } from './payload.ts';
import {
  CLOSED,
  D,
  FACTOR,
  HINT,
  node,
  PRIME_PROVEN,
  PROOF,
  TURN_PROVEN,
  TURNED,
  TURNED_D,
  wholeCase,
} from './sketches.ts';

const { forge, certificate, discharges, documents, bundle } = wholeCase();
const trust = forge.trust();
const [turn, prime, factor] = [given(discharges[0]), given(discharges[1]), given(discharges[2])];
const closed = forge.certify(CLOSED);
const turned = forge.certify(TURNED);

function judgeHere(
  main: Issued,
  beside: readonly Issued[] = [],
  enclosed: readonly JsonValue[] = [],
): string {
  return judge(forge.bundle(main, beside, enclosed), trust);
}

describe('parts of another certificate', () => {
  const other = forge.bundle(closed);
  const place = (at: string): JsonValue => edit(bundle, at, read(other, at));

  test.each([
    ['its proof', '/certificate/proof', 'PROOF_INVALID /certificate/proof'],
    [
      'its signature',
      '/certificate/envelope/signatures',
      'SIGNATURE_INVALID /certificate/envelope/signatures/0/sig',
    ],
    [
      'its payload',
      '/certificate/envelope/payload',
      'SIGNATURE_INVALID /certificate/envelope/signatures/0/sig',
    ],
    ['its envelope', '/certificate/envelope', 'PROOF_INVALID /certificate/proof'],
    ['all of it', '/certificate', 'BUNDLE_SUPERFLUOUS /discharges/0'],
  ])('%s', (_name, at, outcome) => {
    expect(judge(place(at), trust)).toBe(outcome);
  });

  test('certificate and discharge exchanged', () => {
    expect(judgeHere(turn, [certificate])).toBe('BUNDLE_SUPERFLUOUS /discharges/0');
  });

  test('the proofs of two discharges exchanged', () => {
    const [first, second] = [read(bundle, '/discharges/0/proof'), read(bundle, '/discharges/1/proof')];
    const exchanged = edit(edit(bundle, '/discharges/0/proof', second), '/discharges/1/proof', first);
    expect(judge(exchanged, trust)).toBe('PROOF_INVALID /discharges/0/proof');
  });
});

describe('proofs', () => {
  const proofOf = (proof: string): string =>
    judge(edit(forge.bundle(closed), '/certificate/proof', proof), trust);
  const proof = forge.proof(closed.index);
  const [hashes = '', note = ''] = proof.split('\n\n', 1).concat(proof.slice(proof.indexOf('\n\n') + 2));

  test('an older checkpoint is as good', () => {
    forge.appendOthers(3);
    expect(proofOf(forge.proof(closed.index, { size: closed.index + 1 }))).toBe('certified');
    expect(proofOf(forge.proof(closed.index))).toBe('certified');
  });

  test.each<[string, string, () => string]>([
    [
      'hashes of a smaller tree than the checkpoint',
      'PROOF_INVALID /certificate/proof',
      () => `${hashes}\n\n${forge.checkpoint()}`,
    ],
    [
      'hashes of a larger tree',
      'PROOF_INVALID /certificate/proof',
      () => proof.replace(note, forge.checkpoint({ size: closed.index + 1 })),
    ],
    [
      'a checkpoint of the empty tree',
      'PROOF_INVALID /certificate/proof',
      () => proof.replace(note, forge.checkpoint({ size: 0 })),
    ],
    [
      'a checkpoint before the certificate',
      'PROOF_INVALID /certificate/proof',
      () => proof.replace(note, forge.checkpoint({ size: closed.index })),
    ],
    [
      'index = size',
      'PROOF_INVALID /certificate/proof',
      () => proof.replace(/index \d+/, `index ${forge.size}`),
    ],
    [
      'no hashes',
      'PROOF_INVALID /certificate/proof',
      () => `${hashes.split('\n').slice(0, 2).join('\n')}\n\n${note}`,
    ],
    [
      'a hash more',
      'PROOF_INVALID /certificate/proof',
      () => `${hashes}\n${encodeBase64(new Uint8Array(32))}\n\n${note}`,
    ],
    [
      'fifty thousand hashes',
      'PROOF_INVALID /certificate/proof',
      () => `${hashes}${`\n${encodeBase64(new Uint8Array(32))}`.repeat(50_000)}\n\n${note}`,
    ],
    [
      'a checkpoint of another log',
      'CHECKPOINT_UNTRUSTED /certificate/proof',
      () => forge.proof(closed.index, { origin: 'demo.example/log2' }),
    ],
    [
      'a checkpoint by another key',
      'CHECKPOINT_UNTRUSTED /certificate/proof',
      () => forge.proof(closed.index, { signer: newKey() }),
    ],
    [
      'a second signature',
      'CHECKPOINT_INVALID /certificate/proof: checkpoint: line 6',
      () => `${proof}${note.split('\n').at(-2) ?? ''}\n`,
    ],
    [
      'an extra line',
      'PROOF_INVALID /certificate/proof: line 2',
      () => proof.replace('\n', '\nextra AAAA\n'),
    ],
  ])('%s', (_name, outcome, make) => {
    expect(proofOf(make())).toBe(outcome);
  });
});

describe('another world', () => {
  const honest = forge.bundle(closed);

  test('another instance', () => {
    const other = new Forge();
    expect(judge(honest, other.trust())).toBe('ISSUER_UNTRUSTED /certificate/envelope/signatures/0/keyid');
  });

  test('another log of the same issuer', () => {
    const other = new Forge('demo.example/other', forge);
    expect(judge(honest, other.trust())).toBe('CHECKPOINT_UNTRUSTED /certificate/proof');
    expect(judge(other.bundle(other.certify(CLOSED)), trust)).toBe('CHECKPOINT_UNTRUSTED /certificate/proof');
  });

  test('a log of the same name under another key', () => {
    const other = new Forge(forge.origin, { certificate: forge.certificate });
    expect(judge(other.bundle(other.certify(CLOSED)), trust)).toBe('CHECKPOINT_UNTRUSTED /certificate/proof');
  });

  test('another issuer of the same log', () => {
    const stranger = newKey();
    const issued = forge.certify(CLOSED, stranger);
    expect(judgeHere(issued)).toBe('ISSUER_UNTRUSTED /certificate/envelope/signatures/0/keyid');
    expect(judgeHere(turned, [forge.certify(TURN_PROVEN, stranger)])).toBe(
      'ISSUER_UNTRUSTED /discharges/0/envelope/signatures/0/keyid',
    );
    const both = forge.trust(edit(forge.trustPayload(), '/keys/-', trustedKey(stranger, ['certificate'])));
    expect(judge(forge.bundle(turned, [forge.certify(TURN_PROVEN, stranger)]), both)).toBe('certified');
  });

  test('a discharge of another tenant', () => {
    const foreign = forge.certify({ ...TURN_PROVEN, tenant: 'b'.repeat(32) });
    expect(judgeHere(turned, [foreign])).toBe('DISCHARGE_INVALID /discharges/0');
    expect(judgeHere(foreign)).toBe('certified');
  });

  test('a fork of the log, whose two sides are signed alike', () => {
    const one = new Forge('demo.example/fork');
    const two = new Forge(one.origin, one);
    const [main, beside] = [one.certify(TURNED), two.certify(TURN_PROVEN)];
    const forked = (): string => {
      const discharge = { envelope: beside.envelope, proof: two.proof(beside.index) };
      return judge(edit(one.bundle(main), '/discharges', [discharge]), one.trust());
    };
    expect(forked()).toBe('CHECKPOINT_INVALID /discharges/0');
    one.appendOthers(1);
    expect(forked()).toBe('PROOF_INVALID /discharges/0');
  });

  test('a certificate where the log holds a trust root', () => {
    const bare = new Forge(undefined, {}, 0);
    const [zero, one] = [bare.certify(CLOSED), bare.certify(CLOSED)];
    const next = edit(edit(bare.trustPayload(), '/version', 2), '/index', one.index);
    const outcomes = (payload: JsonValue): string[] =>
      [zero, one].map((each) => judge(bare.bundle(each), bare.trust(payload)));
    expect(outcomes(bare.trustPayload())).toEqual(['PROOF_INVALID /certificate/proof', 'certified']);
    expect(outcomes(next)).toEqual(['PROOF_INVALID /certificate/proof', 'PROOF_INVALID /certificate/proof']);
  });
});

describe('discharges', () => {
  test('of all, in any order', () => {
    expect(judgeHere(certificate, [turn, prime, factor])).toBe('certified');
    expect(judgeHere(certificate, [factor, turn, prime])).toBe('certified');
  });

  test.each<[string, string, Issued[]]>([
    ['none', 'conditional', []],
    ['one of two', 'conditional', [turn]],
    ['a chain without its end', 'DISCHARGE_INVALID /discharges/0', [prime]],
    ['a chain without its beginning', 'BUNDLE_SUPERFLUOUS /discharges/0', [factor]],
    ['a chain without its middle', 'BUNDLE_SUPERFLUOUS /discharges/1', [turn, factor]],
    ['one twice', 'BUNDLE_SUPERFLUOUS /discharges/1', [turn, turn]],
    ['two for one proposition', 'BUNDLE_SUPERFLUOUS /discharges/1', [turn, forge.certify(TURN_PROVEN)]],
    [
      'an open one beside a closed one',
      'BUNDLE_SUPERFLUOUS /discharges/1',
      [prime, forge.certify(PRIME_PROVEN), factor],
    ],
    ['itself', 'BUNDLE_SUPERFLUOUS /discharges/0', [certificate]],
    ['one that nothing asks for', 'BUNDLE_SUPERFLUOUS /discharges/3', [turn, prime, factor, closed]],
    [
      'the same the other way round',
      'BUNDLE_SUPERFLUOUS /discharges/0',
      [forge.certify({ ...TURN_PROVEN, roles: { ...TURN_PROVEN.roles, source: TURNED_D, target: D } })],
    ],
  ])('%s', (_name, outcome, beside) => {
    expect(judgeHere(certificate, beside)).toBe(outcome);
  });

  test('beside a certificate that leaves nothing open', () => {
    expect(judgeHere(closed, [turn])).toBe('BUNDLE_SUPERFLUOUS /discharges/0');
    expect(judgeHere(closed, [closed])).toBe('BUNDLE_SUPERFLUOUS /discharges/0');
  });

  test.each([1, 2, 3])('that rest on themselves in a circle of %i', (length) => {
    const circle = Array.from({ length }, (_, n) => forge.certify(node(n, [(n + 1) % length])));
    expect(judgeHere(forge.certify(node(9, [0])), circle)).toBe('DISCHARGE_INVALID /discharges/0');
    expect(judgeHere(given(circle[0]), circle)).toBe('DISCHARGE_INVALID /discharges/0');
    expect(judgeHere(given(circle[0]))).toBe('conditional');
  });

  test('many of them', () => {
    const length = 60;
    const chain = Array.from({ length }, (_, n) => forge.certify(node(n, n + 1 < length ? [n + 1] : [])));
    expect(judgeHere(forge.certify(node(99, [0])), chain)).toBe('certified');
    expect(judgeHere(forge.certify(node(99, [0])), chain.slice(0, -1))).toBe(
      'DISCHARGE_INVALID /discharges/0',
    );
  });

  test('hidden where a bundle has no place for them', () => {
    const nested = edit(forge.bundle(turned), '/certificate/discharges', [
      { envelope: turn.envelope, proof: forge.proof(turn.index) },
    ]);
    expect(judge(nested, trust)).toBe('BUNDLE_MALFORMED /certificate/discharges');
  });
});

describe('documents', () => {
  test.each<[string, string, Issued, Issued[], JsonValue[]]>([
    ['all', 'certified', certificate, discharges, documents],
    ['those of an open obligation', 'conditional', certificate, [turn], [D, TURNED_D, HINT]],
    ['those of an open assumption', 'certified', certificate, discharges, [FACTOR]],
    ['one twice', 'BUNDLE_SUPERFLUOUS /documents/1', closed, [], [D, D]],
    [
      'one twice, its members in another order',
      'BUNDLE_SUPERFLUOUS /documents/1',
      closed,
      [],
      [D, Object.fromEntries(Object.entries(D).toReversed())],
    ],
    ['one of no certificate', 'BUNDLE_SUPERFLUOUS /documents/0', closed, [], [document('other')]],
    ['one of a certificate that is not there', 'BUNDLE_SUPERFLUOUS /documents/1', turned, [], [D, HINT]],
    ['one of another bundle', 'BUNDLE_SUPERFLUOUS /documents/0', closed, [], [PROOF]],
    ['a contract', 'BUNDLE_SUPERFLUOUS /documents/0', closed, [], [document({ kind: 'claim' })]],
    ['an empty one', 'BUNDLE_SUPERFLUOUS /documents/0', closed, [], [{}]],
  ])('%s', (_name, outcome, main, beside, enclosed) => {
    expect(judgeHere(main, beside, enclosed)).toBe(outcome);
  });

  test('64 levels deep, and one more', () => {
    const deep = (levels: number): JsonValue =>
      Array.from({ length: levels }).reduce<JsonValue>((inner) => [inner], 0);
    const held = (levels: number): string => {
      const value = document(deep(levels));
      const sketch = { ...CLOSED, roles: { ...CLOSED.roles, left: value } };
      return judgeHere(levels < 64 ? forge.certify(sketch) : closed, [], [value]);
    };
    expect(held(63)).toBe('certified');
    expect(held(64)).toMatch(/^DOCUMENT_DEPTH \/documents\/0/);
  });

  test.each(['__proto__', 'constructor', 'toString', 'length', ''])('with a member named "%s"', (name) => {
    const value = document(Object.fromEntries([[name, { polluted: true }]]));
    const issued = forge.certify({ ...CLOSED, roles: { ...CLOSED.roles, left: value } });
    expect(judgeHere(issued, [], [value])).toBe('certified');
    expect(judgeHere(issued, [], [document({})])).toBe('BUNDLE_SUPERFLUOUS /documents/0');
    expect('polluted' in {}).toBe(false);
  });
});

test('a payload with an entry of the log about another kind of payload', () => {
  const payload = forge.trustPayload();
  const envelope = seal(new TextEncoder().encode(JSON.stringify(payload)), 'application/vnd.in-toto+json', [
    forge.certificate,
  ]);
  const index = forge.appendLeaf(digest(payload), 'certificate');
  expect(judge(forge.bundle({ envelope, index }), trust)).toMatch(/^STATEMENT_INVALID \/certificate/);
});
