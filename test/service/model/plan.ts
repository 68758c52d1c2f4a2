import { expect } from 'vitest';
import type { IssuedCertificate, StatementRequest, Verification } from '../../../src/client/index.ts';
import { prepareDocument } from '../../../src/domains/prepare.ts';
import { rules } from '../../services/support.ts';
import {
  digestOfValue,
  documentOf,
  holds,
  ROLES,
  statementDigest,
  transposed,
} from '../../services/universe.ts';
import { handOverRole, type Operated, type Reach } from './handing.ts';
import { CLAIM_OF } from './instance.ts';
import type { Asked, CheckerId } from './step.ts';
import { first, type Plan, type Refusal, type Tenant } from './things.ts';
import type { World } from './world.ts';

/** A verification as it is asked for, why it is refused, and what else it comes to. */
export interface Planned {
  readonly request: StatementRequest;
  readonly refusal: Refusal | null;
  readonly plan: Plan;
  readonly verdict: 'ACCEPTED' | 'REJECTED';
}

export function planOf(ask: Asked, reach: Reach): Planned {
  const { world, tenant } = reach;
  const { claim, roles, requireLineage } = ask;
  const operated = roles.map((role) => handOverRole(role, reach));
  const checker = ask.checker ?? world.defaults[claim];
  const values = roles.map(({ value }) => value);
  const sources = roles.filter(({ transpose }) => transpose).map(({ value }) => transposed(value));
  const covered = checker === 'matrix.product_replay';
  const open = covered
    ? []
    : sources.map((source) => statementDigest('matrix.transpose@1', [source, transposed(source)]));
  const named = operated.map(({ operand }, index) => [ROLES[claim][index] ?? '', operand]);
  return {
    request: {
      claim,
      roles: Object.fromEntries(named),
      require_lineage: requireLineage,
      ...(ask.checker === null ? {} : { checker: ask.checker }),
    },
    refusal: first(
      ...operated.map(({ refusal }) => refusal),
      requireLineage && !hasLineage(ask, operated) ? { code: 'LINEAGE_MISMATCH' } : null,
      refusalOfChecker(checker, ask, world),
    ),
    plan: {
      claim,
      checker,
      values,
      sources,
      open,
      remember: () => rememberRun(operated.at(-1)?.from, tenant),
    },
    verdict: holds(claim, values) ? 'ACCEPTED' : 'REJECTED',
  };
}

/** Holds what a verification came to against its plan, and notes what is now certified and kept. */
export function settle(
  { plan, verdict }: Pick<Planned, 'plan' | 'verdict'>,
  answer: Verification,
  tenant: Tenant,
): string {
  expect(answer.verdict).toBe(verdict);
  expect(answer.checker?.id).toBe(plan.checker);
  expect(answer.certificate === undefined).toBe(verdict === 'REJECTED');
  if (answer.certificate === undefined) return verdict;
  certify(plan, answer.certificate, tenant);
  return plan.open.length > 0 ? 'ACCEPTED, with something open' : 'ACCEPTED';
}

function certify(plan: Plan, { serial, obligations, conditional }: IssuedCertificate, tenant: Tenant): void {
  const { claim, checker, values, open } = plan;
  expect(obligations.map(({ proposition }) => proposition)).toEqual(open);
  expect(conditional).toBe(open.length > 0);
  const roles = Object.fromEntries(
    values.map((value, index) => [ROLES[claim][index] ?? '', digestOfValue(value)]),
  );
  tenant.facts.push({ serial, claim, checker, roles, proposition: statementDigest(claim, values), open });
  keep(plan, tenant);
}

/** What a certificate keeps, whoever sees it: its values, those of transforms too, and the run that gave the candidate. */
export function keep({ values, sources, remember }: Plan, { durable }: Tenant): void {
  for (const value of [...values, ...sources]) {
    const { digest, size } = prepareDocument(documentOf(value), rules).bytes;
    durable.set(digest, size);
  }
  remember();
}

export function refusalOfChecker(
  checker: CheckerId,
  { claim }: Pick<Asked, 'claim'>,
  { revokedCheckers }: World,
): Refusal | null {
  if (CLAIM_OF[checker] !== claim) return { code: 'CHECKER_UNKNOWN' };
  return revokedCheckers.has(checker) ? { code: 'CHECKER_REVOKED' } : null;
}

/** A certificate names the run that gave its candidate, whichever reference of that run it came by. */
function rememberRun(from: Operated['from'], { named }: Tenant): void {
  if (from === undefined) return;
  from.inCertificate = true;
  if (!('answer' in from)) return;
  const { source_invocation_uri: run } = from.answer.reference;
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
