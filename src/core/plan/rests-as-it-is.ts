import type { ObjectId } from "../object/object-id.ts";
import { assessRolledOut } from "../rollout/rolled-out.ts";
import { findParty, type World } from "./world.ts";

/** Whether an object is rolled out as it stands in the cluster, whatever Git wants of it. */
export function restsAsItIs(id: ObjectId, world: World): boolean {
  const party = { ...findParty(world, id), change: "none", isDrifted: false } as const;
  const options = { paths: world.look.rules.versionPaths, trust: "status" } as const;
  return assessRolledOut(party, options).kind === "ok";
}
