/** An operation that cannot be carried out. Only the patch as a whole is refused, so it says no more. */
export class PatchFailure extends Error {
  override readonly name = "PatchFailure";
}
