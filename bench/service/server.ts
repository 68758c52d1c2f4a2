/** The service of `assay serve`, or one that commits everything itself: node server.ts DATA COMMITS_PER_SYNC [itself] */
import { createLog } from '../../src/http/log.ts';
import { startServer } from '../../src/http/server.ts';
import { openService } from '../../src/services/open-service.ts';

const [data = '', commits = '', itself] = process.argv.slice(2);
const service = await openService({
  data,
  commitsPerSync: Number(commits),
  committingProcess: itself === undefined,
});
const server = await startServer(service, {
  host: '127.0.0.1',
  port: 0,
  authenticate: service.authenticate,
  findAnswer: (tenant, token, key) => service.forTenant(tenant).store.answers.answer(token, key),
  collect: service.collect,
  log: createLog(),
});
process.stdout.write(`shown this once: ${service.adminToken}\nserves at ${server.url}\n`);
process.once('SIGTERM', async () => {
  await server.stop();
  await service.close();
});
