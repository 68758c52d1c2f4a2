import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AssayError, ERROR_CODES } from '../../src/errors.ts';
import { BODY_LIMITS, DEFAULT_LIMITS } from '../../src/http/limits.ts';
import { OPERATIONS } from '../../src/http/operations/index.ts';
import { USUAL_WAITING } from '../../src/producing/producers.ts';
import { USUAL_RETENTION_MS } from '../../src/services/collect.ts';
import { LIFETIME, MOST_LIMITS, USUAL_LIMITS, USUAL_SESSIONS } from '../../src/services/open-session.ts';
import { USUAL_DURABLE_BYTES } from '../../src/services/tenants.ts';

const page = readFileSync(new URL('../../docs/service.md', import.meta.url), 'utf8');

/** Of files, of the command line alone, of an offline check, of opening a folder: no request is refused with them. */
const NOT_HERE = [
  'USAGE',
  'FILE_UNREADABLE',
  'OUTPUT_UNWRITABLE',
  'FILE_OUTSIDE_FOLDER',
  'IMPORT_MALFORMED',
  'CONTRACT_INVALID',
  'CHECKER_INVALID',
  'CHECKER_TIMEOUT',
  'CHECKER_MEMORY',
  'CHECKER_CRASHED',
  'CHECKER_PROTOCOL',
  'CHECKER_REJECTED',
  'BUNDLE_MALFORMED',
  'BUNDLE_SUPERFLUOUS',
  'ENVELOPE_INVALID',
  'STATEMENT_INVALID',
  'STATEMENT_DIFFERS',
  'SIGNATURE_INVALID',
  'ISSUER_UNTRUSTED',
  'PROOF_INVALID',
  'CHECKPOINT_INVALID',
  'CHECKPOINT_UNTRUSTED',
  'VALUE_DIFFERS',
  'TRUST_ROOT_MISSING',
  'TRUST_ROOT_INVALID',
  'STORE_NEWER',
  'KEY_UNUSABLE',
];

test('the table of codes names every code a request is refused with, under its status', () => {
  const told = new Map<string, number>();
  let status = 0;
  for (const [, named = '', codes = ''] of page.matchAll(/^\| (\d{3})? ?\| (`[A-Z_]+`[^|]*) \|/gm)) {
    if (named !== '') status = Number(named);
    for (const [code] of codes.matchAll(/[A-Z_]{4,}/g)) told.set(code, status);
  }
  const expected = ERROR_CODES.filter((code) => !NOT_HERE.includes(code)).map(
    (code) => [code, new AssayError(code, '').status] as const,
  );
  expect([...told].toSorted()).toEqual(expected.toSorted());
});

test('the table of limits has the numbers of the code', () => {
  const { requests, failedAuthentications, connections, headerBytes, headerCount, ...times } = DEFAULT_LIMITS;
  const number = (value: number): string => value.toLocaleString('en');
  const binary = (bytes: number, power: number): number => bytes / 1024 ** power;
  const hours = (seconds: number): number => seconds / 3600;
  for (const row of [
    `| body of a request | ${binary(BODY_LIMITS.bytes, 2)} MiB: one document of 16 MiB and what stands around it; depth ${BODY_LIMITS.depth} |`,
    `| session | ${hours(LIFETIME.usual)} hour unless said otherwise, ${hours(LIFETIME.most)} at most; ` +
      `${number(USUAL_LIMITS.values)} values and ${binary(USUAL_LIMITS.bytes, 2)} MiB unless said otherwise, ` +
      `${number(MOST_LIMITS.values)} and ${binary(MOST_LIMITS.bytes, 3)} GiB at most |`,
    `| sessions of a tenant | ${number(USUAL_SESSIONS)} |`,
    `| what a tenant keeps for good: values of certificates and artifacts, each once | ${binary(USUAL_DURABLE_BYTES, 3)} GiB,`,
    `For ${hours(USUAL_RETENTION_MS / 1000) / 24} days more,`,
    `| runs of built-in capabilities that wait, of one tenant | ${USUAL_WAITING};`,
    `| requests of one token | ${number(requests.points)} a second |`,
    `| requests without a valid token, from one address | ${failedAuthentications.points} a minute |`,
    `| connections | ${number(connections)} |`,
    `| headers | ${binary(headerBytes, 1)} KiB, ${headerCount} of them, within ${times.headersTimeout / 1000} seconds |`,
    `| a request, to its last byte | ${times.requestTimeout / 1000} seconds |`,
    `| an answer | ${times.deadline / 1000} seconds,`,
  ]) {
    expect(page).toContain(row);
  }
  expect([requests.seconds, failedAuthentications.seconds]).toEqual([1, 60]);
  expect(page).toContain(`what runs has ${times.drain / 1000} seconds to end`);
});

test('every scope that an operation needs is explained', () => {
  for (const { scope } of OPERATIONS) if (scope !== null) expect(page).toContain(`| \`${scope}\` | `);
});
