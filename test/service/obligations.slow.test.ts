import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CheckedBundle, checkBundle } from '../../src/certificate/check.ts';
import type { AssayClient, Digest, Operand, StatementRequest, Verification } from '../../src/client/index.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { ask, newId } from './asking.ts';
import { checkerFolder } from './own-checkers.ts';
import { rowsOf } from './rows.ts';
import {
  bezout,
  FACTORIZATION,
  GCD_RUN,
  gcd,
  gram,
  handIn,
  handleOf,
  inline,
  integer,
  matrix,
  openOf,
  outputOf,
  pratt,
  product,
  serialOf,
  transposeOf,
} from './samples.ts';
import { all, codeOf, openTestService, problemOf, type TestService } from './support.ts';

const own = checkerFolder('matrix.transpose@1', { trusting: "return { verdict: 'ACCEPTED' };" });

let service: TestService;

beforeAll(async () => {
  service = await openTestService({ checkers: [own.folder] });
  await administer('authorise', { checker: 'test.trusting' });
}, 60_000);

afterAll(async () => {
  await service.close();
  own.remove();
});

async function administer(what: 'authorise' | 'revoke', body: object): Promise<void> {
  const asked = { method: 'POST', path: `/v1/checkers/${what}`, body };
  const { status, text } = await ask(service, service.adminBearer, asked);
  expect(status, text).toBe(201);
}

/** A tenant that nothing was certified for. */
async function fresh(): Promise<AssayClient> {
  return (await service.tenant(`tenant ${newId()}`)).client;
}

async function offline(client: AssayClient, serial: string): Promise<CheckedBundle> {
  const bundle = await client.showBundle(serial, { documents: 'all' });
  return checkBundle(bundle, {
    trust: await service.trust(),
    verify: verifyNode,
    now: service.clock.now(),
    values: new Map(),
  });
}

/** “transpose is the transpose of matrix.” */
const transposition = (matrix: Operand, transpose: Operand): StatementRequest => ({
  claim: 'matrix.transpose@1',
  roles: { matrix, transpose },
});

async function conditional(client: AssayClient, request: StatementRequest) {
  const verification = await client.verify(request);
  return { serial: serialOf(verification), open: openOf(verification) };
}

/** The bytes of a certificate as they are kept. */
function kept(serial: string): readonly string[] {
  const { certificates, obligations } = rowsOf(service.data);
  return [...(certificates ?? []), ...(obligations ?? [])].filter((row) => row.includes(serial));
}

