import type { JsonObject, JsonValue } from '../../canonical/json.ts';
import type { Obligation } from '../../certificate/statement.ts';
import type { CheckerProgram } from '../../checking/program.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Issued, Refused } from '../../services/certify.ts';
import type { CertifiedBundle } from '../../services/certify-bundle.ts';
import type { Discharge } from '../../services/discharge.ts';
import { table } from '../terminal.ts';
import { causeText, short } from './obligation.ts';

/** @param path where the bundle was written. */
export function issuedText(
  { issued, discharges, checked: { status } }: CertifiedBundle,
  path: string,
): string {
  const { statement, checker, obligations } = issued;
  const { id, title, statement: words } = statement.claim.contract;
  return table([
    [status, `${id}, ${title}`],
    ['claim', words],
    ...[...statement.roles].map(([name, { value }]): [string, string] => [`  ${name}`, value.bytes.digest]),
    ['checker', checkerText(checker)],
    ...obligations.map((obligation): [string, string] => [
      dischargeOf(obligation, discharges)?.verdict === 'ACCEPTED' ? 'discharged' : 'open',
      `${obligation.claim.id}: ${causeText(obligation)}`,
    ]),
    ...discharges.flatMap(({ obligation, result }): [string, string][] =>
      result.verdict === 'ACCEPTED'
        ? []
        : [['note', `${obligation.claim.id} stays open: ${stillOpen(result)}`]],
    ),
    ['bundle', path],
  ]);
}

export function issuedJson(
  { issued, discharges, checked: { status } }: CertifiedBundle,
  path: string,
): JsonValue {
  const { statement, checker, obligations, serial, logIndex, payloadDigest } = issued;
  return {
    verdict: 'ACCEPTED',
    status,
    claim: statement.claim.contract.id,
    roles: Object.fromEntries([...statement.roles].map(([name, { value }]) => [name, value.bytes.digest])),
    checker: checkerJson(checker),
    certificate: { serial, payload: payloadDigest, log_index: logIndex },
    obligations: obligations.map((obligation) => ({
      proposition: obligation.proposition,
      claim: obligation.claim.id,
      cause: { ...obligation.cause },
      ...dischargeJson(dischargeOf(obligation, discharges)),
    })),
    bundle: path,
  };
}

export function refusedText(refused: Refused): string {
  const { verdict, reason, detail, at, checker, statement } = refused;
  return table([
    [verdict === 'REJECTED' ? 'rejected' : 'inconclusive', statement.claim.contract.id],
    ['reason', [reason, detail].filter((part) => part !== undefined).join(': ')],
    ...(at === undefined ? [] : [['at', at] as const]),
    ['checker', checkerText(checker)],
    [
      'note',
      verdict === 'REJECTED'
        ? 'nothing was signed; a rejection does not assert the opposite of the claim'
        : 'nothing was signed; the checker came to no verdict',
    ],
  ]);
}

export function refusedJson({ verdict, reason, detail, at, checker, statement }: Refused): JsonValue {
  return {
    verdict,
    code: codeOf(verdict, reason),
    reason,
    ...(detail === undefined ? {} : { detail }),
    ...(at === undefined ? {} : { at }),
    claim: statement.claim.contract.id,
    checker: checkerJson(checker),
  };
}

function codeOf(verdict: Refused['verdict'], reason: string): ErrorCode {
  return verdict === 'REJECTED' ? 'CHECKER_REJECTED' : (`CHECKER_${reason}` as ErrorCode);
}

/** `undefined` where no discharge was asked for. */
function dischargeOf(
  { proposition }: Obligation,
  discharges: readonly Discharge[],
): Discharge['result'] | undefined {
  return discharges.find(({ obligation }) => obligation.proposition === proposition)?.result;
}

function dischargeJson(result: Discharge['result'] | undefined): JsonObject {
  if (result === undefined) return { discharged: false };
  return result.verdict === 'ACCEPTED'
    ? { discharged: true }
    : { discharged: false, note: stillOpen(result) };
}

function stillOpen(result: Exclude<Discharge['result'], Issued>): string {
  return result.verdict === 'NOT_ASKED' ? result.reason : `${result.verdict}, ${result.reason}`;
}

function checkerText({ manifest, identity }: CheckerProgram): string {
  return `${manifest.id} ${manifest.version} (${short(identity)}…)`;
}

function checkerJson({ manifest, identity }: CheckerProgram): JsonValue {
  return { id: manifest.id, version: manifest.version, identity };
}
