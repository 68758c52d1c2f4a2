import { globSync, readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CheckRequest } from '../../src/checking/messages.ts';
import { CheckerPool, type PoolOptions } from '../../src/checking/pool.ts';
import type { CheckerProgram } from '../../src/checking/program.ts';
import { checkerOf, programOf, requestOf } from './support.ts';

const JOBS_PER_REALM = 1_024;

function poolOf(options: PoolOptions = {}): CheckerPool {
  const pool = new CheckerPool({ size: 1, spares: 0, keepsNothing: () => true, clock: () => 0, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

async function outcomes(pool: CheckerPool, program: CheckerProgram, requests: readonly CheckRequest[]) {
  return Promise.all(requests.map((request) => pool.run(program, request)));
}

describe('the sources of the built-in checkers', () => {
  const files = globSync('checkers/**/*.ts', { cwd: new URL('../../', import.meta.url) });

  test.each(files)('%s holds nothing that changes', (file) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const source = text.replaceAll(/^((?:export )?const \w+)[^=]*=/gm, '$1 is');
    expect(text).not.toMatch(/^(export )?(let|var) /m);
    expect(text).not.toMatch(/^\s*(private |readonly )*static (?!readonly )/m);
    for (const [, name] of text.matchAll(/^(?:export )?const (\w+)\b[^=]*= *(?:\[|\{|new )/gm)) {
      expect(source).not.toMatch(
        new RegExp(`\\b${name}(\\.\\w+|\\[[^\\]]*\\])* *([-+*/%&|^]|\\*\\*|<<|>>>?)?=[^=>]`),
      );
      expect(source).not.toMatch(
        new RegExp(
          `\\b${name}\\.(push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear)\\(`,
        ),
      );
    }
  });
});

describe('a realm that many jobs share', () => {
  const COUNTING = programOf(
    "var checker = ((n) => ({ check: () => ({ verdict: 'REJECTED', reason: 'job ' + ++n }) }))(0);",
  );

  test('is a new one after 1,024 of them', async () => {
    const requests = Array.from({ length: JOBS_PER_REALM + 2 }, (_, n) => requestOf(n));
    const said = await outcomes(poolOf(), COUNTING, requests);
    expect(said).toMatchObject(
      requests.map((_, n) => ({ verdict: 'REJECTED', reason: `job ${(n % JOBS_PER_REALM) + 1}` })),
    );
  });

  test('is none for a checker of which it is not known that it keeps nothing', async () => {
    const pool = poolOf({ keepsNothing: ({ identity }) => identity !== COUNTING.identity });
    const requests = [1, 2, 3].map(requestOf);
    expect(await outcomes(pool, COUNTING, requests)).toMatchObject(requests.map(() => ({ reason: 'job 1' })));
  });

  test('is a new one after a job that threw', async () => {
    const throwing = programOf(
      `var checker = ((n) => ({ check(r) {
         n++; if (r.roles.value === '0') throw n; return { verdict: 'REJECTED', reason: 'job ' + n }; } }))(0);`,
    );
    const said = await outcomes(poolOf(), throwing, [1, 0, 2].map(requestOf));
    expect(said).toMatchObject([{ reason: 'job 1' }, { reason: 'CRASHED' }, { reason: 'job 1' }]);
  });

  test.each([
    'Array.prototype.x = 1; return Array.prototype.x',
    'Object.prototype.toJSON = () => 1; return {}.toJSON',
    'globalThis.kept = 1; return globalThis.kept',
    'JSON.parse = () => 1; return JSON.parse() === 1 ? 1 : undefined',
    'checker.check = () => 1; return checker.check() === 1 ? 1 : undefined',
    'r.kept = 1; return r.kept',
    "/(secret)/.exec('a secret'); return RegExp.$1 ?? RegExp['$&'] ?? RegExp.input",
    'Object.getPrototypeOf(function* () {}).x = 1; return Object.getPrototypeOf(function* () {}).x',
  ])('cannot be changed: %s', async (code) => {
    const checker = checkerOf(
      `'use strict'; let got; try { got = (() => { ${code}; })(); } catch {}
       return got === undefined ? { verdict: 'ACCEPTED' } : { verdict: 'REJECTED', reason: 'changed' };`,
    );
    expect(await poolOf().run(checker, requestOf(1))).toMatchObject({ verdict: 'ACCEPTED' });
  });

  test('holds no document of an earlier job', async () => {
    const checker = checkerOf(
      "return { verdict: 'REJECTED', reason: [r.roles, r.sources].map((given) => Object.keys(given)).join('/') };",
    );
    const { roles, ...rest } = requestOf(1);
    const sources = { value: { transform: 'test.transform@1', document: roles.value } };
    const pool = poolOf();
    const asked = [{ ...rest, roles, sources }, requestOf(2), { ...rest, roles: {} }];
    expect(await outcomes(pool, checker, asked as CheckRequest[])).toMatchObject([
      { reason: 'value/value' },
      { reason: 'value/' },
      { reason: '/' },
    ]);
  });
});
