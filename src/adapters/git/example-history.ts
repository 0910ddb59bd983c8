/** One commit of the example repository. */
export interface ExampleCommit {
  readonly message: string;
  /** What a file of the manifests holds in that commit; `undefined`: it is not there yet. */
  readonly edit: (path: string, text: string) => string | undefined;
}

/** A history as a team might have it, from the first version of the shop to the manifests as they are. */
export const EXAMPLE_HISTORY: readonly ExampleCommit[] = [
  {
    message: "Add the shop",
    edit: (path, text) => (path.startsWith("elastic/") ? undefined : earlierShop(path, text)),
  },
  { message: "Add the Elastic stack", edit: earlierShop },
  { message: "Raise the shop to 1.4.0", edit: (_path, text) => text },
];

function earlierShop(path: string, text: string): string {
  return path.startsWith("shop/") ? text.replaceAll("1.4.0", "1.3.0") : text;
}
