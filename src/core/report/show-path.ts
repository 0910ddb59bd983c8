import { maskCredentials } from "./mask-credentials.ts";
import { pointerSegments } from "./pointer-segments.ts";
import { showText } from "./show-text.ts";

/** What may be shown of a path: an item of a set list is part of it. In a pointer the slashes of a URL are written otherwise. */
export function showPath(pointer: string): string {
  const steps = pointerSegments(pointer).map(
    (step) => `/${maskCredentials(step).replaceAll("~", "~0").replaceAll("/", "~1")}`,
  );
  return showText(steps.join(""));
}
