import { operation } from '../operation.ts';

export const showCheckpoint = operation({
  id: 'showCheckpoint',
  tag: 'log',
  method: 'get',
  path: '/v1/log/checkpoint',
  summary: 'The newest signed checkpoint of the log (C2SP tlog-checkpoint).',
  scope: null,
  readOnly: true,
  parameters: [],
  answers: { 200: { description: 'A signed note.', media: 'text/plain; charset=utf-8' } },
  handle: async ({ service, caller }) => ({
    status: 200,
    media: 'text/plain; charset=utf-8',
    content: await service.forTenant(caller.tenant).store.checkpoint(),
  }),
});
