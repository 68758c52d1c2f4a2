import { parse } from '../../canonical/canonical.ts';
import type { TrustRoot } from '../../certificate/trust-root.ts';
import type { Authorisation, TrustedKey } from '../../certificate/trust-root-content.ts';
import { trustRootPayload } from '../../certificate/trust-root-payload.ts';
import { currentTrustRoot } from '../../services/instance.ts';
import { openFolderReadOnly } from '../../store/folder.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { loadTrustRoot } from '../judge.ts';
import { dataFolder, type Environment } from '../settings.ts';
import { json, table } from '../terminal.ts';

interface Options {
  readonly trust?: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** `assay trust show`: a trust root whose signatures were verified, in words. */
export const run: Run<Options> = async (_operands, options, { terminal, environment }) => {
  const trust = await openTrust(options, environment);
  terminal.out(options.json ? json(parse(trustRootPayload(trust.content).bytes).value) : trustText(trust));
  return EXIT.certified;
};

async function openTrust(options: Options, environment: Environment): Promise<TrustRoot> {
  if (options.trust !== undefined) return loadTrustRoot(options, environment);
  const { store } = await openFolderReadOnly(dataFolder(options.data, environment));
  try {
    return await currentTrustRoot(store);
  } finally {
    await store.close();
  }
}

function trustText({ content }: TrustRoot): string {
  const { version, log, index, expires, threshold, keys, authorisations, defaults, revocations } = content;
  return table([
    ['trust root', `version ${version}, ${expires === null ? 'does not expire' : `expires ${expires}`}`],
    ['log', `${log}, this version at entry ${index}`],
    ['threshold', `${threshold} root signature${threshold === 1 ? '' : 's'}`],
    ...keys.map((key): [string, string] => [`${key.roles.join('+')} key`, `${key.keyid} ${interval(key)}`]),
    ...authorisations.map((entry): [string, string] => [
      'authorised',
      `checker ${entry.checker} for claim contract ${entry.claim}, tenant ${entry.tenant}, ${interval(entry)}`,
    ]),
    ...defaults.map(({ claim, checker }): [string, string] => [
      'default',
      `checker ${checker} for claim contract ${claim}`,
    ]),
    ...revocations.map(({ kind, digest, reason }): [string, string] => [
      'revoked',
      `${kind} ${digest}: ${reason}`,
    ]),
  ]);
}

function interval({ from, until }: TrustedKey | Authorisation): string {
  return until === null ? `from entry ${from}` : `from entry ${from} to ${until}`;
}
