import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from '../../src/canonical/canonical.ts';
import type { JsonObject, JsonValue } from '../../src/canonical/json.ts';
import { prepareDocument } from '../../src/domains/prepare.ts';
import { refusal, rules } from './rules.ts';

const SAMPLES = new URL('../../../shared/certdata/', import.meta.url);

interface Sample {
  readonly file: string;
  readonly claim: string;
}

/** A true and a false sample alike are made of usable documents: what is false is for the checker to say. */
describe.skipIf(!existsSync(SAMPLES))('the documents of the sample handoffs', () => {
  const manifest: Sample[] = existsSync(SAMPLES) ? JSON.parse(read('manifest.json')) : [];
  const claims = rules.contracts
    .list()
    .flatMap(({ contract }) => (contract.kind === 'claim' ? [contract] : []));
  const samples = manifest.filter(({ claim }) => claims.some(({ id }) => id === claim));

  test.each(samples)('$file', ({ file, claim }) => {
    const contract = rules.contracts.claim(claim).contract;
    const { roles } = parse(new TextEncoder().encode(read(file))).value as { roles: JsonObject };
    expect(Object.keys(roles).sort()).toEqual(contract.roles.map(({ name }) => name).sort());
    for (const role of Object.values(roles)) {
      const { document } = role as { document: JsonValue };
      expect(refusal(() => prepareDocument(document, rules))).toBe('accepted');
    }
  });
});

function read(file: string): string {
  return readFileSync(new URL(file, SAMPLES), 'utf8');
}
