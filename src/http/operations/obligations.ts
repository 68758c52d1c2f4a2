import type { Digest } from '../../canonical/digest.ts';
import type { JsonObject, JsonValue } from '../../canonical/json.ts';
import { ShapeReader } from '../../canonical/shape.ts';
import { AssayError } from '../../errors.ts';
import { readRole } from '../../services/handoff.ts';
import {
  type DischargeRequest,
  dischargeByCitation,
  openObligations,
  prepareDischarge,
} from '../../services/obligations.ts';
import { verify } from '../../services/verify.ts';
import type { Citation } from '../../store/store.ts';
import { standingJson, verifiedJson } from '../json/certificates.ts';
import { ID, idParameter, named, object, TIME } from '../json-schema.ts';
import { bodyOf, operation } from '../operation.ts';
import { PAGE_PARAMETERS, pageJson, pageRequest, pageSchema } from '../page.ts';
import { component } from '../schemas.ts';

const TAG = 'obligations';

interface DischargeBody {
  readonly proposition: Digest;
  readonly certificate?: string;
  readonly witness?: Readonly<Record<string, JsonValue>>;
  readonly session?: string;
  readonly checker?: string;
}

export const listObligations = operation({
  id: 'listObligations',
  tag: TAG,
  method: 'get',
  path: '/v1/obligations',
  summary: 'The certificates of this tenant that leave something open now, with what that is.',
  description: 'A part of the list may be short or empty although there is a next one.',
  scope: null,
  readOnly: true,
  parameters: PAGE_PARAMETERS,
  answers: { 200: { description: 'A part of the list.', schema: pageSchema(component('Certificate')) } },
  handle: async ({ service, caller, query, signal }) => {
    const page = await openObligations(pageRequest(query), service.forTenant(caller.tenant), signal);
    return { status: 200, body: pageJson(page, standingJson) };
  },
});

export const discharge = operation({
  id: 'discharge',
  tag: TAG,
  method: 'post',
  path: '/v1/certificates/{serial}/discharges',
  summary:
    'Discharges what a certificate leaves open: by a checker, or by citing a certificate for the same proposition.',
  description:
    'The certificate itself never changes. A checker is run unless `certificate` is given; where the claim has witness roles, `witness` holds them.',
  scope: 'verify',
  readOnly: false,
  parameters: [idParameter('serial', 'The serial of the certificate that leaves it open.')],
  request: bodyOf<DischargeBody>(
    'Which proposition, and by what.',
    object(
      { proposition: component('Digest') },
      {
        certificate: ID,
        witness: named(component('Operand'), 'By witness role.'),
        session: ID,
        checker: { type: 'string', maxLength: 200 },
      },
    ),
  ),
  answers: {
    200: {
      description: 'It is discharged by the cited certificate.',
      schema: object({ certificate: ID, proposition: component('Digest'), cited: ID, discharged_at: TIME }),
    },
    201: { description: 'What the checker came to.', schema: component('Verification') },
  },
  handle: async ({ service, caller, path: { serial }, body, once, signal, verified: count }) => {
    const { certificate: cited, proposition } = body;
    if (cited !== undefined) {
      if (body.witness !== undefined || body.checker !== undefined) throw twoWays();
      const answer = (citation: Citation) => ({ status: 200, body: citationJson(citation) });
      return answer(await dischargeByCitation(serial, proposition, cited, caller, service, once(answer)));
    }
    const statement = await prepareDischarge(serial, readRequest(body), caller, service);
    const terms = body.checker === undefined ? {} : { checker: body.checker };
    const options = { render: verifiedJson, once, signal };
    const verified = await verify(statement, terms, caller, service, options);
    count(statement.claim.contract.id, verified.verdict);
    return { status: 201, body: verifiedJson(verified) };
  },
});

function readRequest({ proposition, witness = {}, session }: DischargeBody): DischargeRequest {
  const readers = new ShapeReader('HANDOFF_INVALID', witness, ['witness']).entries();
  return {
    proposition,
    session,
    witness: Object.fromEntries(readers.map(([role, reader]) => [role, readRole(reader)])),
  };
}

function citationJson({ certificate, proposition, cited, dischargedAt }: Citation): JsonObject {
  return { certificate, proposition, cited, discharged_at: dischargedAt };
}

function twoWays(): AssayError {
  return new AssayError('REQUEST_INVALID', 'a citation runs no checker', {
    at: '/certificate',
    next: 'cite a certificate, or give a witness or a checker',
  });
}
