import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonObject, type JsonValue } from '../../src/canonical/json.ts';
import { readExamples } from '../../src/contracts/examples.ts';
import { loadContracts } from '../../src/contracts/load.ts';
import { AssayError } from '../../src/errors.ts';
import { BUILT_IN_CONTRACTS } from '../../src/installation.ts';
import { certifyBundle } from '../../src/services/certify-bundle.ts';
import { readHandoff } from '../../src/services/handoff.ts';
import { type OpenInstance, openInstance } from '../../src/services/open.ts';
import { holds } from './twins/claims.ts';
import { mutations, type Roles } from './twins/mutations.ts';

let folder: string;
let instance: OpenInstance;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-mutated-'));
  instance = await openInstance({ data: folder });
});
afterAll(async () => {
  await instance.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What becomes of a handoff: a verdict, or the code by which its documents are refused before a checker is asked. */
async function outcome(claim: string, roles: Roles): Promise<string> {
  const named = Object.entries(roles).map(([role, document]) => [role, { document: { ...document } }]);
  try {
    const handoff = readHandoff({ handoff: '1', claim, roles: Object.fromEntries(named) });
    const result = await certifyBundle(handoff, instance);
    return result.verdict === 'INCONCLUSIVE' ? result.reason : result.verdict;
  } catch (error) {
    if (error instanceof AssayError) return error.code;
    throw error;
  }
}

function rolesOf(handoff: JsonValue): Roles {
  const roles = Object.entries(readHandoff(handoff).roles).map(([role, operand]) => {
    const document = 'document' in operand ? operand.document : null;
    if (!isJsonObject(document) || typeof document.type !== 'string' || document.value === undefined)
      throw new Error('an example holds its documents');
    return [role, { type: document.type, value: document.value }] as const;
  });
  return Object.fromEntries(roles);
}

const REFUSED_DOCUMENTS = ['DOCUMENT_SCHEMA', 'LABEL_AMBIGUOUS'];

/** Kinds of changes after which a checker was asked. */
const kinds = new Set<string>();

const claims = (await loadContracts()).claims().map((claim) => [claim.contract.id, claim] as const);

test.each(claims)(
  '%s: whatever goes wrong with its example, the service says what the twin says',
  async (id, claim) => {
    const examples = await readExamples(claim, [BUILT_IN_CONTRACTS]);
    const roles = rolesOf(examples.find(({ kind }) => kind === 'accepted')?.handoff ?? null);
    expect(await outcome(id, roles)).toBe('ACCEPTED');
    expect(holds(id, roles)).toBe(true);
    let rejected = 0;
    for (const { kind, roles: changed } of mutations(roles)) {
      const verdict = await outcome(id, changed);
      if (REFUSED_DOCUMENTS.includes(verdict)) continue;
      if (kind === 'huge entry' && verdict === 'UNSUPPORTED') continue;
      const expected = holds(id, changed) ? 'ACCEPTED' : 'REJECTED';
      expect({ kind, verdict, changed }).toEqual({ kind, verdict: expected, changed });
      if (expected === 'REJECTED') rejected++;
      kinds.add(kind);
    }
    expect(rejected).toBeGreaterThan(4);
  },
);

test('in every way that values go wrong', () => {
  expect([...kinds].toSorted()).toEqual([
    '1×1',
    'duplicated',
    'empty',
    'extra',
    'huge entry',
    'label order',
    'off by one',
    'order',
    'sign',
    'swapped',
    'transposed',
    'truncated',
    'zero dimensions',
  ]);
});
