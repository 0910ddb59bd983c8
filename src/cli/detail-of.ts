/** Where a defect was thrown, not what it was about: an error's own fields may hold an object of the cluster. */
export function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
