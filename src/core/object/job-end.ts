/** A Job that reached its end. */
export interface JobEnd {
  /** How the hash of the intent begins at which it did. */
  readonly intentHash: string;
  readonly outcome: "complete" | "failed";
}
