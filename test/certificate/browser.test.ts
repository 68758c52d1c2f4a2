import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import { BUNDLE_LIMITS } from '../../src/certificate/bundle.ts';
import { checkBundle } from '../../src/certificate/check.ts';
import { readTrustRoot } from '../../src/certificate/trust-root.ts';
import { verifyNode } from '../../src/keys/ed25519.ts';
import { edit } from './edit.ts';
import { attempt, NOW } from './forge.ts';
import { realBundle } from './real-bundle.ts';

// The offline check as a browser would have it: what a page imports from the package, and nothing of Node.

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Runs where there is no Node: judges texts and gives a text, so that no object of ours goes in. */
const pageFor = (extension: 'ts' | 'js') => `
  import { AssayError, BUNDLE_LIMITS, checkBundle, parse, readTrustRoot } from './index.${extension}';
  import { verifyPortable } from './ed25519-portable.${extension}';
  globalThis.judge = (bundle, trust, now) => {
    const read = (text) => parse(new TextEncoder().encode(text), BUNDLE_LIMITS).value;
    try {
      const root = readTrustRoot(read(trust), verifyPortable);
      const { status, certificate, discharges, documents } = checkBundle(read(bundle), { trust: root, verify: verifyPortable, now });
      return [status, certificate.payloadDigest, discharges.length, [...documents.keys()].sort()].join(' ');
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      return error.code + (error.at === undefined ? '' : ' ' + error.at);
    }
  };`;

/** Of the sources, or of what the package ships. */
async function bundled(folder: 'src' | 'dist'): Promise<string> {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: pageFor(folder === 'src' ? 'ts' : 'js'),
      resolveDir: fileURLToPath(new URL(`../../${folder}/certificate/`, import.meta.url)),
      loader: 'js',
    },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2024',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const inputs = Object.keys(metafile.inputs).filter((file) => file.startsWith('src/'));
  expect(
    inputs.filter((file) => !/^src\/(errors\.ts$|canonical|contracts|certificate|log)/.test(file)),
  ).toEqual([]);
  return outputFiles[0]?.text ?? '';
}

let program = '';
let cases: { readonly name: string; readonly bundle: string; readonly trust: string }[] = [];

beforeAll(async () => {
  const [code, { bundle, trust }] = await Promise.all([bundled('src'), realBundle()]);
  program = code;
  const { text, value } = parse(bundle, BUNDLE_LIMITS);
  const trustText = parse(trust).text;
  const spoiled = (at: string, change: Parameters<typeof edit>[2]): string =>
    JSON.stringify(edit(value, at, change));
  cases = [
    { name: 'whole', bundle: text, trust: trustText },
    { name: 'without discharges', bundle: spoiled('/discharges', []), trust: trustText },
    { name: 'without documents', bundle: spoiled('/documents', []), trust: trustText },
    { name: 'another entry', bundle: spoiled('/documents/0/value/rows', 5), trust: trustText },
    {
      name: 'another signature',
      bundle: spoiled('/certificate/envelope/signatures/0/sig', (sig) =>
        String(sig).replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
      ),
      trust: trustText,
    },
    {
      name: 'another position',
      bundle: spoiled('/certificate/proof', (proof) => String(proof).replace('index 1', 'index 2')),
      trust: trustText,
    },
    { name: 'another trust root', bundle: text, trust: trustText.replace('"sig":"', '"sig":"AAAA') },
    { name: 'no bundle', bundle: '{}', trust: trustText },
    { name: 'no JSON', bundle: '{"a":1,"a":2}', trust: trustText },
  ];
});

function judgeOnNode({ bundle, trust }: (typeof cases)[0]): string {
  const read = (text: string) => parse(new TextEncoder().encode(text), BUNDLE_LIMITS).value;
  return attempt(() => {
    const root = readTrustRoot(read(trust), verifyNode);
    const { status, certificate, discharges, documents } = checkBundle(read(bundle), {
      trust: root,
      verify: verifyNode,
      now: NOW,
    });
    return [status, certificate.payloadDigest, discharges.length, [...documents.keys()].sort()].join(' ');
  });
}

function expectSpread(outcomes: readonly string[]): void {
  expect(outcomes.map((outcome) => outcome.split(' ')[0])).toEqual([
    'certified',
    'conditional',
    'certified',
    'BUNDLE_SUPERFLUOUS',
    'SIGNATURE_INVALID',
    'PROOF_INVALID',
    'TRUST_ROOT_INVALID',
    'BUNDLE_MALFORMED',
    'DOCUMENT_DUPLICATE_KEY',
  ]);
}

test('Node tells them apart', () => {
  expectSpread(cases.map(judgeOnNode));
});

describe('with no Node around it', () => {
  test.each(['src', 'dist'] as const)('the same answers by %s', async (folder) => {
    const context = createContext(
      { TextEncoder, TextDecoder },
      { codeGeneration: { strings: false, wasm: false } },
    );
    runInContext(await bundled(folder), context);
    const outcomes = cases.map(({ bundle, trust }) => {
      Object.assign(context, { bundle, trust, now: NOW });
      return String(runInContext('judge(bundle, trust, now)', context));
    });
    expect(outcomes).toEqual(cases.map(judgeOnNode));
    for (const name of ['process', 'Buffer', 'require', 'fetch'])
      expect(runInContext(`typeof ${name}`, context)).toBe('undefined');
  });
});

describe.skipIf(!existsSync(CHROMIUM))(`in ${CHROMIUM}`, () => {
  test('the same answers', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
    try {
      const data = JSON.stringify(cases).replaceAll('<', '\\u003c');
      const script = program.replaceAll('</script', '<\\/script');
      const page = `<!doctype html><meta charset="utf-8"><pre id="out"></pre><script>${script}
        const cases = ${data};
        document.getElementById('out').textContent = JSON.stringify(cases.map(({ bundle, trust }) => judge(bundle, trust, '${NOW}')));
      </script>`;
      writeFileSync(join(folder, 'page.html'), page);
      const dom = execFileSync(
        CHROMIUM,
        [
          '--headless',
          '--no-sandbox',
          '--disable-gpu',
          `--user-data-dir=${join(folder, 'profile')}`,
          '--dump-dom',
          pathToFileURL(join(folder, 'page.html')).href,
        ],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 110_000 },
      );
      const answer = /<pre id="out">(.*?)<\/pre>/s.exec(dom)?.[1] ?? '[]';
      expect(JSON.parse(answer)).toEqual(cases.map(judgeOnNode));
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }, 120_000);
});
