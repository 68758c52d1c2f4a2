import { afterAll, beforeAll, expect, test } from 'vitest';
import { hexOf } from '../../src/canonical/digest.ts';
import { checkBundle } from '../../src/certificate/check.ts';
import type { Arrival } from '../../src/certificate/statement.ts';
import type {
  AssayClient,
  Document,
  Obligation,
  Source,
  StatementRequest,
  Value,
  VerificationRequest,
} from '../../src/client/index.ts';
import { EXAMPLE_KINDS, readExamples } from '../../src/contracts/examples.ts';
import { loadRules } from '../../src/domains/load-rules.ts';
import { BUILT_IN_CONTRACTS } from '../../src/installation.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { DERIVED, LABELLED } from './derived.ts';
import { handIn, handleOf, serialOf } from './samples.ts';
import {
  type Derivation,
  declaredWays,
  digestOfDocument,
  digestsOf,
  inverses,
  obligationOf,
  type Stated,
  statedBy,
} from './stated.ts';
import { openTestService, type TestService } from './support.ts';

const rules = await loadRules();

interface Case {
  readonly name: string;
  readonly verdict: 'ACCEPTED' | 'REJECTED';
  readonly stated: Stated;
  readonly derivations: readonly Derivation[];
}

/** Both examples of every claim there is, and what else is derived. */
const CASES: readonly Case[] = [
  ...(await examples()),
  ...DERIVED.map((request) => derivedCase(request, 'ACCEPTED')),
  ...LABELLED.map((request) => derivedCase(request, 'REJECTED')),
];

async function examples(): Promise<Case[]> {
  const cases: Case[] = [];
  for (const claim of rules.contracts.claims()) {
    for (const { kind, handoff } of await readExamples(claim, [BUILT_IN_CONTRACTS])) {
      const request: StatementRequest = JSON.parse(JSON.stringify(handoff));
      const { stated, derivations } = statedBy(request, rules);
      const name = `${claim.contract.id}, ${kind}`;
      const verdict = kind === 'accepted' ? 'ACCEPTED' : 'REJECTED';
      cases.push({ name, verdict, stated, derivations: [...derivations, ...inverses(stated, rules)] });
    }
  }
  return cases;
}

function derivedCase(request: StatementRequest, verdict: Case['verdict']): Case {
  const { stated, derivations } = statedBy(request, rules);
  const ways = derivations.map(({ role, transform: { id } }) => `${role} by ${id}`);
  return { name: `${request.claim}, ${ways}`, verdict, stated, derivations };
}

test('both examples of every claim, and every transform that a role takes', () => {
  const claims = rules.contracts.claims();
  expect(claims.length).toBeGreaterThanOrEqual(32);
  const named = claims.flatMap(({ contract: { id } }) => EXAMPLE_KINDS.map((kind) => `${id}, ${kind}`));
  expect(CASES.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
  const ways = (cases: readonly Case[]): ReadonlySet<string> => new Set(cases.flatMap(waysOf));
  expect([...ways(CASES)].toSorted()).toEqual(declaredWays(rules));
  // Where one can be behind a true statement, it is.
  const accepted = ways(CASES.filter(({ verdict }) => verdict === 'ACCEPTED'));
  const never = LABELLED.flatMap((request) => waysOf(derivedCase(request, 'REJECTED')));
  expect([...accepted, ...never].toSorted()).toEqual(declaredWays(rules));
});

function waysOf({ stated, derivations }: Case): string[] {
  return derivations.map(({ role, transform }) => `${stated.claim.contract.id} ${role} ${transform.id}`);
}

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  for (const { id } of covering()) await service.admin.authoriseChecker(id);
}, 60_000);

afterAll(() => service.close());

/** The checkers that compare derived values with their sources themselves. */
function covering() {
  const { checkers } = service.service.forTenant(service.service.operator);
  return checkers
    .list()
    .map(({ manifest }) => manifest)
    .filter(({ covers }) => covers.length > 0);
}

