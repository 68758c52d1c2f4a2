import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { canonicalise } from '../../src/canonical/canonical.ts';
import { digestOf } from '../../src/canonical/digest.ts';
import type { JsonValue } from '../../src/canonical/json.ts';
import { identityOf } from '../../src/certificate/identity.ts';
import { readManifest } from '../../src/certificate/manifest.ts';
import type { TrustRootContent } from '../../src/certificate/trust-root-content.ts';
import type { Permission } from '../../src/certificate/trust-root-payload.ts';
import { readAnswer } from '../../src/checking/answer.ts';
import { inconclusive, type Outcome } from '../../src/checking/outcome.ts';
import { CheckerPool } from '../../src/checking/pool.ts';
import type { CheckerProgram } from '../../src/checking/program.ts';
import { type CheckerRegistry, loadCheckers } from '../../src/checking/registry.ts';
import { loadRules } from '../../src/domains/load-rules.ts';
import type { DocumentRules } from '../../src/domains/prepare.ts';
import { BUILT_IN_CHECKERS } from '../../src/installation.ts';
import { randomHex } from '../../src/random.ts';
import { builtInPermissions } from '../../src/services/authorise.ts';
import type { Handoff } from '../../src/services/handoff.ts';
import { type Instance, openTrustRoot } from '../../src/services/instance.ts';
import { genesisTrustRoot, signTrustRoot } from '../../src/services/trust-root.ts';
import { openFolder } from '../../src/store/folder.ts';
import type { Verification } from '../../src/store/store.ts';
import { temporaryFolder } from '../store/support.ts';

export { temporaryFolder };

export const rules = await loadRules();
export const builtIn = await loadCheckers(BUILT_IN_CHECKERS);

export function builtInChecker(id: string): CheckerProgram {
  const program = builtIn.byId(id);
  if (program === undefined) throw new Error(`${id} is not built`);
  return program;
}

/** Runs the very programs of checkers in this process: no isolation and no waiting for processes. */
export class InProcessPool extends CheckerPool {
  override async run(program: CheckerProgram, request: Parameters<CheckerPool['run']>[1]): Promise<Outcome> {
    const runtime = { name: 'node', version: process.versions.node } as const;
    const source = Buffer.from(program.programs.get('check.js')?.bytes ?? []).toString();
    const check = new Function(`${source}; return checker.check;`)();
    const texts = Object.entries(request.roles).map(([role, { text }]) => [role, text]);
    const sources = Object.entries(request.sources).map(([role, { transform, document }]) => [
      role,
      { transform, document: document.text },
    ]);
    try {
      const answer: JsonValue = check({
        claim: request.claim,
        roles: Object.fromEntries(texts),
        sources: Object.fromEntries(sources),
      });
      return { ...readAnswer(canonicalise(answer).bytes), runtime };
    } catch {
      return { ...inconclusive('CRASHED', 'the checker threw'), runtime };
    }
  }
}

export interface TestOptions {
  readonly data?: string;
  readonly rules?: DocumentRules;
  readonly checkers?: CheckerRegistry;
  readonly pool?: CheckerPool;
  /** What the first trust root authorises; the built-in checkers unless given. */
  readonly permissions?: readonly Permission[];
}

export interface TestInstance extends Instance {
  readonly data: string;
  readonly close: () => Promise<void>;
}

/** An instance on a folder of its own, for the test to close. */
export async function makeInstance(options: TestOptions = {}): Promise<TestInstance> {
  const { checkers = builtIn, pool = new InProcessPool() } = options;
  const used = options.rules ?? rules;
  const permissions = options.permissions ?? builtInPermissions(checkers, used.contracts, true);
  const data = options.data ?? join(temporaryFolder(), 'data');
  const folder = await openFolder(data, {
    genesis: ({ origin, serial, signers }) =>
      genesisTrustRoot({ log: origin, serial, keys: signers }, permissions),
  });
  return {
    data,
    rules: used,
    checkers,
    pool,
    store: folder.store,
    issuer: folder.signer('certificate'),
    root: () => folder.signer('root'),
    now: () => new Date().toISOString(),
    serial: randomHex,
    runId: randomHex,
    committingProcesses: () => 0,
    close: () => folder.store.close(),
  };
}

