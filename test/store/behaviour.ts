import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store, StoredTrustRoot } from '../../src/store/store.ts';
import {
  admitAll,
  auditLog,
  certificate,
  digest,
  nextTrustRoot,
  refusal,
  trustRoot,
  value,
  verification,
} from './support.ts';

/** A new, empty store of one engine, and the same again after a restart. */
export interface StoreUnderTest {
  readonly store: Store;
  readonly logKey: Uint8Array;
  reopen(): Promise<StoreUnderTest>;
}

/** What every engine must do. Run it with a function that makes a new store. */
export function storeBehaviour(engine: string, make: () => Promise<StoreUnderTest>): void {
  const open = async (): Promise<StoreUnderTest> => {
    const made = await make();
    onTestFinished(() => made.store.close());
    return made;
  };
  const size = async (store: Store) => (await store.logEntries(0, 1_000_000)).length;

  describe(`${engine}: a store`, () => {
    test('begins with version 1 of the trust root as entry 0', async () => {
      const { store, logKey } = await open();
      expect(await store.trustRoot()).toMatchObject({ version: 1, logIndex: 0 });
      expect(await store.trustRoots()).toEqual([await store.trustRoot()]);
      expect(await store.logEntries(0, 10)).toMatchObject([{ index: 0, kind: 'trust-root' }]);
      expect(await auditLog(store, logKey)).toBe(1);
    });

    test('gives back what was committed, also after a restart', async () => {
      const { store, reopen } = await open();
      const record = verification('one');
      const issued = certificate(record, 3);
      const { logIndex } = await store.commitVerification(record, issued, admitAll);
      expect(logIndex).toBe(1);
      await store.close();

      const { store: again, logKey } = await reopen();
      const { values, ...kept } = record;
      const expected = { ...issued, logIndex, verification: record.id };
      expect(await again.verification(record.id)).toEqual(kept);
      for (const each of values) expect(await again.value(each.digest)).toEqual(each);
      expect(await again.certificate(issued.serial)).toEqual(expected);
      expect(await again.certificatesFor(record.proposition)).toEqual([expected]);
      expect(await again.obligations(issued.serial)).toEqual(issued.obligations);
      expect(await again.logEntries(1, 2)).toMatchObject([
        { index: 1, kind: 'certificate', payloadDigest: issued.payloadDigest },
      ]);
      expect(await auditLog(again, logKey)).toBe(2);
    });

    test('records a refusal, and logs nothing for it', async () => {
      const { store } = await open();
      const record = refusal('no');
      const before = await store.checkpoint();
      expect(await store.commitVerification(record, null)).toBeNull();
      const { values: _, ...kept } = record;
      expect(await store.verification(record.id)).toEqual(kept);
      expect(await store.checkpoint()).toBe(before);
      expect(await size(store)).toBe(1);
    });

    test('knows nothing it was not given', async () => {
      const { store } = await open();
      expect(await store.certificate('0'.repeat(32))).toBeNull();
      expect(await store.verification('0'.repeat(32))).toBeNull();
      expect(await store.value(digest('nothing'))).toBeNull();
      expect(await store.certificatesFor(digest('nothing'))).toEqual([]);
      expect(await store.obligations('0'.repeat(32))).toEqual([]);
      expect(await store.logEntries(1, 5)).toEqual([]);
    });

    test.each([-1, 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
      'has no proof at index %d',
      async (index) => {
        const { store } = await open();
        await expect(store.proof(index)).rejects.toThrow(RangeError);
      },
    );

    test('finds certificates of one proposition, newest first', async () => {
      const { store } = await open();
      const proposition = digest('shared');
      for (const label of ['a', 'b', 'c']) {
        const record = verification(label, { proposition });
        await store.commitVerification(record, certificate(record), admitAll);
      }
      const found = await store.certificatesFor(proposition);
      expect(found.map((each) => each.logIndex)).toEqual([3, 2, 1]);
    });

    test('keeps nothing of a certificate that is not admitted', async () => {
      const { store } = await open();
      const record = verification('two');
      const before = await store.checkpoint();
      const refused = store.commitVerification(record, certificate(record, 1), () => {
        throw new Error('no longer authorised');
      });
      await expect(refused).rejects.toThrow('no longer authorised');
      expect(await store.verification(record.id)).toBeNull();
      expect(await store.value(value('two').digest)).toBeNull();
      expect(await store.certificatesFor(record.proposition)).toEqual([]);
      expect(await store.checkpoint()).toBe(before);
      expect(await size(store)).toBe(1);
      // As a refusal the same run can be recorded.
      await store.commitVerification({ ...record, verdict: 'REJECTED', values: [] }, null);
    });

    test('one refusal does not sink what is committed beside it', async () => {
      const { store, logKey } = await open();
      const admitted: number[] = [];
      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, (_, n) => {
          const record = verification(`n${n}`);
          return store.commitVerification(record, certificate(record, n % 3), (_trust, index) => {
            if (n % 4 === 1) throw new Error('refused');
            admitted.push(index);
          });
        }),
      );
      const indexes = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.logIndex] : []));
      expect(indexes).toHaveLength(30);
      expect(admitted).toEqual(indexes);
      expect(indexes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
      expect(await auditLog(store, logKey)).toBe(31);
    });

    test('publishes the next trust root at the position it was made for', async () => {
      const { store, logKey } = await open();
      const first = await store.trustRoot();
      let made: [StoredTrustRoot, number] | undefined;
      const second = await store.publishTrustRoot((current, logIndex) => {
        made = [current, logIndex];
        return nextTrustRoot(current, logIndex);
      });
      expect(made).toEqual([first, 1]);
      expect(second).toEqual({ version: 2, logIndex: 1, envelope: trustRoot(2, 'at 1').envelope });
      expect(await store.trustRoot()).toEqual(second);
      expect(await store.trustRoots()).toEqual([first, second]);
      expect(await auditLog(store, logKey)).toBe(2);
    });

    test('a certificate is admitted under the newest trust root, whatever was asked for first', async () => {
      const { store } = await open();
      const seen: number[] = [];
      const certify = (label: string) => {
        const record = verification(label);
        return store.commitVerification(
          record,
          certificate(record),
          ({ version }) => void seen.push(version),
        );
      };
      const [before, root, after] = await Promise.all([
        certify('before'),
        store.publishTrustRoot(nextTrustRoot),
        certify('after'),
      ]);
      expect(seen).toEqual([1, 2]);
      expect([before.logIndex, root.logIndex, after.logIndex]).toEqual([1, 2, 3]);
    });

    test.each([
      ['a version is skipped', () => trustRoot(3, 'x')],
      ['a version is repeated', () => trustRoot(1, 'x')],
      [
        'its making throws',
        () => {
          throw new Error('no key');
        },
      ],
    ])('publishes no trust root where %s', async (_, makeRoot) => {
      const { store } = await open();
      await expect(store.publishTrustRoot(makeRoot)).rejects.toThrow();
      expect(await store.trustRoot()).toMatchObject({ version: 1 });
      expect(await size(store)).toBe(1);
    });

    test('refuses what contradicts itself', async () => {
      const { store } = await open();
      const record = verification('x');
      const good = certificate(record, 1);
      const commits = [
        store.commitVerification({ ...record, verdict: 'REJECTED' }, good, admitAll),
        store.commitVerification(record, { ...good, statement: digest('other') }, admitAll),
        store.commitVerification(record, { ...good, proposition: digest('other') }, admitAll),
        store.commitVerification(record, { ...good, conditional: false }, admitAll),
        store.commitVerification(record, { ...good, obligations: [] }, admitAll),
        store.commitVerification(
          { ...record, values: [{ ...value('x'), digest: digest('y') }] },
          good,
          admitAll,
        ),
        store.commitVerification(record, good, async () => {
          throw new Error('too late');
        }),
      ];
      for (const outcome of await Promise.allSettled(commits)) expect(outcome.status).toBe('rejected');
      expect(await store.verification(record.id)).toBeNull();
      expect(await size(store)).toBe(1);
    });

    test('records each verification once', async () => {
      const { store, logKey } = await open();
      const record = verification('once');
      await store.commitVerification(record, certificate(record, 1), admitAll);
      await expect(store.commitVerification({ ...record, verdict: 'REJECTED' }, null)).rejects.toThrow();
      await expect(store.commitVerification(record, certificate(record, 1), admitAll)).rejects.toThrow();
      expect(await store.verification(record.id)).toMatchObject({ verdict: 'ACCEPTED' });
      expect(await auditLog(store, logKey)).toBe(2);
    });

    test('finishes what was begun before it closes, and does nothing afterwards', async () => {
      const { store, reopen } = await open();
      const record = verification('last');
      const begun = store.commitVerification(record, certificate(record), admitAll);
      await store.close();
      expect(await begun).toEqual({ logIndex: 1 });
      const late = verification('late');
      await expect(store.commitVerification(late, certificate(late), admitAll)).rejects.toThrow();
      await expect(store.trustRoot()).rejects.toThrow();
      const { store: again } = await reopen();
      expect(await again.verification(record.id)).not.toBeNull();
      expect(await again.verification(late.id)).toBeNull();
    });

    test('holds exactly what a list would, for any sequence of operations', async () => {
      const operation = fc.oneof(
        { weight: 6, arbitrary: fc.record({ do: fc.constant('certify' as const), open: fc.nat(2) }) },
        { weight: 2, arbitrary: fc.constant({ do: 'refuse' as const }) },
        { weight: 2, arbitrary: fc.constant({ do: 'not admitted' as const }) },
        { weight: 1, arbitrary: fc.constant({ do: 'publish' as const }) },
        { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
      );
      // Each inner list is asked for at once, without waiting.
      const program = fc.array(fc.array(operation, { minLength: 1, maxLength: 6 }), { maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(program, async (groups) => {
          let subject = await open();
          const log = ['trust-root'];
          const known = new Map<string, boolean>();
          let count = 0;
          for (const group of groups) {
            const running: Promise<unknown>[] = [];
            for (const step of group) {
              const record = verification(`m${count++}`);
              switch (step.do) {
                case 'certify':
                  running.push(
                    subject.store.commitVerification(record, certificate(record, step.open), admitAll),
                  );
                  log.push(certificate(record).payloadDigest);
                  known.set(record.id, true);
                  break;
                case 'refuse':
                  running.push(subject.store.commitVerification({ ...record, verdict: 'REJECTED' }, null));
                  known.set(record.id, true);
                  break;
                case 'not admitted':
                  running.push(
                    expect(
                      subject.store.commitVerification(record, certificate(record), () => {
                        throw new Error('no');
                      }),
                    ).rejects.toThrow('no'),
                  );
                  known.set(record.id, false);
                  break;
                case 'publish':
                  running.push(subject.store.publishTrustRoot(nextTrustRoot));
                  log.push('trust-root');
                  break;
                case 'restart':
                  await subject.store.close();
                  subject = await subject.reopen();
              }
            }
            await Promise.all(running);
          }
          const { store, logKey } = subject;
          await auditLog(store, logKey);
          const entries = await store.logEntries(0, 1000);
          expect(
            entries.map((each) => (each.kind === 'trust-root' ? each.kind : each.payloadDigest)),
          ).toEqual(log);
          for (const [id, there] of known) expect((await store.verification(id)) !== null).toBe(there);
          await store.close();
        }),
        { numRuns: 15 },
      );
    });
  });
}
