import { expect, test } from "vitest";
import { type JsonObject, valueAt } from "../../src/core/object/json.ts";
import { auditMark, briefEntry } from "../support/audit-log.ts";
import { elasticId, elasticObject, elasticTarget } from "../support/elastic-objects.ts";
import { rollOut, rollOutAll } from "../support/elastic-operator.ts";
import { passes, passUntil, writesSince } from "../support/follow-stack.ts";
import type { Target } from "../support/kube-client.ts";
import { manifestFiles, marked } from "../support/kube-manifests.ts";
import { comparableText } from "../support/managed-fields.ts";
import { person } from "../support/person.ts";
import { admin, describeReal } from "../support/real-cluster.ts";
import { openTestStack, type TestStack } from "../support/test-stack.ts";
import { untilSeen } from "../support/until-seen.ts";

const OLD = "8.19.2";
const NEW = "9.1.0";

function elasticsearch(version: string): JsonObject {
  return elasticObject("Elasticsearch", { name: "logs" }, { version });
}

const OLD_KIBANA = elasticObject(
  "Kibana",
  { name: "ui", labels: { team: "blue" } },
  { version: OLD, count: 1, elasticsearchRef: { name: "logs" }, config: { theme: "light" } },
);

/** What is pending: a new version, another count, a label, and without the theme. */
const NEW_KIBANA = marked(
  elasticObject(
    "Kibana",
    { name: "ui", labels: { team: "blue" } },
    { version: NEW, count: 3, elasticsearchRef: { name: "logs" }, config: { mode: "dark" } },
  ),
  { labels: { stage: "next" } },
);

interface Held {
  readonly stack: TestStack;
  readonly logs: Target;
  readonly ui: Target;
}

/** A stack whose Kibana waits for the upgrade of its Elasticsearch. */
async function openHeld(): Promise<Held> {
  const stack = await openTestStack();
  const { namespace } = stack;
  const logs = elasticTarget("Elasticsearch", namespace, "logs");
  const ui = elasticTarget("Kibana", namespace, "ui");
  await stack.commit(manifestFiles(elasticsearch(OLD), OLD_KIBANA));
  await rollOutAll(stack, [logs, ui]);
  await stack.commit(manifestFiles(elasticsearch(NEW), NEW_KIBANA));
  await passUntil(stack, "Kibana is held", () => isHeld(stack));
  return { stack, logs, ui };
}

function isHeld(stack: TestStack): boolean {
  const { namespace } = stack;
  const logs = stack.object(elasticId("Elasticsearch", namespace, "logs"));
  const ui = stack.object(elasticId("Kibana", namespace, "ui"));
  return logs?.phase === "ApplyingChanges" && ui?.phase === "DelayingChanges";
}

/** Early what is pending, a value of Git changed, one removed and one added: by kubectl, as a person in a hurry. */
async function editAll(ui: Target): Promise<void> {
  const spec = { version: NEW, count: 3, config: { theme: null, mode: "dark" } };
  const patch = JSON.stringify({ spec });
  const where = [`--namespace=${ui.namespace}`];
  await person(["patch", "kibana", ui.name, "--type=merge", `--patch=${patch}`, ...where]);
  await person(["label", "kibana", ui.name, "stage=next", "team=red", "--overwrite", ...where]);
  await person(["annotate", "kibana", ui.name, "note=hotfix", ...where]);
}

/** Edits the held Kibana and lets the stack look. */
async function editAndRevert(stack: TestStack, ui: Target): Promise<void> {
  const before = await admin().get(ui);
  await editAll(ui);
  await untilSeen(stack, ui);
  await passUntil(stack, "the edits are reverted", ({ drift }) =>
    drift.some(
      ({ path, action }) => path === "/metadata/annotations/note" && action === "reverted",
    ),
  );
  expect(comparableText(await admin().get(ui))).toBe(comparableText(before));
}

describeReal("Protected while held", () => {
  test("B19: foreign edits on an object that waits for an upgrade go back to what was last applied, not to what is pending", async () => {
    const { stack, logs, ui } = await openHeld();
    await editAndRevert(stack, ui);
    expect(isHeld(stack)).toBe(true);
    await editAndRevert(stack, ui);

    await untilSeen(stack, ui);
    const mark = await auditMark();
    await passes(stack, 5);
    expect((await writesSince(stack, mark)).map(briefEntry)).toEqual([]);

    await rollOut(logs);
    await passUntil(stack, "Kibana is released", ({ objects }) =>
      objects.every(({ blockers }) => blockers.length === 0),
    );
    const after = await admin().get(ui);
    expect(after["spec"]).toEqual(NEW_KIBANA["spec"]);
    expect(valueAt(after, "metadata", "labels", "stage")).toBe("next");
  });

  test("B19: as well after a restart of the agent, and for what was edited while it was away", async () => {
    const { stack, ui } = await openHeld();
    const before = await admin().get(ui);
    await editAll(ui);
    const restarted = await openTestStack({ like: stack });
    await passUntil(
      restarted,
      "the edits are reverted",
      () => isHeld(restarted) && restarted.stack.status.drift.length > 0,
    );
    expect(comparableText(await admin().get(ui))).toBe(comparableText(before));
    await editAndRevert(restarted, ui);
    expect(isHeld(restarted)).toBe(true);
  });

  test("B19: a held object that somebody deletes comes back as it was last applied", async () => {
    const { stack, logs, ui } = await openHeld();
    const before = await admin().get(ui);
    // The operator has seen the new version, and begins: until then nobody knows what runs.
    await rollOut(logs, { version: OLD, phase: "ApplyingChanges" });
    await admin().delete(ui);
    const after = await passUntil(stack, "it is back", () => isHeld(stack)).then(async () =>
      admin().find(ui),
    );
    expect(after?.["spec"]).toEqual(before["spec"]);
  });
});
