import { loadRules } from '../../domains/load-rules.ts';
import { prepareDocument } from '../../domains/prepare.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { readDocumentFile } from '../files.ts';
import type { OwnFolders } from '../own.ts';
import { json, printable } from '../terminal.ts';

/** `assay digest F…`: the digest of each document, as it would stand in a certificate. */
export const run: Run<OwnFolders & { readonly json?: boolean }> = async (files, options, { terminal }) => {
  const rules = await loadRules(options.contracts);
  const rows: { file: string; digest: string; size: number; type: string }[] = [];
  for (const file of files) {
    const { bytes, document } = await readDocumentFile(file, (value) => prepareDocument(value, rules));
    rows.push({ file, digest: bytes.digest, size: bytes.size, type: document.type });
  }
  terminal.out(
    options.json ? json(rows) : rows.map(({ digest, file }) => `${digest}  ${printable(file)}\n`).join(''),
  );
  return EXIT.certified;
};
