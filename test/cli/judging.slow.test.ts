import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/checking/outcome.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import { CheckerRegistry } from '../../src/checking/registry.ts';
import { permissionFor } from '../../src/services/authorise.ts';
import { certifyBundle } from '../../src/services/certify-bundle.ts';
import {
  checkerOf,
  matrix,
  PLAIN_PRODUCT,
  rules,
  type TestInstance,
  testInstance,
} from '../services/support.ts';
import { assay, folderOf, jsonOf, PAW, put } from './support.ts';

/** A pool whose answers no checker gave. */
class LyingPool extends CheckerPool {
  override async run(): Promise<Outcome> {
    return { verdict: 'ACCEPTED', open: [], runtime: { name: 'node', version: process.versions.node } };
  }
}

// One data folder and its bundles for all tests below: nothing here writes to them.
const shared = mkdtempSync(join(tmpdir(), 'assay-judging-'));
const data = join(shared, 'data');
const trust = join(data, 'assay-trust.json');
const bundle = (name: string): string => join(shared, `${name}.assay.json`);
const paw = (name: string): string => join(PAW, name);

beforeAll(async () => {
  const issue = (handoff: string, name: string, ...more: string[]) =>
    assay(['certify', paw(handoff), '--data', data, '--out', bundle(name), ...more]);
  expect(await issue('handoff.json', 'conditional')).toMatchObject({ exit: 4 });
  expect(await issue('handoff.json', 'certified', '--discharge')).toMatchObject({ exit: 0 });
  expect(await issue('handoff-replay.json', 'replayed')).toMatchObject({ exit: 0 });
  expect(await issue('handoff.json', 'bare', '--discharge', '--documents', 'none')).toMatchObject({
    exit: 0,
  });
  const forged = JSON.parse(readFileSync(bundle('certified'), 'utf8'));
  forged.discharges = [forged.certificate];
  put(bundle('forged'), forged);
  const unknown = readFileSync(bundle('certified'), 'utf8').replace(
    '"bundle":"1"',
    '"bundle":"1","more":true',
  );
  put(bundle('unknown'), unknown);
  put(bundle('malformed'), '{"bundle":"1"');
}, 120_000);
afterAll(() => rmSync(shared, { recursive: true, force: true }));

function check(names: readonly string[], ...more: string[]) {
  return assay(['check', ...names.map(bundle), '--trust', trust, ...more]);
}

describe('check', () => {
  test.each([
    ['certified', 0, 'certified'],
    ['replayed', 0, 'certified'],
    ['bare', 0, 'certified'],
    ['conditional', 4, 'open'],
    ['forged', 1, 'error '],
    ['unknown', 1, 'BUNDLE_MALFORMED'],
    ['malformed', 2, 'unusable'],
    ['missing', 2, 'FILE_UNREADABLE'],
  ])('%s ends with %i', async (name, exit, says) => {
    const ran = await check([name]);
    expect(ran.exit).toBe(exit);
    expect(ran.out).toContain(says);
    expect(ran.out).toContain(bundle(name));
  });

  test.each([
    [['certified', 'conditional'], 4],
    [['conditional', 'forged', 'certified'], 1],
    [['missing', 'forged', 'conditional'], 2],
    [['certified', 'certified'], 0],
  ])('of several bundles the worst counts: %j ends with %i', async (names, exit) => {
    const ran = await check(names, '--json');
    expect(ran.exit).toBe(exit);
    expect(jsonOf(ran)).toMatchObject({ exit, bundles: { length: names.length } });
  });

  test('the JSON says what the text says', async () => {
    const [text, json] = await Promise.all([check(['certified']), check(['certified'], '--json')]);
    const [judged] = jsonOf(json).bundles;
    expect(judged).toMatchObject({
      exit: 0,
      status: 'certified',
      open: [],
      discharged: [{ claim: 'matrix.transpose@1' }],
    });
    for (const { digest } of Object.values<{ digest: string }>(judged.roles))
      expect(text.out).toContain(digest);
    expect(text.out).toContain(judged.checker.identity);
    expect(text.out).toContain(judged.finished_at);
    expect((await check(['forged'], '--json')).exit).toBe(1);
    expect(jsonOf(await check(['forged'], '--json')).bundles[0]).toMatchObject({
      status: 'refused',
      error: { code: expect.any(String) },
    });
  });
});