describe('by a checker', () => {
  test('a transform: listed until its own checker has accepted it, and certified offline after', async () => {
    const client = await fresh();
    const { serial, open } = await conditional(client, product(2));
    const { D, transposed } = gram(2);
    const { id } = await client.openSession();
    const [source, derived] = [await handIn(client, id, D), await handIn(client, id, transposed)];
    expect(open).toMatchObject([
      {
        claim: 'matrix.transpose@1',
        roles: { matrix: source.reference.value_digest, transpose: derived.reference.value_digest },
        cause: { transform: 'left' },
      },
    ]);
    const before = kept(serial);
    expect(before).toHaveLength(2);
    const bundle = await client.showBundle(serial);
    expect((await offline(client, serial)).status).toBe('conditional');
    expect(await all(client.listObligations())).toMatchObject([{ serial, status: 'conditional', open }]);

    const discharge = await client.discharge(serial, { proposition: open[0].proposition });
    expect(discharge.certificate?.conditional).toBe(false);
    expect(await client.showCertificate(serial)).toMatchObject({
      status: 'certified',
      open: [],
      discharged_by: [serialOf(discharge)],
    });
    expect(await all(client.listObligations())).toEqual([]);
    const checked = await offline(client, serial);
    expect(checked.status).toBe('certified');
    expect(kept(serial)).toEqual(before);
    const after = await client.showBundle(serial);
    expect(Object(after.certificate).envelope).toEqual(Object(bundle.certificate).envelope);
  });

  test('a witness: both primes of 15, each with its own, inline and from a session', async () => {
    const client = await fresh();
    const { serial, open } = await conditional(client, FACTORIZATION);
    expect(open).toMatchObject([{ cause: { assumption: 'prime' } }, { cause: { assumption: 'prime' } }]);
    const before = kept(serial);
    const { id: session } = await client.openSession();
    const [three, five] = open.map(({ proposition }) => proposition);
    if (three === undefined || five === undefined) throw new Error('two are open');
    const witness = (operand: Operand) => ({ certificate: operand });

    expect(await codeOf(client.discharge(serial, { proposition: three }))).toBe('ROLE_MISSING');
    const wrong = await client.discharge(serial, {
      proposition: three,
      witness: witness(inline(pratt('5'))),
    });
    expect(wrong).toMatchObject({ verdict: 'REJECTED', claim: 'number.prime@1' });
    expect((await client.showCertificate(serial)).open).toEqual(open);

    const first = await client.discharge(serial, {
      proposition: three,
      witness: witness(inline(pratt('3'))),
    });
    serialOf(first);
    expect(await client.showCertificate(serial)).toMatchObject({ status: 'conditional', open: [open[1]] });
    const handle = handleOf(await handIn(client, session, pratt('5')));
    const request = { proposition: five, witness: witness({ handle }) };
    expect(await codeOf(client.discharge(serial, request))).toBe('VALUE_REFERENCE_UNKNOWN');
    serialOf(await client.discharge(serial, { ...request, session }));
    expect((await offline(client, serial)).status).toBe('certified');
    expect(kept(serial)).toEqual(before);
  });

  test('however a proposition was proved, it is the same one', async () => {
    const client = await fresh();
    const { serial, open } = await conditional(client, FACTORIZATION);
    const propositions = open.map(({ proposition }) => proposition);
    for (const n of ['3', '5']) {
      const roles = { n: inline(integer(n)), certificate: inline(pratt(n)) };
      serialOf(await client.verify({ claim: 'number.prime@1', roles }));
    }
    const { discharged_by = [], status } = await client.showCertificate(serial);
    expect(status).toBe('certified');
    const found: Digest[] = [];
    for (const each of discharged_by) found.push((await client.showCertificate(each)).proposition);
    expect(found.toSorted()).toEqual(propositions.toSorted());
  });

  test('what cannot be discharged changes nothing', async () => {
    const client = await fresh();
    const { serial, open } = await conditional(client, FACTORIZATION);
    const certified = serialOf(await client.verify(gcd()));
    const [{ proposition }] = open;
    const none: Digest = `sha256:${'0'.repeat(64)}`;
    const witness = { certificate: inline(pratt('3')) };
    const before = rowsOf(service.data);
    const REFUSED: readonly (readonly [string, string, object])[] = [
      ['CERTIFICATE_UNKNOWN', newId(), { proposition }],
      ['OBLIGATION_UNKNOWN', serial, { proposition: none }],
      ['OBLIGATION_UNKNOWN', certified, { proposition }],
      ['ROLE_UNKNOWN', serial, { proposition, witness: { n: inline(integer(7)) } }],
      ['ROLE_UNKNOWN', serial, { proposition, witness: { ...witness, other: inline(integer(7)) } }],
      ['ROLE_TYPE', serial, { proposition, witness: { certificate: inline(integer(3)) } }],
      ['SESSION_UNKNOWN', serial, { proposition, witness, session: newId() }],
      ['CHECKER_UNKNOWN', serial, { proposition, witness, checker: 'number.nobody' }],
      ['CHECKER_UNKNOWN', serial, { proposition, witness, checker: 'test.trusting' }],
      ['REQUEST_INVALID', serial, { proposition, witness, certificate: certified }],
      ['REQUEST_INVALID', serial, { proposition, checker: 'number.prime', certificate: certified }],
      ['REQUEST_INVALID', serial, {}],
      ['REQUEST_INVALID', serial, { proposition, roles: witness }],
    ];
    for (const [code, of, request] of REFUSED) {
      expect(await codeOf(client.discharge(of, Object(request))), JSON.stringify(request)).toBe(code);
    }
    expect(rowsOf(service.data)).toEqual(before);
  });
});

