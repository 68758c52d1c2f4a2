import fc from 'fast-check';
import { expect } from 'vitest';
import type { Digest } from '../../src/canonical/digest.ts';
import type { JsonObject, JsonValue } from '../../src/canonical/json.ts';
import { type CheckedBundle, checkBundle } from '../../src/certificate/check.ts';
import { CheckerRegistry } from '../../src/checking/registry.ts';
import { AssayError } from '../../src/errors.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { authorise, permissionFor } from '../../src/services/authorise.ts';
import { type CertifiedBundle, certifyBundle } from '../../src/services/certify-bundle.ts';
import { readHandoff } from '../../src/services/handoff.ts';
import { currentTrustRoot } from '../../src/services/instance.ts';
import { matchStatement } from '../../src/services/match.ts';
import { replayBundle } from '../../src/services/replay.ts';
import { noFiles, resolveStatement } from '../../src/services/resolve.ts';
import { builtIn, builtInChecker, logSize, publishTrust, rules, type TestInstance } from './support.ts';
import {
  type Claim,
  candidateFor,
  digestOfValue,
  documentOf,
  holds,
  POOL,
  ROLES,
  type Small,
  statementDigest,
  transposed,
} from './universe.ts';

const CHECKERS = ['matrix.product', 'matrix.product_replay', 'matrix.gram', 'matrix.transpose'] as const;
type CheckerId = (typeof CHECKERS)[number];

/** A claim about values of the pool; `transposes` says of which roles the value comes as a transpose. */
export interface Question {
  readonly claim: Claim;
  readonly values: readonly Small[];
  readonly transposes: readonly boolean[];
}

export type Step =
  | { readonly do: 'certify'; readonly ask: Question; readonly by?: CheckerId; readonly discharge: boolean }
  | { readonly do: 'authorise'; readonly checker: CheckerId; readonly asDefault: boolean }
  | { readonly do: 'revoke' | 'uninstall' | 'install'; readonly checker: CheckerId }
  | { readonly do: 'check'; readonly bundle: number; readonly role: number; readonly value: Small | null }
  | { readonly do: 'match'; readonly bundle: number; readonly ask: Question | null }
  | { readonly do: 'replay'; readonly bundle: number }
  | { readonly do: 'graft'; readonly bundle: number; readonly donor: number; readonly part: Part };

const PARTS = [
  'envelope',
  'proof',
  'certificate',
  'discharges',
  'discharged by the other',
  'documents',
] as const;
type Part = (typeof PARTS)[number];

const value = fc.constantFrom(...POOL);

const CLAIMS: readonly Claim[] = ['matrix.product@1', 'matrix.gram@1', 'matrix.transpose@1'];

/** Everything the pool makes true. */
const TRUTHS = CLAIMS.flatMap((claim) => {
  const given =
    ROLES[claim].length === 3
      ? POOL.flatMap((one) => POOL.map((two) => [one, two]))
      : POOL.map((one) => [one]);
  return given.flatMap((others) => {
    const candidate = candidateFor(claim, others);
    return candidate === undefined ? [] : [{ claim, values: [...others, candidate] }];
  });
});

/** Three of four are true; of the others, most have one value exchanged. */
const question: fc.Arbitrary<Question> = fc
  .record({
    truth: fc.constantFrom(...TRUTHS),
    exchanged: fc.option(fc.record({ at: fc.nat(2), value }), { freq: 3 }),
    transposes: fc.tuple(fc.boolean(), fc.boolean()),
  })
  .map(({ truth: { claim, values }, exchanged, transposes }) => ({
    claim,
    values: values.map((own, at) => (at === exchanged?.at ? exchanged.value : own)),
    transposes: values.map((_, at) => at < values.length - 1 && transposes[at] === true),
  }));

const checker = fc.constantFrom(...CHECKERS);
const index = fc.nat(9);

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant('certify' as const), ask: question, discharge: fc.boolean() }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('certify' as const),
        ask: question,
        by: fc.constantFrom<CheckerId>('matrix.product', 'matrix.product_replay'),
        discharge: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('authorise' as const), checker, asDefault: fc.boolean() }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constantFrom('revoke' as const, 'uninstall' as const, 'install' as const),
        checker,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('check' as const),
        bundle: index,
        role: fc.nat(4),
        value: fc.option(value),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('match' as const), bundle: index, ask: fc.option(question) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('replay' as const), bundle: index }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('graft' as const),
        bundle: index,
        donor: index,
        part: fc.constantFrom(...PARTS),
      }),
    },
  ),
  { minLength: 10, maxLength: 25 },
);

