import { prepareDocument } from '../../domains/prepare.ts';
import { loadRules } from '../../services/rules.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { readDocumentFile } from '../files.ts';

/** `assay normalize F`: the canonical bytes and nothing else, not even a line end: digests are over these. */
export const run: Run = async ([file = ''], _options, { terminal }) => {
  const rules = await loadRules();
  const { bytes } = await readDocumentFile(file, (value) => prepareDocument(value, rules));
  terminal.out(bytes.text);
  return EXIT.certified;
};