describe('by citing', () => {
  const { D, transposed: T } = gram(2);

  test('a certified certificate for an equal proposition: recorded, and the certificate never changes', async () => {
    const client = await fresh();
    const { serial, open } = await conditional(client, product(2));
    const [{ proposition }] = open;
    const before = kept(serial);
    const cited = serialOf(await client.verify(transposition(inline(D), inline(T))));
    const newer = serialOf(await client.verify(transposition(inline(D), inline(T))));
    const citation = await client.discharge(serial, { proposition, certificate: cited });
    expect(citation).toEqual({ certificate: serial, proposition, cited, discharged_at: service.clock.now() });
    expect(rowsOf(service.data).discharges?.some((row) => row.includes(cited))).toBe(true);
    expect(kept(serial)).toEqual(before);
    const standing = await client.showCertificate(serial);
    expect(standing.status).toBe('certified');
    expect([cited, newer]).toContain(standing.discharged_by?.[0]);
    expect((await offline(client, serial)).status).toBe('certified');
    // Once is enough; another time says the same again.
    expect(await client.discharge(serial, { proposition, certificate: cited })).toMatchObject({ cited });
    expect(rowsOf(service.data).discharges?.filter((row) => row.includes(serial))).toHaveLength(1);
  });

  const REFUSED: readonly (readonly [string, string, (client: AssayClient) => Promise<string>])[] = [
    [
      'for another proposition',
      'DISCHARGE_INVALID',
      async (client) => serialOf(await client.verify(transposition(inline(T), inline(D)))),
    ],
    ['for another claim', 'DISCHARGE_INVALID', async (client) => serialOf(await client.verify(gcd()))],
    [
      'that is conditional itself',
      'DISCHARGE_INVALID',
      async (client) => serialOf(await client.verify(transposition(transposeOf(T), inline(T)))),
    ],
    [
      'of another tenant',
      'CERTIFICATE_UNKNOWN',
      async () => serialOf(await (await fresh()).verify(transposition(inline(D), inline(T)))),
    ],
    ['that never was', 'CERTIFICATE_UNKNOWN', async () => newId()],
    ['itself', 'DISCHARGE_INVALID', async () => 'itself'],
  ];

  test.each(REFUSED)('one %s: %s', async (_, code, make) => {
    const client = await fresh();
    const { serial, open } = await conditional(client, product(2));
    const made = await make(client);
    const certificate = made === 'itself' ? serial : made;
    const before = rowsOf(service.data);
    const request = { proposition: open[0].proposition, certificate };
    expect(await codeOf(client.discharge(serial, request))).toBe(code);
    expect(rowsOf(service.data)).toEqual(before);
    expect(await client.showCertificate(serial)).toMatchObject({ status: 'conditional', open });
  });

  test('what one tenant was certified discharges nothing of another', async () => {
    const [one, two] = [await fresh(), await fresh()];
    const { serial } = await conditional(one, product(3));
    const { D: source, transposed } = gram(3);
    serialOf(await two.verify(transposition(inline(source), inline(transposed))));
    expect((await one.showCertificate(serial)).status).toBe('conditional');
  });
});

