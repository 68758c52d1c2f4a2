import { expect } from 'vitest';
import type { Digest } from '../../src/canonical/digest.ts';
import {
  AssayClient,
  type Invocation,
  type Operand,
  type Scope,
  type Value,
} from '../../src/client/index.ts';
import { builtInChecker } from '../services/support.ts';
import {
  type Claim,
  digestOfValue,
  documentOf,
  holds,
  ROLES,
  type Small,
  statementDigest,
  times,
  transposed,
} from '../services/universe.ts';
import { checkedFetch } from './answers.ts';
import type { ModelService } from './model-service.ts';
import type { Asked, Handed, Step, TokenKind } from './model-steps.ts';
import { all, codeOf } from './support.ts';

const DEFAULTS: Readonly<Record<Claim, string>> = {
  'matrix.product@1': 'matrix.product',
  'matrix.gram@1': 'matrix.gram',
  'matrix.transpose@1': 'matrix.transpose',
};
const RETENTION_MS = 7 * 86_400_000;

interface Session {
  readonly id: string;
  readonly values: number;
  readonly held: Named[];
  expiresAt: number;
  /** What it held was taken away, and later even what tells of it. */
  fate: 'kept' | 'collected' | 'forgotten';
}

/** A value that has a reference. */
interface Named {
  readonly owner: Tenant;
  /** None for an artifact. */
  readonly session: Session | null;
  readonly answer: Value;
  readonly value: Small;
  readonly capability: string;
  readonly inputs: readonly Digest[];
  promoted: boolean;
  /** A certificate names the run that gave it. */
  inCertificate: boolean;
}

/** What one certificate says. */
interface Fact {
  readonly serial: string;
  readonly claim: Claim;
  readonly roles: Readonly<Record<string, Digest>>;
  readonly proposition: Digest;
  readonly open: readonly Digest[];
}

interface Tenant {
  readonly id: string;
  readonly clients: Record<TokenKind, AssayClient>;
  readonly auditor: AssayClient;
  readonly sessions: Session[];
  readonly named: Named[];
  readonly facts: Fact[];
}

/** What a way of handing over comes to: an operand, and the code it is refused with or the run it came from. */
interface Operated {
  readonly operand: Operand;
  readonly refused: string | null;
  readonly inputs: readonly Digest[] | null;
  /** What it refers to. */
  readonly named?: Named;
}

/** The real service beside a model of who may see what and of what is assured; every step compares the two. */
export class Model {
  readonly #service: ModelService;
  readonly #admin: AssayClient;
  readonly #tenants: Tenant[] = [];
  readonly #revoked = new Set<string>();
  readonly #withdrawn = new Set<string>();
  #taken = 0;

  constructor(service: ModelService) {
    this.#service = service;
    this.#admin = this.#client(service.adminBearer);
  }

