import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { eventually } from "../support/eventually.ts";
import { type KubeClient, targetOf } from "../support/kube-client.ts";

const FIXTURE = join(import.meta.dirname, "../fixtures/elastic-crds.yaml");

/** Installs the test CRDs of the Elastic kinds and waits until they are served. */
export async function installElasticCrds(admin: KubeClient): Promise<void> {
  const file: unknown = parse(await readFile(FIXTURE, "utf8"));
  const crds = isJsonObject(file) ? listAt(file, "items").filter(isJsonObject) : [];
  await Promise.all(crds.map(async (crd) => admin.apply(crd, { as: "elastic-operator" })));
  await Promise.all(crds.map(async (crd) => untilServed(admin, crd)));
}

async function untilServed(admin: KubeClient, crd: JsonObject): Promise<void> {
  await eventually(`${targetOf(crd).name} is established`, async () =>
    isEstablished(await admin.get(targetOf(crd))),
  );
  const group = textAt(crd, "spec", "group") ?? "";
  const version = textAt(crd, "spec", "versions", 0, "name") ?? "";
  const kind = textAt(crd, "spec", "names", "kind") ?? "";
  // For a moment after that it is neither in discovery nor has it storage.
  await eventually(`${kind} can be listed`, async () =>
    admin.list({ apiVersion: `${group}/${version}`, kind }),
  );
}

function isEstablished(crd: JsonObject): boolean {
  return listAt(crd, "status", "conditions").some(
    (each) => textAt(each, "type") === "Established" && textAt(each, "status") === "True",
  );
}
