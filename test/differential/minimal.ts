import type { JsonObject } from "../../src/core/object/json.ts";
import { type Scenario, scenario } from "./scenario.ts";

/** A minimal object, created, and applied twice by another: what the server fills in, and who owns it. */
export function minimal(title: string, object: JsonObject): Scenario {
  return scenario(`defaults of ${title}`, async (to) => {
    await to.create(object, { as: "alice" });
    await to.apply(object, { as: "bob" });
    await to.apply(object, { as: "bob" });
  });
}
