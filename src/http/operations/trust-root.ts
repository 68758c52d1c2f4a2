import { parse } from '../../canonical/canonical.ts';
import { digestHeaders } from '../content-digest.ts';
import { operation } from '../operation.ts';

export const showTrustRoot = operation({
  id: 'showTrustRoot',
  tag: 'trust root',
  method: 'get',
  path: '/v1/trust-root',
  summary: 'The newest trust root, signed.',
  description:
    'To judge certificates by it, get it once from whoever runs the instance: what a service says of itself proves nothing.',
  scope: null,
  readOnly: true,
  parameters: [],
  answers: { 200: { description: 'A DSSE envelope.', media: 'application/json', tagged: true } },
  handle: async ({ service, caller }) => {
    const { envelope } = await service.forTenant(caller.tenant).store.trustRoot();
    const { text, digest } = parse(envelope);
    return { status: 200, media: 'application/json', content: text, headers: digestHeaders(digest) };
  },
});
