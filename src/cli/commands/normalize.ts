import { loadRules } from '../../domains/load-rules.ts';
import { prepareDocument } from '../../domains/prepare.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { readDocumentFile } from '../files.ts';
import type { OwnFolders } from '../own.ts';

/** `assay normalize F`: the canonical bytes and nothing else, not even a line end: digests are over these. */
export const run: Run<OwnFolders> = async ([file = ''], options, { terminal }) => {
  const rules = await loadRules(options.contracts);
  const { bytes } = await readDocumentFile(file, (value) => prepareDocument(value, rules));
  terminal.out(bytes.text);
  return EXIT.certified;
};
