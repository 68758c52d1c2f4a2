import { join } from 'node:path';
import { hexOf } from '../../canonical/digest.ts';
import { loadRules } from '../../domains/load-rules.ts';
import { AssayError } from '../../errors.ts';
import type { EnclosedDocuments } from '../../services/assemble.ts';
import { certifyStatement } from '../../services/certify-bundle.ts';
import { openInstance } from '../../services/open.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { writeFileWhole } from '../files.ts';
import type { OwnFolders } from '../own.ts';
import { issuedJson, issuedText, refusedJson, refusedText } from '../render/certify.ts';
import { dataFolder } from '../settings.ts';
import { type NamedRoles, readTask } from '../task.ts';
import { json } from '../terminal.ts';

interface Options extends OwnFolders, NamedRoles {
  readonly discharge?: boolean;
  readonly out?: string;
  readonly documents: string;
  readonly data?: string;
  readonly json?: boolean;
}

/** `assay certify HANDOFF`, or a claim and a file for each role: the main job, with the embedded store and no server. */
export const run: Run<Options> = async ([file], options, { terminal, environment }) => {
  const documents = readEnclosed(options.documents);
  const { handoff, resolve } = await readTask(file, options);
  const data = dataFolder(options.data, environment);
  const rules = await loadRules(options.contracts);
  // Before a store is made or opened: unusable input leaves nothing behind.
  const statement = await resolve(rules);
  const instance = await openInstance({ data, workers: 1, rules, checkers: options.checkers ?? [] });
  try {
    if (!options.json) terminal.err(`checking ${handoff.claim} …\n`);
    const result = await certifyStatement(statement, handoff, instance, {
      discharge: options.discharge ?? false,
      documents,
    });
    if (result.verdict !== 'ACCEPTED') {
      terminal.out(options.json ? json(refusedJson(result)) : refusedText(result));
      return result.verdict === 'REJECTED' ? EXIT.refused : EXIT.inconclusive;
    }
    const path = options.out ?? join(data, `${hexOf(result.issued.payloadDigest)}.assay.json`);
    await writeFileWhole(path, result.bundle.bytes, UNWRITTEN);
    terminal.out(options.json ? json(issuedJson(result, path)) : issuedText(result, path));
    return result.checked.status === 'certified' ? EXIT.certified : EXIT.conditional;
  } finally {
    await instance.close();
  }
};

const UNWRITTEN =
  'the certificate is kept in the data folder; make room or name another file and certify again';

function readEnclosed(which: string): EnclosedDocuments {
  if (which === 'all' || which === 'none' || which === 'fitting') return which;
  throw new AssayError('USAGE', '--documents takes all, none or fitting');
}
