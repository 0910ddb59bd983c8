import { attributeSeen } from "../drift/attribute-seen.ts";
import { attributeTransferred } from "../drift/attribute-transferred.ts";
import type { Drift } from "../drift/drift.ts";
import type { FoundDrift } from "../drift/drift-scene.ts";
import type { ObjectCase } from "./describe-case.ts";

/** A drift with the name of who made it: as the entries tell, else as the agent saw it or took it over before. */
export function nameDrift(found: FoundDrift, { memory, seen }: ObjectCase): Drift {
  return attributeSeen(attributeTransferred(found, memory.transferred), seen);
}