test.each(CASES)('$name: inline, by reference, by handle and derived', async (each) => {
  const { stated, derivations } = each;
  // A tenant of its own: what another case has certified would discharge what this one leaves open.
  const { client } = await service.tenant(each.name);
  const { id: session } = await client.openSession();
  const inline = mapped(stated, (document) => ({ document }));
  const assumed = await expectVerdict(each, inline, client);
  // An obligation of complete documents is an assumption, which the claim declares.
  for (const { cause } of assumed) expect(Object.keys(cause)).toEqual(['assumption']);

  const held = new Map<Document, Value>();
  for (const document of [...Object.values(stated.documents), ...derivations.map(({ source }) => source)]) {
    held.set(document, await handIn(client, session, document));
  }
  const heldOf = (document: Document): Value => {
    const value = held.get(document);
    if (value === undefined) throw new Error('the document was not handed in');
    return value;
  };
  const ways: readonly ((document: Document) => Source)[] = [
    (document) => ({ document }),
    (document) => ({ reference: heldOf(document).reference }),
    (document) => ({ handle: handleOf(heldOf(document)) }),
  ];
  for (const way of ways.slice(1)) {
    const request = { ...mapped(stated, way), session };
    expect(await expectVerdict(each, request, client)).toEqual(assumed);
  }
  for (const derivation of derivations) {
    const obligation = obligationOf(derivation, stated, rules);
    const { role, transform } = derivation;
    const covers = covering().filter(
      ({ claim, covers }) => claim === stated.claim.contract.id && covers.includes(transform.id),
    );
    for (const way of ways) {
      const { claim, roles } = mapped(stated, way);
      const operand = { source: way(derivation.source), transform: { kind: transform.id } };
      const request = { claim, roles: { ...roles, [role]: operand }, session };
      const open = await expectVerdict(each, request, client);
      expect(open).toEqual(each.verdict === 'ACCEPTED' ? [...assumed, obligation] : []);
      for (const { id: checker } of covers) {
        const covered = { ...request, checker };
        expect(await expectVerdict(each, covered, client)).toEqual(assumed);
      }
    }
  }
});

/** The request that hands over every document in one way. */
function mapped(
  { claim, documents }: Stated,
  way: (document: Document) => Source,
): StatementRequest & { readonly roles: Readonly<Record<string, Source>> } {
  const roles = Object.entries(documents).map(([role, document]) => [role, way(document)] as const);
  return { claim: claim.contract.id, roles: Object.fromEntries(roles) };
}

/**
 * That a request came to the verdict of its case, about the very values of the case, with a certificate exactly where that is to
 * accept: here as the service tells it, and as somebody finds it in the bundle who has the trust root alone.
 *
 * @returns what the certificate leaves open
 */
async function expectVerdict(
  { verdict, stated }: Case,
  request: VerificationRequest,
  client: AssayClient,
): Promise<readonly Obligation[]> {
  const { claim } = stated;
  const { roles, statement, proposition } = digestsOf(stated, rules);
  const verification = await client.verify(request);
  expect(verification).toMatchObject({ verdict, claim: claim.contract.id, statement });
  expect(verification.roles).toEqual(roles);
  if (request.checker !== undefined) expect(verification.checker?.id).toBe(request.checker);
  if (verdict === 'REJECTED') {
    expect(verification).not.toHaveProperty('certificate');
    return [];
  }
  const serial = serialOf(verification);
  const obligations = verification.certificate?.obligations ?? [];
  const status = obligations.length === 0 ? 'certified' : 'conditional';
  expect(await client.showCertificate(serial)).toMatchObject({ status, statement, proposition });
  const bundle = await client.showBundle(serial, { documents: 'all' });
  const trust = await service.trust();
  const checked = checkBundle(bundle, { trust, verify: verifyNode, now: service.clock.now() });
  expect(checked.status).toBe(status);
  const { subject, predicate } = checked.certificate.statement;
  expect(subject).toEqual([subjectOf(stated)]);
  expect(predicate).toMatchObject({ statement, proposition, claim: { contract: claim.digest } });
  expect(predicate.obligations?.map((open) => ({ ...open, claim: open.claim.id })) ?? []).toEqual(
    obligations,
  );
  for (const [role, operand] of Object.entries(request.roles)) {
    const arrived = arrivalOf(operand);
    expect(predicate.roles[role]).toMatchObject({ digest: roles[role], arrived });
    if ('source' in operand) {
      const source = { arrived: arrivalOf(operand.source) };
      expect(predicate.roles[role]?.transform).toMatchObject({ kind: operand.transform.kind, source });
    }
  }
  return obligations;
}

/** The candidate; where that is a witness, the claim's first given role. */
function subjectOf({ claim: { contract }, documents }: Stated) {
  const candidate = contract.roles.find(({ name }) => name === contract.candidate);
  const subject =
    candidate?.mode === 'given' ? candidate : contract.roles.find(({ mode }) => mode === 'given');
  const name = subject?.name ?? '';
  return { name, digest: { sha256: hexOf(digestOfDocument(documents[name], rules)) } };
}

function arrivalOf(operand: StatementRequest['roles'][string]): Arrival {
  if ('source' in operand) return 'transform';
  return 'document' in operand ? 'document' : 'reference';
}
