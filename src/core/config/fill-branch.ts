/** A branch pattern with the names in place of `{cluster}` and `{stack}`. */
export function fillBranch(
  pattern: string,
  names: { readonly cluster: string; readonly stack: string },
): string {
  // A function as the replacement: `$&` in a text would mean something.
  return pattern
    .replaceAll("{cluster}", () => names.cluster)
    .replaceAll("{stack}", () => names.stack);
}

/** The branch of a stack's pull request. */
export function adoptBranchOf(names: { readonly cluster: string; readonly stack: string }): string {
  return `${fillBranch("lockstep/{cluster}/{stack}", names)}-adopt`;
}
