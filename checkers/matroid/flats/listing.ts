import { reject } from '../../decide.ts';
import type { Flat, Flats } from '../flats.ts';

/** The listed flats, to be found by their elements. */
export class Listing {
  /** The rank of the ground set that the listing puts forward. */
  readonly rank: number;
  readonly #places: readonly ReadonlyMap<string, number>[];
  /** By rank and place: what was found. */
  readonly #found: readonly Uint8Array[];
  readonly #at: string;

  /** Rejected where a flat stands twice at one rank. */
  constructor({ byRank, at }: Flats) {
    this.rank = byRank.length - 1;
    this.#at = at;
    this.#places = byRank.map((flats, rank) => {
      const places = new Map<string, number>();
      for (const [index, flat] of flats.entries()) {
        const key = flat.join();
        if (places.has(key)) reject('the flat stands in the list twice', `${at}/${rank}/${index}`);
        places.set(key, index);
      }
      return places;
    });
    this.#found = byRank.map((flats) => new Uint8Array(flats.length));
  }

  /** Rejected unless the flat is listed at this rank. Whether it is asked for the first time. */
  find(flat: Flat, rank: number): boolean {
    const index = this.#places[rank]?.get(flat.join());
    const found = this.#found[rank];
    if (index === undefined || found === undefined) {
      return reject('a flat of this rank is not in the list', `${this.#at}/${rank}`);
    }
    const first = found[index] === 0;
    found[index] = 1;
    return first;
  }

  /** Rejected unless every flat was asked for. */
  requireAllFound(): void {
    for (const [rank, found] of this.#found.entries()) {
      const index = found.indexOf(0);
      if (index >= 0) reject('the set is no flat of this rank', `${this.#at}/${rank}/${index}`);
    }
  }
}
