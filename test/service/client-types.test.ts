import { expect, test } from 'vitest';
import { isJsonObject } from '../../src/canonical/json.ts';
import type * as client from '../../src/client/index.ts';
import type { JsonSchema } from '../../src/http/operation.ts';
import { OPERATIONS } from '../../src/http/operations/index.ts';
import { COMPONENTS } from '../../src/http/schemas.ts';

/** For each member of a type whether it is always there: the compiler takes no other list. */
type Members<T> = { readonly [Name in keyof T]-?: object extends Pick<T, Name> ? 'perhaps' : 'always' };

interface Described {
  readonly name: string;
  readonly members: Readonly<Record<string, 'always' | 'perhaps'>>;
  readonly schema: JsonSchema;
}

function describes<T>(name: string, schema: JsonSchema, members: Members<T>): Described {
  return { name, members: { ...members } as Described['members'], schema };
}

const component = (name: string): JsonSchema => COMPONENTS[name] ?? {};

function answer(id: string, status: number, ...path: string[]): JsonSchema {
  return at(OPERATIONS.find((operation) => operation.id === id)?.answers[status]?.schema ?? {}, ...path);
}

function request(id: string, ...path: string[]): JsonSchema {
  return at(OPERATIONS.find((operation) => operation.id === id)?.request?.schema ?? {}, ...path);
}

function at(schema: JsonSchema, ...path: string[]): JsonSchema {
  let found = schema;
  for (const name of path) {
    const next = found[name];
    if (!isJsonObject(next)) throw new Error(`the schema has no ${path.join('/')}`);
    found = next;
  }
  return found;
}

const ITEMS = ['properties', 'items', 'items'];
const STEPS = ['properties', 'steps', 'items'];
const RUN = [...STEPS, 'properties', 'run'];

const ENTRY = {
  id: 'always',
  uri: 'always',
  session: 'always',
  capability: 'always',
  basis: 'always',
  run: 'always',
  started_at: 'always',
  finished_at: 'always',
  inputs: 'always',
} as const;
const STATEMENT = {
  claim: 'always',
  roles: 'always',
  checker: 'perhaps',
  require_lineage: 'perhaps',
} as const;

