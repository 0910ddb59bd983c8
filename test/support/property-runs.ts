/** How many examples of a law are drawn: `usual` ones, times `LOCKSTEP_PROPERTY_FACTOR` for a longer search. */
export function runs(usual: number): { readonly numRuns: number } {
  // oxlint-disable-next-line node/no-process-env -- nothing but the environment comes from `npx vitest` to a test
  const factor = Number(process.env["LOCKSTEP_PROPERTY_FACTOR"] ?? "1");
  if (!(factor > 0)) throw new Error("LOCKSTEP_PROPERTY_FACTOR is no positive number");
  return { numRuns: Math.ceil(usual * factor) };
}
