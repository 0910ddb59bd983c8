import { describe, expect, test } from "vitest";
import { planPass } from "../../../../src/core/plan/plan-pass.ts";
import { type Answers, decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  hashOf,
  lookOf,
  memoryOf,
  NEW,
  NOW_MS,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { planLines } from "../../../support/plan-lines.ts";
import { applyObject, withStatus } from "../../../support/server-side-apply.ts";

const a = manifest("ConfigMap/shop/a", { rest: "data: {x: '1'}" });
const b = manifest("ConfigMap/shop/b", { after: "ConfigMap/shop/a@exists" });
const c = manifest("ConfigMap/shop/c", { rest: "data: {x: '1'}" });
const shop = manifest("Namespace/shop");
const shopIsThere = withStatus(appliedAt(shop, NEW), { phase: "Active" });
const JUDGE = "ValidatingWebhookConfiguration.admissionregistration.k8s.io/judge";
const judge = manifest(JUDGE);
const BOATS = "CustomResourceDefinition.apiextensions.k8s.io/boats.sea.example";
const boats = manifest(BOATS, {
  spec: "{group: sea.example, names: {kind: Boat}, versions: [{name: v1, served: true}]}",
});
const boat = manifest("Boat.sea.example/shop/b");
/** Waits for an object of nobody's. */
const late = manifest("ConfigMap/shop/late", { after: "ConfigMap/shop/other@exists" });
const OTHER = { "ConfigMap/shop/other": { kind: "absent" } } as const;
const on = { isPreflighted: true } as const;

/** What the namespace's own converged state costs: one dry run after a restart. */
const seen = ["ask dry-run Namespace/shop"];

interface Row {
  readonly title: string;
  readonly look: WrittenLook;
  readonly answers?: Answers;
  readonly asked: readonly string[];
  readonly lines: readonly string[];
}

describe("planPass, objects that are not there yet", () => {
  test("nothing is decided before every object was looked at, and each is asked for once", () => {
    expect(planLines(planPass(lookOf({ git: [b, a, shop] })))).toEqual([
      "ask object ConfigMap/shop/b",
      "ask object ConfigMap/shop/a",
      "ask object Namespace/shop",
    ]);
  });

  test.each<Row>([
    {
      title:
        "without preflight everything that exists-gates allow goes in one pass, namespaces first",
      look: {
        git: [b, a, shop],
        absent: ["ConfigMap/shop/a", "ConfigMap/shop/b", "Namespace/shop"],
      },
      asked: [],
      lines: [
        "apply Namespace/shop create [Pending]",
        "apply ConfigMap/shop/a create after Namespace/shop [Pending]",
        "apply ConfigMap/shop/b create after ConfigMap/shop/a, Namespace/shop [Pending]",
      ],
    },
    {
      title:
        "with preflight what lies in a namespace follows it in the same plan, its own apply being its first check",
      look: { git: [a, shop], rules: on, absent: ["ConfigMap/shop/a", "Namespace/shop"] },
      asked: ["ask preflight Namespace/shop"],
      lines: [
        "apply Namespace/shop create [Pending]",
        "apply ConfigMap/shop/a create after Namespace/shop [Pending]",
      ],
    },
    {
      title: "once the namespace is there its objects are dry-run and then written",
      look: { git: [a, shop], rules: on, live: [shopIsThere], absent: ["ConfigMap/shop/a"] },
      asked: [...seen, "ask rollout Namespace/shop", "ask preflight ConfigMap/shop/a"],
      lines: ["keep Namespace/shop [Ready]", "apply ConfigMap/shop/a create [Pending]"],
    },
    {
      title: "a kind that is not served yet is held by that, its CRD goes",
      look: {
        git: [boat, boats],
        rules: on,
        absent: [BOATS],
        seen: { "Boat.sea.example/shop/b": { kind: "not-served" } },
      },
      asked: [`ask preflight ${BOATS}`],
      lines: [
        `apply ${BOATS} create [Pending]`,
        `hold Boat.sea.example/shop/b: ${BOATS} NotServed the cluster does not serve this kind yet<sea.example/v1 [DelayingChanges]`,
      ],
    },
    {
      title: "an object waits for its CRD to be established even where the kind is served already",
      look: { git: [boat, boats], rules: on, absent: [BOATS, "Boat.sea.example/shop/b"] },
      asked: [`ask preflight ${BOATS}`],
      lines: [
        `apply ${BOATS} create [Pending]`,
        `hold Boat.sea.example/shop/b: ${BOATS} RollingOut applied just now; not looked at since<ready [DelayingChanges]`,
      ],
    },
    {
      title: "an absence that only the cache knows is asked again before a create",
      look: { git: [c], seen: { "ConfigMap/shop/c": { kind: "absent" } } },
      asked: ["ask object ConfigMap/shop/c"],
      lines: ["apply ConfigMap/shop/c create [Pending]"],
    },
    {
      title: "an object that the fresh GET finds without our label is taken over, no create",
      look: { git: [c], seen: { "ConfigMap/shop/c": { kind: "absent" } } },
      answers: { live: [applyObject(undefined, c.body, "kubectl")] },
      asked: ["ask object ConfigMap/shop/c", "ask rollout ConfigMap/shop/c"],
      lines: ["apply ConfigMap/shop/c change: takes over from kubectl [ApplyingChanges]"],
    },
    {
      title: "what is held is dry-run before the first write",
      look: { git: [late], rules: on, absent: ["ConfigMap/shop/late"], seen: OTHER },
      asked: ["ask preflight ConfigMap/shop/late"],
      lines: [
        "hold ConfigMap/shop/late: ConfigMap/shop/other TargetNotFound it is neither in the cluster nor in Git<exists [DelayingChanges]",
      ],
    },
    {
      title: "while a webhook configuration changes, what is held is dry-run later",
      look: { git: [late, judge], rules: on, absent: ["ConfigMap/shop/late", JUDGE], seen: OTHER },
      asked: [`ask preflight ${JUDGE}`],
      lines: [
        "hold ConfigMap/shop/late: ConfigMap/shop/other TargetNotFound it is neither in the cluster nor in Git<exists [DelayingChanges]",
        `apply ${JUDGE} create [Pending]`,
      ],
    },
  ])("$title", ({ look, answers, asked, lines }) => {
    const decided = decide(lookOf(look), answers);
    expect({ asked: decided.asked, lines: decided.lines }).toEqual({
      asked: asked.toSorted(),
      lines,
    });
  });
});

describe("planPass, preflight", () => {
  const absent = ["ConfigMap/shop/a", "ConfigMap/shop/b", "ConfigMap/shop/c"];
  const all = ["a", "c"].map((name) => `ask preflight ConfigMap/shop/${name}`);

  test.each<Row>([
    {
      title: "a refusal holds the object and what depends on it, and nothing else",
      look: { git: [a, b, c], rules: on, absent },
      answers: { refuse: { "ask preflight ConfigMap/shop/a": "invalid" } },
      asked: [...all, "ask preflight ConfigMap/shop/b"],
      lines: [
        "hold ConfigMap/shop/a: refused invalid [Stalled]",
        "apply ConfigMap/shop/c create [Pending]",
        "hold ConfigMap/shop/b: ConfigMap/shop/a Refused invalid by the test<applied [DelayingChanges]",
      ],
    },
    {
      title: "a webhook that does not answer dry runs holds nothing",
      look: { git: [a], rules: on, absent },
      answers: { refuse: { "ask preflight ConfigMap/shop/a": "webhook-failed" } },
      asked: ["ask preflight ConfigMap/shop/a"],
      lines: ["apply ConfigMap/shop/a create [Pending]"],
    },
    {
      title: "an intent that passed once is not asked again",
      look: {
        git: [a],
        rules: on,
        absent,
        memory: memoryOf({
          "ConfigMap/shop/a": { preflight: { intentHash: hashOf(a), outcome: "passed" } },
        }),
      },
      asked: [],
      lines: ["apply ConfigMap/shop/a create [Pending]"],
    },
    {
      title: "another intent is",
      look: {
        git: [a],
        rules: on,
        absent,
        memory: memoryOf({
          "ConfigMap/shop/a": { preflight: { intentHash: hashOf(c), outcome: "passed" } },
        }),
      },
      asked: ["ask preflight ConfigMap/shop/a"],
      lines: ["apply ConfigMap/shop/a create [Pending]"],
    },
  ])("$title", ({ look, answers, asked, lines }) => {
    const decided = decide(lookOf(look), answers);
    expect({ asked: decided.asked, lines: decided.lines }).toEqual({
      asked: asked.toSorted(),
      lines,
    });
  });
});

describe("planPass, back-off after a refused write", () => {
  const refusal = { code: "forbidden", message: "no", retry: "after-change" } as const;
  const refused = { intentHash: hashOf(a), refusal, attempts: 3, retryAtMs: NOW_MS + 1 };

  test.each([
    {
      title: "before its time nothing is tried, nor asked",
      refused,
      line: "hold ConfigMap/shop/a: refused forbidden [Stalled]",
    },
    {
      title: "a refusal that a wait may end does not look like a stall",
      refused: { ...refused, refusal: { ...refusal, retry: "after-wait" } as const },
      line: "hold ConfigMap/shop/a: refused forbidden [Pending]",
    },
    {
      title: "when its time has come it is tried",
      refused: { ...refused, retryAtMs: NOW_MS },
      line: "apply ConfigMap/shop/a create [Pending]",
    },
    {
      title: "another intent is tried at once",
      refused: { ...refused, intentHash: hashOf(c) },
      line: "apply ConfigMap/shop/a create [Pending]",
    },
  ])("$title", ({ refused: known, line }) => {
    const memory = memoryOf({ "ConfigMap/shop/a": { refused: known } });
    const look = lookOf({ git: [a], absent: ["ConfigMap/shop/a"], memory });
    const decided = decide(look);
    expect({ asked: decided.asked, lines: decided.lines }).toEqual({ asked: [], lines: [line] });
  });
});
