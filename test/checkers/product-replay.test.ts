import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { check } from '../../checkers/matrix/product_replay/check.ts';
import type { CheckRequest } from '../../checkers/protocol.ts';
import { compareWithTwin } from './support/compare.ts';
import { anyMatrix, factors, near } from './support/matrices.ts';
import { integers, rationals, request, type TypedMatrix, where } from './support/request.ts';
import { isProduct, isTranspose, productOf, transposeOf } from './support/twin.ts';

type Roles = { readonly left: TypedMatrix; readonly right: TypedMatrix; readonly product: TypedMatrix };
type Sources = { readonly left?: TypedMatrix; readonly right?: TypedMatrix };

function verdict(roles: Roles, sources: Sources): string {
  return where(check(request('matrix.product@1', roles, { ...sources })));
}

describe('a product with transposed factors', () => {
  it('is accepted with the source of one factor, of both, or of none', () => {
    const which = fc.tuple(fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(factors, which, ([left, right], [one, other]) => {
        const sources = {
          ...(one && { left: transposeOf(left) }),
          ...(other && { right: transposeOf(right) }),
        };
        expect(verdict({ left, right, product: productOf(left, right) }, sources)).toBe('ACCEPTED');
      }),
      { numRuns: 1000 },
    );
  });

  it('has the verdict of the twin when a source, a factor or the product is nearly right', () => {
    const cases = factors.chain(([left, right]) => {
      const roles = { left, right, product: productOf(left, right) };
      const sources = { left: transposeOf(left), right: transposeOf(right) };
      return fc.oneof(
        near(sources.left).map((left) => [roles, { ...sources, left }] as const),
        near(sources.right).map((right) => [roles, { ...sources, right }] as const),
        near(left).map((left) => [{ ...roles, left }, sources] as const),
        near(roles.product).map((product) => [{ ...roles, product }, sources] as const),
        // The transposes of other matrices: consistent by themselves, the product does not hold.
        fc
          .tuple(anyMatrix, near(left))
          .map(([product, left]) => [{ left, right, product }, { left: transposeOf(left) }] as const),
      );
    });
    compareWithTwin(
      'matrix.product_replay',
      { cases, numRuns: 2500 },
      ([roles, sources]: readonly [Roles, Sources], agree) => {
        const holds =
          isProduct(roles.left, roles.right, roles.product) &&
          (sources.left === undefined || isTranspose(sources.left, roles.left)) &&
          (sources.right === undefined || isTranspose(sources.right, roles.right));
        agree(verdict(roles, sources), holds);
      },
    );
  });

  const one = integers([[1]]);
  const roles = { left: one, right: one, product: one };

  test.each([
    ['another entry on the left', { left: integers([[2]]) }, '/roles/left/value/entries/0/0'],
    ['another entry on the right', { right: integers([[2]]) }, '/roles/right/value/entries/0/0'],
    ['another type', { left: rationals([[1]]) }, '/roles/left/type'],
    ['more labels', { right: integers([[1]], { row_labels: ['a'] }) }, '/roles/right/value'],
    [
      'a source that is no matrix',
      { left: { type: 'matrix.integer@1', value: null } as never },
      '/sources/left/document/value',
    ],
  ])('is rejected for its source: %s', (_, sources, at) => {
    expect(verdict(roles, sources)).toBe(`REJECTED ${at}`);
  });

  it('is rejected when the source is right and the product is not', () => {
    expect(verdict({ ...roles, product: integers([[2]]) }, { left: one })).toBe(
      'REJECTED /roles/product/value/entries/0/0',
    );
  });

  it('is rejected for a source of the candidate or of a role that does not exist', () => {
    for (const role of ['product', 'other', '__proto__']) {
      const sources = Object.fromEntries([[role, one]]);
      expect(where(check(request('matrix.product@1', roles, sources)))).toBe('REJECTED /sources');
    }
  });

  it('is rejected for a transform of another kind', () => {
    const asked: CheckRequest = request('matrix.product@1', roles, { left: one });
    const sources = {
      left: { transform: 'MATRIX_INVERSE', document: asked.sources.left?.document ?? '' },
    };
    expect(where(check({ ...asked, sources }))).toBe('REJECTED /sources/left/transform');
  });
});