/** The same, closed when the test has finished. */
export async function testInstance(options: TestOptions = {}): Promise<TestInstance> {
  const instance = await makeInstance(options);
  onTestFinished(instance.close);
  return instance;
}

/** Signs and publishes the next trust root with these changes. */
export async function publishTrust(
  { store, root, serial }: Instance,
  change: (content: TrustRootContent, index: number) => Partial<TrustRootContent>,
): Promise<void> {
  await store.publishTrustRoot((stored, index) => {
    const { content } = openTrustRoot(stored);
    const next = { ...content, serial: serial(), version: content.version + 1, index };
    return signTrustRoot({ ...next, ...change(content, index) }, [root()]);
  });
}

/** The position of the log that the next entry will have. */
export async function logSize({ store }: Instance): Promise<number> {
  return (await store.logEntries(0, Number.MAX_SAFE_INTEGER)).length;
}

/** An integer matrix as a document of a handoff. */
export function matrix(
  entries: readonly (readonly number[])[],
  labels: { readonly row_labels?: string[]; readonly column_labels?: string[] } = {},
  type = 'matrix.integer@1',
): { type: string; value: JsonValue } {
  const rows = entries.map((row) => row.map(String));
  return {
    type,
    value: { rows: rows.length, columns: rows[0]?.length ?? 0, entries: rows, ...labels },
  };
}

export interface CheckerOptions {
  readonly id?: string;
  readonly version?: string;
  readonly claim?: string;
  readonly covers?: readonly string[];
  readonly timeMs?: number;
  readonly memoryMib?: number;
}

/** A checker whose `check(request)` has this body, as the registry would have loaded it. */
export function checkerOf(body: string, options: CheckerOptions = {}): CheckerProgram {
  const bytes = Buffer.from(`var checker = { check(request) { ${body} } };`);
  const program = { digest: digestOf(bytes), bytes };
  const manifestBytes = canonicalise({
    id: options.id ?? 'matrix.product',
    version: options.version ?? '0.9.0',
    claim: options.claim ?? 'matrix.product@1',
    title: 'a checker for tests',
    covers: [...(options.covers ?? [])],
    method: 'none',
    arithmetic: 'none',
    limits: {
      time_ms: options.timeMs ?? 20_000,
      memory_mib: options.memoryMib ?? 64,
      input_bytes: 1024 * 1024,
    },
    programs: ['check.js'],
  });
  return {
    manifest: readManifest(manifestBytes.value),
    manifestBytes,
    manifestDigest: manifestBytes.digest,
    programs: new Map([['check.js', program]]),
    identity: identityOf(manifestBytes.digest, { 'check.js': program.digest }),
  };
}

const D = [
  [1, -1],
  [0, 2],
];
const Dt = [
  [1, 0],
  [-1, 2],
];

/** product = left · right, and the left factor comes as the transpose of D. */
export const GRAM_AS_PRODUCT: Handoff = {
  claim: 'matrix.product@1',
  roles: {
    left: { source: { document: matrix(D) }, transform: { kind: 'MATRIX_TRANSPOSE' } },
    right: { document: matrix(D) },
    product: {
      document: matrix([
        [1, -1],
        [-1, 5],
      ]),
    },
  },
};

/** The same statement with every value given as it is. */
export const PLAIN_PRODUCT: Handoff = {
  ...GRAM_AS_PRODUCT,
  roles: { ...GRAM_AS_PRODUCT.roles, left: { document: matrix(Dt) } },
};

export interface Recording {
  readonly instance: TestInstance;
  /** What was recorded, oldest first, found by the names the instance gave to runs. */
  readonly records: () => Promise<Verification[]>;
}

export function recording(instance: TestInstance): Recording {
  const ids: string[] = [];
  const runId = (): string => {
    const next = instance.runId();
    ids.push(next);
    return next;
  };
  const records = async () => {
    const found = await Promise.all(ids.map((id) => instance.store.verification(id)));
    return found.filter((record) => record !== null);
  };
  return { instance: { ...instance, runId }, records };
}
