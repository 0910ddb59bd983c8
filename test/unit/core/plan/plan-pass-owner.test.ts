import { describe, expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  lookOf,
  memoryOf,
  NEW,
  OLD,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { applyObject, editObject } from "../../../support/server-side-apply.ts";

const a = manifest("ConfigMap/shop/a", { rest: "data: {x: '1'}" });
const b = manifest("ConfigMap/shop/b", { after: "ConfigMap/shop/a@exists" });
const takingOver = manifest("ConfigMap/shop/a", {
  rest: "data: {x: '1'}",
  annotations: { "lockstep.dev/take-over": "other" },
});
const takingFromTwin = manifest("ConfigMap/shop/a", {
  rest: "data: {x: '1'}",
  annotations: { "lockstep.dev/take-over": "shop" },
});
const live = appliedAt(a, NEW);
const ofTwin = appliedAt(takingFromTwin, NEW, { rules: { applySetId: "applyset-twin-v1" } });
const ofOther = appliedAt(a, NEW, { rules: { name: "other", applySetId: "applyset-other-v1" } });
const ofKubectl = editObject(
  applyObject(
    undefined,
    yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}"),
  ),
  "kubectl-create",
  yaml("data: {x: '0', y: '1'}"),
);

function heldAgain(owner: string): string {
  return `hold ConfigMap/shop/a: ConfigMap/shop/a OwnedByOther ${owner}<its removal from ${owner}: what lockstep.dev/take-over asked for was done once, and ${owner} has it again [DelayingChanges]`;
}

function terminating(object: JsonObject, finalizers: readonly string[]): JsonObject {
  const metadata = { deletionTimestamp: "2026-01-01T00:00:00Z", finalizers };
  return { ...object, metadata: { ...objectAt(object, "metadata"), ...metadata } };
}

describe("planPass, whose object it is", () => {
  test.each<{
    readonly title: string;
    readonly look: WrittenLook;
    readonly lines: readonly string[];
  }>([
    {
      title: "one of another stack is never written, whatever it looks like",
      look: {
        git: [a, b],
        live: [editObject(ofOther, "kubectl", yaml("data: {x: '9'}"))],
        absent: ["ConfigMap/shop/b"],
      },
      lines: [
        "hold ConfigMap/shop/a: ConfigMap/shop/a OwnedByOther other<lockstep.dev/take-over: other in Git, or its removal there [DelayingChanges]",
        "hold ConfigMap/shop/b: ConfigMap/shop/a TargetNotApplied its own change is not applied yet<exists [DelayingChanges]",
      ],
    },
    {
      title: "Git takes it over by naming its owner",
      look: { git: [takingOver], live: [ofOther] },
      lines: ["apply ConfigMap/shop/a change [ApplyingChanges]"],
    },
    {
      title: "what it took over once, and lost again, it does not take a second time",
      look: {
        git: [takingOver],
        before: [takingOver],
        live: [ofOther],
        memory: memoryOf({ "ConfigMap/shop/a": { appliedRevision: OLD } }),
      },
      lines: [heldAgain("other")],
    },
    {
      title: "what it had before Git said so is taken over",
      look: {
        git: [takingOver],
        before: [a],
        live: [ofOther],
        memory: memoryOf({ "ConfigMap/shop/a": { appliedRevision: OLD } }),
      },
      lines: ["apply ConfigMap/shop/a change [ApplyingChanges]"],
    },
    {
      title: "an agent with a stack of the same name, which applied this very commit, keeps it",
      look: { git: [takingFromTwin], live: [ofTwin] },
      lines: [heldAgain("shop")],
    },
    {
      title: "naming somebody else does not help",
      look: {
        git: [manifest("ConfigMap/shop/a", { annotations: { "lockstep.dev/take-over": "third" } })],
        live: [ofOther],
      },
      lines: [
        "hold ConfigMap/shop/a: ConfigMap/shop/a OwnedByOther other<lockstep.dev/take-over: other in Git, or its removal there [DelayingChanges]",
      ],
    },
    {
      title: "one of nobody's is taken over, and who had it is named",
      look: { git: [a], live: [ofKubectl] },
      lines: [
        "apply ConfigMap/shop/a change with transfer: changed /data/x by kubectl-create reverted + added /data/y by kubectl-create reverted + takes over from kubectl-create [ApplyingChanges]",
      ],
    },
    {
      title: "one that is being deleted is waited for",
      look: { git: [a], live: [terminating(live, ["example.com/slow"])] },
      lines: [
        "hold ConfigMap/shop/a: ConfigMap/shop/a TargetTerminating it waits for finalizers: example.com/slow<gone [DelayingChanges]",
      ],
    },
    {
      title: "an unreadable one is held, and what depends on it, never created",
      look: {
        git: [a, b],
        seen: { "ConfigMap/shop/a": { kind: "unreadable", reason: "forbidden" } },
        absent: ["ConfigMap/shop/b"],
      },
      lines: [
        "hold ConfigMap/shop/a: ConfigMap/shop/a Unreadable forbidden<readable [DelayingChanges]",
        "hold ConfigMap/shop/b: ConfigMap/shop/a Unreadable it could not be read<exists [DelayingChanges]",
      ],
    },
    {
      title: "a kind that is not served is held by that",
      look: {
        git: [a, b],
        seen: { "ConfigMap/shop/a": { kind: "not-served" } },
        absent: ["ConfigMap/shop/b"],
      },
      lines: [
        "hold ConfigMap/shop/a: ConfigMap/shop/a NotServed the cluster does not serve this kind; install its CRD, or add it to the repository<v1 [DelayingChanges]",
        "hold ConfigMap/shop/b: ConfigMap/shop/a NotServed the cluster does not serve this kind yet<exists [DelayingChanges]",
      ],
    },
    {
      title: "what Git no longer has is named and left alone",
      look: { git: [b], live: [live], absent: ["ConfigMap/shop/b"] },
      lines: [
        "apply ConfigMap/shop/b create [Pending]",
        "hold orphan ConfigMap/shop/a: waits for ConfigMap/shop/b: Git says that it depends on it (annotation:lockstep.dev/after)",
      ],
    },
    {
      title: "a copy with our label, which our entry does not own, is no orphan",
      look: {
        git: [],
        live: [
          applyObject(
            undefined,
            yaml(
              "{apiVersion: v1, kind: ConfigMap, metadata: {name: copy, namespace: shop, labels: {applyset.kubernetes.io/part-of: applyset-shop-v1}}}",
            ),
            "kubectl",
          ),
        ],
      },
      lines: [],
    },
    {
      title: "a member of a cycle is refused, the rest goes on",
      look: {
        git: [
          manifest("ConfigMap/shop/p", { after: "ConfigMap/shop/q@exists" }),
          manifest("ConfigMap/shop/q", { after: "ConfigMap/shop/p@exists" }),
          manifest("ConfigMap/shop/r"),
        ],
        absent: ["ConfigMap/shop/p", "ConfigMap/shop/q", "ConfigMap/shop/r"],
      },
      lines: [
        "hold ConfigMap/shop/p: refused refused-component [Stalled]",
        "hold ConfigMap/shop/q: refused refused-component [Stalled]",
        "apply ConfigMap/shop/r create [Pending]",
      ],
    },
  ])("$title", ({ look, lines }) => {
    expect(decide(lookOf(look)).lines).toEqual(lines);
  });
});
