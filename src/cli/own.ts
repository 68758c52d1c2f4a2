/** Folders of the user's own contracts and checkers, as `--contracts` and `--checkers` name them; none by default. */
export interface OwnFolders {
  readonly contracts?: readonly string[];
  readonly checkers?: readonly string[];
}
