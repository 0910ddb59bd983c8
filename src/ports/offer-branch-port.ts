/**
 * The branch of a pull request: one commit on the tip of the branch that is synced, made anew when what it offers or that tip
 * changes. Every method throws `SourceError`.
 */
export interface OfferBranchPort {
  /** Where it is on the remote; `undefined`: there is no such branch. */
  findTip(): Promise<OfferTip | undefined>;
  /** Makes the commit and moves the branch to it, unless it says the same already. Others' commits on it are never lost. */
  rebuild(change: OfferChange): Promise<RebuiltOffer>;
  close(): Promise<void>;
}

export interface OfferTip {
  readonly commit: string;
  /** The config's author made it. Else somebody went on with the branch, and it is theirs, unless we know that we pushed it. */
  readonly isOurs: boolean;
}

export interface OfferChange {
  /** The commit on which it stands, the tip of the branch that is synced. */
  readonly base: string;
  /** Path from the repository's root to text. */
  readonly files: ReadonlyMap<string, string>;
  readonly message: string;
  /** Where the branch is; `undefined`: not there yet. */
  readonly expected: string | undefined;
}

/** `empty`: the base has these very files. `lost`: one of the two branches has moved meanwhile; look again. */
export type RebuiltOffer =
  | { readonly kind: "pushed" | "same"; readonly commit: string }
  | { readonly kind: "empty" | "lost" };
