import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import type { ObjectKey } from "../../../../src/core/object/object-id.ts";
import { buildIntent } from "../../../../src/core/plan/build-intent.ts";
import type { Look, ObjectMemory, StackRules } from "../../../../src/core/plan/look.ts";
import type { ContentKeys } from "../../../../src/core/restart/content-keys.ts";
import { placeMarks, slotOf } from "../../../../src/core/restart/restart-marks.ts";
import type { SourceView } from "../../../../src/core/restart/source-view.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  digest,
  keyFrom,
  lookOf,
  NEW,
  NOW_MS,
  rulesOf,
} from "../../../support/look-builder.ts";
import { applyObject } from "../../../support/server-side-apply.ts";

const WEB = manifest("Deployment.apps/shop/web", {
  rest: "spec: { template: { spec: { containers: [{ name: web, image: web, envFrom: [{ secretRef: { name: db } }] }] } } }",
});
const DB = keyFrom("Secret/shop/db");

/** Digests that can be read. */
const KEYS: ContentKeys = {
  digest: (object) => `k.${contentOf(object)}`,
  isSame: (object, written) => written === `k.${contentOf(object)}`,
};

function contentOf(object: JsonObject): string {
  return typeof object["data"] === "string" ? object["data"] : "";
}

function sources(content: string): SourceView {
  const labels = content === "(unlabelled)" ? "" : "labels: { lockstep.dev/watched-by: lockstep },";
  const db = yaml(
    `{ apiVersion: v1, kind: Secret, data: "${content}", metadata: { ${labels} name: db, namespace: shop } }`,
  );
  const followed = new Map(content === "(unlabelled)" ? [] : [[DB, db]]);
  const lists = new Map([["Secret/shop", ""]]);
  return { keys: KEYS, reason: "", followed, lists, read: new Map(), leftOut: 0 };
}

interface Told {
  readonly action: string;
  /** What is written on the workload; empty: nothing. */
  readonly step: string;
  readonly restart: string;
}

/** Looks one after the other, a minute apart, at a Secret that holds this and then that; nothing is written in between. */
function lookOn(
  contents: readonly string[],
  start: { readonly live: JsonObject; readonly rules: Partial<StackRules> } & Pick<
    Partial<Look>,
    "isOnlyLook" | "isSuspended"
  >,
): readonly Told[] {
  const { live, rules, ...more } = start;
  let memory: ReadonlyMap<ObjectKey, ObjectMemory> = new Map();
  return contents.map((content, index) => {
    const nowMs = NOW_MS + index * 60_000;
    const look = lookOf({ git: [WEB], live: [live], rules, memory, nowMs });
    const seen = sources(content);
    const { plan } = decide(
      { ...look, ...more, sources: seen },
      { live: [...seen.followed.values()] },
    );
    memory = new Map(
      plan.objects.map(({ ref, learned }) => [
        keyFrom(`Deployment.apps/shop/${ref.id.name}`),
        learned,
      ]),
    );
    const [web] = plan.objects;
    const due = web?.conditions.find(({ type }) => type === "RestartDue")?.message ?? "";
    return { action: web?.action ?? "", step: web?.step?.why ?? "", restart: due };
  });
}

const OBSERVED = "its pods are not restarted, its mode is observe: Secret/shop/db changed";

/** As applied, with the content that its pods know. */
function carrying(content: string): JsonObject {
  const slot = slotOf({ kind: "Secret", name: "db" }, digest);
  const marks = {
    bySlot: new Map([[slot, { baseline: `k.${content}`, content: undefined }]]),
    uids: new Set<string>(),
  };
  const { body } = buildIntent(WEB, { rules: rulesOf(), revision: NEW, digest });
  return applyObject(undefined, placeMarks(body, marks, ["spec", "template"]), "lockstep");
}

/** As a person made it, before Lockstep came. */
function madeByOthers(): JsonObject {
  return applyObject(undefined, WEB.body, "kubectl");
}

describe("a Secret that changes where nothing is written", () => {
  test("observed since it was applied: the first look is the baseline, without a mark on the workload", () => {
    const told = lookOn(["one", "one", "two", "two", "one"], {
      live: appliedAt(WEB, NEW),
      rules: { mode: "observe" },
    });
    expect(told).toEqual([
      { action: "keep", step: "", restart: "" },
      { action: "keep", step: "", restart: "" },
      { action: "keep", step: "", restart: OBSERVED },
      { action: "restart", step: "", restart: OBSERVED },
      { action: "keep", step: "", restart: "" },
    ]);
  });

  test("observed and never applied: it is told, and the first apply will restart nothing for it", () => {
    const rules = { mode: "observe" } as const;
    const told = lookOn(["one", "two"], { live: madeByOthers(), rules });
    expect(told.map(({ action, restart }) => [action, restart])).toEqual([
      ["apply", ""],
      ["apply", OBSERVED],
    ]);
  });

  test("a label that comes later is a first sight there, too, and one that goes ends it", () => {
    const told = lookOn(["one", "(unlabelled)", "two", "three"], {
      live: appliedAt(WEB, NEW),
      rules: { mode: "observe" },
    });
    // A list by label does not tell whether the Secret is gone or without its label.
    expect(told.map(({ restart }) => restart)).toEqual(["", "", OBSERVED, OBSERVED]);
  });

  test.each([
    {
      what: "create-only",
      rules: { mode: "create-only" } as const,
      says: "its mode is create-only",
      action: "keep",
    },
    {
      what: "enforce, suspended",
      rules: {},
      more: { isSuspended: true },
      says: "the stack is suspended",
      action: "restart",
    },
  ])("$what", ({ action, more = {}, rules, says }) => {
    const told = lookOn(["one", "two", "two"], { live: appliedAt(WEB, NEW), rules, ...more });
    expect(told.at(-1)).toMatchObject({
      action,
      restart: `its pods are not restarted, ${says}: Secret/shop/db changed`,
    });
  });

  test.each([
    [
      false,
      {
        action: "keep",
        step: "",
        restart: "its pods restart once changes that come together are over",
      },
    ],
    [true, { action: "restart", step: "restart", restart: "its pods restart now" }],
  ])(
    "no other look follows (%s): a preview and a sync of one pass wait for no window",
    (isOnlyLook, told) => {
      const live = carrying("one");
      const [first] = lookOn(["two"], { live, rules: {}, isOnlyLook });
      expect(first).toEqual({ ...told, restart: `${told.restart}: Secret/shop/db changed` });
    },
  );

  test("a skipped workload", () => {
    const live = appliedAt(WEB, NEW);
    const skipped = applyObject(
      live,
      yaml("{ metadata: { labels: { lockstep.dev/skip-reconciliation: 'true' } } }"),
      "x",
    );
    expect(lookOn(["one", "two", "two"], { live: skipped, rules: {} }).at(-1)).toEqual({
      action: "skip",
      step: "",
      restart: "its pods are not restarted, it is skipped: Secret/shop/db changed",
    });
  });
});