test('a circle of certificates that rest on one another certifies nothing', async () => {
  const client = await fresh();
  const { D, transposed: T } = gram(5);
  const { serial, open } = await conditional(client, product(5));
  // “T is Dᵀ” where D came as Tᵀ, and “D is Tᵀ” where T came as Dᵀ: each leaves the other one open.
  const one = await conditional(client, transposition(transposeOf(T), inline(T)));
  const two = await conditional(client, transposition(transposeOf(D), inline(D)));
  const propositionOf = async (of: string) => (await client.showCertificate(of)).proposition;
  expect(one.open[0].proposition).toBe(await propositionOf(two.serial));
  expect(two.open[0].proposition).toBe(await propositionOf(one.serial));
  expect(open[0].proposition).toBe(await propositionOf(one.serial));
  const circle = [serial, one.serial, two.serial];
  const statuses = async () => {
    const found: string[] = [];
    for (const each of circle) found.push((await client.showCertificate(each)).status);
    return found;
  };
  expect(await statuses()).toEqual(['conditional', 'conditional', 'conditional']);
  expect((await all(client.listObligations())).map((each) => each.serial).toSorted()).toEqual(
    circle.toSorted(),
  );
  for (const certificate of [one.serial, two.serial]) {
    const request = { proposition: open[0].proposition, certificate };
    expect(await codeOf(client.discharge(serial, request))).toBe('DISCHARGE_INVALID');
  }
  // One that rests on nothing holds up all of them.
  serialOf(await client.discharge(one.serial, { proposition: one.open[0].proposition }));
  expect(await statuses()).toEqual(['certified', 'certified', 'certified']);
  for (const each of circle) expect((await offline(client, each)).status).toBe('certified');
});

describe('assurance', () => {
  const digests = async (client: AssayClient, verification: Verification) => {
    const { roles } = await client.showCertificate(serialOf(verification));
    return Object.fromEntries(Object.entries(roles).map(([role, { digest }]) => [role, digest]));
  };

  test('answers for that very digest in that very role, and for nothing around it', async () => {
    const client = await fresh();
    const A = matrix([
      [1, 2],
      [3, 4],
    ]);
    const B = matrix([[5], [6]]);
    // AᵀB, with Aᵀ by a transform of A: A itself stands in no role.
    const AtB = matrix([[23], [34]]);
    const roles = { left: transposeOf(A), right: inline(B), product: inline(AtB) };
    const { id } = await client.openSession();
    const source = await handIn(client, id, A);
    const verification = await client.verify({ claim: 'matrix.product@1', roles });
    const serial = serialOf(verification);
    expect(await all(client.showAssurance(source.id))).toEqual([]);
    const stand = await digests(client, verification);
    for (const [role, digest] of Object.entries(stand)) {
      expect(await all(client.showAssuranceOfDigest(digest))).toMatchObject([
        {
          roles: [role],
          certificate: { serial, status: 'conditional', open: [{ cause: { transform: 'left' } }] },
        },
      ]);
    }
    const [shown] = await all(client.showAssuranceOfDigest(stand.product ?? source.reference.value_digest));
    expect(Object.keys(shown?.certificate.roles ?? {})).toEqual(['left', 'product', 'right']);
    expect(shown?.certificate.roles.left).toMatchObject({
      arrived: 'transform',
      transform: { kind: 'MATRIX_TRANSPOSE', source: source.reference.value_digest },
    });
    // Once its transposition is certified, A stands in that, and AᵀB is certified.
    const { proposition } = openOf(verification)[0];
    const discharge = serialOf(await client.discharge(serial, { proposition }));
    expect(await all(client.showAssurance(source.id))).toMatchObject([
      { roles: ['matrix'], certificate: { serial: discharge } },
    ]);
    expect(
      await all(client.showAssuranceOfDigest(stand.product ?? source.reference.value_digest)),
    ).toMatchObject([{ roles: ['product'], certificate: { serial, status: 'certified' } }]);
  });

  test('the same candidate under other given values is another statement; both are told apart', async () => {
    const client = await fresh();
    const candidate = bezout(6, -1, 1);
    const about = (a: number, b: number): StatementRequest => ({
      claim: 'number.gcd@1',
      roles: { a: inline(integer(a)), b: inline(integer(b)), bezout: inline(candidate) },
    });
    const { id } = await client.openSession();
    const held = await handIn(client, id, candidate);
    const never = await handIn(client, id, integer(24));
    const one = await client.verify(about(12, 18));
    const two = await client.verify(about(18, 24));
    expect((await client.verify(about(12, 24))).verdict).toBe('REJECTED');
    const found = await all(client.showAssurance(held.id, { limit: 1 }));
    expect(found.map(({ certificate }) => certificate.serial)).toEqual([serialOf(two), serialOf(one)]);
    const given = found.map(({ certificate }) => [
      certificate.roles.a?.digest,
      certificate.roles.b?.digest,
      certificate.roles.bezout?.digest,
    ]);
    expect(given).toEqual([
      [two.roles.a, two.roles.b, two.roles.bezout],
      [one.roles.a, one.roles.b, one.roles.bezout],
    ]);
    // 24 stands in one of them only, as b.
    expect(await all(client.showAssurance(never.id))).toMatchObject([
      { roles: ['b'], certificate: { serial: serialOf(two) } },
    ]);
  });

  test('a value that stands in two roles is told once, with both', async () => {
    const client = await fresh();
    const roles = { a: inline(integer(6)), b: inline(integer(6)), bezout: inline(bezout(6, 0, 1)) };
    const verification = await client.verify({ claim: 'number.gcd@1', roles });
    const digest = verification.roles.a;
    if (digest === undefined) throw new Error('a has no digest');
    const found = await all(client.showAssuranceOfDigest(digest));
    expect(found).toMatchObject([{ roles: ['a', 'b'], certificate: { serial: serialOf(verification) } }]);
  });

  test('a run is none, nor is a rejection', async () => {
    const client = await fresh();
    const { id } = await client.openSession();
    const value = outputOf(await client.submitInvocation(id, GCD_RUN), 'bezout');
    const rejected = await client.verify({
      claim: 'number.gcd@1',
      roles: { a: inline(integer(5)), b: inline(integer(7)), bezout: { reference: value.reference } },
    });
    expect(rejected.verdict).toBe('REJECTED');
    expect(await all(client.showAssurance(value.id))).toEqual([]);
  });
});

