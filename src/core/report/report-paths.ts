/** Where a stack's report lies in the ledger. */
export function reportPaths(place: {
  readonly path: string;
  readonly cluster: string;
  readonly stack: string;
}): { readonly markdown: string; readonly json: string } {
  const base = `${place.path}/${place.cluster}/${place.stack}`;
  return { markdown: `${base}.md`, json: `${base}.json` };
}