describe('the trust root to judge by', () => {
  const argv = (): string[] => ['check', bundle('certified')];

  test('is never found where nobody named one: not in the bundle, not here, not in ./.assay', async () => {
    const folder = folderOf({});
    for (const place of ['assay-trust.json', '.assay/assay-trust.json']) {
      put(join(folder, 'x'), '');
      if (place.startsWith('.assay'))
        await assay(['certify', paw('handoff.json'), '--data', join(folder, '.assay')]);
      copyFileSync(trust, join(folder, place));
    }
    const here = process.cwd();
    try {
      process.chdir(folder);
      for (const environment of [{}, { ASSAY_DATA: '', ASSAY_TRUST: '' }]) {
        const ran = await assay(argv(), environment);
        expect(ran).toMatchObject({ exit: 1, out: '' });
        expect(ran.err).toContain('TRUST_ROOT_MISSING');
      }
      const empty = await assay([...argv(), '--data', '']);
      expect(empty).toMatchObject({ exit: 2, out: '' });
    } finally {
      process.chdir(here);
    }
  });

  test('is that of --trust, ASSAY_TRUST, --data, ASSAY_DATA, in this order', async () => {
    const other = join(folderOf({}), 'other');
    await assay(['certify', paw('handoff.json'), '--data', other]);
    const foreign = join(other, 'assay-trust.json');
    const named = [
      {
        options: ['--trust', trust, '--data', other],
        environment: { ASSAY_TRUST: foreign, ASSAY_DATA: other },
      },
      { options: ['--data', other], environment: { ASSAY_TRUST: trust, ASSAY_DATA: other } },
      { options: ['--data', data], environment: { ASSAY_DATA: other } },
      { options: [], environment: { ASSAY_DATA: data } },
    ];
    for (const { options, environment } of named) {
      expect(await assay([...argv(), ...options], environment)).toMatchObject({ exit: 0 });
    }
    expect(await assay([...argv(), '--trust', foreign])).toMatchObject({ exit: 1 });
  });

  test.each([
    ['missing', 'TRUST_ROOT_MISSING', undefined],
    ['empty', 'TRUST_ROOT_INVALID', ''],
    ['a bundle', 'TRUST_ROOT_INVALID', 'bundle'],
    ['changed', 'TRUST_ROOT_INVALID', 'changed'],
  ])('%s is refused with exit 1', async (_, code, content) => {
    const folder = folderOf({});
    const file = join(folder, 'trust.json');
    if (content === 'bundle') copyFileSync(bundle('certified'), file);
    else if (content === 'changed')
      put(file, readFileSync(trust, 'utf8').replace(/"payload":"../, '"payload":"AA'));
    else if (content !== undefined) put(file, content);
    const ran = await assay([...argv(), '--trust', file]);
    expect(ran).toMatchObject({ exit: 1, out: '' });
    expect(ran.err).toMatch(new RegExp(`^error ${code}: [^\n]*${file}[^\n]*\n$`));
  });
});

describe('check --value', () => {
  test.each([
    ['product', 'G.json', 0],
    ['right', 'D.json', 0],
    ['left.source', 'D.json', 0],
    ['product', 'G-changed.json', 1],
    ['product', 'DDt.json', 1],
    ['left', 'D.json', 1],
    ['right.source', 'D.json', 2],
    ['middle', 'D.json', 2],
    ['left.source.source', 'D.json', 2],
    ['constructor', 'D.json', 2],
    ['__proto__', 'D.json', 2],
    ['product', 'missing.json', 2],
    ['product', 'handoff.json', 1],
  ])('%s=%s ends with %i', async (role, file, exit) => {
    expect(await check(['certified'], '--value', `${role}=${paw(file)}`)).toMatchObject({ exit });
  });

  test.each([[['product']], [['=G.json']], [['product=a', 'product=b']]])(
    '%j is no way to say it',
    async (values) => {
      put(join(shared, 'a'), '1');
      const options = values.flatMap((value) => ['--value', value.replace(/=(?=[ab]$)/, `=${shared}/`)]);
      const ran = await check(['certified'], ...options);
      expect(ran.exit).toBe(2);
      expect(ran.err).toMatch(/^error (USAGE|FILE_UNREADABLE): [^\n]*\n$/);
    },
  );
});

describe('check --replay', () => {
  test.each(['certified', 'replayed'])('%s is reproduced', async (name) => {
    const ran = await check([name], '--replay', '--json');
    expect(ran.exit).toBe(0);
    expect(jsonOf(ran).bundles).toMatchObject([{ replay: { result: 'reproduced' } }]);
  });

  test('by another checker than it was given with there is none: exit 3', async () => {
    const accepting = new CheckerRegistry([checkerOf(`return { verdict: 'ACCEPTED' };`)]);
    const permissions = accepting.list().map((program) => permissionFor(program, rules.contracts, true));
    await requireReplay(await testInstance({ checkers: accepting, permissions }), 3, 'inconclusive');
  });

  test('that its checker does not accept: exit 1, whatever the certificate says', async () => {
    await requireReplay(await testInstance({ pool: new LyingPool() }), 1, 'refused');
  });

  async function requireReplay(instance: TestInstance, exit: number, word: string): Promise<void> {
    const roles = { ...PLAIN_PRODUCT.roles, product: { document: matrix([[7]]) } };
    const result = await certifyBundle({ ...PLAIN_PRODUCT, roles }, instance);
    if (result.verdict !== 'ACCEPTED') throw new Error('this instance accepts everything');
    const file = join(instance.data, 'false.assay.json');
    put(file, result.bundle.bytes);
    const argv = ['check', file, '--data', instance.data];
    expect(await assay(argv)).toMatchObject({ exit: 0 });
    const text = await assay([...argv, '--replay']);
    const json = await assay([...argv, '--replay', '--json']);
    expect([text.exit, json.exit]).toEqual([exit, exit]);
    expect(text.out.startsWith(word)).toBe(true);
    expect(jsonOf(json).bundles[0]).toMatchObject({ exit, status: word, replay: { result: word } });
  }

  test('without a document it is unusable input, and says which to name', async () => {
    const ran = await check(['bare'], '--replay');
    expect(ran.exit).toBe(2);
    expect(ran.out).toContain('--value left=FILE');
    const values = ['product=G.json', 'right=D.json', 'left.source=D.json'].map((pair) => {
      const [role = '', file = ''] = pair.split('=');
      return ['--value', `${role}=${paw(file)}`];
    });
    const transposed = JSON.parse(readFileSync(paw('D.json'), 'utf8'));
    const { entries } = transposed.value;
    transposed.value.entries = entries.map((_: unknown, at: number) =>
      entries.map((row: string[]) => row[at]),
    );
    put(join(shared, 'Dt.json'), transposed);
    const all = [...values.flat(), '--value', `left=${join(shared, 'Dt.json')}`];
    expect(await check(['bare'], '--replay', ...all)).toMatchObject({ exit: 0 });
  });
});

describe('match', () => {
  const G = { file: 'G.json' };
  const D = { file: 'D.json' };
  const transpose = { kind: 'MATRIX_TRANSPOSE' };
  const answers: readonly [name: string, exit: number, at: string | null, answer: object][] = [
    [
      'the very statement, as it was handed over',
      0,
      null,
      { left: { source: D, transform: transpose }, right: D, product: G },
    ],
    [
      'another product',
      1,
      '/roles/product',
      { left: { source: D, transform: transpose }, right: D, product: { file: 'G-changed.json' } },
    ],
    ['the source in place of its transpose', 1, '/roles/left', { left: D, right: D, product: G }],
    [
      'factors exchanged',
      1,
      '/roles/left',
      { left: D, right: { source: D, transform: transpose }, product: G },
    ],
  ];

  async function match(answer: object, ...more: string[]) {
    const folder = folderOf({ 'answer.json': answer });
    for (const file of ['D.json', 'G.json', 'G-changed.json']) copyFileSync(paw(file), join(folder, file));
    return assay(['match', join(folder, 'answer.json'), ...more, '--trust', trust]);
  }

  test.each(answers)('%s ends with %i', async (_, exit, at, roles) => {
    const answer = { handoff: '1', claim: 'matrix.product@1', roles };
    const text = await match(answer, bundle('certified'));
    const ran = await match(answer, bundle('certified'), '--json');
    expect([text.exit, ran.exit]).toEqual([exit, exit]);
    expect(jsonOf(ran).bundles[0]).toMatchObject(
      at === null ? { match: true } : { match: false, difference: { at } },
    );
    expect(text.out).toContain(at ?? 'exactly the statement');
  });

  test('another claim about the same values differs in the claim', async () => {
    const answer = { handoff: '1', claim: 'matrix.gram@1', roles: { matrix: D, gram: G } };
    const ran = await match(answer, bundle('certified'), '--json');
    expect(ran.exit).toBe(1);
    expect(jsonOf(ran).bundles[0].difference).toMatchObject({
      at: '/claim',
      held: 'matrix.gram@1',
      certified: 'matrix.product@1',
    });
  });

  test('a match of a conditional certificate is conditional, of a forged one nothing', async () => {
    const answer = { handoff: '1', claim: 'matrix.product@1', roles: answers[0]?.[3] };
    expect(await match(answer, bundle('conditional'))).toMatchObject({ exit: 4 });
    const forged = await match(answer, bundle('forged'), '--json');
    expect(forged.exit).toBe(1);
    expect(jsonOf(forged).bundles[0]).not.toHaveProperty('match');
    expect(await match(answer, bundle('certified'), bundle('conditional'), bundle('forged'))).toMatchObject({
      exit: 1,
    });
  });

  test('an answer that cannot be used is exit 2, whatever the bundles are', async () => {
    const answer = { handoff: '1', claim: 'matrix.product@1', roles: { left: D } };
    for (const name of ['certified', 'forged']) {
      const ran = await match(answer, bundle(name));
      expect(ran).toMatchObject({ exit: 2, out: '' });
      expect(ran.err).toMatch(/^error ROLE_MISSING: [^\n]*answer\.json: \/roles\/right[^\n]*\n$/);
    }
  });
});

test('judging leaves nothing behind', () => {
  expect(existsSync(join(process.cwd(), '.assay'))).toBe(false);
});
