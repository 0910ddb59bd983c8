import type { JsonObject } from "../../src/core/object/json.ts";
import { idOf, resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import type { Following } from "../../src/ports/cluster-port.ts";
import { admin } from "./real-cluster.ts";
import type { TestStack } from "./test-stack.ts";

/** What stories about restarts write, by kind. */
const KINDS: ReadonlySet<string> = new Set([
  "ConfigMap",
  "DaemonSet",
  "Deployment",
  "Secret",
  "StatefulSet",
]);

/**
 * Whether the stack's watches show all Secrets, ConfigMaps and workloads as the server stores them now, also that one is gone. Only for
 * waiting: tests judge by what the server stores.
 */
export async function hasCaughtUp({ stack }: TestStack): Promise<boolean> {
  const followings = [...stack.view.followings.values()].filter(({ selection }) =>
    KINDS.has(selection.kind),
  );
  const all = await Promise.all(followings.map(async (each) => isEqualToStored(each)));
  return all.every(Boolean);
}

async function isEqualToStored(following: Following): Promise<boolean> {
  const { apiVersion, kind, namespace, labelSelector, name } = following.selection;
  const place = namespace === "" ? {} : { namespace };
  const stored = await admin().list({ apiVersion, kind, ...place }, labelSelector);
  const wanted = name === "" ? stored : stored.filter((each) => idOf(each).name === name);
  const { kind: state, objects } = following.state();
  return state === "synced" && versions(wanted) === versions([...objects.values()]);
}

function versions(objects: readonly JsonObject[]): string {
  const all = objects.map((each) => `${uidOf(each)} ${resourceVersionOf(each)}`);
  return all.toSorted().join("\n");
}
