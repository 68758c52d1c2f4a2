import { loadRules } from '../../domains/load-rules.ts';
import { prepareDocument } from '../../domains/prepare.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { writeFileWhole } from '../files.ts';
import { importFile } from '../import-file.ts';
import { json, printable } from '../terminal.ts';

interface Options {
  readonly out?: string;
  readonly json?: boolean;
}

/** `assay import FORMAT F`: the complete document, in its canonical bytes, to stdout or into a file. */
export const run: Run<Options> = async ([format = '', file = ''], { out, json: asJson }, { terminal }) => {
  const rules = await loadRules();
  const { bytes, document } = prepareDocument(importFile(format, file, rules.contracts), rules);
  if (out === undefined) {
    terminal.out(bytes.text);
    return EXIT.certified;
  }
  await writeFileWhole(out, bytes.bytes);
  const { digest, size } = bytes;
  terminal.out(
    asJson ? json({ file: out, digest, size, type: document.type }) : `${digest}  ${printable(out)}\n`,
  );
  return EXIT.certified;
};
