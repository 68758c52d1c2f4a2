// A process that commits verifications in FOLDER, COUNT of them or until it is killed, several at once, every fifth a
// refusal; with each certificate a run of a producer that gives two values in a session of its own, under a request key;
// every third of these promotes one and lets its session be collected; every seventh group also publishes a trust root.
// Writes one line for each one acknowledged: `LABEL INDEX`.
import { writeSync } from 'node:fs';
import { openFolder } from '../../src/store/folder.ts';
import type { RecordedRun } from '../../src/store/sessions.ts';
import {
  admitAll,
  asked,
  CONTRACTS,
  certificate,
  genesis,
  hex,
  invocation,
  minute,
  nextTrustRoot,
  output,
  session,
  verification,
} from './records.ts';

const [path = '', prefix = '', count = ''] = process.argv.slice(2);
const last = count === '' ? Number.POSITIVE_INFINITY : Number(count);
const { store } = await openFolder(path, { genesis });

async function commit(n: number): Promise<void> {
  const label = `${prefix}-${n}`;
  const record = verification(label);
  const committed =
    n % 5 === 4
      ? store.commitVerification({ ...record, verdict: 'REJECTED' }, null)
      : store.commitVerification(record, certificate(record, n % 3), admitAll);
  const [outcome] = n % 5 === 4 ? [await committed] : await Promise.all([committed, produce(label, n)]);
  writeSync(1, `${label} ${outcome?.logIndex ?? '-'}\n`);
}

async function produce(label: string, n: number): Promise<void> {
  const expiresAt = n % 3 === 0 ? minute(30) : minute(60);
  const own = session(label, { expiresAt, limits: { values: 2, bytes: 1000 } });
  const [one, two] = [output(label), output(`${label} two`, `${label} two`)];
  // Answered late, so that no collection here forgets it.
  const once = asked<RecordedRun>(label);
  const made = { id: hex(`artifact ${label}`), source: two.id, token: hex('t'), at: minute(20) };
  const promotion = { ...made, ...CONTRACTS };
  await Promise.all([
    store.sessions.openSession(own),
    store.sessions.recordRun(invocation(label, own), [one, two], {
      ...once,
      key: { ...once.key, at: minute(50) },
    }),
    // In one transaction with its source, which another process may be about to collect.
    n % 3 === 0 ? store.sessions.promote(promotion) : undefined,
  ]);
  if (n % 3 === 0) await store.sessions.collect(minute(30), minute(n % 2 === 0 ? 0 : 30), 3);
}

for (let n = 0, group = 1; n < last; group++) {
  const size = Math.min(1 + (group % 6), last - n);
  const running = Array.from({ length: size }, (_, each) => commit(n + each));
  if (group % 7 === 0) running.push(store.publishTrustRoot(nextTrustRoot).then(() => undefined));
  await Promise.all(running);
  n += size;
}
await store.close();
