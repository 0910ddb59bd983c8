/** The code that the system gave an error, such as `ENOSPC`; `undefined` for an error of ours. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
