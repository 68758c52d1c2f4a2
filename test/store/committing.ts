// A process that commits verifications in FOLDER, COUNT of them or until it is killed, several at once, every fifth a
// refusal; every seventh group also publishes a trust root. Writes one line for each one acknowledged: `LABEL INDEX`.
import { writeSync } from 'node:fs';
import { openFolder } from '../../src/store/folder.ts';
import { admitAll, certificate, genesis, nextTrustRoot, verification } from './records.ts';

const [path = '', prefix = '', count = ''] = process.argv.slice(2);
const last = count === '' ? Number.POSITIVE_INFINITY : Number(count);
const { store } = await openFolder(path, { genesis });

async function commit(n: number): Promise<void> {
  const label = `${prefix}-${n}`;
  const record = verification(label);
  const outcome =
    n % 5 === 4
      ? await store.commitVerification({ ...record, verdict: 'REJECTED' }, null)
      : await store.commitVerification(record, certificate(record, n % 3), admitAll);
  writeSync(1, `${label} ${outcome?.logIndex ?? '-'}\n`);
}

for (let n = 0, group = 1; n < last; group++) {
  const size = Math.min(1 + (group % 6), last - n);
  const running = Array.from({ length: size }, (_, each) => commit(n + each));
  if (group % 7 === 0) running.push(store.publishTrustRoot(nextTrustRoot).then(() => undefined));
  await Promise.all(running);
  n += size;
}
await store.close();
