import { mkdirSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { prepare } from '../domains/rules.ts';
import { DO, MISBEHAVING, startedFolder } from '../producing/behaviours.ts';
import { ask, newId } from './asking.ts';
import { gcd, integer } from './samples.ts';
import { testService } from './support.ts';

const bytes = (value: string) => prepare('number.integer@1', { value }).bytes;

test('a tenant that asks for many runs keeps nobody else waiting, and is told when it is too many', async () => {
  // Where an endless run says that it has begun.
  const folder = startedFolder(process.pid);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const service = await testService({ producers: { worker: MISBEHAVING, waiting: 3 } });
  const { producers } = service.service;
  const [many, few] = [await service.tenant('many'), await service.tenant('few')];
  const stop = new AbortController();
  const endless = { a: bytes(DO.loop), b: bytes('1') };
  const held = producers.run('number.gcd@1', endless, { tenant: 'held', signal: stop.signal });

  const order: (string | undefined)[] = [];
  const placed = Promise.withResolvers<void>();
  const { run } = producers;
  producers.run = async (...parameters) => {
    const outcome = run.apply(producers, parameters);
    const tenant = parameters[2]?.tenant;
    if (tenant === few.id) placed.resolve();
    const given = await outcome;
    order.push(tenant === few.id ? 'few' : 'many');
    return given;
  };
  const submit = async ({ bearer, client }: typeof many) => {
    const { id } = await client.openSession();
    const inputs = { a: { document: integer(DO.answer) }, b: { document: integer(6) } };
    const path = `/v1/sessions/${id}/invocations`;
    return ask(service, bearer, { method: 'POST', path, body: { capability: 'number.gcd@1', inputs } });
  };
  const asked = Array.from({ length: 4 }, () => submit(many));
  // Three wait: this is the fourth, whichever it is.
  const refused = await Promise.race(asked);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'SERVICE_BUSY' });
  const one = submit(few);
  await placed.promise;
  stop.abort();
  await expect(held).rejects.toMatchObject({ code: 'CAPABILITY_CANCELLED' });
  expect((await one).status).toBe(201);
  const answers = await Promise.all(asked);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 503]);
  expect(order).toEqual(['many', 'few', 'many', 'many']);
});

test('whoever is told that the service is busy is told when to come again', async () => {
  const service = await testService();
  const { bearer } = await service.tenant('busy');
  const gate = Promise.withResolvers<void>();
  const held = service.service.runs.run(
    { id: newId(), tenant: 'other', bytes: 128 * 1024 * 1024 },
    () => gate.promise,
  );
  const asked = { method: 'POST', path: '/v1/verifications', body: gcd() };
  for (const headers of [{}, { prefer: 'respond-async' }]) {
    const answer = await ask(service, bearer, { ...asked, headers });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'SERVICE_BUSY' });
  }
  gate.resolve();
  await held;
  const answer = await ask(service, bearer, asked);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([201, null]);
});
