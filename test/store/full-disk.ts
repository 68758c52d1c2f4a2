// A process of test/store/disk.test.ts: fills the small file system at DISK with certificates until the store refuses,
// then makes room and looks at what is there.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssayError } from '../../src/errors.ts';
import { openFolder } from '../../src/store/folder.ts';
import { admitAll, bytesOf, certificate, digest, genesis, verification } from './records.ts';

const [disk = ''] = process.argv.slice(2);
const data = join(disk, 'data');
const ballast = join(disk, 'ballast');
const acknowledged: string[] = [];

function print(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function fill(): Promise<void> {
  const { store } = await openFolder(data, { genesis });
  writeFileSync(ballast, Buffer.alloc(512 * 1024));
  try {
    for (let n = 0; ; n++) {
      const label = `n${n}`;
      const bytes = bytesOf(label.repeat(20_000));
      const record = verification(label);
      const values = [...record.values, { digest: digest(label.repeat(20_000)), type: 'test.big@1', bytes }];
      await store.commitVerification({ ...record, values }, certificate(record, 2), admitAll);
      acknowledged.push(label);
    }
  } finally {
    await store.close();
  }
}

const error: unknown = await fill().catch((reason: unknown) => reason);
if (!(error instanceof AssayError)) throw error;
print({ code: error.code, at: error.at, acknowledged: acknowledged.length });

if (acknowledged.length > 0) {
  rmSync(ballast);
  const { store } = await openFolder(data, { genesis });
  let [missing, halves] = [0, 0];
  for (const label of acknowledged) {
    const record = verification(label);
    const found = await store.certificate(certificate(record).serial);
    const big = await store.value(digest(label.repeat(20_000)));
    if (found === null || big === null || (await store.verification(record.id)) === null) missing += 1;
  }
  const lost = verification(`n${acknowledged.length}`);
  if (
    (await store.verification(lost.id)) !== null ||
    (await store.value(digest(`n${acknowledged.length}`.repeat(20_000)))) !== null
  )
    halves += 1;
  print({ missing, halves, trustRoots: (await store.trustRoots()).length });
  const { logIndex } = await store.commitVerification(lost, certificate(lost), admitAll);
  print({ committed: logIndex === acknowledged.length + 1 });
  await store.close();
}
