import { isJsonObject, type Json, type JsonObject, listAt, objectAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";

/**
 * An intent without the addresses and ports that the live Service of that name holds: they are free once it is gone, but nobody
 * else can ask for them before. The server gives a trial object others.
 */
export function withoutHeld(intent: JsonObject, live: JsonObject): JsonObject {
  const spec = objectAt(intent, "spec");
  if (spec === undefined || kindKey(idOf(live)) !== "Service") return intent;
  const held = new Set(ADDRESSES.flatMap((name) => textsIn(objectAt(live, "spec")?.[name])));
  const taken = new Set(portsOf(live).flatMap(({ nodePort = null }) => nodePort));
  function isFree(name: string, value: Json): boolean {
    return !ADDRESSES.includes(name) || textsIn(value).every((text) => !held.has(text));
  }
  const rest = Object.entries(spec).filter(([name, value]) => isFree(name, value));
  const ports = portsOf(intent).map(({ nodePort = null, ...port }) =>
    nodePort === null || taken.has(nodePort) ? port : { ...port, nodePort },
  );
  return { ...intent, spec: { ...Object.fromEntries(rest), ...(ports.length > 0 && { ports }) } };
}

const ADDRESSES: readonly string[] = ["clusterIP", "clusterIPs", "healthCheckNodePort"];

/** Values as text; that a Service wants no address is nothing that can be held. */
function textsIn(value: Json | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((each) => each !== undefined && each !== "None").map(String);
}

function portsOf(service: JsonObject): readonly JsonObject[] {
  return listAt(service, "spec", "ports").filter(isJsonObject);
}