  async begin(): Promise<void> {
    for (const name of ['one', 'two']) {
      const { id } = await this.#admin.createTenant(name);
      const [produce, verify, auditor] = await Promise.all(
        (['produce', 'verify', 'audit'] as const).map((scope) => this.#newClient(id, scope)),
      );
      if (produce === undefined || verify === undefined || auditor === undefined)
        throw new Error('no client');
      this.#tenants.push({ id, clients: { produce, verify }, auditor, sessions: [], named: [], facts: [] });
    }
  }

  async take(step: Step): Promise<void> {
    this.#taken += 1;
    switch (step.do) {
      case 'wait':
        return this.#service.clock.advance(step.seconds * 1000);
      case 'collect':
        return this.#collect();
      case 'revoke':
        await this.#admin.revokeChecker(builtInChecker(step.checker).identity, 'unsound');
        this.#revoked.add(step.checker);
        return this.#look(this.#tenant(this.#taken));
      case 'withdraw':
        await this.#admin.withdrawCapability(step.capability, 'wrong');
        return void this.#withdrawn.add(step.capability);
      case 'change token':
        return this.#changeToken(this.#tenant(step.tenant), step.token);
      default:
    }
    const tenant = this.#tenant(step.tenant);
    const client = tenant.clients[step.token];
    await this.#act(step, tenant, client);
    await this.#look(tenant);
  }

  /** Everything that can be seen, of every tenant. */
  async finish(): Promise<void> {
    for (const tenant of this.#tenants) {
      await this.#look(tenant);
      for (const named of tenant.named) await this.#lookAtValue(named);
      for (const digest of new Set(tenant.facts.flatMap(({ roles }) => Object.values(roles)))) {
        await this.#lookAtAssurance(digest);
      }
    }
  }

  async #act(step: Extract<Step, { token: TokenKind }>, tenant: Tenant, client: AssayClient): Promise<void> {
    switch (step.do) {
      case 'open':
        return this.#open(step, tenant, client);
      case 'verify':
        return this.#verify(step, tenant, client);
      case 'discharge':
        return this.#discharge(step, tenant, client);
      case 'promote':
        return this.#promote(at(tenant.named, step.value), step.token, tenant, client);
      case 'change token':
        return;
      default:
    }
    const session = at(tenant.sessions, step.session);
    if (session === undefined) return;
    switch (step.do) {
      case 'end':
        return this.#end(session, step.token, client);
      case 'hand in': {
        const outputs = { document: documentOf(step.value) };
        const run = { capability: 'matrix.document@1', inputs: {}, outputs };
        return this.#run(
          { run, port: 'document', value: step.value, operated: [] },
          session,
          step.token,
          tenant,
        );
      }
      case 'transpose': {
        const matrix = this.#operate(step.matrix, step.matrix.value, tenant, session);
        const run = { capability: 'matrix.transpose@1', inputs: { matrix: matrix.operand } };
        const made = { run, port: 'transpose', value: transposed(step.matrix.value), operated: [matrix] };
        return this.#run({ ...made, given: [step.matrix.value] }, session, step.token, tenant);
      }
      case 'multiply': {
        const [one, two] = step.factors;
        const [left, right] = [one, two].map((factor) =>
          this.#operate(factor, factor.value, tenant, session),
        );
        if (left === undefined || right === undefined) return;
        const { declared } = step;
        const run = {
          capability: 'matrix.multiply@1',
          inputs: { left: left.operand, right: right.operand },
          ...(declared === null ? {} : { outputs: { product: documentOf(declared) } }),
        };
        const value = declared ?? { ...times(one.value, two.value), type: widerType(one.value, two.value) };
        const given = [one.value, two.value];
        return this.#run(
          { run, port: 'product', value, operated: [left, right], given },
          session,
          step.token,
          tenant,
        );
      }
    }
  }

  async #open(
    { token, seconds, values }: Extract<Step, { do: 'open' }>,
    tenant: Tenant,
    client: AssayClient,
  ): Promise<void> {
    const opening = client.openSession({ seconds, limits: { values } });
    if (token !== 'produce') return expect(await codeOf(opening)).toBe('SCOPE_MISSING');
    const { id, expires_at } = await opening;
    const expiresAt = this.#now + seconds * 1000;
    expect(Date.parse(expires_at)).toBe(expiresAt);
    tenant.sessions.push({ id, values, expiresAt, held: [], fate: 'kept' });
  }

  async #end(session: Session, token: TokenKind, client: AssayClient): Promise<void> {
    const code = await codeOf(client.endSession(session.id));
    if (token !== 'produce') return expect(code).toBe('SCOPE_MISSING');
    if (session.fate === 'forgotten') return expect(code).toBe('SESSION_UNKNOWN');
    expect(code).toBe('none');
    session.expiresAt = Math.min(session.expiresAt, this.#now);
  }

  async #run(
    {
      run,
      port,
      value,
      operated,
      given = [],
    }: {
      readonly run: Parameters<AssayClient['submitInvocation']>[1];
      readonly port: string;
      readonly value: Small;
      readonly operated: readonly Operated[];
      readonly given?: readonly Small[];
    },
    session: Session,
    token: TokenKind,
    tenant: Tenant,
  ): Promise<void> {
    const asked = outcome(tenant.clients[token].submitInvocation(session.id, run));
    const refused =
      (token === 'produce' ? null : 'SCOPE_MISSING') ??
      this.#refusalOf(session) ??
      (this.#withdrawn.has(run.capability) ? 'CAPABILITY_WITHDRAWN' : null) ??
      firstRefusal(operated) ??
      (session.held.length + 1 > session.values ? 'QUOTA_EXCEEDED' : null);
    const answered: Invocation | string = await asked;
    if (refused !== null || typeof answered === 'string') return expect(answered).toBe(refused);
    const output = answered.outputs[port];
    expect(output?.reference.value_digest).toBe(digestOfValue(value));
    if (output === undefined) return;
    const inputs = given.map(digestOfValue);
    const named: Named = {
      owner: tenant,
      session,
      answer: output,
      value,
      capability: run.capability,
      inputs,
      promoted: false,
      inCertificate: false,
    };
    tenant.named.push(named);
    session.held.push(named);
  }

  async #verify(step: Extract<Step, { do: 'verify' }>, tenant: Tenant, client: AssayClient): Promise<void> {
    const { ask, token } = step;
    const session = step.session === null ? undefined : at(tenant.sessions, step.session);
    const operated = ask.roles.map((role) => this.#operateRole(role, tenant, session));
    const answered = await outcome(
      client.verify({
        claim: ask.claim,
        roles: Object.fromEntries(
          operated.map(({ operand }, index) => [ROLES[ask.claim][index] ?? '', operand]),
        ),
        require_lineage: ask.requireLineage,
        ...(session === undefined ? {} : { session: session.id }),
      }),
    );
    const refused =
      (token === 'verify' ? null : 'SCOPE_MISSING') ??
      (session === undefined ? null : this.#refusalOf(session)) ??
      firstRefusal(operated) ??
      (ask.requireLineage && !hasLineage(ask, operated) ? 'LINEAGE_MISMATCH' : null) ??
      (this.#revoked.has(DEFAULTS[ask.claim]) ? 'CHECKER_REVOKED' : null);
    if (refused !== null || typeof answered === 'string') return expect(answered).toBe(refused);
    const values = ask.roles.map(({ value }) => value);
    expect(answered.verdict).toBe(holds(ask.claim, values) ? 'ACCEPTED' : 'REJECTED');
    expect(answered.certificate === undefined).toBe(answered.verdict === 'REJECTED');
    if (answered.certificate === undefined) return;
    const open = ask.roles.flatMap(({ value, transpose }) =>
      transpose ? [statementDigest('matrix.transpose@1', [transposed(value), value])] : [],
    );
    this.#certified(ask.claim, values, open, answered.certificate, tenant);
    rememberRun(operated.at(-1)?.named, tenant);
  }

  async #discharge(
    step: Extract<Step, { do: 'discharge' }>,
    tenant: Tenant,
    client: AssayClient,
  ): Promise<void> {
    const conditional = tenant.facts.filter(({ open }) => open.length > 0);
    const fact = at(conditional, step.certificate);
    const proposition = fact?.open[0];
    if (fact === undefined || proposition === undefined) return;
    const everywhere = this.#tenants.flatMap(({ facts }) => facts);
    const equal = everywhere.filter((other) => other.proposition === proposition);
    const fitting = step.cited !== null && step.cited % 3 > 0 && equal.length > 0;
    const cited = step.cited === null ? undefined : at(fitting ? equal : everywhere, step.cited);
    if (cited !== undefined) {
      const citing = codeOf(client.discharge(fact.serial, { proposition, certificate: cited.serial }));
      const sound = cited.proposition === proposition && this.#status(cited, tenant) === 'certified';
      const refused =
        (step.token === 'verify' ? null : 'SCOPE_MISSING') ??
        (tenant.facts.includes(cited) ? null : 'CERTIFICATE_UNKNOWN') ??
        (sound ? 'none' : 'DISCHARGE_INVALID');
      return expect(await citing).toBe(refused);
    }
    const answered = await outcome(client.discharge(fact.serial, { proposition }));
    const refused =
      (step.token === 'verify' ? null : 'SCOPE_MISSING') ??
      (this.#revoked.has('matrix.transpose') ? 'CHECKER_REVOKED' : null);
    if (refused !== null || typeof answered === 'string') return expect(answered).toBe(refused);
    const { verdict, certificate, roles } = answered;
    expect(verdict).toBe('ACCEPTED');
    if (certificate === undefined) return;
    expect(certificate.obligations).toEqual([]);
    tenant.facts.push({
      serial: certificate.serial,
      claim: 'matrix.transpose@1',
      roles,
      proposition,
      open: [],
    });
  }

  #certified(
    claim: Claim,
    values: readonly Small[],
    open: readonly Digest[],
    {
      serial,
      obligations,
      conditional,
    }: { serial: string; conditional: boolean; obligations: readonly { proposition: Digest }[] },
    tenant: Tenant,
  ): void {
    expect(obligations.map(({ proposition }) => proposition)).toEqual(open);
    expect(conditional).toBe(open.length > 0);
    const roles = Object.fromEntries(
      values.map((value, index) => [ROLES[claim][index] ?? '', digestOfValue(value)]),
    );
    tenant.facts.push({ serial, claim, roles, proposition: statementDigest(claim, values), open });
  }

  async #promote(
    named: Named | undefined,
    token: TokenKind,
    tenant: Tenant,
    client: AssayClient,
  ): Promise<void> {
    if (named === undefined) return;
    const answered = await outcome(client.promoteValue(named.answer.id));
    const refused =
      (token === 'produce' ? null : 'SCOPE_MISSING') ??
      (this.#isForgotten(named) ? 'VALUE_UNKNOWN' : null) ??
      (this.#isExpired(named) ? 'VALUE_REFERENCE_EXPIRED' : null) ??
      (this.#withdrawn.has(named.capability) ? 'VALUE_REFERENCE_STALE_VERSION' : null);
    if (refused !== null || typeof answered === 'string') return expect(answered).toBe(refused);
    expect(answered.reference).toMatchObject({ lifetime: 'DURABLE_ARTIFACT', expires_at: null });
    expect(answered.reference.source_invocation_uri).toBe(named.answer.reference.source_invocation_uri);
    expect(answered.handle).toBeNull();
    named.promoted = true;
    tenant.named.push({ ...named, session: null, answer: answered, promoted: false });
  }

  async #collect(): Promise<void> {
    await this.#service.collect();
    for (const session of this.#tenants.flatMap(({ sessions }) => sessions)) {
      if (session.expiresAt > this.#now) continue;
      const forgotten = session.fate === 'forgotten' || session.expiresAt <= this.#now - RETENTION_MS;
      session.fate = forgotten ? 'forgotten' : 'collected';
      session.held.length = 0;
    }
  }

  async #changeToken(tenant: Tenant, kind: TokenKind): Promise<void> {
    const old = tenant.clients[kind];
    const admin = await this.#newClient(tenant.id, 'admin');
    const tokens = await all(admin.listTokens());
    const revoked = tokens.find(({ scopes, revoked_at }) => scopes.join() === kind && revoked_at === null);
    if (revoked === undefined) throw new Error('the token is not listed');
    await admin.revokeToken(revoked.id);
    expect(await codeOf(old.showTrustRoot())).toBe('TOKEN_INVALID');
    tenant.clients[kind] = await this.#newClient(tenant.id, kind);
  }

  async #look(tenant: Tenant): Promise<void> {
    const seen = await all(tenant.auditor.listCertificates());
    expect(
      seen.toReversed().map(({ serial, claim, roles, proposition, status, open }) => ({
        serial,
        claim,
        proposition,
        roles: Object.fromEntries(Object.entries(roles).map(([role, { digest }]) => [role, digest])),
        status,
        open: open?.map((obligation) => obligation.proposition),
      })),
    ).toEqual(tenant.facts.map((fact) => this.#standing(fact, tenant)));
    for (const session of tenant.sessions) await this.#lookAtSession(session, tenant);
    const named = at(tenant.named, this.#taken);
    if (named !== undefined) await this.#lookAtValue(named);
    const fact = at(tenant.facts, this.#taken);
    const digest = fact === undefined ? undefined : at(Object.values(fact.roles), this.#taken);
    if (digest !== undefined) await this.#lookAtAssurance(digest);
    if (fact !== undefined) {
      expect(await codeOf(this.#other(tenant).auditor.showCertificate(fact.serial))).toBe(
        'CERTIFICATE_UNKNOWN',
      );
    }
  }

  async #lookAtSession(session: Session, tenant: Tenant): Promise<void> {
    const { auditor } = tenant;
    expect(await codeOf(this.#other(tenant).auditor.showSession(session.id))).toBe('SESSION_UNKNOWN');
    if (session.fate === 'forgotten') {
      return expect(await codeOf(auditor.showSession(session.id))).toBe('SESSION_UNKNOWN');
    }
    const bytes = session.held.reduce((sum, { answer }) => sum + answer.reference.size, 0);
    const { usage } = await auditor.showSession(session.id);
    expect(usage).toEqual({ values: session.held.length, bytes });
    const listed = await outcome(all(auditor.listValues(session.id)));
    if (typeof listed === 'string') return expect(listed).toBe(this.#refusalOf(session));
    expect(this.#refusalOf(session)).toBeNull();
    expect(listed.toReversed().map(({ id }) => id)).toEqual(session.held.map(({ answer }) => answer.id));
  }

  async #lookAtValue(named: Named): Promise<void> {
    const { owner, answer, value } = named;
    for (const look of ['showValue', 'showDocument'] as const) {
      expect(await codeOf(this.#other(owner).auditor[look](answer.id))).toBe('VALUE_UNKNOWN');
    }
    const shown = await outcome(owner.auditor.showValue(answer.id));
    if (this.#isForgotten(named)) return expect(shown).toBe('VALUE_UNKNOWN');
    expect(shown).toMatchObject({ reference: answer.reference, handle: answer.handle });
    const fetched = await outcome(owner.auditor.showDocument(answer));
    if (this.#isExpired(named)) return expect(fetched).toBe('VALUE_REFERENCE_EXPIRED');
    expect(fetched).toMatchObject({ digest: digestOfValue(value) });
    const stale = this.#withdrawn.has(named.capability) ? 'VALUE_REFERENCE_STALE_VERSION' : 'none';
    expect(await codeOf(owner.clients.verify.showDocument(answer))).toBe(stale);
  }

  /** Of each tenant only from its own certificates, and only where that very digest stands. */
  async #lookAtAssurance(digest: Digest): Promise<void> {
    for (const tenant of this.#tenants) {
      const found = await all(tenant.auditor.showAssuranceOfDigest(digest));
      const known = tenant.facts.flatMap((fact) => {
        const roles = Object.keys(fact.roles).filter((role) => fact.roles[role] === digest);
        return roles.length === 0
          ? []
          : [{ serial: fact.serial, roles: roles.toSorted(), status: this.#status(fact, tenant) }];
      });
      expect(
        found
          .toReversed()
          .map(({ roles, certificate: { serial, status } }) => ({ serial, roles: roles.toSorted(), status })),
      ).toEqual(known);
    }
  }

  #standing(fact: Fact, tenant: Tenant) {
    const { serial, claim, proposition, roles } = fact;
    const status = this.#status(fact, tenant);
    const proven = this.#proven(tenant);
    const open = status === 'void' ? undefined : fact.open.filter((each) => !proven.has(each));
    return { serial, claim, proposition, roles, status, open };
  }

  #status(fact: Fact, tenant: Tenant): 'void' | 'certified' | 'conditional' {
    if (this.#isVoid(fact)) return 'void';
    const proven = this.#proven(tenant);
    return fact.open.every((proposition) => proven.has(proposition)) ? 'certified' : 'conditional';
  }

  /** The least fixed point of: what a valid certificate states whose obligations are all proven. */
  #proven({ facts }: Tenant): ReadonlySet<Digest> {
    const proven = new Set<Digest>();
    for (let size = -1; size !== proven.size; ) {
      size = proven.size;
      for (const fact of facts) {
        if (!this.#isVoid(fact) && fact.open.every((each) => proven.has(each))) proven.add(fact.proposition);
      }
    }
    return proven;
  }

  #isVoid({ claim }: Fact): boolean {
    return this.#revoked.has(DEFAULTS[claim]);
  }

  #operateRole(role: Asked['roles'][number], tenant: Tenant, session: Session | undefined): Operated {
    if (!role.transpose) return this.#operate(role, role.value, tenant, session);
    const source = this.#operate(role, transposed(role.value), tenant, session);
    if ('source' in source.operand) throw new Error('a transform of a transform');
    return {
      ...source,
      operand: { source: source.operand, transform: { kind: 'MATRIX_TRANSPOSE' } },
      inputs: null,
    };
  }

  #operate({ way, pick }: Handed, value: Small, tenant: Tenant, session: Session | undefined): Operated {
    const digest = digestOfValue(value);
    const owner = way === 'foreign reference' ? this.#other(tenant) : tenant;
    const candidates = owner.named.filter(
      (named) =>
        named.answer.reference.value_digest === digest &&
        (way !== 'handle' || (named.session === session && session !== undefined)),
    );
    const named = way === 'document' ? undefined : at(candidates, pick);
    if (named === undefined) return { operand: { document: documentOf(value) }, refused: null, inputs: null };
    const { handle, reference } = named.answer;
    const operand = way === 'handle' && handle !== null ? { handle } : { reference };
    return { operand, refused: this.#refusalOfValue(named, tenant), inputs: named.inputs, named };
  }

  #refusalOfValue(named: Named, tenant: Tenant): string | null {
    if (named.owner !== tenant) return 'VALUE_REFERENCE_TENANT_MISMATCH';
    if (this.#isForgotten(named)) return 'VALUE_REFERENCE_UNKNOWN';
    if (this.#isExpired(named)) return 'VALUE_REFERENCE_EXPIRED';
    return this.#withdrawn.has(named.capability) ? 'VALUE_REFERENCE_STALE_VERSION' : null;
  }

  #refusalOf({ fate, expiresAt }: Session): string | null {
    if (fate === 'forgotten') return 'SESSION_UNKNOWN';
    return expiresAt <= this.#now ? 'SESSION_EXPIRED' : null;
  }

  #isExpired({ session }: Named): boolean {
    return session !== null && session.expiresAt <= this.#now;
  }

  /** What an artifact was made of is remembered as long as the artifact is, and what a certificate tells of as long as that. */
  #isForgotten({ session, promoted, inCertificate }: Named): boolean {
    return session?.fate === 'forgotten' && !promoted && !inCertificate;
  }

  get #now(): number {
    return Date.parse(this.#service.clock.now());
  }

  #tenant(index: number): Tenant {
    const tenant = at(this.#tenants, index);
    if (tenant === undefined) throw new Error('the model has not begun');
    return tenant;
  }

  #other(tenant: Tenant): Tenant {
    return this.#tenant(this.#tenants.indexOf(tenant) + 1);
  }

  async #newClient(tenant: string, scope: Scope): Promise<AssayClient> {
    const { bearer } = await this.#admin.createToken({ name: scope, scopes: [scope], tenant });
    if (bearer === null) throw new Error('the token came without its secret');
    return this.#client(bearer);
  }

  #client(token: string): AssayClient {
    return new AssayClient({ url: this.#service.url, token, fetch: checkedFetch(), attempts: 1 });
  }
}

/** One of them, whatever the number; undefined where there is none. */
function at<T>(items: readonly T[], index: number): T | undefined {
  return items[index % items.length];
}

/** Integers times rationals are rationals. */
function widerType(...values: readonly Small[]): Small['type'] {
  return values.some(({ type }) => type === 'matrix.rational@1') ? 'matrix.rational@1' : 'matrix.integer@1';
}

function firstRefusal(operated: readonly Operated[]): string | null {
  return operated.find(({ refused }) => refused !== null)?.refused ?? null;
}

/** A certificate names the run that gave its candidate, whichever reference of that run it came by. */
function rememberRun(candidate: Named | undefined, { named }: Tenant): void {
  if (candidate === undefined) return;
  const { source_invocation_uri: run } = candidate.answer.reference;
  for (const each of named) {
    if (each.answer.reference.source_invocation_uri === run) each.inCertificate = true;
  }
}

/** The candidate, which stands last, came from a run whose inputs were exactly the other values. */
function hasLineage({ roles }: Asked, operated: readonly Operated[]): boolean {
  const inputs = operated.at(-1)?.inputs ?? null;
  const given = roles.slice(0, -1).map(({ value }) => digestOfValue(value));
  return inputs !== null && inputs.toSorted().join() === given.toSorted().join();
}

/** What a call gives, or the code it is refused with. */
async function outcome<T extends object>(call: Promise<T>): Promise<T | string> {
  let given: T | undefined;
  const code = await codeOf(call.then((value) => (given = value)));
  return given ?? code;
}
