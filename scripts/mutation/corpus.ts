/** What a checker and its mutants are asked: every request of the tests, the examples, and neighbours of accepted requests. */
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { startVitest } from 'vitest/node';
import type { Answer, CheckRequest } from '../../checkers/protocol.ts';
import { mapValues, request, type Typed } from '../../test/checkers/support/request.ts';

export interface CorpusOptions {
  readonly project: string;
  /** Such as `checkers/matrix/rank`. */
  readonly folder: string;
  readonly claim: string;
  /** The texts of a request may have, all together. */
  readonly characters: number;
  readonly check: (request: CheckRequest) => Answer;
  /** Of the tests' generators and of the neighbours. */
  readonly seed: number;
}

/** Longer requests of the tests are left out, in UTF-16 units: asking hundreds of mutants would take hours. */
const LONGEST = 1_100_000;
/** The same where the checker refuses to decide, which takes no time. */
const LONGEST_UNSUPPORTED = 8_000_000;
const NEIGHBOURS = 4000;
/** Only neighbours of requests that are not longer. */
const SHORT = 4096;

/** The requests, no two the same, the shortest first; the same ones for the same sources and seed. */
export async function corpus(options: CorpusOptions): Promise<readonly CheckRequest[]> {
  const own = [...(await examples(options)), ...(await recorded(options))];
  const accepted = unique(own).filter((asked) => length(asked) <= SHORT && isAccepted(options, asked));
  const all = [...own, ...neighbours(accepted, options.seed), ...padded(accepted, options.characters)];
  // Most mutants show themselves at once: on small requests.
  return unique(all).toSorted((one, other) => length(one) - length(other));
}

/** The length of its texts. */
function length({ roles, sources }: CheckRequest): number {
  const texts = [...Object.values(roles), ...Object.values(sources).map(({ document }) => document)];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** The shortest request as long as a request may be, and longer by one. */
function padded(requests: readonly CheckRequest[], characters: number): readonly CheckRequest[] {
  const [asked] = requests.toSorted((one, other) => length(one) - length(other));
  const [name, text] = Object.entries(asked?.roles ?? {})[0] ?? [];
  if (asked === undefined || name === undefined || text === undefined) return [];
  const rest = length(asked) - text.length;
  return [characters, characters + 1].map((total) => {
    return { ...asked, roles: { ...asked.roles, [name]: text.padEnd(total - rest) } };
  });
}

function isAccepted({ check }: CorpusOptions, asked: CheckRequest): boolean {
  try {
    return check(asked).verdict === 'ACCEPTED';
  } catch {
    return false;
  }
}

function unique(requests: readonly CheckRequest[]): readonly CheckRequest[] {
  return [...new Map(requests.map((asked) => [JSON.stringify(asked), asked])).values()];
}

async function examples({ project, folder, claim }: CorpusOptions): Promise<readonly CheckRequest[]> {
  const [, domain] = folder.split('/');
  const found: CheckRequest[] = [];
  for await (const name of glob(`contracts/${domain}/examples/*.json`, { cwd: project })) {
    const handoff: { claim: string; roles: Record<string, { document?: Typed }> } = JSON.parse(
      await readFile(join(project, name), 'utf8'),
    );
    const documents = Object.values(handoff.roles).map(({ document }) => document);
    if (handoff.claim !== claim || documents.includes(undefined)) continue;
    found.push(
      request(
        claim,
        mapValues(handoff.roles, ({ document }) => document ?? ''),
      ),
    );
  }
  return found;
}

/** Runs the tests that use the checker, and gives the requests they make of it. */
async function recorded({ project, folder, seed }: CorpusOptions): Promise<readonly CheckRequest[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'assay-mutation-'));
  const record = join(scratch, 'requests');
  const files = await testsOf(project, folder);
  try {
    const vitest = await startVitest(
      'test',
      [],
      // Without the project's configuration, which keeps the slow tests apart.
      {
        root: project,
        config: false,
        include: [...files],
        isolate: false,
        testTimeout: 600_000,
        watch: false,
        reporters: [{}],
        maxWorkers: 1,
        fsModuleCache: false,
      },
      {
        plugins: [
          {
            name: 'record-requests',
            enforce: 'pre',
            transform(code, id) {
              if (id.endsWith(`/${folder}/check.ts`)) return recording(code, record);
              return id.endsWith('.test.ts') ? `${seeding(seed)}${code}` : undefined;
            },
          },
        ],
      },
    );
    const failed = vitest.state
      .getTestModules()
      .flatMap((module) => [...module.children.allTests('failed')].map(({ fullName }) => fullName));
    await vitest.close();
    process.exitCode = 0;
    if (failed.length > 0) throw new Error(`these tests fail:\n${failed.join('\n')}`);
    const lines = (await readFile(record, 'utf8')).split('\n');
    return [...new Set(lines)].filter((line) => line !== '').map((line): CheckRequest => JSON.parse(line));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The files of tests that import the checker, themselves or through what supports them. */
async function testsOf(project: string, folder: string): Promise<readonly string[]> {
  const texts = new Map<string, string>();
  for await (const name of glob('test/checkers/**/*.ts', { cwd: project })) {
    texts.set(name, await readFile(join(project, name), 'utf8'));
  }
  const importing = (target: string) =>
    [...texts]
      .filter(([name, text]) =>
        [...text.matchAll(/ from '(\.[^']+)'/g)].some(
          ([, path = '']) => join(dirname(name), path) === target,
        ),
      )
      .map(([name]) => name);
  const direct = importing(`${folder}/check.ts`);
  const all = new Set([...direct, ...direct.flatMap(importing)]);
  return [...all].filter((name) => name.endsWith('.test.ts')).sort();
}

