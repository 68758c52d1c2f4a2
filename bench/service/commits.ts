/**
 * Commits certificates of finished verifications, by 32 at once, and prints how many each second:
 * node commits.ts DATA COMMITS_PER_SYNC
 */
import { commitExamined } from '../../src/services/certify.ts';
import { type Examined, examine } from '../../src/services/examine.ts';
import { openInstance } from '../../src/services/open.ts';
import { noFiles, resolveStatement } from '../../src/services/resolve.ts';
import { verification } from './load.ts';

const CLIENTS = 32;
const COUNT = 1_600;

const [data = '', commits = ''] = process.argv.slice(2);
const instance = await openInstance({ data, workers: 1, commitsPerSync: Number(commits) });
const examined: Examined[] = [];
for (let index = 0; index < COUNT; index++) {
  const statement = await resolveStatement(verification(index), instance.rules, noFiles);
  examined.push(await examine(statement, {}, instance));
}
const committed = async (count: number): Promise<number> => {
  const waiting = examined.splice(0, count);
  const client = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      await commitExamined([next], instance);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (count * 1000) / (performance.now() - began);
};
await committed(COUNT / 2);
process.stdout.write(String(await committed(COUNT / 2)));
await instance.close();
