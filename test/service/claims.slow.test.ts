import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AssayClient, Document, Operand, Source, Verification } from '../../src/client/index.ts';
import { EXAMPLE_KINDS, readExamples } from '../../src/contracts/examples.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { BUILT_IN_CONTRACTS } from '../../src/installation.ts';
import { handIn, handleOf } from './samples.ts';
import { openTestService, type TestService } from './support.ts';

const contracts = await loadContracts();

type Documents = Readonly<Record<string, Document>>;

/** The examples of every claim: its roles with a complete document in each. */
const EXAMPLES = await Promise.all(
  contracts.claims().flatMap((claim) =>
    EXAMPLE_KINDS.map(async (kind) => {
      const examples = await readExamples(claim, [BUILT_IN_CONTRACTS]);
      const handoff = JSON.parse(JSON.stringify(examples.find((each) => each.kind === kind)?.handoff));
      const documents: Documents = Object.fromEntries(
        Object.entries<{ document: Document }>(handoff.roles).map(([role, { document }]) => [role, document]),
      );
      const { id, candidate } = claim.contract;
      return { claim: id, kind, candidate, documents };
    }),
  ),
);

let service: TestService;
let client: AssayClient;

beforeAll(async () => {
  service = await openTestService();
  ({ client } = await service.tenant('claims', ['produce', 'verify', 'audit']));
}, 60_000);

afterAll(() => service.close());

/** What all ways of handing values over have in common. */
async function resultOf({ verdict, statement, certificate }: Verification) {
  if (certificate === undefined) return { verdict, statement };
  const { status, roles } = await client.showCertificate(certificate.serial);
  const { obligations } = certificate;
  const values = Object.entries(roles).map(([role, { digest }]) => [role, digest] as const);
  return { verdict, statement, status, obligations, values: Object.fromEntries(values) };
}

const transposed = (entries: readonly (readonly unknown[])[], columns: number) =>
  Array.from({ length: columns }, (_, column) => entries.map((row) => row[column]));

/** The matrix whose transpose this is, with the labels of its axes. */
function transposeOf({ type, value }: Document): Document {
  const { rows, columns, entries, row_labels, column_labels } = Object(value);
  return {
    type,
    value: {
      rows: columns,
      columns: rows,
      entries: transposed(entries, columns),
      ...(column_labels === undefined ? {} : { row_labels: column_labels }),
      ...(row_labels === undefined ? {} : { column_labels: row_labels }),
    } as Document['value'],
  };
}

const VERDICTS = { accepted: 'ACCEPTED', refused: 'REJECTED' } as const;

test.each(EXAMPLES)(
  '$claim, what is $kind: by complete documents, references, handles or a pipeline, one statement and one answer',
  async ({ claim, kind, documents }) => {
    const { id: session } = await client.openSession();
    const values = await Promise.all(
      Object.entries(documents).map(
        async ([role, document]) => [role, await handIn(client, session, document)] as const,
      ),
    );
    const ask = async (name: (value: (typeof values)[number][1]) => Operand) => {
      const roles = Object.fromEntries(values.map(([role, value]) => [role, name(value)]));
      return client.verify({ claim, session, roles });
    };
    const inline = await client.verify({
      claim,
      roles: Object.fromEntries(Object.entries(documents).map(([role, document]) => [role, { document }])),
    });
    expect(inline.verdict, inline.reason ?? '').toBe(VERDICTS[kind]);
    const expected = await resultOf(inline);
    const digests = Object.fromEntries(
      values.map(([role, { reference }]) => [role, reference.value_digest] as const),
    );
    if (kind === 'accepted') {
      expect(expected).toMatchObject({ values: digests, obligations: expect.any(Array) });
    }
    const named = [
      await ask(({ reference }) => ({ reference })),
      await ask((value) => ({ handle: handleOf(value) })),
      await byPipeline(claim, documents),
    ];
    for (const verification of named) {
      expect(await resultOf(verification)).toEqual(expected);
      expect(verification.id).not.toBe(inline.id);
    }
    const issued = [inline, ...named].filter(({ certificate }) => certificate !== undefined);
    expect(issued).toHaveLength(kind === 'accepted' ? 4 : 0);
  },
);

/** Those with a matrix among what is given, which can be handed over as its transpose. */
const OF_MATRICES = EXAMPLES.map(({ documents, candidate, ...example }) => {
  const matrices = Object.entries(documents).filter(
    ([role, { type }]) => role !== candidate && type.startsWith('matrix.'),
  );
  return { ...example, documents, matrices };
}).filter(({ matrices }) => matrices.length > 0);

test.each(OF_MATRICES)(
  '$claim, what is $kind, through a transform of a reference: the same answer, and the transform is open',
  async ({ claim, kind, documents, matrices }) => {
    const { id: session } = await client.openSession();
    for (const [role, document] of matrices) {
      const { reference } = await handIn(client, session, transposeOf(document));
      const through: Operand = { source: { reference }, transform: { kind: 'MATRIX_TRANSPOSE' } };
      const roles: Record<string, Operand> = Object.fromEntries(
        Object.entries(documents).map(([name, each]) => [name, { document: each }]),
      );
      const inline = await resultOf(await client.verify({ claim, roles }));
      const derived = await resultOf(await client.verify({ claim, roles: { ...roles, [role]: through } }));
      if (kind === 'refused') {
        expect(derived).toEqual(inline);
        continue;
      }
      expect(derived).toEqual({
        ...inline,
        status: 'conditional',
        obligations: [
          {
            cause: { transform: role },
            claim: 'matrix.transpose@1',
            proposition: expect.stringMatching(/^sha256:/),
            roles: { matrix: reference.value_digest, transpose: inline.values?.[role] },
          },
        ],
      });
    }
  },
);

/** Every value comes out of a step, and nothing is kept of it. */
async function byPipeline(claim: string, documents: Documents): Promise<Verification> {
  const runs = Object.entries(documents).map(([role, document]) => {
    const [domain = ''] = document.type.split(/[.@]/);
    const run = { capability: `${domain}.document@1`, inputs: {}, outputs: { document } };
    return { name: `given_${role}`, run };
  });
  const roles = Object.fromEntries(
    Object.keys(documents).map((role): [string, Source] => [
      role,
      { output: { step: `given_${role}`, port: 'document' } },
    ]),
  );
  const steps = [...runs, { name: 'verified', verify: { claim, roles } }];
  const verification = (await client.runPipeline({ steps })).at(-1)?.verification;
  if (verification === undefined) throw new Error('the pipeline verified nothing');
  return verification;
}
