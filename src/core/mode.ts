/** How an object, a kind or a stack may be treated. */
export const MODES = ["enforce", "observe", "create-only", "off"] as const;

/**
 * `enforce`: kept as Git says. `observe`: what would be done is reported, nothing is written. `create-only`: made when it is
 * missing, never changed. `off`: neither looked at for drift nor written.
 */
export type Mode = (typeof MODES)[number];

export function isMode(text: string): text is Mode {
  return MODES.some((mode) => mode === text);
}