const TYPES: readonly Described[] = [
  describes<client.Tenant>('Tenant', answer('createTenant', 201), {
    id: 'always',
    name: 'always',
    created_at: 'always',
    revoked_at: 'always',
  }),
  describes<client.CreatedToken>('CreatedToken', answer('createToken', 201), {
    token: 'always',
    bearer: 'always',
  }),
  describes<client.Token>('Token', answer('listTokens', 200, ...ITEMS), {
    id: 'always',
    tenant: 'always',
    name: 'always',
    scopes: 'always',
    created_at: 'always',
    expires_at: 'always',
    revoked_at: 'always',
  }),
  describes<client.Session>('Session', component('Session'), {
    id: 'always',
    created_at: 'always',
    expires_at: 'always',
    limits: 'always',
    usage: 'always',
  }),
  describes<client.TenantUsage>('TenantUsage', answer('showUsage', 200), {
    usage: 'always',
    limits: 'always',
  }),
  describes<client.Holding>('Holding', answer('showUsage', 200, 'properties', 'usage'), {
    sessions: 'always',
    durable_bytes: 'always',
  }),
  describes<client.Usage>('Usage', at(component('Session'), 'properties', 'usage'), {
    values: 'always',
    bytes: 'always',
  }),
  describes<client.Reference>('Reference', component('Reference'), {
    value_ref_version: 'always',
    value_uri: 'always',
    value_type: 'always',
    schema_uri: 'always',
    semantics_uri: 'always',
    value_digest: 'always',
    size: 'always',
    source_invocation_uri: 'always',
    source_capability: 'always',
    source_port: 'always',
    lifetime: 'always',
    expires_at: 'always',
    tenant_binding: 'always',
  }),
  describes<client.Value>('Value', component('Value'), {
    id: 'always',
    handle: 'always',
    reference: 'always',
    preview: 'always',
    expired: 'always',
  }),
  describes<client.Invocation>('Invocation', component('Invocation'), {
    ...ENTRY,
    outputs: 'always',
    token: 'perhaps',
    signature: 'perhaps',
  }),
  describes<client.ProducerSignature>('ProducerSignature', component('ProducerSignature'), {
    public_key: 'always',
    envelope: 'always',
  }),
  describes<client.Promotion>('Promotion', answer('showPromotion', 200), {
    value: 'always',
    source: 'always',
    invocation: 'always',
    port: 'always',
    token: 'always',
    promoted_at: 'always',
    value_type: 'always',
    capability: 'always',
  }),
  describes<client.Compatible>('Compatible', answer('listCompatible', 200, ...ITEMS), {
    value: 'always',
    fits: 'always',
    through: 'always',
    reason: 'always',
  }),
  describes<client.Verification>('Verification', component('Verification'), {
    id: 'always',
    verdict: 'always',
    claim: 'always',
    statement: 'always',
    roles: 'always',
    checker: 'always',
    certificate: 'perhaps',
    reason: 'perhaps',
    detail: 'perhaps',
    at: 'perhaps',
  }),
  describes<client.IssuedCertificate>(
    'IssuedCertificate',
    at(component('Verification'), 'properties', 'certificate'),
    { serial: 'always', log_index: 'always', conditional: 'always', obligations: 'always' },
  ),
  describes<client.Job>('Job', answer('verify', 202), {
    id: 'always',
    state: 'always',
    answer: 'always',
    created_at: 'always',
    finished_at: 'always',
  }),
  describes<client.PipelineStep>('PipelineStep', answer('runPipeline', 201, ...STEPS), {
    name: 'always',
    run: 'perhaps',
    verification: 'perhaps',
    not_run: 'perhaps',
  }),
  describes<client.PipelineRun>('PipelineRun', answer('runPipeline', 201, ...RUN), {
    invocation: 'always',
    uri: 'always',
    capability: 'always',
    basis: 'always',
    outputs: 'always',
  }),
  describes<client.PassingValue>(
    'PassingValue',
    answer('runPipeline', 201, ...RUN, 'properties', 'outputs', 'additionalProperties'),
    { type: 'always', size: 'always', lifetime: 'always' },
  ),
  describes<client.Obligation>('Obligation', component('Obligation'), {
    proposition: 'always',
    claim: 'always',
    roles: 'always',
    cause: 'always',
  }),
  describes<client.Certificate>('Certificate', component('Certificate'), {
    serial: 'always',
    log_index: 'always',
    claim: 'always',
    status: 'always',
    statement: 'always',
    proposition: 'always',
    roles: 'always',
    checker: 'always',
    lineage: 'always',
    finished_at: 'always',
    open: 'perhaps',
    discharged_by: 'perhaps',
    reason: 'perhaps',
  }),
  describes<client.CertifiedRole>(
    'CertifiedRole',
    at(component('Certificate'), 'properties', 'roles', 'additionalProperties'),
    { digest: 'always', type: 'always', size: 'always', arrived: 'always', transform: 'perhaps' },
  ),
  describes<client.Assurance>('Assurance', answer('showAssurance', 200, ...ITEMS), {
    roles: 'always',
    certificate: 'always',
  }),
  describes<client.Citation>('Citation', answer('discharge', 200), {
    certificate: 'always',
    proposition: 'always',
    cited: 'always',
    discharged_at: 'always',
  }),
  describes<client.ContractEntry>('ContractEntry', answer('listContracts', 200, ...ITEMS), {
    kind: 'always',
    id: 'always',
    title: 'always',
    digest: 'always',
  }),
  describes<client.CheckerEntry>('CheckerEntry', answer('listCheckers', 200, ...ITEMS), {
    id: 'always',
    version: 'always',
    claim: 'always',
    identity: 'always',
    authorised: 'always',
    default: 'always',
    revoked: 'always',
  }),
  describes<client.Published>('Published', answer('authoriseChecker', 201), {
    changed: 'always',
    version: 'always',
  }),
  describes<client.Withdrawal>('Withdrawal', answer('withdrawCapability', 200), {
    capability: 'always',
    withdrawn_at: 'always',
  }),
  describes<client.NewSession>('NewSession', request('openSession'), {
    seconds: 'perhaps',
    limits: 'perhaps',
  }),
  describes<client.NewToken>('NewToken', request('createToken'), {
    name: 'always',
    scopes: 'always',
    expires_at: 'perhaps',
    tenant: 'perhaps',
  }),
  describes<client.Run>('Run', request('submitInvocation'), {
    capability: 'always',
    inputs: 'always',
    outputs: 'perhaps',
    run: 'perhaps',
    signature: 'perhaps',
  }),
  describes<client.VerificationRequest>('VerificationRequest', request('verify'), {
    ...STATEMENT,
    session: 'perhaps',
    producer: 'perhaps',
  }),
  describes<client.StatementRequest>(
    'StatementRequest',
    request('runPipeline', ...STEPS, 'properties', 'verify'),
    STATEMENT,
  ),
  describes<client.Pipeline>('Pipeline', request('runPipeline'), { steps: 'always', session: 'perhaps' }),
];

test.each(TYPES)('$name has the members of its schema', ({ members, schema }) => {
  const { required } = schema;
  expect(Object.keys(members).toSorted()).toEqual(Object.keys(at(schema, 'properties')).toSorted());
  const always = Object.keys(members).filter((name) => members[name] === 'always');
  expect(always.toSorted()).toEqual(Array.isArray(required) ? required.toSorted() : []);
});

test('an operand is given in the ways that its schema has', () => {
  const ways: Members<Every<client.Operand>> = {
    document: 'always',
    reference: 'always',
    handle: 'always',
    output: 'always',
    source: 'always',
    transform: 'always',
  };
  expect(Object.keys(ways).toSorted()).toEqual(
    Object.keys(at(component('Operand'), 'properties')).toSorted(),
  );
});

/** All members of all members of a union. */
type Every<T> = Record<T extends unknown ? keyof T : never, unknown>;
