import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeDocument } from '../../src/contracts/document.ts';
import { prepareDocument } from '../../src/domains/prepare.ts';
import { createLog } from '../../src/http/log.ts';
import { startServer } from '../../src/http/server.ts';
import { ProducerPool } from '../../src/producing/producers.ts';
import type { Instance } from '../../src/services/instance.ts';
import { openService } from '../../src/services/open-service.ts';
import type { Service } from '../../src/services/service.ts';

import { InProcessPool, rules } from '../services/support.ts';

/** The whole service over HTTP on a clock of its own. */
export interface ModelService {
  readonly url: string;
  readonly adminBearer: string;
  readonly clock: { now(): string; advance(milliseconds: number): void };
  readonly collect: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param inProcess runs checkers and producers in this process: no isolation, and no waiting for it. */
export async function openModelService(inProcess: boolean): Promise<ModelService> {
  let time = Date.parse('2026-01-01T00:00:00.000Z');
  const now = () => new Date(time).toISOString();
  const data = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'assay-model-'));
  const opened = await openService({ data, workers: 1, rules, now });
  const server = await startServer(inProcess ? withinProcess(opened) : opened, {
    host: '127.0.0.1',
    port: 0,
    authenticate: opened.authenticate,
    findAnswer: (tenant, token, key) => opened.forTenant(tenant).store.answers.answer(token, key),
    collect: opened.collect,
    limits: { collectEvery: 2 ** 31 - 1 },
    log: createLog({ write: () => undefined }),
    processMetrics: false,
  });
  return {
    url: server.url,
    adminBearer: opened.adminToken ?? '',
    clock: {
      now,
      advance: (milliseconds) => {
        time += milliseconds;
      },
    },
    collect: opened.collect,
    close: async () => {
      await server.stop();
      await opened.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function withinProcess(service: Service): Service {
  const pool = new InProcessPool();
  const instances = new Map<string, Instance>();
  return {
    ...service,
    producers: new InProcessProducers(rules),
    forTenant: (tenant) => {
      const instance = instances.get(tenant) ?? { ...service.forTenant(tenant), pool };
      instances.set(tenant, instance);
      return instance;
    },
  };
}

/** Runs the very producers in this thread. */
class InProcessProducers extends ProducerPool {
  override async run(
    ...[capability, inputs]: Parameters<ProducerPool['run']>
  ): ReturnType<ProducerPool['run']> {
    const producer = rules.domains.producer(capability);
    if (producer === undefined) throw new TypeError('there is no such producer');
    const documents = Object.entries(inputs).map(([port, bytes]) => [
      port,
      prepareDocument(bytes, rules).document,
    ]);
    const made = producer(Object.fromEntries(documents));
    return Object.fromEntries(
      Object.entries(made).map(([port, document]) => [
        port,
        completeDocument({ ...document }, rules.contracts),
      ]),
    );
  }
}
