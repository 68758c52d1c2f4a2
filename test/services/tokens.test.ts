import { expect, test } from 'vitest';
import { sha256 } from '../../src/canonical/sha256.ts';
import { authenticate } from '../../src/services/tokens.ts';
import type { TenantStore } from '../../src/store/tenants.ts';
import { watchComparisons } from '../constant-time.ts';
import { hex, openTestFolder, tenant, token } from '../store/support.ts';

const SECRET = 'A'.repeat(43);
const bearer = (id: string, secret = SECRET) => `Bearer assay_${id}_${secret}`;

/** The same tenants, and what was read of them. */
function counted(tenants: TenantStore): { readonly tenants: TenantStore; readonly reads: string[] } {
  const reads: string[] = [];
  return {
    reads,
    tenants: new Proxy(tenants, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...parameters: unknown[]) => {
          reads.push(String(name));
          return Reflect.apply(method, target, parameters);
        };
      },
    }),
  };
}

test('whatever there is no token in, as much is read and compared as for a token that is one', async () => {
  const { store } = await openTestFolder();
  const own = tenant('own');
  const revoked = tenant('revoked');
  await store.tenants.addTenant(own);
  await store.tenants.addTenant(revoked);
  await store.tenants.addToken(token('t', own));
  await store.tenants.addToken(token('of a revoked one', revoked));
  const past = '2026-01-01T00:00:00.000Z';
  const hash = sha256(Buffer.from(SECRET));
  await store.tenants.addToken({ ...token('good', own), hash });
  await store.tenants.addToken({ ...token('over', own), hash, expiresAt: past });
  await store.tenants.addToken({ ...token('withdrawn', own), hash });
  await store.forTenant(own.id).tenants.revokeToken(token('withdrawn', own).id, past);
  await store.tenants.revokeTenant(revoked.id, past);
  const now = () => '2026-01-02T00:00:00.000Z';
  const headers = {
    nothing: undefined,
    'another scheme': 'Basic YTpi',
    'another form': 'Bearer assay',
    'an unknown id': bearer(hex('nobody')),
    'a known id, another secret': bearer(token('t', own).id),
    'that has expired': bearer(token('over', own).id),
    'that was revoked': bearer(token('withdrawn', own).id),
    'of a tenant that was revoked': bearer(token('of a revoked one', revoked).id),
  };
  const { tenants, reads } = counted(store.tenants);
  const compared = watchComparisons();
  await authenticate(bearer(token('good', own).id), { tenants, operator: store.tenant, now });
  const usual = { reads: ['token', 'tenant'], compared: [[32, 32]] };
  expect({ reads, compared: compared() }).toEqual(usual);
  for (const [what, header] of Object.entries(headers)) {
    const { tenants, reads } = counted(store.tenants);
    const asked = authenticate(header, { tenants, operator: store.tenant, now });
    await expect(asked, what).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
    expect({ what, reads, compared: compared() }).toEqual({ what, ...usual });
  }
});
