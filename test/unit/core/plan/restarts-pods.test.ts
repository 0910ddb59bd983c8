import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { idOf } from "../../../../src/core/object/live-object.ts";
import { objectKey } from "../../../../src/core/object/object-id.ts";
import type { DryRunAnswer } from "../../../../src/core/plan/look.ts";
import { restartsPods } from "../../../../src/core/plan/restarts-pods.ts";
import { deployment, settings } from "../../../support/kube-manifests.ts";

const WEB = deployment("web");
const NEWER = deployment("web", { pod: { containers: [{ name: "web", image: "web:1.0.1" }] } });
const SCALED = deployment("web", { spec: { replicas: 3 } });
const REFUSED: DryRunAnswer = {
  kind: "refused",
  refusal: { code: "invalid", message: "", retry: "after-change" },
};

test.each([
  { what: "nothing differs", live: WEB, answer: accepted(WEB), rolls: false },
  { what: "the template differs", live: WEB, answer: accepted(NEWER), rolls: true },
  { what: "only the replicas differ", live: WEB, answer: accepted(SCALED), rolls: false },
  {
    what: "something is taken back in the template",
    live: WEB,
    answer: accepted(WEB),
    taken: "/spec/template/spec/hostname",
    rolls: true,
  },
  {
    what: "something else is taken back",
    live: WEB,
    answer: accepted(WEB),
    taken: "/spec/paused",
    rolls: false,
  },
  { what: "the dry run was refused", live: WEB, answer: REFUSED, rolls: undefined },
  { what: "there was none", live: WEB, answer: undefined, rolls: undefined },
  {
    what: "it runs no pods",
    live: settings("a", {}),
    answer: accepted(settings("a", {})),
    rolls: undefined,
  },
])("$what → $rolls", ({ live, answer, taken, rolls }) => {
  const id = idOf(live);
  const key = objectKey(id);
  const ref = { id, apiVersion: "v1" };
  const dryRuns = new Map(answer === undefined ? [] : [[`preflight\n${key}\nhash`, answer]]);
  const step = {
    ref,
    why: "change",
    intent: live,
    intentHash: "hash",
    revision: "",
    live,
    transfer: [],
    stays: [],
    releases: [],
    expected: {},
    after: [],
  } as const;
  const drift = {
    id,
    class: "added",
    path: taken ?? "",
    desired: undefined,
    live: 1,
    manager: "x",
    operation: "Update",
    at: "",
    attribution: "recorded",
    sharedWith: [],
  } as const;
  const drifts = taken === undefined ? [] : [{ drift, action: "reverted" } as const];
  expect(restartsPods({ key, live, ref }, step, { look: { dryRuns }, drifts })).toBe(rolls);
});

function accepted(object: JsonObject): DryRunAnswer {
  return { kind: "accepted", object };
}