/** What one certificate says, as the model has it. */
interface Fact {
  readonly claim: Claim;
  readonly roles: Readonly<Record<string, Digest>>;
  readonly proposition: Digest;
  /** Propositions left open. */
  readonly open: readonly Digest[];
  readonly by: CheckerId;
}

interface Held {
  readonly ask: Question;
  readonly fact: Fact;
  readonly discharges: readonly Fact[];
  /** Digest of the source by role, where the value came as a transpose. */
  readonly sources: Readonly<Record<string, Digest>>;
  readonly bundle: JsonObject;
}

/** The real thing beside a model of what was verified; every step compares the two. */
export class Model {
  readonly #instance: TestInstance;
  readonly #installed = new Set<CheckerId>(CHECKERS);
  readonly #authorised = new Set<CheckerId>();
  readonly #revoked = new Set<CheckerId>();
  readonly #defaults = new Map<string, CheckerId>();
  readonly #facts = new Map<string, Fact>();
  readonly #asked = new Set<Digest>();
  readonly #held: Held[] = [];
  #entries = 1;

  /** @param instance with nothing authorised yet. */
  constructor(instance: TestInstance) {
    this.#instance = instance;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'certify':
        return this.#certify(step.ask, step.by, step.discharge);
      case 'authorise':
        return this.#authorise(step.checker, step.asDefault);
      case 'revoke':
        return this.#revoke(step.checker);
      case 'uninstall':
        return void this.#installed.delete(step.checker);
      case 'install':
        return void this.#installed.add(step.checker);
      default:
    }
    const held = this.#held[step.bundle % this.#held.length];
    if (held === undefined) return;
    switch (step.do) {
      case 'check':
        return this.#check(held, step.role, step.value);
      case 'match':
        return this.#match(held, step.ask ?? held.ask);
      case 'replay':
        return this.#replay(held);
      case 'graft':
        return this.#graft(held, this.#held[step.donor % this.#held.length] ?? held, step.part);
    }
  }

  /** What the store holds certificates for is what was verified, and each of them has its place in the log. */
  async finish(): Promise<void> {
    const { store } = this.#instance;
    for (const proposition of this.#asked) {
      const facts = [...this.#facts].filter(([, fact]) => fact.proposition === proposition);
      const serials = (await store.certificatesFor(proposition)).map(({ serial }) => serial);
      expect(serials.sort()).toEqual(facts.map(([serial]) => serial).sort());
    }
    expect(await logSize(this.#instance)).toBe(this.#entries);
  }

  get #now(): TestInstance {
    const programs = builtIn.list().filter(({ manifest }) => this.#installed.has(manifest.id as CheckerId));
    return { ...this.#instance, checkers: new CheckerRegistry(programs) };
  }

  /** The error that stands in the way of a run, or the checker that runs. */
  #chosen(claim: Claim, by: CheckerId | undefined): { checker: CheckerId } | { error: string } {
    const checker = by ?? this.#defaults.get(claim);
    if (checker === undefined) return { error: 'CHECKER_NOT_AUTHORISED' };
    if (!this.#installed.has(checker))
      return { error: by === undefined ? 'CHECKER_NOT_AUTHORISED' : 'CHECKER_UNKNOWN' };
    if (builtInChecker(checker).manifest.claim !== claim) return { error: 'CHECKER_UNKNOWN' };
    if (this.#revoked.has(checker)) return { error: 'CHECKER_REVOKED' };
    if (!this.#authorised.has(checker)) return { error: 'CHECKER_NOT_AUTHORISED' };
    return { checker };
  }

  async #certify(ask: Question, by: CheckerId | undefined, discharge: boolean): Promise<void> {
    const { claim, values, transposes } = ask;
    const proposition = statementDigest(claim, values);
    this.#asked.add(proposition);
    const before = await logSize(this.#instance);
    const chosen = this.#chosen(claim, by);
    const result = await outcome(() =>
      certifyBundle(readHandoff(handoffOf(ask, by)), this.#now, { discharge, documents: 'all' }),
    );
    if ('error' in chosen) {
      expect(result).toEqual(chosen.error);
    } else if (!holds(claim, values)) {
      expect(result).toMatchObject({ verdict: 'REJECTED' });
    } else {
      expect(result).toMatchObject({ verdict: 'ACCEPTED' });
      const covered = chosen.checker === 'matrix.product_replay';
      const open = values.flatMap((value, at) =>
        transposes[at] === true && !covered
          ? [statementDigest('matrix.transpose@1', [transposed(value), value])]
          : [],
      );
      const fact = { claim, roles: rolesOf(ask), proposition, open, by: chosen.checker };
      this.#hold(ask, fact, discharge, result as CertifiedBundle);
    }
    expect(await logSize(this.#instance)).toBe(this.#entries);
    if (typeof result === 'string' || result.verdict !== 'ACCEPTED') expect(this.#entries).toBe(before);
  }

  #hold(ask: Question, fact: Fact, discharge: boolean, result: CertifiedBundle): void {
    const { checked, issued, bundle } = result;
    const transposing = this.#chosen('matrix.transpose@1', undefined);
    const discharged = discharge && 'checker' in transposing ? fact.open : [];
    const discharges = [...new Set(discharged)].map((proposition): Fact => {
      const at = ask.values.findIndex(
        (value) => statementDigest('matrix.transpose@1', [transposed(value), value]) === proposition,
      );
      const value = ask.values[at] ?? POOL[0];
      if (value === undefined || !('checker' in transposing)) throw new Error('nothing was transposed');
      const roles = { matrix: digestOfValue(transposed(value)), transpose: digestOfValue(value) };
      return { claim: 'matrix.transpose@1', roles, proposition, open: [], by: transposing.checker };
    });
    this.#facts.set(issued.serial, fact);
    for (const { predicate } of checked.discharges) {
      const known = discharges.find(({ proposition }) => proposition === predicate.proposition);
      if (known === undefined) throw new Error('a discharge of something else');
      this.#facts.set(predicate.serial, known);
      this.#asked.add(known.proposition);
    }
    expect(checked.discharges).toHaveLength(discharges.length);
    expect(checked.status).toBe(fact.open.length > discharged.length ? 'conditional' : 'certified');
    this.#entries += 1 + discharges.length;
    const sources = Object.fromEntries(
      ask.values.flatMap((value, at) =>
        ask.transposes[at] === true ? [[ROLES[ask.claim][at], digestOfValue(transposed(value))]] : [],
      ),
    );
    this.#held.push({ ask, fact, discharges, sources, bundle: bundle.value as JsonObject });
    this.#requireSound(checked);
  }

  async #authorise(id: CheckerId, asDefault: boolean): Promise<void> {
    const program = builtInChecker(id);
    const { claim } = program.manifest;
    const news = !this.#authorised.has(id) || (asDefault && this.#defaults.get(claim) !== id);
    const published = await authorise([permissionFor(program, rules.contracts, asDefault)], this.#now);
    expect(published !== null).toBe(news);
    if (news) this.#entries += 1;
    this.#authorised.add(id);
    if (asDefault) this.#defaults.set(claim, id);
  }

  async #revoke(id: CheckerId): Promise<void> {
    if (this.#revoked.has(id)) return;
    const revocation = { kind: 'checker', digest: builtInChecker(id).identity, reason: 'unsound' } as const;
    await publishTrust(this.#instance, ({ revocations }) => ({ revocations: [...revocations, revocation] }));
    this.#revoked.add(id);
    this.#entries += 1;
  }

  #isVoid({ fact, discharges }: Held): boolean {
    return [fact, ...discharges].some(({ by }) => this.#revoked.has(by));
  }

  async #judge(bundle: JsonValue, values?: ReadonlyMap<string, JsonValue>): Promise<CheckedBundle | string> {
    const trust = await currentTrustRoot(this.#instance.store);
    const now = this.#instance.now();
    return outcome(async () =>
      checkBundle(bundle, { trust, verify: verifyNode, now, ...(values === undefined ? {} : { values }) }),
    );
  }

  /** A value is assured in a role exactly when that very digest was certified there. */
  async #check(held: Held, at: number, offered: Small | null): Promise<void> {
    const { ask, fact, sources, bundle } = held;
    const names = [...Object.keys(fact.roles), ...Object.keys(sources).map((role) => `${role}.source`)];
    const name = names[at % names.length] ?? '';
    const certified = name.endsWith('.source') ? sources[name.split('.')[0] ?? ''] : fact.roles[name];
    const own = [...ask.values, ...ask.values.map(transposed)].find(
      (one) => digestOfValue(one) === certified,
    );
    const value = offered ?? own ?? POOL[0];
    if (value === undefined) return;
    const result = await this.#judge(bundle, new Map([[name, documentOf(value)]]));
    if (this.#isVoid(held)) expect(result).toBe('CHECKER_REVOKED');
    else if (digestOfValue(value) !== certified) expect(result).toBe('VALUE_DIFFERS');
    else this.#requireSound(result as CheckedBundle);
  }

  async #match(held: Held, ask: Question): Promise<void> {
    const checked = await this.#judge(held.bundle);
    if (this.#isVoid(held)) return expect(checked).toBe('CHECKER_REVOKED');
    const { claim, roles } = readHandoff(handoffOf(ask, undefined));
    const answer = await resolveStatement({ claim, roles }, rules, noFiles);
    const difference = matchStatement(answer, checked as CheckedBundle);
    const equal = ask.claim === held.fact.claim && same(rolesOf(ask), held.fact.roles);
    expect(difference === null).toBe(equal);
  }

  async #replay(held: Held): Promise<void> {
    const checked = await this.#judge(held.bundle);
    if (this.#isVoid(held)) return expect(checked).toBe('CHECKER_REVOKED');
    const { checkers, pool } = this.#now;
    const { result } = await replayBundle(checked as CheckedBundle, checkers, pool, rules);
    const known = [held.fact, ...held.discharges].every(({ by }) => this.#installed.has(by));
    expect(result).toBe(known ? 'reproduced' : 'inconclusive');
  }

  /** Whatever is taken from one bundle into another: what is then accepted is still only what was verified. */
  async #graft({ bundle }: Held, donor: Held, part: Part): Promise<void> {
    const result = await this.#judge(grafted(bundle, donor.bundle, part));
    if (typeof result !== 'string') this.#requireSound(result);
  }

  #requireSound({ certificate, discharges, status, open }: CheckedBundle): void {
    const facts = [certificate, ...discharges].map(({ predicate }) => {
      const fact = this.#facts.get(predicate.serial);
      const roles = Object.entries(predicate.roles).map(([role, { digest }]) => [role, digest]);
      expect(fact).toMatchObject({ claim: predicate.claim.id, proposition: predicate.proposition });
      expect(Object.fromEntries(roles)).toEqual(fact?.roles);
      expect((predicate.obligations ?? []).map(({ proposition }) => proposition)).toEqual(fact?.open);
      return fact;
    });
    const proven = facts.slice(1).map((fact) => fact?.proposition);
    const left = facts[0]?.open.filter((proposition) => !proven.includes(proposition));
    expect(open.map(({ proposition }) => proposition)).toEqual(left);
    expect(status).toBe(left?.length === 0 ? 'certified' : 'conditional');
  }
}

async function outcome<T extends object>(run: () => Promise<T>): Promise<T | string> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AssayError) return error.code;
    throw error;
  }
}

function rolesOf({ claim, values }: Question): Record<string, Digest> {
  return Object.fromEntries(values.map((value, at) => [ROLES[claim][at], digestOfValue(value)]));
}

function handoffOf({ claim, values, transposes }: Question, by: CheckerId | undefined): JsonObject {
  const roles = values.map((value, at): [string, JsonValue] => [
    ROLES[claim][at] ?? '',
    transposes[at] === true
      ? { source: { document: documentOf(transposed(value)) }, transform: { kind: 'MATRIX_TRANSPOSE' } }
      : { document: documentOf(value) },
  ]);
  return {
    handoff: '1',
    claim,
    roles: Object.fromEntries(roles),
    ...(by === undefined ? {} : { checker: by }),
  };
}

function grafted(target: JsonObject, donor: JsonObject, part: Part): JsonObject {
  const mine = target.certificate as JsonObject;
  const theirs = donor.certificate as JsonObject;
  switch (part) {
    case 'envelope':
      return { ...target, certificate: { ...mine, envelope: theirs.envelope ?? null } };
    case 'proof':
      return { ...target, certificate: { ...mine, proof: theirs.proof ?? null } };
    case 'discharged by the other':
      return { ...target, discharges: [...(target.discharges as JsonValue[]), theirs] };
    default:
      return { ...target, [part]: donor[part] ?? null };
  }
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
