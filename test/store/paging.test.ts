import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page, PageRequest } from '../../src/store/page.ts';
import type { Store } from '../../src/store/store.ts';
import {
  admitAll,
  CONTRACTS,
  certificate,
  hex,
  invocation,
  openTestFolder,
  output,
  session,
  tenant,
  token,
  value,
  verification,
} from './support.ts';

const SESSION = session('s', { limits: { values: 1_000_000, bytes: 1_000_000_000 } });

interface List {
  /** Adds one item to the list, named by its number, and beside it what does not belong there. Gives the item's id. */
  readonly add: (store: Store, n: number) => Promise<string>;
  readonly part: (store: Store, page: PageRequest) => Promise<Page<string>>;
}

async function issue(store: Store, label: string, open: number, last = 'x'): Promise<string> {
  const record = verification(`${label}${last}`);
  await store.commitVerification(record, certificate(record, open), admitAll);
  return certificate(record).serial;
}

function ids<Item>(page: Page<Item>, id: (item: Item) => string): Page<string> {
  return { ...page, items: page.items.map(id) };
}

const byId = ({ id }: { readonly id: string }) => id;
const bySerial = ({ serial }: { readonly serial: string }) => serial;

const LISTS: Readonly<Record<string, List>> = {
  tenants: {
    add: async (store, n) => (await store.tenants.addTenant(tenant(`${n}`))).id,
    part: async (store, page) => ids(await store.tenants.tenants(page), byId),
  },
  tokens: {
    add: async (store, n) => {
      const other = tenant(`${n}`);
      await store.tenants.addTenant(other);
      await store.tenants.addToken(token(`other ${n}`, other));
      return (await store.tenants.addToken(token(`${n}`, { id: store.tenant }))).id;
    },
    part: async (store, page) => ids(await store.tenants.tokens(page), byId),
  },
  sessions: {
    add: async (store, n) => (await store.sessions.openSession(session(`${n}`))).id,
    part: async (store, page) => ids(await store.sessions.sessions(page), byId),
  },
  invocations: {
    add: async (store, n) => {
      const other = session(`${n}`);
      await store.sessions.openSession(other);
      await store.sessions.recordRun(invocation(`other ${n}`, other), []);
      await store.sessions.recordRun(invocation(`none ${n}`, null), []);
      return (await store.sessions.recordRun(invocation(`${n}`, SESSION), [])).invocation.id;
    },
    part: async (store, page) => ids(await store.sessions.invocations(SESSION.id, page), byId),
  },
  references: {
    add: async (store, n) => {
      const made = output(`${n}`, 'x');
      await store.sessions.recordRun(invocation(`${n}`, SESSION), [made]);
      // The artifact is in no session.
      const promotion = { id: hex(`artifact ${n}`), source: made.id, token: hex('t'), at: made.createdAt };
      await store.sessions.promote({ ...promotion, ...CONTRACTS });
      return made.id;
    },
    part: async (store, page) => ids(await store.sessions.references(SESSION.id, page), byId),
  },
  certificates: {
    add: (store, n) => issue(store, `${n}`, n % 2),
    part: async (store, page) => ids(await store.certificates(page), bySerial),
  },
  certificatesWith: {
    add: async (store, n) => {
      await issue(store, `other ${n}`, 0, 'y');
      return issue(store, `${n}`, n % 2);
    },
    part: async (store, page) => ids(await store.certificatesWith(value('x').digest, page), bySerial),
  },
  conditionalCertificates: {
    add: async (store, n) => {
      await issue(store, `other ${n}`, 0);
      return issue(store, `${n}`, 1 + (n % 2));
    },
    part: async (store, page) => ids(await store.conditionalCertificates(page), bySerial),
  },
};

test.each(Object.entries(LISTS))('parts of %s are those of a list, while it grows', async (name, list) => {
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const) }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 5 }) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('begin again' as const) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(9), fc.array(step, { maxLength: 30 }), async (size, steps) => {
      const { store } = await openTestFolder();
      if (name === 'invocations' || name === 'references') await store.sessions.openSession(SESSION);
      // Oldest first. Tenants have their operator.
      const model = name === 'tenants' ? [store.tenant] : [];
      let count = 0;
      const add = async () => void model.push(await list.add(store, count++));
      for (let n = 0; n < size; n++) await add();
      let before: number | null = null;
      // How many of the model are older than the place where the reading is.
      let left = model.length;
      for (const each of steps) {
        if (each.do === 'add') {
          await add();
          if (before === null) left = model.length;
        } else if (each.do === 'begin again') {
          [before, left] = [null, model.length];
        } else {
          const { items, next }: Page<string> = await list.part(store, { before, limit: each.limit });
          const expected = model.slice(Math.max(0, left - each.limit), left).toReversed();
          expect(items).toEqual(expected);
          left -= items.length;
          expect(next === null).toBe(left === 0);
          before = next;
          if (next === null) left = model.length;
        }
      }
      await store.close();
    }),
    { numRuns: 12 },
  );
});

test('a list that is a whole number of parts long ends with the last of them', async () => {
  const { store } = await openTestFolder();
  for (let n = 0; n < 4; n++) await store.sessions.openSession(session(`${n}`));
  const first = await store.sessions.sessions({ before: null, limit: 2 });
  expect(first.next).not.toBeNull();
  const second = await store.sessions.sessions({ before: first.next, limit: 2 });
  expect(second.items).toHaveLength(2);
  expect(second.next).toBeNull();
  expect(await store.sessions.sessions({ before: 0, limit: 2 })).toEqual({ items: [], next: null });
});

test('what is added after everything older was collected is not taken for older', async () => {
  const { store } = await openTestFolder();
  const page = { before: null, limit: 2 };
  for (let n = 0; n < 4; n++) {
    const expiring = session(`${n}`);
    await store.sessions.openSession(expiring);
  }
  const { next } = await store.sessions.sessions(page);
  await store.sessions.collect(SESSION.expiresAt, SESSION.expiresAt, 10);
  for (let n = 4; n < 8; n++) await store.sessions.openSession(session(`${n}`));
  expect(await store.sessions.sessions({ before: next, limit: 10 })).toEqual({ items: [], next: null });
});
