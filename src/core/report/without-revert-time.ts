/** As the report has it: a time that passes by itself is no news. */
export function withoutRevertTime<Told extends { readonly nextRevertAt?: string }>(
  told: Told,
): Omit<Told, "nextRevertAt"> {
  const { nextRevertAt: _, ...rest } = told;
  return rest;
}