test('revoking a checker voids what it gave, and opens again what that had discharged', async () => {
  const client = await fresh();
  const { serial, open } = await conditional(client, product(7));
  const [{ proposition }] = open;
  const trusting = await client.discharge(serial, { proposition, checker: 'test.trusting' });
  const cited = serialOf(trusting);
  expect(await client.showCertificate(serial)).toMatchObject({ status: 'certified', discharged_by: [cited] });
  await client.discharge(serial, { proposition, certificate: cited });
  await administer('revoke', { identity: trusting.checker?.identity, reason: 'unsound' });

  expect(await client.showCertificate(cited)).toMatchObject({ status: 'void', reason: 'CHECKER_REVOKED' });
  expect(await client.showCertificate(serial)).toMatchObject({
    status: 'conditional',
    open,
    discharged_by: [],
  });
  expect(await all(client.listObligations())).toMatchObject([{ serial }]);
  expect((await offline(client, serial)).status).toBe('conditional');
  expect(await problemOf(client.showBundle(cited))).toMatchObject({ code: 'CHECKER_REVOKED' });
  expect(await codeOf(client.discharge(serial, { proposition, certificate: cited }))).toBe(
    'DISCHARGE_INVALID',
  );
  const digest = trusting.roles.matrix;
  if (digest === undefined) throw new Error('the matrix has no digest');
  const [assurance] = (await all(client.showAssuranceOfDigest(digest))).filter(
    ({ certificate }) => certificate.serial === cited,
  );
  expect(assurance).toMatchObject({ roles: ['matrix'], certificate: { status: 'void' } });
  expect(await codeOf(client.discharge(serial, { proposition, checker: 'test.trusting' }))).toBe(
    'CHECKER_REVOKED',
  );

  serialOf(await client.discharge(serial, { proposition }));
  expect((await client.showCertificate(serial)).status).toBe('certified');
  expect((await offline(client, serial)).status).toBe('certified');
});
