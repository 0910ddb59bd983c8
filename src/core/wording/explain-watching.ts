/** Why an agent writes nothing to a stack, and when that ends. @param holder left out where it stands beside the sentence. */
export function explainWatching(holder?: string): string {
  const other = holder === undefined ? "another agent" : `another agent (${holder})`;
  return `${other} holds the stack's Lease: this one only watches, and takes over when that one ends`;
}
