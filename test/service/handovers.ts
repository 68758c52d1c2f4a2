import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  AssayClient,
  Document,
  JsonValue,
  Operand,
  Pipeline,
  Run,
  Source,
  Verification,
  VerificationRequest,
} from '../../src/client/index.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** The name of the role that holds the candidate, by claim. It is the name of the port that gives it, too. */
const CANDIDATES: Readonly<Record<string, string>> = {
  'matrix.product@1': 'product',
  'matrix.smith_normal_form@1': 'form',
  'polynomial.jacobian_syzygy@1': 'syzygies',
  'graph.distances@1': 'distances',
  'matroid.flats@1': 'flats',
  'number.gcd@1': 'bezout',
};

/** What makes the candidates of a claim, and whether it runs in the service. */
const PRODUCERS: Readonly<Record<string, { readonly capability: string; readonly runsHere: boolean }>> = {
  'matrix.product@1': { capability: 'matrix.multiply@1', runsHere: true },
  'matrix.smith_normal_form@1': { capability: 'matrix.smith_normal_form@1', runsHere: false },
  'polynomial.jacobian_syzygy@1': { capability: 'polynomial.jacobian_syzygies@1', runsHere: false },
  'graph.distances@1': { capability: 'graph.distances@1', runsHere: false },
  'matroid.flats@1': { capability: 'matroid.flats@1', runsHere: false },
  'number.gcd@1': { capability: 'number.gcd@1', runsHere: true },
};

/** A handover with every document in it: what a client sends that uses no references. */
export interface Handover {
  readonly claim: string;
  readonly roles: Readonly<Record<string, Operand>>;
  readonly candidate: string;
  readonly candidateDocument: Document;
  readonly producer: { readonly capability: string; readonly runsHere: boolean };
}

export function fixture(path: string): JsonValue {
  return JSON.parse(readFileSync(join(FIXTURES, path), 'utf8'));
}

export function document(path: string): Document {
  return JSON.parse(readFileSync(join(FIXTURES, path), 'utf8'));
}

/** A handoff of the fixtures with its files written into it. */
export function handover(path: string): Handover {
  const text = readFileSync(join(FIXTURES, path), 'utf8');
  const { claim, roles }: Pick<Handover, 'claim' | 'roles'> = JSON.parse(text, (_, member) =>
    typeof member?.file === 'string' ? { document: document(join(dirname(path), member.file)) } : member,
  );
  return handoverOf(claim, roles);
}

export function handoverOf(claim: string, roles: Readonly<Record<string, Operand>>): Handover {
  const candidate = CANDIDATES[claim] ?? '';
  const producer = PRODUCERS[claim];
  const operand = roles[candidate];
  if (producer === undefined || operand === undefined || !('document' in operand)) {
    throw new Error(`nothing is known of the candidate of ${claim}`);
  }
  return { claim, roles, candidate, candidateDocument: operand.document, producer };
}

/** The same claim about another candidate. */
export function withCandidate(from: Handover, candidateDocument: Document): Handover {
  return handoverOf(from.claim, { ...from.roles, [from.candidate]: { document: candidateDocument } });
}

/** All roles but the candidate, each document in them replaced by what `name` makes of it. */
async function given(
  { roles, candidate }: Handover,
  name: (document: Document) => Promise<Source>,
): Promise<Record<string, Operand>> {
  const rename = async (source: Source): Promise<Source> =>
    'document' in source ? name(source.document) : source;
  const named: Record<string, Operand> = {};
  for (const [role, operand] of Object.entries(roles)) {
    if (role === candidate) continue;
    named[role] =
      'source' in operand ? { ...operand, source: await rename(operand.source) } : await rename(operand);
  }
  return named;
}

/** `matrix.document@1` hands in what is of `matrix.integer@1`. */
function handingIn(content: Document): Run {
  const [domain = ''] = content.type.split(/[.@]/);
  return { capability: `${domain}.document@1`, inputs: {}, outputs: { document: content } };
}

/** The run that gives the candidate: in the service, unless another candidate than its own is to be handed over. */
function producing(
  { producer, candidate, candidateDocument }: Handover,
  inputs: Run['inputs'],
  own: boolean,
): Run {
  const { capability, runsHere } = producer;
  return own && runsHere
    ? { capability, inputs }
    : { capability, inputs, outputs: { [candidate]: candidateDocument } };
}

export interface Way {
  readonly name: string;
  /** @param own whether the candidate is what the producer itself gives */
  verify(handover: Handover, client: AssayClient, own?: boolean): Promise<Verification>;
}

const inline: Way = {
  name: 'inline',
  verify: ({ claim, roles }, client) => client.verify({ claim, roles }),
};

/** Every value comes from a run of a session, and is named as `name` says. */
function fromSession(way: 'reference' | 'handle'): Way {
  return {
    name: `by ${way}`,
    verify: async (handed, client, own = true) => client.verify(await referred(way, handed, client, own)),
  };
}

/** What a client verifies that has put every value into a new session before. */
export async function referred(
  way: 'reference' | 'handle',
  handed: Handover,
  client: AssayClient,
  own = true,
): Promise<VerificationRequest & { readonly session: string }> {
  const { id: session } = await client.openSession();
  const output = async (run: Run, port: string): Promise<Source> => {
    const { outputs } = await client.submitInvocation(session, run);
    const value = outputs[port];
    if (value === undefined || value.handle === null) throw new Error(`nothing came out at ${port}`);
    return way === 'handle' ? { handle: value.handle } : { reference: value.reference };
  };
  const inputs = await given(handed, (content) => output(handingIn(content), 'document'));
  const candidate = await output(producing(handed, inputs, own), handed.candidate);
  const roles = { ...inputs, [handed.candidate]: candidate };
  return { claim: handed.claim, session, roles };
}

/** One request, in which no digest stands and no value is kept. */
const byPipeline: Way = {
  name: 'by pipeline',
  verify: async (handed, client, own = true) => {
    const { steps } = await pipelineOf(handed, own);
    const results = await client.runPipeline({ steps });
    const verification = results.at(-1)?.verification;
    if (verification === undefined) throw new Error('the pipeline verified nothing');
    return verification;
  },
};

export async function pipelineOf(handed: Handover, own = true): Promise<Pipeline> {
  const runs: { name: string; run: Run }[] = [];
  const inputs = await given(handed, async (content) => {
    const name = `given${runs.length}`;
    runs.push({ name, run: handingIn(content) });
    return { output: { step: name, port: 'document' } };
  });
  const produced = { name: 'produced', run: producing(handed, inputs, own) };
  const candidate = { output: { step: 'produced', port: handed.candidate } };
  const roles = { ...inputs, [handed.candidate]: candidate };
  const verify = { claim: handed.claim, roles, require_lineage: true };
  return { steps: [...runs, produced, { name: 'verified', verify }] };
}

export const WAYS: readonly Way[] = [inline, fromSession('reference'), fromSession('handle'), byPipeline];
