import { encodeBase64 } from '../../certificate/base64.ts';
import { keyidOf } from '../../certificate/envelope.ts';
import { openFolderReadOnly } from '../../store/folder.ts';
import type { Run } from '../command.ts';
import { EXIT } from '../exit.ts';
import { dataFolder } from '../settings.ts';
import { json, table } from '../terminal.ts';

/** `assay keys show`: the public halves; reads no private key. */
export const run: Run<{ readonly data?: string; readonly json?: boolean }> = async (
  _operands,
  options,
  { terminal, environment },
) => {
  const { store, publicKeys } = await openFolderReadOnly(dataFolder(options.data, environment));
  await store.close();
  const rows = Object.entries(publicKeys).map(([role, key]) => ({
    role,
    keyid: keyidOf(key),
    public_key: encodeBase64(key),
  }));
  terminal.out(
    options.json
      ? json(rows)
      : table(rows.map(({ role, keyid, public_key }) => [role, `${keyid} ${public_key}`])),
  );
  return EXIT.certified;
};
