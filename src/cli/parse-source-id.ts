import { type ObjectId, parseObjectId } from "../core/object/object-id.ts";
import type { Parsed } from "../core/problem.ts";

/** The id of a Secret or ConfigMap as typed. */
export function parseSourceId(typed: string): Parsed<ObjectId> {
  const id = parseObjectId(typed);
  if (id !== undefined && isSource(id)) return { ok: true, value: id };
  const expected = "Secret/[namespace/]name or ConfigMap/[namespace/]name";
  return {
    ok: false,
    problems: [{ where: typed, what: "is no Secret and no ConfigMap", expected }],
  };
}

function isSource({ group, kind }: ObjectId): boolean {
  return group === "" && (kind === "Secret" || kind === "ConfigMap");
}
