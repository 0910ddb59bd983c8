import { CONTROL_KEYS } from "../control-keys.ts";
import { pointerSegments } from "./pointer-segments.ts";

/** Labels and annotations that no manifest may have: the agent adds them to everything that it applies. */
const OWN_KEYS: readonly (readonly [field: string, key: string])[] = [
  ["labels", CONTROL_KEYS.stack],
  ["labels", CONTROL_KEYS.partOf],
  ["annotations", CONTROL_KEYS.revision],
];

/** Whether the value that is wanted at a path comes from the agent itself and not from Git. */
export function isSetByAgent(pointer: string): boolean {
  const [top, field, key, ...below] = pointerSegments(pointer);
  const isOwn = OWN_KEYS.some((each) => each[0] === field && each[1] === key);
  return top === "metadata" && below.length === 0 && isOwn;
}
