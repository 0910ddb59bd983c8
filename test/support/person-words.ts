import type { Target } from "./kube-client.ts";
import { kubectl } from "./kubectl.ts";

/** What a person says to the agent on a live object, with kubectl and its own field managers. */
async function say(
  verb: "label" | "annotate",
  target: Target,
  marks: readonly string[],
): Promise<void> {
  const { namespace = "", name, kind, apiVersion } = target;
  const group = apiVersion.includes("/") ? `.${apiVersion.split("/").toReversed().join(".")}` : "";
  const resource = `${kind.toLowerCase()}${group}`;
  const done = await kubectl(["-n", namespace, verb, "--overwrite", resource, name, ...marks]);
  if (done.code !== 0) throw new Error(`kubectl ${verb} ${resource}/${name}: ${done.stderr}`);
}

/** `label(target, "key=value", "other-")`: an item that ends with a hyphen is taken away. */
export async function label(target: Target, ...marks: readonly string[]): Promise<void> {
  await say("label", target, marks);
}

export async function annotate(target: Target, ...marks: readonly string[]): Promise<void> {
  await say("annotate", target, marks);
}
