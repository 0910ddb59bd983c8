import { StatusError } from "../status-error.ts";

/**
 * Carries out the rest of a request. What its caller is warned of so far comes first in the answer, and goes along with a refusal.
 * @throws {StatusError} what `carryOut` throws, with the warnings.
 */
export function carryWarnings<T extends { readonly warnings: readonly string[] }>(
  warnings: readonly string[],
  carryOut: () => T,
): T {
  try {
    const answer = carryOut();
    return { ...answer, warnings: [...warnings, ...answer.warnings] };
  } catch (error) {
    if (!(error instanceof StatusError) || warnings.length === 0) throw error;
    throw error.withWarnings(warnings);
  }
}
