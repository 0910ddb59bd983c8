/** Objects that make the server serve other kinds. */
export function servesKinds({
  group,
  kind,
}: {
  readonly group: string;
  readonly kind: string;
}): boolean {
  return (
    (group === "apiextensions.k8s.io" && kind === "CustomResourceDefinition") ||
    (group === "apiregistration.k8s.io" && kind === "APIService")
  );
}