function recording(code: string, file: string): string {
  return `import { appendFileSync as append } from 'node:fs';
${code.replace('export function check(', 'function examine(')}
export function check(request) {
  const answer = examine(request);
  const line = JSON.stringify(request);
  const longest = answer.verdict === 'INCONCLUSIVE' ? ${LONGEST_UNSUPPORTED} : ${LONGEST};
  if (line.length <= longest) append(${JSON.stringify(file)}, line + '\\n');
  return answer;
}`;
}

function seeding(seed: number): string {
  return `import { configureGlobal as seeding } from 'fast-check'; seeding({ seed: ${seed} });`;
}

/** Requests that differ from one of these in one or two places, of any kind: other values, other shapes, other claims. */
function neighbours(near: readonly CheckRequest[], seed: number): readonly CheckRequest[] {
  if (near.length === 0) return [];
  const any = fc.noBias(fc.nat());
  const change = fc.record({ other: any, role: any, place: any, change: any, by: any });
  const cases = fc.record({ base: any, first: change, second: fc.option(change) });
  return fc.sample(cases, { seed, numRuns: NEIGHBOURS }).map(({ base, first, second }) => {
    const one = neighbour(chosenFrom(near, base), first);
    return second === null ? one : neighbour(one, second);
  });
}

type Choice = Readonly<Record<'other' | 'role' | 'place' | 'change' | 'by', number>>;

function neighbour(asked: CheckRequest, { other, role, place, change, by }: Choice): CheckRequest {
  const roles = Object.entries(asked.roles);
  const [name, text] = roles[role % roles.length] ?? [];
  if (name === undefined || text === undefined || other % 32 === 0) return otherRequest(asked, change);
  return { ...asked, roles: { ...asked.roles, [name]: edited(text, place, change, by) } };
}

function chosenFrom<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

function otherRequest(asked: CheckRequest, change: number): CheckRequest {
  const [role = '', text = ''] = Object.entries(asked.roles)[change % Object.keys(asked.roles).length] ?? [];
  const { [role]: _, ...rest } = asked.roles;
  return chosenFrom<CheckRequest>(
    [
      { ...asked, claim: `${asked.claim}0` },
      { ...asked, roles: rest },
      { ...asked, roles: { ...asked.roles, other: text } },
      { ...asked, roles: { ...rest, other: text } },
      { ...asked, sources: { [role]: { transform: 'MATRIX_TRANSPOSE', document: text } } },
      { ...asked, sources: { other: { transform: 'MATRIX_TRANSPOSE', document: text } } },
    ],
    change,
  );
}

