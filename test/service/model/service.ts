import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { completeDocument } from '../../../src/contracts/document.ts';
import { prepareDocument } from '../../../src/domains/prepare.ts';
import { createLog } from '../../../src/http/log.ts';
import { startServer } from '../../../src/http/server.ts';
import { ProducerPool } from '../../../src/producing/producers.ts';
import type { Instance } from '../../../src/services/instance.ts';
import { openService } from '../../../src/services/open-service.ts';
import type { Service } from '../../../src/services/service.ts';
import { InProcessPool, rules } from '../../services/support.ts';
import { NEVER } from '../support.ts';
import { Gate, GatedPool } from './hold.ts';

/** The whole service over HTTP on a clock of its own. */
export interface ModelService {
  readonly url: string;
  readonly adminBearer: string;
  readonly clock: { now(): string; advance(milliseconds: number): void };
  readonly gate: Gate;
  readonly collect: () => Promise<void>;
  /** Resolves when a tenant's job no longer runs, also where none of its tokens is valid any more. */
  readonly untilEnded: (tenant: string, job: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @param inProcess runs checkers and producers in this process: no isolation, and no waiting for it. */
export async function openModelService(inProcess: boolean): Promise<ModelService> {
  let time = Date.parse('2026-01-01T00:00:00.000Z');
  const now = () => new Date(time).toISOString();
  const data = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'assay-model-'));
  const opened = await openService({ data, workers: 1, rules, now });
  const gate = new Gate();
  // Half of what a play asks may come without a valid token.
  const many = { points: 1_000_000, seconds: 1 };
  const server = await startServer(gated(opened, gate, inProcess), {
    host: '127.0.0.1',
    port: 0,
    authenticate: opened.authenticate,
    findAnswer: (tenant, token, key) => opened.forTenant(tenant).store.answers.answer(token, key),
    collect: opened.collect,
    limits: { failedAuthentications: many, requests: many, collectEvery: NEVER },
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
    gate,
    collect: opened.collect,
    untilEnded: async (tenant, job) => {
      const { jobs } = opened.forTenant(tenant).store;
      while ((await jobs.job(job))?.state === 'running') await nextTurn();
    },
    close: async () => {
      gate.open();
      await server.stop();
      await opened.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function gated(service: Service, gate: Gate, inProcess: boolean): Service {
  const checkers = inProcess ? new InProcessPool() : service.forTenant(service.operator).pool;
  const pool = new GatedPool(checkers, gate);
  const instances = new Map<string, Instance>();
  return {
    ...service,
    producers: inProcess ? new InProcessProducers(rules) : service.producers,
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
