/** A defect in this program, never the user's fault. Nothing recovers from it. */
class InvariantError extends Error {
  override readonly name = "InvariantError";
}

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
