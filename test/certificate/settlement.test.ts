import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type VerifiedCertificate, verifyCertificate } from '../../src/certificate/certificate.ts';
import { settle } from '../../src/certificate/settlement.ts';
import { given } from './demo.ts';
import { attempt, Forge, verify } from './forge.ts';
import { node, nodeProposition } from './sketches.ts';

const NODES = 5;
const TENANTS = ['a'.repeat(32), 'b'.repeat(32)];

interface Point {
  readonly holds: number;
  readonly needs: readonly number[];
  readonly tenant: number;
}

const forge = new Forge();
const trust = forge.trust();
const made = new Map<string, VerifiedCertificate>();

/** A certificate for each point of a graph: true ones, signed and logged, made once. */
function certificateOf({ holds, needs, tenant }: Point): VerifiedCertificate {
  const name = `${holds} ${needs.join()} ${tenant}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const { envelope, index } = forge.certify(node(holds, needs, TENANTS[tenant]));
  const certificate = verifyCertificate({ envelope, proof: forge.proof(index) }, trust, verify);
  made.set(name, certificate);
  return certificate;
}

/** Which nodes hold by a proof of at most `height` steps: counted up from nothing, so no circle ever counts. */
function holdsWithin(height: number, points: readonly Point[]): ReadonlySet<number> {
  if (height === 0) return new Set();
  const below = holdsWithin(height - 1, points);
  return new Set(
    points.filter(({ needs }) => needs.every((need) => below.has(need))).map(({ holds }) => holds),
  );
}

/** Which nodes are asked for, by the first point or by a discharge of what is asked for. */
function askedFor(node: number, seen: Set<number>, points: readonly Point[]): Set<number> {
  if (seen.has(node)) return seen;
  seen.add(node);
  for (const { holds, needs } of points) {
    if (holds === node) for (const need of needs) askedFor(need, seen, points);
  }
  return seen;
}

function model(first: Point, discharges: readonly Point[]): string {
  const proven = holdsWithin(discharges.length, discharges);
  const asked = new Set<number>();
  for (const need of first.needs) askedFor(need, asked, discharges);
  for (const [index, { holds, tenant }] of discharges.entries()) {
    const again = discharges.findIndex((other) => other.holds === holds) < index;
    if (tenant !== first.tenant) return `DISCHARGE_INVALID /discharges/${index}`;
    if (again || !asked.has(holds)) return `BUNDLE_SUPERFLUOUS /discharges/${index}`;
    if (!proven.has(holds)) return `DISCHARGE_INVALID /discharges/${index}`;
  }
  const open = first.needs.filter((need) => !proven.has(need));
  return open.length === 0 ? 'certified' : `conditional ${open.join()}`;
}

const propositions = Array.from({ length: NODES }, (_, n) => nodeProposition(n));

function settled(first: Point, discharges: readonly Point[]): string {
  return attempt(() => {
    const { status, open } = settle(certificateOf(first), discharges.map(certificateOf));
    const nodes = open.map(({ proposition }) => propositions.indexOf(proposition));
    return open.length === 0 ? status : `${status} ${nodes.join()}`;
  });
}

const anyNode = fc.nat(NODES - 1);
const point = (needs: number): fc.Arbitrary<Point> =>
  fc.record({
    holds: anyNode,
    needs: fc.uniqueArray(anyNode, { maxLength: needs }),
    tenant: fc.oneof({ weight: 30, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
  });

test('settles any graph of certificates as the least fixed point does', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(point(3), fc.array(point(2), { maxLength: 6 }), (first, discharges) => {
      const expected = model(first, discharges);
      seen.add(expected.replace(/ .*/, ''));
      expect(settled(first, discharges)).toBe(expected);
    }),
    { numRuns: 1500 },
  );
  expect(seen).toEqual(new Set(['certified', 'conditional', 'BUNDLE_SUPERFLUOUS', 'DISCHARGE_INVALID']));
});

test('the order of discharges never decides whether all is certified', () => {
  const shuffled = fc
    .uniqueArray(point(2), { maxLength: 5, selector: ({ holds }) => holds })
    .chain((points) =>
      fc.tuple(fc.constant(points), fc.shuffledSubarray(points, { minLength: points.length })),
    );
  fc.assert(
    fc.property(point(3), shuffled, (first, [discharges, others]) => {
      const kind = (outcome: string): string => outcome.replace(/\d.*/, '');
      const accepted = (outcome: string): boolean => /^(certified|conditional)/.test(outcome);
      const [one, other] = [settled(first, discharges), settled(first, others)];
      expect(accepted(one)).toBe(accepted(other));
      if (accepted(one)) expect(kind(one)).toBe(kind(other));
    }),
    { numRuns: 500 },
  );
});

test.each([1, 2, 3, 5])('a circle of %i proves nothing', (length) => {
  const circle = Array.from({ length }, (_, n) => ({ holds: n, needs: [(n + 1) % length], tenant: 0 }));
  const first = { holds: 4, needs: [0], tenant: 0 };
  expect(settled(first, circle)).toBe('DISCHARGE_INVALID /discharges/0');
  expect(settled(given(circle[0]), circle.slice(1))).toMatch(
    length === 1 ? 'conditional 0' : /^DISCHARGE_INVALID/,
  );
  expect(settled(given(circle[0]), circle)).toBe('DISCHARGE_INVALID /discharges/0');
});

test('a circle with a way out is no circle', () => {
  const wayOut = { holds: 1, needs: [], tenant: 0 };
  expect(settled({ holds: 0, needs: [1], tenant: 0 }, [wayOut])).toBe('certified');
  expect(settled({ holds: 0, needs: [0], tenant: 0 }, [{ holds: 0, needs: [1], tenant: 0 }, wayOut])).toBe(
    'certified',
  );
});
