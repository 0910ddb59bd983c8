/** Why an agent writes nothing to a stack, and when that ends, as a sentence about the stack. */
export function watchText(holder: string): string {
  return `another agent (${holder}) holds its Lease: this one only watches, and takes over when that one ends`;
}
