/** What `lockstep release --output json` prints. */
export interface ReleaseDocument {
  /** The stack that had them; empty where nobody can tell. */
  readonly stack: string;
  /** Nothing was written: it is what would be done. */
  readonly dryRun: boolean;
  readonly objects: readonly ReleasedObject[];
}

export interface ReleasedObject {
  readonly id: string;
  /**
   * `released`: let go; `gone`: it is not there; `not-ours`: nothing of it is Lockstep's; `refused`: the cluster
   * said no.
   */
  readonly outcome: "released" | "gone" | "not-ours" | "refused";
  /** One sentence, empty for what was let go. */
  readonly message: string;
}
