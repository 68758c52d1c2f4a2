/** The exit codes of every command. A crash of ours is none of the verdicts. */
export const EXIT = {
  certified: 0,
  refused: 1,
  unusable: 2,
  inconclusive: 3,
  conditional: 4,
  crash: 70,
} as const;

export type Exit = (typeof EXIT)[keyof typeof EXIT];

const WORST_FIRST: readonly Exit[] = [
  EXIT.crash,
  EXIT.unusable,
  EXIT.refused,
  EXIT.inconclusive,
  EXIT.conditional,
];

/** Of several results the worst counts: unusable, refused, inconclusive, conditional, certified. */
export function worstExit(exits: readonly Exit[]): Exit {
  return WORST_FIRST.find((exit) => exits.includes(exit)) ?? EXIT.certified;
}