/** A number that `JSON.stringify` does not write. */
const MINUS_ZERO = 'the number -0';

const ATOMS: readonly unknown[] = [
  ...[null, true, 0, 1, 2, -1, 1.5, 2 ** 53 - 1, 2 ** 53, MINUS_ZERO, [], {}, [[]], ['1']],
  ...['', '0', '1', '-1', '2', '-0', '01', '+1', '1/2', '-3/2', '2/4', '4/2', '1/0', '0/2', '1/1', '1/-2'],
  ...['a', '\u0000', 'e\u0301', '\u00e9', 'a'.repeat(256), 'a'.repeat(257), '\ud83d\ude00'.repeat(256)],
  ...['number.integer@1', 'matrix.rational@1', `artifact://sha256/${'f'.repeat(64)}`],
];

function edited(text: string, place: number, change: number, by: number): string {
  const document = parsed(text);
  const places = within(document, []);
  const at = chosenFrom(places, place);
  const value = replaced(document, at, (old) => chosenFrom(changes(old, document, by), change));
  return JSON.stringify(value)?.replaceAll(JSON.stringify(MINUS_ZERO), '-0') ?? '{}';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type Path = readonly (string | number)[];

function within(value: unknown, path: Path): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...inside.flatMap(([key, item]) => within(item, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? replaced(item, rest, change) : item));
  if (typeof value !== 'object' || value === null) return value;
  return { ...value, [key]: replaced((value as Record<string, unknown>)[key], rest, change) };
}

/** Other values in the place of this one. */
function changes(old: unknown, document: unknown, by: number): readonly unknown[] {
  const atom = chosenFrom(ATOMS, by);
  if (Array.isArray(old)) {
    const i = by % Math.max(1, old.length);
    const other = old.toSpliced(i, 1);
    return [old.slice(1), old.slice(0, -1), other, old.toReversed(), [...old, old[i]], [...old, atom], atom];
  }
  if (typeof old === 'object' && old !== null) {
    const [name = 'value'] = chosenFrom([...Object.entries(old), ['value', 0]], by);
    const { [name]: _, ...rest } = old as Record<string, unknown>;
    // What Stryker puts into a list that was empty.
    const strange = { ...old, 'Stryker was here': atom };
    return [rest, { ...old, other: atom }, { ...rest, other: 0 }, { ...old, __proto__: atom }, strange, atom];
  }
  if (typeof old === 'number')
    return [old + 1, old - 1, -old, 2 * old, String(old), old + 0.5, atom, MINUS_ZERO];
  if (typeof old !== 'string') return [atom];
  const texts = within(document, [])
    .map((path) => path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document))
    .filter((value) => typeof value === 'string');
  const [numerator, denominator] = numbers(old);
  return [
    ...[`${numerator + 1n}/${denominator}`, `${numerator - denominator}`, `${-numerator}/${denominator}`],
    // The same number, written otherwise.
    ...[`${2n * numerator}/${2n * denominator}`, `${7n ** 20n * numerator}/${7n ** 20n * denominator}`],
    ...[
      `${numerator}/${denominator}`,
      `${numerator + 2n ** 64n}/1`,
      `${-numerator}/${-denominator}`,
      `0${old}`,
      `-${old}`,
      `${old} `,
    ],
    ...[`${numerator + 1n}`, `${2n * numerator}`, `${numerator + 2n ** 64n}`, `${old}0`, `${old}\u0000`],
    ...[chosenFrom(texts, by), old.slice(1), [old], atom],
  ];
}

function numbers(text: string): readonly [numerator: bigint, denominator: bigint] {
  const [, numerator = '0', denominator = '1'] = /^(-?\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  return [BigInt(numerator), BigInt(denominator)];
}
