import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import { Budget } from '../../exact/budget.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readFlats } from '../flats.ts';
import { requireLattice } from './lattice.ts';

/** Decides `matroid.flat_axioms@1`: the flats are those of some matroid, each once, at its rank. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'matroid.flat_axioms@1', ['flats']);
    const { groundSet, byRank, at } = readFlats(roles[0], '/roles/flats');
    const bottom = byRank[0] ?? [];
    if (bottom.length !== 1) reject('there is not one flat of rank 0', `${at}/0`);
    const top = byRank.at(-1) ?? [];
    if (top.length !== 1 || top[0]?.length !== groundSet.length) {
      reject('the last list is not the ground set alone', `${at}/${byRank.length - 1}`);
    }
    requireLattice(byRank, groundSet.length, at, new Budget());
  });
}
