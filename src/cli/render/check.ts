import type { JsonObject } from '../../canonical/json.ts';
import type { Embedded } from '../../certificate/agreement.ts';
import type { CheckedBundle } from '../../certificate/check.ts';
import type { RoleDescription } from '../../certificate/statement.ts';
import type { AssayError } from '../../errors.ts';
import type { Replay } from '../../services/replay.ts';
import { EXIT } from '../exit.ts';
import type { Judgement } from '../judge.ts';
import { errorJson, errorLine, printable, table } from '../terminal.ts';
import { causeText, obligationJson } from './obligation.ts';

export function judgementText({ file, error, checked, replay }: Judgement): string {
  if (error !== undefined) return `${errorWord(error)}  ${printable(file)}\n${errorLine(error)}\n`;
  if (checked === undefined) return '';
  const { certificate, discharges, open } = checked;
  const { embedded } = certificate;
  const { claim, checker, roles, finished_at, lineage } = certificate.predicate;
  return table([
    [replayWord(replay) ?? checked.status, file],
    ['claim', `${claim.id}: ${claim.statement}`],
    ['scope', claim.scope],
    ...embedded.claim.roles.flatMap(({ name }) => roleRows(name, roles[name], embedded)),
    ['checker', `${checker.id} ${checker.version} (${checker.identity})`],
    ...lineage.map(({ role, basis, capability }): [string, string] => [
      'lineage',
      `${role} ${basis}: ${capability}`,
    ]),
    ...discharges.map(({ predicate }): [string, string] => [
      'discharged',
      `${predicate.claim.id} by ${predicate.checker.id} ${predicate.checker.version}`,
    ]),
    ...open.map((obligation): [string, string] => [
      'open',
      `${obligation.claim.id}: ${causeText(obligation)}`,
    ]),
    ['finished', finished_at],
    ...(replay === undefined ? [] : [['replay', replayText(replay)] as const]),
  ]);
}

export function judgementJson({ file, exit, error, checked, replay }: Judgement): JsonObject {
  if (error !== undefined) return { file, exit, status: errorWord(error), error: errorJson(error) };
  return {
    file,
    exit,
    ...(checked === undefined ? {} : checkedJson(checked, replay)),
    ...(replay === undefined ? {} : { replay: { ...replay } }),
  };
}

/** A transform is named together with who answers for it: the checker that replayed it, or an obligation. */
function roleRows(
  name: string,
  role: RoleDescription | undefined,
  { manifest }: Embedded,
): [string, string][] {
  if (role === undefined) return [];
  const { digest, type, transform } = role;
  const value: [string, string] = [`  ${name}`, `${digest} (${type})`];
  if (transform === undefined) return [value];
  const answer = manifest.covers.includes(transform.kind)
    ? 'replayed by the checker'
    : 'left to an obligation';
  return [value, ['', `${transform.kind} of ${transform.source.digest}, ${answer}`]];
}

function checkedJson(
  { certificate, discharges, open, status }: CheckedBundle,
  replay: Replay | undefined,
): JsonObject {
  const { serial, tenant, claim, statement, proposition, roles, checker, issuer, finished_at } =
    certificate.predicate;
  return {
    status: replayWord(replay) ?? status,
    serial,
    tenant,
    claim: { id: claim.id, contract: claim.contract },
    statement,
    proposition,
    roles: Object.fromEntries(
      Object.entries(roles).map(([name, { digest, type, size }]) => [name, { digest, type, size }]),
    ),
    checker: { id: checker.id, version: checker.version, identity: checker.identity },
    issuer,
    log_index: certificate.index,
    finished_at,
    open: open.map(obligationJson),
    discharged: discharges.map(({ predicate }) => ({
      proposition: predicate.proposition,
      claim: predicate.claim.id,
      serial: predicate.serial,
    })),
  };
}

/** A file that is no bundle at all says nothing about what it was to be. */
function errorWord({ exit }: AssayError): string {
  return exit === EXIT.unusable ? 'unusable' : 'refused';
}

function replayWord(replay: Replay | undefined): string | undefined {
  return replay === undefined || replay.result === 'reproduced' ? undefined : replay.result;
}

function replayText(replay: Replay): string {
  return replay.result === 'reproduced'
    ? 'the same checkers accept the same documents again'
    : `${replay.result}: ${replay.reason}`;
}
