import { requireCertificate } from '../../services/obligations.ts';
import { bundleOf, standingOf, standingsOf } from '../../services/standing.ts';
import { digestHeaders } from '../content-digest.ts';
import { standingJson } from '../json/certificates.ts';
import { idParameter } from '../json-schema.ts';
import { operation, type Parameter } from '../operation.ts';
import { PAGE_PARAMETERS, pageJson, pageRequest, pageSchema } from '../page.ts';
import { component } from '../schemas.ts';

const TAG = 'certificates';
const SERIAL = idParameter('serial', 'The serial of the certificate.');
const DOCUMENTS: Parameter = {
  name: 'documents',
  in: 'query',
  description: 'Which documents to enclose: fitting (1 MiB in all, the default), all or none.',
  schema: { type: 'string', enum: ['fitting', 'all', 'none'] },
};

export const listCertificates = operation({
  id: 'listCertificates',
  tag: TAG,
  method: 'get',
  path: '/v1/certificates',
  summary: 'The certificates of this tenant, newest first, each with what it amounts to now.',
  scope: 'audit',
  readOnly: true,
  parameters: PAGE_PARAMETERS,
  answers: { 200: { description: 'A part of the list.', schema: pageSchema(component('Certificate')) } },
  handle: async ({ service, caller, query, signal }) => {
    const instance = service.forTenant(caller.tenant);
    const { items, next } = await instance.store.certificates(pageRequest(query));
    const standings = await standingsOf(items, instance, signal);
    return { status: 200, body: pageJson({ items: standings, next }, standingJson) };
  },
});

export const showCertificate = operation({
  id: 'showCertificate',
  tag: TAG,
  method: 'get',
  path: '/v1/certificates/{serial}',
  summary: 'A certificate with what it amounts to now.',
  scope: null,
  readOnly: true,
  parameters: [SERIAL],
  answers: { 200: { description: 'The certificate.', schema: component('Certificate') } },
  handle: async ({ service, caller, path }) => {
    const instance = service.forTenant(caller.tenant);
    const stored = await requireCertificate(path.serial, instance);
    return { status: 200, body: standingJson(await standingOf(stored, instance)) };
  },
});

export const showBundle = operation({
  id: 'showBundle',
  tag: TAG,
  method: 'get',
  path: '/v1/certificates/{serial}/bundle',
  summary: 'The bundle: one file that lets anybody check the certificate with no service and no network.',
  description:
    'With the newest checkpoint, and with the certificates that discharge its obligations by now: its ETag is another one after each entry of the log.',
  scope: null,
  readOnly: true,
  parameters: [SERIAL, DOCUMENTS],
  answers: { 200: { description: 'What `assay check` reads.', schema: { type: 'object' }, tagged: true } },
  handle: async ({ service, caller, path, query }) => {
    const instance = service.forTenant(caller.tenant);
    const stored = await requireCertificate(path.serial, instance);
    const { bytes } = await bundleOf(stored, enclosed(query.documents), instance);
    return {
      status: 200,
      media: 'application/json',
      content: Uint8Array.from(bytes.bytes),
      headers: digestHeaders(bytes.digest),
    };
  },
});

function enclosed(which: string | undefined): 'fitting' | 'all' | 'none' {
  return which === 'all' || which === 'none' ? which : 'fitting';
}
