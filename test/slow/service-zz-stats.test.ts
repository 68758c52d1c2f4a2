import { test } from 'vitest';
import { playSequences } from '/work/main/test/service/model-play.ts';
import { AssayProblem } from '/work/main/src/client/index.ts';
import { Model } from '/work/main/test/service/model.ts';
test('x', { timeout: 600000 }, async () => {
  const counts: Record<string, number> = {};
  const take = Model.prototype.take;
  const real = globalThis.fetch;
  globalThis.fetch = async (i: any, init: any) => { const r = await real(i, init); const p = new URL(String(i)).pathname.replace(/[0-9a-f]{32}/g, '*').replace(/sha256:.*/, '*'); if (init?.method === 'POST' || r.status >= 400) { const b = await r.clone().json(); const k = `${init?.method} ${p} ${b.code ?? b.verdict ?? r.status}`; counts[k] = (counts[k] ?? 0) + 1; } return r; };
  try { await playSequences(25, { inProcess: true }); } finally { console.log(JSON.stringify(counts, null, 1)); }
});
