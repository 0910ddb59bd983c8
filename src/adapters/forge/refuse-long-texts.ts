import { ForgeError } from "../../core/forge-error.ts";
import type { ForgeLimits } from "../../ports/forge-port.ts";

type Texts = Partial<Readonly<Record<keyof ForgeLimits, string>>>;

/** Throws `too-large` for a text that is longer than the forge takes. */
export function refuseLongTexts(texts: Texts, limits: ForgeLimits, api: string): void {
  for (const name of ["title", "body", "description"] as const) {
    const { length } = texts[name] ?? "";
    if (length > limits[name]) {
      throw new ForgeError(
        "too-large",
        `${api}: a ${name} of ${length} characters was not sent: the forge takes ${limits[name]}`,
      );
    }
  }
}
