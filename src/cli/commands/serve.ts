import { AssayError } from '../../errors.ts';
import { createLog } from '../../http/log.ts';
import { startServer } from '../../http/server.ts';
import { openService } from '../../services/open-service.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { OwnFolders } from '../own.ts';
import { dataFolder } from '../settings.ts';
import type { Terminal } from '../terminal.ts';

interface Options extends OwnFolders {
  readonly host: string;
  readonly port: string;
  readonly workers?: string;
  readonly durableMib: string;
  readonly retentionDays: string;
  readonly data?: string;
  readonly newAdminToken?: boolean;
}

/** `assay serve`: the HTTP service on the embedded store, until it is told to end. */
export const run: Run<Options> = async (_operands, options, { terminal, environment }) => {
  const port = wholeNumber('--port', options.port, 0, 65_535);
  const workers =
    options.workers === undefined ? undefined : wholeNumber('--workers', options.workers, 1, 256);
  const durableMib = wholeNumber('--durable-mib', options.durableMib, 1, 99_999_999);
  const retentionDays = wholeNumber('--retention-days', options.retentionDays, 1, 36_500);
  const log = createLog();
  const service = await openService({
    data: dataFolder(options.data, environment),
    contracts: options.contracts ?? [],
    checkers: options.checkers ?? [],
    newAdminToken: options.newAdminToken ?? false,
    durableBytes: durableMib * 1024 ** 2,
    retentionMs: retentionDays * 24 * 3_600_000,
    ...(workers === undefined ? {} : { workers }),
  });
  try {
    // Before anything else can fail: it is never shown again.
    if (service.adminToken !== undefined) {
      terminal.out(`token of the administrator, shown this once: ${service.adminToken}\n`);
    }
    const server = await startServer(service, {
      host: options.host,
      port,
      authenticate: service.authenticate,
      findAnswer: (tenant, token, key) => service.forTenant(tenant).store.answers.answer(token, key),
      collect: service.collect,
      log,
    });
    const told = toldToEnd(terminal);
    terminal.out(`assay serves at ${server.url}\n`);
    await told;
    await server.stop();
  } finally {
    await service.close();
  }
  return EXIT.certified;
};

/** Ends with the first SIGTERM or SIGINT. The next one ends the process as if nothing had been said about signals. */
function toldToEnd({ err }: Terminal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const end = (): void => {
    for (const signal of signals) process.removeListener(signal, end);
    err('ending what runs …\n');
    resolve();
  };
  for (const signal of signals) process.on(signal, end);
  return promise;
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (/^[0-9]{1,8}$/.test(text) && number >= least && number <= most) return number;
  throw new AssayError('USAGE', `${name} takes a whole number from ${least} to ${most}`);
}
