import fc from 'fast-check';
import { POOL, transposed } from '../../services/universe.ts';
import { asked, capability, index, trueParts } from './draw-asked.ts';
import { CLAIM_OF } from './instance.ts';
import { type Asked, CHECKERS, type CheckerId, type Part, type Step, type Who } from './step.ts';

/** What single steps seldom come to: each is several steps that belong together, for whichever tenant. */
export function scenes(who: fc.Arbitrary<Who>): fc.Arbitrary<readonly Step[]> {
  const able = who.map((drawn) => ({ ...drawn, fit: true, foreign: false }));
  return fc.oneof(
    fc.tuple(able, asked, index).map(([one, ask, job]) => revokedMeanwhile(one, ask, job)),
    fc.tuple(able, asked, fc.boolean()).map(([one, ask, ends]) => nobodyLeft(one, ask, ends)),
    fc
      .tuple(able, index, fc.constantFrom(61, 8 * 86_400, 8 * 86_400), trueParts)
      .map(([one, value, seconds, good]) => expired(one, value, seconds, good)),
    fc.tuple(able, asked, capability).map(([one, ask, withdrawn]) => stale(one, ask, withdrawn)),
    fc.tuple(able, able, asked).map(([one, two, ask]) => givenUp(one, two, ask)),
    fc.tuple(able, trueParts).map(([one, good]) => brokenOff(one, good)),
    fc.tuple(able, able).map(([one, two]) => citedAcross(one, two)),
  );
}

/** Its checker is revoked while it runs; for a product another one decides from then on. */
function revokedMeanwhile(one: Who, ask: Asked, job: number): Step[] {
  const decides = (checker: CheckerId) => CLAIM_OF[checker] === ask.claim;
  const [checker = 'matrix.product', other] = CHECKERS.filter(decides);
  const operator = { ...one, operator: true };
  const plain = { ...ask, requireLineage: false, checker };
  return [
    { do: 'verify later', ...one, session: null, ask: plain },
    { do: 'revoke', ...operator, checker },
    { do: 'let end', job },
    ...(other === undefined
      ? []
      : [{ do: 'authorise', ...operator, checker: other, asDefault: true } as const]),
    { do: 'verify', ...one, session: null, ask: { ...plain, checker: null } },
  ];
}

/** A tenant is revoked while its verification runs, and asks for things afterwards; another takes its place. */
function nobodyLeft(one: Who, ask: Asked, ends: boolean): Step[] {
  const operator = { ...one, operator: true };
  const whatever = { ...one, fit: false };
  return [
    { do: 'verify later', ...one, session: null, ask: { ...ask, requireLineage: false } },
    { do: 'revoke tenant', ...operator, which: one.tenant },
    ...(ends ? [{ do: 'let end', job: 0 } as const] : []),
    { do: 'open', ...whatever, seconds: 60, values: 2 },
    { do: 'verify', ...whatever, session: 0, ask },
    { do: 'make token', ...operator, which: one.tenant, scopes: ['produce', 'verify'] },
    { do: 'make tenant', ...operator },
  ];
}

/**
 * A session ends with what it holds, and whatever is tried with that afterwards, before it is collected and then. Runs that
 * belong to none are forgotten too, but for those that a certificate names.
 */
function expired(one: Who, value: number, seconds: number, good: readonly Part[]): Step[] {
  const given = POOL[value] ?? POOL[0];
  if (given === undefined) throw new RangeError('the pool is empty');
  const byReference = { value: given, way: 'reference', pick: value, transpose: false } as const;
  const other = { ...byReference, way: 'document', value: transposed(given) } as const;
  const claim = 'matrix.transpose@1';
  const ask: Asked = { claim, requireLineage: false, checker: null, roles: [byReference, other] };
  const later: Step[] = [
    { do: 'promote', ...one, value },
    { do: 'verify', ...one, session: null, ask },
  ];
  return [
    { do: 'open', ...one, seconds: 60, values: 2 },
    { do: 'pipeline', ...one, session: null, parts: good },
    { do: 'wait', seconds },
    ...later,
    { do: 'collect' },
    ...later,
    { do: 'open', ...one, seconds: 3_600, values: 1_000 },
    { do: 'run', ...one, session: 11, asked: { run: 'hand in', value: given } },
  ];
}

/** What a withdrawn version gave is of no use. */
function stale(one: Who, ask: Asked, withdrawn: string): Step[] {
  const roles = ask.roles.map((role) => ({ ...role, way: 'reference' as const }));
  const byReference = { ...ask, roles, requireLineage: false };
  return [
    { do: 'withdraw', ...one, operator: true, capability: withdrawn },
    { do: 'promote', ...one, value: 0 },
    { do: 'verify', ...one, session: null, ask: byReference },
    { do: 'pipeline', ...one, session: null, parts: [{ verify: byReference }] },
  ];
}

/** Another tenant cannot end a verification; its own can, and then it has ended. */
function givenUp(one: Who, two: Who, ask: Asked): Step[] {
  return [
    { do: 'verify later', ...one, session: null, ask: { ...ask, requireLineage: false } },
    { do: 'cancel', ...two, foreign: true, job: 1 },
    { do: 'cancel', ...one, job: 1 },
    { do: 'cancel', ...one, job: 0 },
  ];
}

/** The last of several steps is about what another tenant has, if that has it. */
function brokenOff(one: Who, good: readonly Part[]): Step[] {
  const [A] = POOL;
  if (A === undefined) throw new RangeError('the pool is empty');
  const foreign: Part = { run: 'transpose', matrix: { value: A, way: 'foreign reference', pick: 0 } };
  return [{ do: 'pipeline', ...one, session: null, parts: [...good, foreign] }];
}

/**
 * Two leave the same open. One has certificates for it that leave open what they prove, each the other's, which proves neither;
 * then a checker proves it, and either cites that.
 */
function citedAcross(one: Who, two: Who): Step[] {
  const [A, At] = POOL;
  if (A === undefined || At === undefined) throw new RangeError('the pool is too small');
  const proves = (given: typeof A, made: typeof A): Step => {
    const byDocument = { way: 'document', pick: 0 } as const;
    const matrix = { ...byDocument, value: given, transpose: true };
    const roles = [matrix, { ...byDocument, value: made, transpose: false }];
    const ask: Asked = { claim: 'matrix.transpose@1', requireLineage: false, checker: null, roles };
    return { do: 'verify', ...one, session: null, ask };
  };
  const cite = (who: Who, cited: number): Step => ({ do: 'discharge', ...who, certificate: 0, cited });
  return [
    proves(A, At),
    proves(At, A),
    cite(one, 1),
    cite(one, 3),
    { do: 'discharge', ...one, certificate: 0, cited: null },
    cite(one, 4),
    cite(two, 1),
    cite(two, 2),
    cite({ ...two, foreign: true }, 1),
  ];
}
