import { pointerSegments } from "./pointer-segments.ts";

/** Names that need no brackets. */
const PLAIN = /^[A-Za-z_$][\w$-]*$/;
/** Characters that would let a name in brackets look like another one. */
const AMBIGUOUS = /[\s[\]"=,]/;

/**
 * A path of a drift as people read it: `metadata.labels[lockstep.dev/stack]`,
 * `spec.template.spec.containers[name=web].image`. Machines get the pointer itself.
 */
export function readablePath(pointer: string): string {
  return pointerSegments(pointer).map(segmentText).join("").replace(/^\./, "");
}

/** An item of a list brings its brackets along. */
function segmentText(segment: string): string {
  if (PLAIN.test(segment)) return `.${segment}`;
  if (segment.startsWith("[")) return segment;
  const isAmbiguous = segment === "" || AMBIGUOUS.test(segment);
  return `[${isAmbiguous ? JSON.stringify(segment) : segment}]`;
}
