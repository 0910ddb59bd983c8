import type { AdoptableDrift } from "../../src/core/adopt/adoption.ts";
import { planAdoption } from "../../src/core/adopt/plan-adoption.ts";
import type { Manifest } from "../../src/core/manifest/manifest.ts";
import { parseFile } from "../../src/core/manifest/parse-file.ts";
import type { Json } from "../../src/core/object/json.ts";

export const FILE = "shop/all.yaml";
/** An object without anything but its name. */
export const HEAD = "apiVersion: example.dev/v1\nkind: Gadget\nmetadata: {name: a}\n";

/** Of a text that has to be sound. */
export function manifestsOf(text: string, path = FILE): readonly Manifest[] {
  const parsed = parseFile({ path, text });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.value.manifests;
}

/** A path, what the cluster has there, and what Git said when that was found. */
export type Change = readonly [path: string, live: Json | undefined, desired?: Json];

function driftsOf(text: string, changes: readonly Change[]): readonly AdoptableDrift[] {
  const id = manifestsOf(text)[0]?.id ?? { group: "", kind: "", namespace: "", name: "" };
  return changes.map(([path, live, desired]) => ({
    id,
    class: live === undefined ? "removed" : "changed",
    path,
    desired,
    live,
  }));
}

/** The text after `HEAD` once the changes are adopted, or the reasons against them. */
export function adopt(body: string, ...changes: readonly Change[]): string {
  const head = body.includes("\r\n") ? HEAD.replaceAll("\n", "\r\n") : HEAD;
  const text = /kind"?:/.test(body) ? body : head + body;
  const drifts = driftsOf(text, changes);
  const plan = planAdoption({
    manifests: manifestsOf(text),
    files: new Map([[FILE, text]]),
    drifts,
  });
  if (plan.refused.length > 0) return plan.refused.map(({ reason }) => reason).join(", ");
  const [after = text] = plan.files.values();
  return after.startsWith(head) ? after.slice(head.length) : after;
}
